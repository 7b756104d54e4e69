/**
 * `npm run videos`: the films of the video guide, made of the real product with its demo shop.
 *
 * Starts the program on a data folder of its own (or uses the one at VERTA_BASE), plays the clips
 * and writes `web/public/videos/*.webm` with a poster and captions. The browser that shows the
 * product also encodes the films, so nothing has to be installed.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { type Browser, chromium } from '@playwright/test'
import sharp from 'sharp'
import { enter, executablePath } from './manual-shots/enter.ts'
import { startDemo } from './manual-shots/start-demo.ts'
import { captionsOf } from './videos/captions.ts'
import { type Clip, clips } from './videos/clips.ts'
import { encode, SIZE } from './videos/encode.ts'
import { type CaptionLanguage, type Film, openCamera } from './videos/film.ts'

const FOLDER = 'web/public/videos'
/** Letters must be read in a small player: the page is small and its points are large. */
const NEAR = { width: 960, height: 540 }
const viewOf = ({ wide }: Clip) => (wide ? SIZE : NEAR)
const scaleOf = (clip: Clip) => SIZE.width / viewOf(clip).width
/** A megabyte is allowed; less is kinder. */
const BYTES_MAX = 800 * 1024
const LANGUAGES: CaptionLanguage[] = ['uk', 'ru', 'en']
/** Only these, when names are given: `npm run videos -- till`. */
const wanted = new Set(process.argv.slice(2))

async function shoot(browser: Browser, base: string, clip: Clip): Promise<Film> {
  const context = await browser.newContext({
    baseURL: base,
    viewport: viewOf(clip),
    deviceScaleFactor: scaleOf(clip),
    colorScheme: 'light',
    reducedMotion: 'reduce',
    locale: 'uk-UA',
    timezoneId: 'Europe/Kyiv',
    serviceWorkers: 'block',
  })
  const page = await context.newPage()
  const organization_id = await enter(page, clip.who)
  const camera = openCamera(page)
  await clip.play({ page, camera, organization_id })
  await context.close()
  return camera.end()
}

/** The film at the best quality that fits. */
async function fit(browser: Browser, base: string, film: Film, scale: number): Promise<Buffer> {
  for (const bitrate of [560_000, 400_000, 280_000, 190_000]) {
    // Any page of the same origin will do: an encoder wants a safe one.
    const studio = await browser.newPage()
    await studio.goto(`${base}/robots.txt`)
    const bytes = await encode(studio, film, { scale, bitrate })
    await studio.close()
    if (bytes.length <= BYTES_MAX) return bytes
  }
  throw new Error(`the film does not fit into ${BYTES_MAX} bytes`)
}

async function write(browser: Browser, base: string, clip: Clip, film: Film): Promise<void> {
  const { name } = clip
  const bytes = await fit(browser, base, film, scaleOf(clip))
  writeFileSync(`${FOLDER}/${name}.webm`, bytes)
  const poster = film.poster ?? film.stills[0]?.picture
  await sharp(poster).resize(960, 540).webp({ quality: 78 }).toFile(`${FOLDER}/${name}.webp`)
  for (const language of LANGUAGES) {
    writeFileSync(`${FOLDER}/${name}.${language}.vtt`, captionsOf(film, language))
  }
  const seconds = (film.length_ms / 1000).toFixed(1)
  console.log(`${name}.webm ${(bytes.length / 1024).toFixed(0)} KB, ${seconds} s`)
}

mkdirSync(FOLDER, { recursive: true })
const demo = await startDemo()
const browser = await chromium.launch({
  ...(executablePath !== undefined && { executablePath }),
  args: ['--no-sandbox', '--force-color-profile=srgb', '--lang=uk-UA'],
})
try {
  for (const clip of clips) {
    if (wanted.size > 0 && !wanted.has(clip.name)) continue
    await write(browser, demo.base, clip, await shoot(browser, demo.base, clip))
  }
} finally {
  await browser.close()
  await demo.stop()
}
