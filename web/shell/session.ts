/**
 * Who is signed in, as the browser remembers it: {id, email, first_name, last_name} and no more.
 * The proof is in HttpOnly cookies; this record only tells the pages what to show.
 */
import { useSyncExternalStore } from 'react'
import { call } from '../api/call.ts'
import { queryClient } from '../api/query-client.ts'
import { paths } from './paths.ts'

export type StoredUser = { id: string; email: string; first_name: string; last_name: string }

const KEY = 'user'
const ORGANIZATION = 'organization'
const listeners = new Set<() => void>()
let known: { text: string | null; user: StoredUser | undefined } | undefined

function read(): StoredUser | undefined {
  const text = localStorage.getItem(KEY)
  if (known?.text === text) return known?.user
  let user: StoredUser | undefined
  try {
    const value = JSON.parse(text ?? 'null') as Partial<StoredUser> | null
    if (value?.id && value.email) {
      const { id, email, first_name = '', last_name = '' } = value
      user = { id, email, first_name, last_name }
    }
  } catch {
    // What is there is not ours: the same as nobody.
  }
  known = { text, user }
  return user
}

const tell = () => {
  for (const listener of listeners) listener()
}

export const storedUser = read

/** Remembers who signed in; everything else the server tells of a user is left out on purpose. */
export function storeUser({ id, email, first_name, last_name }: StoredUser) {
  if (read()?.id !== id) queryClient.clear()
  localStorage.setItem(KEY, JSON.stringify({ id, email, first_name, last_name }))
  tell()
}

export function clearUser() {
  localStorage.removeItem(KEY)
  localStorage.removeItem(ORGANIZATION)
  queryClient.clear()
  tell()
}

/** The stored user, kept up with other tabs: signing out in one signs out in all. */
export function useUser(): StoredUser | undefined {
  return useSyncExternalStore((listener) => {
    listeners.add(listener)
    addEventListener('storage', listener)
    return () => {
      listeners.delete(listener)
      removeEventListener('storage', listener)
    }
  }, read)
}

/** Ends the session, forgets the user and goes to `/`, as the seed says. */
export async function logOut(all = false) {
  try {
    await call('POST /api/v1/user/logout', { body: all ? { all } : {} })
  } finally {
    clearUser()
    location.assign(paths.index)
  }
}

/** The organization a person worked in last, to open it again. */
export const lastOrganization = () => localStorage.getItem(ORGANIZATION) ?? undefined
export const rememberOrganization = (id: string) => localStorage.setItem(ORGANIZATION, id)
export const forgetOrganization = () => localStorage.removeItem(ORGANIZATION)
