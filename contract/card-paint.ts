/** Colours of a card: what an owner may choose, and which ink can be read on it. WCAG 2.2, 1.4.3. */

export type Paint = { from: string; to: string; ink: string }

const WHITE = '#ffffff'
const INK = '#000000'

/** The gradients by name; every one carries white at 4.5 or more. */
const gradients: Record<string, [from: string, to: string]> = {
  'gradient-1': ['#116a59', '#083c32'],
  'gradient-2': ['#2c628d', '#132f47'],
  'gradient-3': ['#7a4b9a', '#3b2350'],
  'gradient-4': ['#af1c33', '#5d0f1d'],
  'gradient-5': ['#7c5505', '#3c2a07'],
  'gradient-6': ['#3f3d37', '#171613'],
}

/** What a background is painted with. An own colour keeps its hue and gets the ink that reads. */
export function paintOf(background: string): Paint {
  const [from, to] = gradients[background] ?? []
  if (from !== undefined && to !== undefined) return { from, to, ink: WHITE }
  return { from: background, to: background, ink: inkOn(background) }
}

/** Whichever of black and white is read better; one of them always reaches 4.5. */
const inkOn = (colour: string) => (contrast(colour, WHITE) >= contrast(colour, INK) ? WHITE : INK)

/** The contrast of two colours, 1 to 21. */
export function contrast(one: string, other: string): number {
  const [a, b] = [luminance(one), luminance(other)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
