/**
 * Phones: E.164 inside and on the wire (`+380671234567`); people type them as they like.
 *
 * Small enough for the till's first paint; it knows Ukrainian habits and leaves foreign numbers as
 * they are once they have their plus.
 * Source: design/screens.md §2 "Phone input everywhere".
 */

/**
 * Normalises what a person typed: 0671234567, 380…, +380…, with spaces, dashes or brackets.
 * Foreign numbers need their plus. Answers undefined when it cannot be a phone.
 */
export function normalizePhone(typed: string): string | undefined {
  const compact = typed.replace(/[\s()\-.\u00a0\u2011\u2013]/g, '')
  const digits = compact.replace(/^\+/, '')
  if (!/^\d{9,15}$/.test(digits)) return undefined
  if (compact.startsWith('+')) {
    if (digits.startsWith('380')) return digits.length === 12 ? `+${digits}` : undefined
    return /^[1-9]\d{7,14}$/.test(digits) ? `+${digits}` : undefined
  }
  if (digits.length === 12 && digits.startsWith('380')) return `+${digits}`
  if (digits.length === 11 && digits.startsWith('80')) return `+3${digits}`
  if (digits.length === 10 && digits.startsWith('0')) return `+38${digits}`
  if (digits.length === 9 && !digits.startsWith('0')) return `+380${digits}`
  return undefined
}

/** `+380671234567` → `+380 67 123-45-67`; other countries are left as they are. */
export function printPhone(phone: string): string {
  const match = /^\+380(\d{2})(\d{3})(\d{2})(\d{2})$/.exec(phone)
  return match ? `+380 ${match[1]} ${match[2]}-${match[3]}-${match[4]}` : phone
}

/** What a cashier may see of a phone: `•• 45-67`. */
export function maskPhone(phone: string): string {
  return `•• ${phone.slice(-4, -2)}-${phone.slice(-2)}`
}
