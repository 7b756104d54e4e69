/**
 * The one silent refresh of the owner's session.
 *
 * A refresh token works once, so two tabs (or ten calls of one page) must not spend it twice: the
 * second use would look like theft and end the session. A Web Lock makes the browser's tabs wait
 * for each other, and a marker tells the one that waited that it is done already. The marker is a
 * cookie: a write to localStorage reaches the other tab's process later than the lock does.
 */
import { ApiProblem, readProblem } from './problem.ts'

const MARKER = 'session_refreshed'

/** Where the marker lives; tests give their own. */
export type Marks = Pick<Storage, 'getItem' | 'setItem'>

const inCookies: Marks = {
  getItem: (key) => new RegExp(`(?:^|; )${key}=([^;]*)`).exec(document.cookie)?.[1] ?? null,
  setItem(key, value) {
    document.cookie = `${key}=${value}; path=/; samesite=lax`
  },
}

let inThisTab: Promise<void> | undefined

/** What the marker says now: remember it before a call, hand it to `refreshSession` after a 401. */
export const refreshMark = (marks: Marks = inCookies) => marks.getItem(MARKER)

/**
 * Refreshes once for everybody who asks at the same time; does nothing when somebody has done so
 * since `seen`. Throws the `ApiProblem` of the refresh: a status below 500 means the session is over.
 */
export function refreshSession(
  seen: string | null,
  origin = '',
  marks: Marks = inCookies,
): Promise<void> {
  inThisTab ??= underLock(async () => {
    if (marks.getItem(MARKER) !== seen) return
    const response = await fetch(`${origin}/api/v1/user/refresh`, {
      method: 'POST',
      credentials: 'include',
      headers: { accept: 'application/json' },
    }).catch(() => {
      throw new ApiProblem({ code: 'offline', status: 0 })
    })
    if (!response.ok) throw await readProblem(response)
    marks.setItem(MARKER, crypto.randomUUID())
  }).finally(() => {
    inThisTab = undefined
  })
  return inThisTab
}

/** The lock is shared by all tabs of the site; without Web Locks this tab alone is kept in order. */
function underLock(act: () => Promise<void>): Promise<void> {
  return 'locks' in navigator ? navigator.locks.request('verta-refresh', act) : act()
}
