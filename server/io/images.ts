/**
 * Pictures that owners give. What comes in is never kept: it is decoded and drawn anew as WebP, so
 * that nothing but pixels gets through: no camera position, no second file inside the first.
 * They lie under DATA_DIR/uploads, one folder per organization, by random names that never change.
 */
import { randomBytes } from 'node:crypto'
import { mkdir, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type sharp from 'sharp'
import type { Config } from './config.ts'
import { sendNotFound } from './problem.ts'
import { Refusal } from './refusal.ts'

/** What one organization may keep: some thousand pictures. */
const QUOTA_BYTES = 200 * 1024 * 1024
/** A small file may hold a huge picture; its pixels, not its bytes, are what drawing costs. */
const PIXELS_MAX = 40_000_000

const shapes = {
  small: { width: 160, height: 160, fit: 'cover' },
  square: { width: 512, height: 512, fit: 'cover' },
  wide: { width: 1200, height: 628, fit: 'cover' },
  whole: { width: 1600, height: 1600, fit: 'inside', withoutEnlargement: true },
} as const

type Library = typeof sharp

/** Loaded with the first picture, because a start is long enough without it. */
async function openLibrary(): Promise<Library> {
  const { default: library } = await import('sharp')
  // The only decoders that may see a stranger's bytes: no SVG, no PDF, nothing that follows links.
  library.block({ operation: ['VipsForeignLoad'] })
  library.unblock({
    operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'],
  })
  library.concurrency(1)
  library.cache(false)
  return library
}

let opened: Promise<Library> | undefined
let lane: Promise<unknown> = Promise.resolve()

/** One picture at a time on one core: tills share the machine. */
async function inLane<T>(work: (library: Library) => Promise<T>): Promise<T> {
  const library = await (opened ??= openLibrary())
  const turn = lane.then(() => work(library))
  lane = turn.catch(() => undefined)
  return turn
}

type Drawn = { data: Buffer; info: { width: number; height: number; size: number } }

/** Draws the picture anew in its shape. Refuses: `unsupported_media` when it is none. */
async function draw(bytes: Buffer, shape: keyof typeof shapes): Promise<Drawn> {
  return inLane(async (library) => {
    try {
      return await library(bytes, { limitInputPixels: PIXELS_MAX, failOn: 'error' })
        .autoOrient()
        .resize(shapes[shape])
        .webp({ quality: 82 })
        .toBuffer({ resolveWithObject: true })
    } catch {
      // Whatever the decoder says, the reason is the file that came.
      throw new Refusal('unsupported_media')
    }
  })
}

/** A part of a picture that is the shop's own: a kept picture in a circle. */
export type Inset = { bytes: Buffer; left: number; top: number; size: number }

const SVG_DECODER = ['VipsForeignLoadSvg']

/**
 * Draws SVG of our own making as PNG, with pictures of the shop laid over it. The decoder of SVG is
 * open only meanwhile; the lane is one wide, so nothing of a stranger passes it.
 */
export async function drawPng(svg: string, insets: readonly Inset[]): Promise<Buffer> {
  return inLane(async (library) => {
    const layers = await Promise.all(insets.map((inset) => drawInset(library, inset)))
    library.unblock({ operation: SVG_DECODER })
    try {
      const drawing = library(Buffer.from(svg)).composite(layers)
      return await drawing.png({ compressionLevel: 6 }).toBuffer()
    } finally {
      library.block({ operation: SVG_DECODER })
    }
  })
}

async function drawInset(library: Library, { bytes, left, top, size }: Inset) {
  const input = await library(bytes, { limitInputPixels: PIXELS_MAX })
    .resize(size, size, { fit: 'cover' })
    .ensureAlpha()
    .composite([
      {
        input: circleOf(size),
        raw: { width: size, height: size, channels: 4 },
        blend: 'dest-in',
      },
    ])
    .png()
    .toBuffer()
  return { input, left, top }
}

/** An opaque disc with a soft edge. */
function circleOf(size: number): Buffer {
  const pixels = Buffer.alloc(size * size * 4, 255)
  const middle = (size - 1) / 2
  for (let at = 0; at < size * size; at += 1) {
    const away = Math.hypot((at % size) - middle, Math.floor(at / size) - middle)
    pixels[at * 4 + 3] = Math.round(255 * Math.min(1, Math.max(0, size / 2 - away)))
  }
  return pixels
}

/** The bytes of a kept picture; undefined when it is gone. */
export async function readImage(config: Config, url: string): Promise<Buffer | undefined> {
  const file = fileOf(config, url)
  return file === undefined ? undefined : readFile(file).catch(() => undefined)
}

/** The addresses of all pictures an organization keeps. */
export async function listImages(config: Config, organization_id: string): Promise<string[]> {
  const names = await readdir(folderOf(config, organization_id)).catch(() => [])
  return names
    .toSorted((a, b) => a.localeCompare(b))
    .map((name) => `/uploads/${organization_id}/${name}`)
    .filter((url) => address.test(url))
}

/** Messengers take no WebP: the same picture under the name it is sent by. */
export const jpegAddress = (url: string): string => url.replace(/\.webp$/, '.jpg')

const JPEGS_KEPT = 16
const JPEG_SIDE = 1280
/** The pictures of the posts that are being sent now; a kept picture never changes. */
const jpegs = new Map<string, Promise<Buffer>>()

/** A kept picture as JPEG, small enough for every messenger; undefined when it is gone. */
export async function readJpeg(config: Config, url: string): Promise<Buffer | undefined> {
  const known = jpegs.get(url)
  if (known) return known
  const bytes = await readImage(config, url)
  if (!bytes) return undefined
  const drawn = inLane((library) =>
    library(bytes, { limitInputPixels: PIXELS_MAX })
      .resize(JPEG_SIDE, JPEG_SIDE, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: 82 })
      .toBuffer(),
  )
  jpegs.set(url, drawn)
  const [oldest] = jpegs.keys()
  if (jpegs.size > JPEGS_KEPT && oldest !== undefined) jpegs.delete(oldest)
  drawn.catch(() => jpegs.delete(url))
  return drawn
}

const folderOf = (config: Config, organization_id: string) =>
  join(config.DATA_DIR, 'uploads', organization_id)

async function bytesIn(folder: string): Promise<number> {
  const names = await readdir(folder)
  const sizes = await Promise.all(
    names.map((name) =>
      stat(join(folder, name)).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}

/**
 * Keeps a picture for an organization and answers its address on our site.
 * Refuses: `unsupported_media` for what is no PNG, JPEG or WebP, `storage_full`.
 */
export async function keepImage(
  config: Config,
  organization_id: string,
  bytes: Buffer,
  shape: keyof typeof shapes,
): Promise<{ url: string; width: number; height: number }> {
  const { data, info } = await draw(bytes, shape)
  const folder = folderOf(config, organization_id)
  await mkdir(folder, { recursive: true })
  if ((await bytesIn(folder)) + info.size > QUOTA_BYTES) throw new Refusal('storage_full')
  const name = `${randomBytes(16).toString('hex')}.webp`
  // Nobody may read half a picture that is then kept for a year.
  const half = join(folder, `${name}.half`)
  await writeFile(half, data)
  await rename(half, join(folder, name))
  return { url: `/uploads/${organization_id}/${name}`, width: info.width, height: info.height }
}

const address = /^\/uploads\/([0-9a-f-]{36})\/([0-9a-f]{32}\.webp)$/

function fileOf(config: Config, url: string, organization_id?: string): string | undefined {
  const [, folder, name] = address.exec(url) ?? []
  if (folder === undefined || name === undefined) return undefined
  if (organization_id !== undefined && folder !== organization_id) return undefined
  return join(folderOf(config, folder), name)
}

/**
 * Proves that `url` is a picture of this organization; null, no picture, is always right.
 * Refuses: `validation_failed` on `path`.
 */
export async function requireOwnImage(
  config: Config,
  organization_id: string,
  url: string | null,
  path: string,
): Promise<void> {
  if (url === null) return
  const file = fileOf(config, url, organization_id)
  const there = file !== undefined && (await stat(file).catch(() => undefined))?.isFile()
  if (!there) throw new Refusal('validation_failed', { fields: [{ path, code: 'not_an_option' }] })
}

/** Removes a picture that nothing shows any more; one that is gone already is no matter. */
export async function dropImage(config: Config, url: string | null): Promise<void> {
  const file = url === null ? undefined : fileOf(config, url)
  if (file !== undefined) await rm(file, { force: true })
}

/** Serves the pictures: always as what they are, for ever, and able to do nothing. */
export function serveImages(app: FastifyInstance, config: Config): void {
  app.get('/uploads/:folder/:name', async (request, reply) => {
    const [asked = ''] = request.url.split('?')
    const url = asked.replace(/\.jpg$/, '.webp')
    const is_jpeg = url !== asked
    const bytes = is_jpeg ? await readJpeg(config, url) : await readImage(config, url)
    if (bytes === undefined) return sendNotFound(request, reply)
    reply.header('cache-control', 'public, max-age=31536000, immutable')
    reply.header('content-security-policy', "default-src 'none'; sandbox")
    reply.header('cross-origin-resource-policy', 'cross-origin')
    return reply.type(is_jpeg ? 'image/jpeg' : 'image/webp').send(bytes)
  })
}
