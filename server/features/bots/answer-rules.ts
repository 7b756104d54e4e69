/** What people type, read: a birthday, a name. */
import { oneLine } from '#contract/plain-text.ts'

const NAME_MAX = 80

/** `14.05.1990`, `14/5/1990` or `1990-05-14` as `1990-05-14`; null: no day anybody was born on. */
export function readBirthday(text: string): string | null {
  const typed = text.trim()
  const [, d1, m1, y1] = /^(\d{1,2})[./\- ](\d{1,2})[./\- ](\d{4})$/.exec(typed) ?? []
  const [, y2, m2, d2] = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(typed) ?? []
  const [year, month, day] = [Number(y1 ?? y2), Number(m1 ?? m2), Number(d1 ?? d2)]
  if (!(year >= 1900 && year <= 2100)) return null
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  const last = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0
  if (day < 1 || day > last) return null
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}

/** A name of a person or a city on one line; null: empty or too long. */
export function readName(text: string): string | null {
  const name = oneLine(text)
  return name === '' || name.length > NAME_MAX ? null : name
}
