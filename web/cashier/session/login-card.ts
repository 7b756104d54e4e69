/**
 * The printed login card: its QR holds the till's address with login and PIN in the fragment, which
 * no server ever sees: `https://…/pos_interface#login=kava-01&pin=123456`.
 */

export type LoginCard = { login: string; pin: string }

/** What a scanner read, or the address the page was opened by; undefined when it is no login card. */
export function readLoginCard(text: string): LoginCard | undefined {
  const fragment = text.includes('#') ? text.slice(text.indexOf('#') + 1) : ''
  const fields = new URLSearchParams(fragment)
  const login = fields.get('login')?.trim().toLowerCase() ?? ''
  const pin = fields.get('pin') ?? ''
  if (!/^[a-z0-9][a-z0-9._-]{2,39}$/.test(login) || !/^\d{6,12}$/.test(pin)) return undefined
  return { login, pin }
}
