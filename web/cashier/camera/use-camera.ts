/** The camera of one dialog: starts it, reads codes from it, switches it off after 20 seconds. */
import { type RefObject, useEffect, useRef, useState } from 'react'
import { openDetector } from './detector.ts'

export type CameraState = 'starting' | 'on' | 'stopped' | 'denied' | 'absent' | 'failed'

const STOP_MS = 20_000
const EVERY_MS = 120

/** Torch is a property that only some cameras have, and that the DOM's types do not know. */
type Torch = { torch?: boolean }

type Told = {
  onState(state: CameraState): void
  onTorch(torch: boolean | undefined): void
  onDevices(ids: string[]): void
  onRead(text: string): void
}

/** Runs from mount to unmount; to begin again, mount it anew. */
export function useCamera(
  video: RefObject<HTMLVideoElement | null>,
  device: string | undefined,
  onRead: (text: string) => void,
) {
  const read = useRef(onRead)
  useEffect(() => {
    read.current = onRead
  })
  const [state, setState] = useState<CameraState>('starting')
  const [devices, setDevices] = useState<string[]>([])
  const [torch, setTorch] = useState<boolean>()
  const [run] = useState(() => new CameraRun())

  useEffect(() => {
    const timer = setTimeout(() => {
      run.stop()
      setState('stopped')
    }, STOP_MS)
    const told: Told = {
      onState: setState,
      onTorch: setTorch,
      onDevices: setDevices,
      onRead: (text) => read.current(text),
    }
    void run.start(video, device, told)
    return () => {
      clearTimeout(timer)
      run.stop()
    }
  }, [run, video, device])

  const toggleTorch = () => {
    const next = !torch
    run.light(next).then(
      () => setTorch(next),
      () => setTorch(undefined),
    )
  }
  return { state, torch, toggleTorch, devices }
}

class CameraRun {
  #stream: MediaStream | undefined
  /** Grows with every start and stop, so that what an old start began ends by itself. */
  #turn = 0

  stop(): void {
    this.#turn += 1
    for (const track of this.#stream?.getTracks() ?? []) track.stop()
    this.#stream = undefined
  }

  async light(torch: boolean): Promise<void> {
    const change: MediaTrackConstraintSet & Torch = { torch }
    await this.#stream?.getVideoTracks()[0]?.applyConstraints({ advanced: [change] })
  }

  async start(video: RefObject<HTMLVideoElement | null>, device: string | undefined, told: Told) {
    this.#turn += 1
    const turn = this.#turn
    try {
      const [stream, detector] = await Promise.all([
        navigator.mediaDevices.getUserMedia({
          video: device ? { deviceId: { exact: device } } : { facingMode: 'environment' },
        }),
        openDetector(),
      ])
      const element = video.current
      if (turn !== this.#turn || !element) {
        for (const track of stream.getTracks()) track.stop()
        return
      }
      this.#stream = stream
      element.srcObject = stream
      await element.play()
      told.onState('on')
      await tellAbilities(stream, told)
      while (turn === this.#turn) {
        const [found] = await detector.detect(element).catch(() => [])
        if (turn !== this.#turn) return
        if (found?.rawValue) {
          navigator.vibrate?.(60)
          return told.onRead(found.rawValue)
        }
        await new Promise((done) => setTimeout(done, EVERY_MS))
      }
    } catch (error) {
      if (turn === this.#turn) told.onState(stateOf(error))
    }
  }
}

async function tellAbilities(stream: MediaStream, told: Told) {
  const able = stream.getVideoTracks()[0]?.getCapabilities?.() as Torch | undefined
  told.onTorch(able?.torch ? false : undefined)
  const all = await navigator.mediaDevices.enumerateDevices()
  told.onDevices(all.filter(({ kind }) => kind === 'videoinput').map(({ deviceId }) => deviceId))
}

function stateOf(error: unknown): CameraState {
  const name = error instanceof Error ? error.name : ''
  if (/NotAllowed|Security/.test(name)) return 'denied'
  return /NotFound|Overconstrained/.test(name) ? 'absent' : 'failed'
}
