import { mkdirSync, writeFileSync } from 'node:fs'
import sharp from 'sharp'

const FOLDER = 'web/public/manual'
const BYTES_MAX = 60 * 1024

/** Writes a picture as WebP of at most 60 KB, giving up quality only when it must. */
export async function writePicture(name: string, png: Buffer): Promise<number> {
  mkdirSync(FOLDER, { recursive: true })
  for (const quality of [82, 74, 64, 54, 44]) {
    const bytes = await sharp(png).webp({ quality, effort: 6 }).toBuffer()
    if (bytes.length > BYTES_MAX) continue
    writeFileSync(`${FOLDER}/${name}.webp`, bytes)
    return bytes.length
  }
  throw new Error(`${name} does not fit into ${BYTES_MAX} bytes`)
}
