/**
 * Texts as outlines of Onest, for pictures. A picture must look the same on a machine that has no
 * fonts at all, so nothing is left to the system: letters come from `onest-outlines.json`, drawn
 * once from the font file that the pages use. What the font lacks (an emoji) is left out.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export type Weight = 450 | 680
type Glyphs = Record<string, Glyph | undefined>
type Font = { units: number; weights: Record<Weight, Glyphs> }

let font: Font | undefined
const load = (): Font =>
  (font ??= JSON.parse(
    readFileSync(join(import.meta.dirname, 'onest-outlines.json'), 'utf8'),
  ) as Font)

export type Lettering = {
  size: number
  weight: Weight
  /** Longer than this is cut and ended with «…». */
  max_width?: number
}

type Glyph = [advance: number, path: string]

function glyphsOf(text: string, weight: Weight): Glyph[] {
  const glyphs = load().weights[weight]
  // By code points: that is what the font's letters are.
  const letters = Array.from(text.normalize('NFC').replaceAll(/\s+/g, ' '))
  return letters.map((letter) => glyphs[letter]).filter((glyph) => glyph !== undefined)
}

const widthOf = (glyphs: readonly Glyph[]) => glyphs.reduce((sum, [advance]) => sum + advance, 0)

/** The letters of a text that fit, and how wide they are. */
function fit(text: string, { size, weight, max_width }: Lettering) {
  const scale = size / load().units
  const all = glyphsOf(text, weight)
  if (max_width === undefined || widthOf(all) * scale <= max_width) {
    return { glyphs: all, scale, width: widthOf(all) * scale }
  }
  const dots = glyphsOf('…', weight)
  const kept = [...all]
  while (kept.length > 0 && (widthOf(kept) + widthOf(dots)) * scale > max_width) kept.pop()
  const glyphs = [...kept, ...dots]
  return { glyphs, scale, width: widthOf(glyphs) * scale }
}

/** How wide a text is drawn. */
export const textWidth = (text: string, lettering: Lettering): number => fit(text, lettering).width

/** A text as SVG, its baseline at `y`; `x` is its beginning, middle or end by `anchor`. */
export function drawText(
  text: string,
  at: { x: number; y: number; fill: string; anchor?: 'start' | 'middle' | 'end'; opacity?: number },
  lettering: Lettering,
): string {
  const { glyphs, scale, width } = fit(text, lettering)
  const { x, y, fill, anchor = 'start', opacity = 1 } = at
  const from = anchor === 'start' ? x : anchor === 'middle' ? x - width / 2 : x - width
  let pen = 0
  const letters = glyphs.map(([advance, path]) => {
    const letter = path === '' ? '' : `<path transform="translate(${pen})" d="${path}"/>`
    pen += advance
    return letter
  })
  const place = `translate(${from.toFixed(2)} ${y}) scale(${scale.toFixed(5)} ${(-scale).toFixed(5)})`
  const faint = opacity < 1 ? ` opacity="${opacity}"` : ''
  return `<g fill="${fill}"${faint} transform="${place}">${letters.join('')}</g>`
}
