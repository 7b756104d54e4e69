/**
 * A film of a page, made on a clock of its own: each change of the page is one picture, and the
 * pointer, the pauses and the captions are placed between them. So it is as calm and as long on a
 * busy machine as on a free one.
 */
import type { Locator, Page } from '@playwright/test'

export type CaptionLanguage = 'uk' | 'ru' | 'en'
type Said = Record<CaptionLanguage, string>
type Point = { x: number; y: number }

export type Film = {
  length_ms: number
  stills: { at_ms: number; picture: Buffer }[]
  /** The pointer goes from one place to the next between two moments. */
  moves: { from: Point; to: Point; from_ms: number; to_ms: number }[]
  clicks: { at_ms: number; place: Point }[]
  captions: { from_ms: number; to_ms: number; said: Said }[]
  poster: Buffer | undefined
}

const MOVE_MS = 650
const PRESS_MS = 280
/** One letter after another, as a calm hand types. */
const LETTER_MS = 75
/** What the page needs to show what a click has brought. */
const SETTLE_MS = 350

/** The clock, the pictures and the pointer; what a hand does with them is below. */
function openReel(page: Page, start: Point) {
  const film: Film = {
    length_ms: 0,
    stills: [],
    moves: [],
    clicks: [],
    captions: [],
    poster: undefined,
  }
  let pointer = start

  const hold = (ms: number) => {
    film.length_ms += ms
  }
  async function look() {
    const picture = await page.screenshot({ caret: 'hide' })
    if (film.stills.at(-1)?.picture.equals(picture)) return
    film.stills.push({ at_ms: film.length_ms, picture })
  }
  async function settle() {
    await page.getByRole('heading').first().waitFor()
    await page.waitForLoadState('networkidle')
    await page.waitForTimeout(SETTLE_MS)
    await look()
  }
  async function point(target: Locator) {
    await target.scrollIntoViewIfNeeded()
    await look()
    const box = await target.boundingBox()
    if (!box) throw new Error(`nothing to point at: ${String(target)}`)
    const to = {
      x: box.x + Math.min(box.width / 2, 160),
      y: box.y + box.height / 2,
    }
    const from_ms = film.length_ms
    film.moves.push({ from: pointer, to, from_ms, to_ms: from_ms + MOVE_MS })
    pointer = to
    hold(MOVE_MS + 80)
    return to
  }
  return { film, hold, look, settle, point }
}

export type Camera = ReturnType<typeof openCamera>

export function openCamera(page: Page, start: Point = { x: 620, y: 420 }) {
  const { film, hold, look, settle, point } = openReel(page, start)
  return {
    hold,
    settle,
    /** Points at it, presses it, and shows what came of it. */
    async click(target: Locator, after_ms = 500) {
      const place = await point(target)
      film.clicks.push({ at_ms: film.length_ms, place })
      hold(PRESS_MS)
      await page.mouse.click(place.x, place.y)
      await settle()
      hold(after_ms)
    },
    /** Types into what has the focus; `step` letters make one picture. */
    async type(text: string, step = 1) {
      for (let at = 0; at < text.length; at += step) {
        const letters = text.slice(at, at + step)
        // Slower than any scanner: the till takes faster typing for one.
        await page.keyboard.type(letters, { delay: 60 })
        await look()
        hold(LETTER_MS * letters.length)
      }
    },
    async press(key: string, after_ms = 500) {
      await page.keyboard.press(key)
      await settle()
      hold(after_ms)
    },
    /** Moves the page itself, in so many steps. */
    async scroll(by: number, steps = 10) {
      for (let step = 0; step < steps; step += 1) {
        await page.mouse.wheel(0, by / steps)
        await page.waitForTimeout(40)
        await look()
        hold(40)
      }
      await settle()
      hold(300)
    },
    /** A caption that stays until the next one. */
    say(said: Said) {
      const last = film.captions.at(-1)
      if (last) last.to_ms = film.length_ms
      film.captions.push({ from_ms: film.length_ms, to_ms: Number.POSITIVE_INFINITY, said })
    },
    /** What is seen now is the picture before the film is played. */
    poster() {
      film.poster = film.stills.at(-1)?.picture
    },
    end(): Film {
      const last = film.captions.at(-1)
      if (last) last.to_ms = film.length_ms
      return film
    },
  }
}
