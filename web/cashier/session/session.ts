/**
 * The cashier's session on this device: a bearer token of at most 14 hours, kept apart from the
 * owner's cookies. Locking hides the till behind the PIN and forgets nothing of the sale.
 */
import { useSyncExternalStore } from 'react'
import { type AnswerOf, ApiProblem, call } from '../../api/call.ts'

type SignedIn = AnswerOf<'POST /pos-api/v1/manager-auth'>
export type TillOrganization = SignedIn['organization']
export type TillPos = SignedIn['pos'][number]

export type TillSession = Omit<SignedIn, 'token'> & {
  token: string
  login: string
  signed_in_at: string
  /** Where this device sells; undefined until chosen. */
  pos_id: string | undefined
  locked: boolean
}

const KEY = 'till_session'
const POS = 'till_pos'
const ACTIVE = 'till_active_at'
const LOGIN = 'till_login'
const HOURS_MAX = 14
const SIGN_IN_MS = 10_000
export const LOCK_MS = 10 * 60_000

let current: TillSession | undefined
let loaded = false
const listeners = new Set<() => void>()

function load(): TillSession | undefined {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? 'null') as TillSession | null
    if (!kept?.token) return undefined
    const idle = Date.now() - Number(localStorage.getItem(ACTIVE) ?? 0) > LOCK_MS
    return { ...kept, locked: kept.locked || idle || isOver(kept) }
  } catch {
    return undefined
  }
}

const isOver = (session: TillSession) =>
  Date.now() > Date.parse(session.expires_at) ||
  Date.now() > Date.parse(session.signed_in_at) + HOURS_MAX * 3_600_000

export function getSession(): TillSession | undefined {
  if (!loaded) {
    current = load()
    loaded = true
  }
  return current
}

function become(next: TillSession | undefined) {
  current = next
  loaded = true
  if (next) localStorage.setItem(KEY, JSON.stringify(next))
  else localStorage.removeItem(KEY)
  for (const listener of listeners) listener()
}

/** Calls the listener at every change of the session; answers how to stop. */
export function watchSession(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const useSession = () => useSyncExternalStore(watchSession, getSession)

/** Who signed in on this device last; a till mostly has one login. */
export const lastLogin = () => localStorage.getItem(LOGIN) ?? ''

/** Remembers that somebody is at the till; an untouched one locks itself. */
export const markActive = () => localStorage.setItem(ACTIVE, String(Date.now()))
export const isIdle = () => Date.now() - Number(localStorage.getItem(ACTIVE) ?? 0) > LOCK_MS

/**
 * Throws the ApiProblem of the call: wrong_credentials, locked, rate_limited, not_allowed. `mayEnter`
 * has a last word about the shop.
 */
export async function signIn(
  login: string,
  pin: string,
  mayEnter: (organization_id: string) => Promise<void>,
) {
  const { token, ...answer } = await askIn(login, pin)
  await mayEnter(answer.organization.id).catch((error: unknown) => {
    endToken(token)
    throw error
  })
  const before = getSession()
  const same = before?.manager.id === answer.manager.id
  const wanted = (same ? before?.pos_id : undefined) ?? localStorage.getItem(POS)
  const pos_id =
    answer.pos.length === 1 ? answer.pos[0]?.id : answer.pos.find((pos) => pos.id === wanted)?.id
  const signed_in_at =
    same && before && !isOver(before) ? before.signed_in_at : new Date().toISOString()
  if (before) endToken(before.token)
  localStorage.setItem(LOGIN, login.trim().toLowerCase())
  markActive()
  become({
    ...answer,
    token,
    login: login.trim().toLowerCase(),
    signed_in_at,
    pos_id,
    locked: false,
  })
}

/** A line that swallows the call is no line. */
async function askIn(login: string, pin: string): Promise<SignedIn> {
  const signal = AbortSignal.timeout(SIGN_IN_MS)
  try {
    return await call('POST /pos-api/v1/manager-auth', { body: { login, password: pin }, signal })
  } catch (error) {
    throw signal.aborted ? new ApiProblem({ code: 'offline', status: 0 }) : error
  }
}

/** The PIN was right, though the server could not be asked: the till is open, its token as it was. */
export function unlock() {
  markActive()
  if (current) become({ ...current, locked: false })
}

export function choosePos(pos_id: string | undefined) {
  if (!current) return
  if (pos_id) localStorage.setItem(POS, pos_id)
  become({ ...current, pos_id })
}

export function lock() {
  if (current && !current.locked) become({ ...current, locked: true })
}

export function signOut() {
  if (current) endToken(current.token)
  become(undefined)
}

/** The answer does not matter: a token that could not be ended ends by itself. */
function endToken(bearer: string) {
  call('POST /pos-api/v1/manager-logout', { body: {}, bearer }).catch(() => {})
}

/** Fresh rights, settings and license of the shop; the token stays. */
export function renewSession(answer: AnswerOf<'GET /pos-api/v1/manager'>) {
  if (!current) return
  const { manager, organization, pos } = answer
  const pos_id = pos.some((each) => each.id === current?.pos_id) ? current.pos_id : undefined
  become({
    ...current,
    manager,
    organization,
    pos,
    pos_id,
    expires_at: answer.expires_at ?? current.expires_at,
  })
}
