import { createHmac } from 'node:crypto'

/** What Telegram hands to a page that this person opened in the bot of this token. */
export function initDataOf(token: string, user_id: number, at: Date): string {
  const auth_date = String(Math.floor(at.getTime() / 1000))
  const fields = { auth_date, user: JSON.stringify({ id: user_id }) }
  const text = `auth_date=${fields.auth_date}\nuser=${fields.user}`
  const secret = createHmac('sha256', 'WebAppData').update(token).digest()
  const hash = createHmac('sha256', secret).update(text).digest('hex')
  return new URLSearchParams({ ...fields, hash }).toString()
}
