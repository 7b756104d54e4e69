/**
 * What the QR of a flyer holds: a form of its own, so that no till takes it for a product's code.
 * Only characters that a hand scanner can type on any layout; other letters are escaped.
 */

const FORM = /^flyer:(.{1,300})$/i

/** The text of a flyer's QR. */
export const flyerQr = (code: string): string => `flyer:${encodeURIComponent(code)}`

/** The flyer's code in what was scanned; undefined for anything else. */
export function readFlyerQr(text: string): string | undefined {
  const [, escaped] = FORM.exec(text.trim()) ?? []
  if (escaped === undefined) return undefined
  try {
    return decodeURIComponent(escaped).toUpperCase()
  } catch {
    return undefined
  }
}
