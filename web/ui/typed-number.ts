/** Numbers as people type and paste them, and as a field shows them. */

/**
 * Reads a typed or pasted number: comma or dot, spaces anywhere, a currency or per cent sign left
 * out; with both signs in it the last one is the decimal one. '' when empty; undefined when it is
 * no number of at most `scale` decimals: such a change of a field is not taken.
 */
export function readNumber(text: string, scale: number): number | '' | undefined {
  const compact = text.replaceAll(/[\s\u00a0\u202f₴%]/g, '')
  if (compact === '') return ''
  const decimal = decimalSignOf(compact)
  const group = decimal === '.' ? ',' : '.'
  const plain = compact.replaceAll(group, '').replace(decimal, '.')
  if (!/^\d{0,15}(?:\.\d*)?$/.test(plain) || !/\d/.test(plain)) {
    // A lone sign is the beginning of a number.
    return plain === '.' && scale > 0 ? '' : undefined
  }
  const [, decimals] = plain.split('.')
  if (decimals !== undefined && (scale === 0 || decimals.length > scale)) return undefined
  return Number(plain)
}

/** A sign that stands twice groups; else the last one of comma and dot parts the decimals. */
function decimalSignOf(compact: string): ',' | '.' {
  const comma = compact.lastIndexOf(',')
  const dot = compact.lastIndexOf('.')
  if (comma === -1) return compact.indexOf('.') === dot ? '.' : ','
  if (dot === -1) return compact.indexOf(',') === comma ? ',' : '.'
  return comma > dot ? ',' : '.'
}

/** The number as the field shows it: grouped, in the words' language. */
export function printNumber(value: number | '', scale: number, locale: string): string {
  if (value === '') return ''
  return new Intl.NumberFormat(locale, {
    maximumFractionDigits: scale,
    useGrouping: 'always',
  }).format(value)
}
