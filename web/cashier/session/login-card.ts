/**
 * The printed login card: its QR is the till's address with the login, `…/pos_interface?login=kava-01`.
 * A card may also carry the PIN in the fragment, which no server ever sees: `#login=…&pin=…`.
 */

export type LoginCard = { login: string; pin: string | undefined }

/** What a scanner read, or the address the page was opened by; undefined when it is no login card. */
export function readLoginCard(text: string): LoginCard | undefined {
  const [before = '', fragment = ''] = text.split('#')
  const query = before.includes('?') ? before.slice(before.indexOf('?') + 1) : ''
  const fields = new URLSearchParams(`${query}&${fragment}`)
  const login = fields.get('login')?.trim().toLowerCase() ?? ''
  const pin = fields.get('pin') ?? undefined
  if (!/^[a-z0-9][a-z0-9._-]{2,39}$/.test(login)) return undefined
  return { login, pin: pin && /^\d{6,12}$/.test(pin) ? pin : undefined }
}
