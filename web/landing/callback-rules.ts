/** The phone of the call-back panel: the seed's mask, and what is put in when the field is entered. */

const DIGITS_MAX = 13

/**
 * A plus and up to 13 digits; what is no digit is dropped. A whole number put behind the prefix,
 * `+380+380671234567` or `+3800671234567`, is taken for what it is.
 */
export function maskPhone(typed: string): string {
  const last = typed.slice(Math.max(0, typed.lastIndexOf('+')))
  const digits = (/\d/.test(last) ? last : typed)
    .replaceAll(/\D/g, '')
    .replace(/^3800(?=[1-9]\d{8}$)/, '380')
    .slice(0, DIGITS_MAX)
  return digits === '' && !typed.includes('+') ? '' : `+${digits}`
}

/** What an empty field begins with. */
export const PREFIX = '+380'
