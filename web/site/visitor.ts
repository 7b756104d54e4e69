/** Who visits, as the browser remembers it; the record is written by the sign-in (shell/session.ts). */
import { useSyncExternalStore } from 'react'
import { call } from '../api/call.ts'

export type Visitor = { email: string; first_name: string; last_name: string }

const KEYS = { user: 'user', organization: 'organization' }
let known: { text: string | null; visitor: Visitor | undefined } | undefined

function read(): Visitor | undefined {
  const text = localStorage.getItem(KEYS.user)
  if (known?.text === text) return known?.visitor
  let visitor: Visitor | undefined
  try {
    const value = JSON.parse(text ?? 'null') as Partial<Visitor> | null
    if (value?.email) {
      const { email, first_name = '', last_name = '' } = value
      visitor = { email, first_name, last_name }
    }
  } catch {
    // What is there is not ours: the same as nobody.
  }
  known = { text, visitor }
  return visitor
}

function listen(listener: () => void) {
  addEventListener('storage', listener)
  return () => removeEventListener('storage', listener)
}

/** Undefined for an anonymous visitor, and in the HTML of the server. */
export const useVisitor = (): Visitor | undefined =>
  useSyncExternalStore(listen, read, () => undefined)

/** Ends the session, forgets the user and goes to `/`, as the seed says. */
export async function leave() {
  try {
    await call('POST /api/v1/user/logout', { body: {} })
  } finally {
    localStorage.removeItem(KEYS.user)
    localStorage.removeItem(KEYS.organization)
    location.assign('/')
  }
}
