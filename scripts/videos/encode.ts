/** Draws a film frame by frame in a browser and has its own encoder make VP9 of it. */
import type { Page } from '@playwright/test'
import type { Film } from './film.ts'
import { type Chunk, webm } from './webm.ts'

export const SIZE = { width: 1280, height: 720 }
const FRAME_MS = 40
/** Nothing moves: one frame now and then is enough. */
const STILL_MS = 500
const KEY_MS = 5000
const RIPPLE_MS = 320

/** The moments of which a frame is made. */
export function momentsOf({ length_ms, stills, moves, clicks }: Film): number[] {
  const moments = new Set<number>([0, length_ms])
  const add = (from: number, to: number, step: number) => {
    for (let at = from; at <= to && at <= length_ms; at += step) moments.add(Math.round(at))
  }
  add(0, length_ms, STILL_MS)
  for (const { at_ms } of stills) moments.add(Math.round(at_ms))
  for (const { from_ms, to_ms } of moves) add(from_ms, to_ms, FRAME_MS)
  for (const { at_ms } of clicks) add(at_ms, at_ms + RIPPLE_MS + FRAME_MS, FRAME_MS)
  return [...moments].toSorted((a, b) => a - b)
}

type Frame = {
  at_ms: number
  still: number
  pointer: { x: number; y: number } | null
  /** From 0 to 1: how far the ring of a press has gone. */
  ripple: { x: number; y: number; part: number } | null
}

const ease = (part: number) =>
  part < 0.5 ? 2 * part * part : 1 - (-2 * part + 2) * (-2 * part + 2) * 0.5

export function frameAt(film: Film, at_ms: number): Frame {
  const still = film.stills.findLastIndex((one) => one.at_ms <= at_ms)
  const move = film.moves.findLast(({ from_ms }) => from_ms <= at_ms)
  const click = film.clicks.findLast((one) => one.at_ms <= at_ms && at_ms <= one.at_ms + RIPPLE_MS)
  const part = move ? ease(Math.min(1, (at_ms - move.from_ms) / (move.to_ms - move.from_ms))) : 0
  const between = (from: number, to: number) => from + (to - from) * part
  return {
    at_ms,
    still: Math.max(0, still),
    pointer: move
      ? { x: between(move.from.x, move.to.x), y: between(move.from.y, move.to.y) }
      : null,
    ripple: click ? { ...click.place, part: (at_ms - click.at_ms) / RIPPLE_MS } : null,
  }
}

/** `scale`: how many points of the film one of the page takes; `bitrate`: bits a second, about. */
export async function encode(
  page: Page,
  film: Film,
  { scale, bitrate }: { scale: number; bitrate: number },
): Promise<Buffer> {
  await page.evaluate(openStage, { ...SIZE, scale })
  await page.evaluate(openEncoder, { ...SIZE, bitrate })
  for (const { picture } of film.stills) {
    await page.evaluate(
      (base64) => (globalThis as unknown as Studio).addStill(base64),
      picture.toString('base64'),
    )
  }
  let key_at = Number.NEGATIVE_INFINITY
  for (const at_ms of momentsOf(film)) {
    const key = at_ms - key_at >= KEY_MS
    if (key) key_at = at_ms
    await page.evaluate(
      ([frame, isKey]) => (globalThis as unknown as Studio).addFrame(frame, isKey),
      [frameAt(film, at_ms), key] as const,
    )
  }
  const made = await page.evaluate(() => (globalThis as unknown as Studio).finish())
  const chunks: Chunk[] = made.map(({ base64, at_us, key }) => ({
    data: Buffer.from(base64, 'base64'),
    at_ms: at_us / 1000,
    key,
  }))
  return webm({ ...SIZE, duration_ms: film.length_ms + FRAME_MS, chunks })
}

type Made = { base64: string; at_us: number; key: boolean }
/** What the two functions at the end leave in the page. */
type Studio = {
  canvas: unknown
  addStill(base64: string): Promise<void>
  drawFrame(frame: Frame): void
  addFrame(frame: Frame, key: boolean): Promise<void>
  finish(): Promise<Made[]>
}

/* What the browser has and Node has not, as far as it is used below. */
type Drawing = Record<
  'save' | 'restore' | 'beginPath' | 'closePath' | 'fill' | 'stroke',
  () => void
> &
  Record<'moveTo' | 'lineTo' | 'translate' | 'scale', (x: number, y: number) => void> & {
    arc(x: number, y: number, radius: number, from: number, to: number): void
    drawImage(image: unknown, x: number, y: number, width: number, height: number): void
    fillStyle: string
    strokeStyle: string
    lineWidth: number
    lineJoin: string
  }
type Encoded = {
  byteLength: number
  timestamp: number
  type: string
  copyTo(bytes: Uint8Array): void
}
declare const OffscreenCanvas: new (
  width: number,
  height: number,
) => { getContext(kind: '2d'): Drawing }
declare const VideoFrame: new (source: unknown, about: { timestamp: number }) => { close(): void }
declare const VideoEncoder: new (about: {
  output(chunk: Encoded): void
  error(error: Error): void
}) => {
  encodeQueueSize: number
  configure(settings: Record<string, unknown>): void
  encode(frame: unknown, settings: { keyFrame: boolean }): void
  flush(): Promise<void>
}
declare function createImageBitmap(blob: unknown): Promise<unknown>

type Stage = { width: number; height: number; scale: number }

/** Runs in the page: a canvas, the pictures of the page, and how one frame is drawn. */
function openStage({ width, height, scale }: Stage): void {
  const canvas = new OffscreenCanvas(width, height)
  const draw = canvas.getContext('2d')
  const stills: unknown[] = []
  function drawRipple({ x, y, part }: { x: number; y: number; part: number }) {
    draw.beginPath()
    draw.arc(x, y, 6 + 20 * part, 0, 2 * Math.PI)
    draw.lineWidth = 3
    draw.strokeStyle = `rgb(235 172 57 / ${1 - part})`
    draw.stroke()
  }
  function drawPointer({ x, y }: { x: number; y: number }) {
    const corners = [0, 19, 4.6, 14.8, 7.8, 22, 11, 20.6, 7.9, 13.6, 14, 13.2]
    draw.save()
    draw.translate(x, y)
    draw.beginPath()
    draw.moveTo(0, 0)
    for (let at = 0; at < corners.length; at += 2)
      draw.lineTo(corners[at] ?? 0, corners[at + 1] ?? 0)
    draw.closePath()
    draw.lineJoin = 'round'
    draw.lineWidth = 3
    draw.strokeStyle = '#fff'
    draw.stroke()
    draw.fillStyle = '#25241f'
    draw.fill()
    draw.restore()
  }
  const studio: Pick<Studio, 'canvas' | 'addStill' | 'drawFrame'> = {
    canvas,
    async addStill(base64) {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.codePointAt(0) ?? 0)
      stills.push(await createImageBitmap(new Blob([bytes], { type: 'image/png' })))
    },
    drawFrame({ still, pointer, ripple }) {
      draw.drawImage(stills[still], 0, 0, width, height)
      draw.save()
      draw.scale(scale, scale)
      if (ripple) drawRipple(ripple)
      if (pointer) drawPointer(pointer)
      draw.restore()
    },
  }
  Object.assign(globalThis, studio)
}

type Settings = { width: number; height: number; bitrate: number }

/** Runs in the page: makes VP9 of the frames, and answers what was made of them. */
function openEncoder({ width, height, bitrate }: Settings): void {
  const stage = globalThis as unknown as Studio
  const made: Made[] = []
  const wrong: Error[] = []
  const encoder = new VideoEncoder({
    output(chunk) {
      const bytes = new Uint8Array(chunk.byteLength)
      chunk.copyTo(bytes)
      let text = ''
      for (const byte of bytes) text += String.fromCodePoint(byte)
      made.push({ base64: btoa(text), at_us: chunk.timestamp, key: chunk.type === 'key' })
    },
    error: (error) => wrong.push(error),
  })
  encoder.configure({ codec: 'vp09.00.31.08', width, height, bitrate, latencyMode: 'quality' })
  const studio: Pick<Studio, 'addFrame' | 'finish'> = {
    async addFrame(frame, key) {
      stage.drawFrame(frame)
      const image = new VideoFrame(stage.canvas, { timestamp: frame.at_ms * 1000 })
      encoder.encode(image, { keyFrame: key })
      image.close()
      while (encoder.encodeQueueSize > 8) await new Promise((wake) => setTimeout(wake, 5))
    },
    async finish() {
      await encoder.flush()
      if (wrong[0]) throw wrong[0]
      return made
    },
  }
  Object.assign(globalThis, studio)
}
