/**
 * Sums as a cashier types them: comma or dot, spaces anywhere, `570+45` added up.
 * Answers kopecks, so that nothing is ever added as a float.
 */
import { MINOR_MAX } from '#contract/money.ts'

export type Sum = number | 'empty' | 'wrong'

const PART = /^\d{1,12}(?:[.,](\d{1,2})?)?$/

/**
 * Reads a typed sum; shape: kopecks, 'empty' or 'wrong'.
 * A plus at the end is a sum that is still being typed: what stands before it counts.
 */
export function parseSum(text: string): Sum {
  const compact = text.replace(/[\s\u00a0\u202f₴]/g, '').replace(/\++$/, '')
  if (compact === '') return 'empty'
  let total = 0
  for (const part of compact.split('+')) {
    if (!PART.test(part)) return 'wrong'
    const [whole = '0', fraction = ''] = part.split(/[.,]/)
    total += Number(whole) * 100 + Number(fraction.padEnd(2, '0'))
  }
  return total > MINOR_MAX ? 'wrong' : total
}

/** A quantity with up to three fraction digits, in thousandths. */
export function parseQuantity(text: string): Sum {
  const compact = text.replace(/\s/g, '')
  if (compact === '') return 'empty'
  const match = /^(\d{1,6})(?:[.,](\d{0,3}))?$/.exec(compact)
  if (!match) return 'wrong'
  const value = Number(match[1]) * 1000 + Number((match[2] ?? '').padEnd(3, '0'))
  return value > 0 ? value : 'wrong'
}

/** Kopecks as a cashier would type them: `230`, `12,50`. */
export function typedSum(minor: number): string {
  const kopecks = minor % 100
  const whole = (minor - kopecks) / 100
  return kopecks === 0 ? String(whole) : `${whole},${String(kopecks).padStart(2, '0')}`
}

/** The decimal of the wire in kopecks. */
export const toMinor = (amount: number): number => Math.round(amount * 100)
