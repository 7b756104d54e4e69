/** How the line to the server is, told by the calls themselves: online, slow or offline. */
import { useSyncExternalStore } from 'react'

export type Connection = 'online' | 'slow' | 'offline'

const SLOW_MS = 3000
const PROBE_MS = 5000

let state: Connection = typeof navigator !== 'undefined' && !navigator.onLine ? 'offline' : 'online'
let probe: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

function become(next: Connection) {
  if (next === state) return
  state = next
  for (const listener of listeners) listener()
  if (next === 'offline') probeLater()
}

/** While offline, a cheap call tells when the line is back. */
function probeLater() {
  clearTimeout(probe)
  probe = setTimeout(() => {
    fetch('/healthz', { cache: 'no-store' }).then(
      (answer) => become(answer.status < 500 ? 'online' : 'offline'),
      () => probeLater(),
    )
  }, PROBE_MS)
}

/** Watches one call; `answered` tells whether the failure was still an answer. */
export async function watched<T>(call: Promise<T>, answered: (error: unknown) => boolean) {
  const slow = setTimeout(() => become(state === 'offline' ? 'offline' : 'slow'), SLOW_MS)
  try {
    const answer = await call
    become('online')
    return answer
  } catch (error) {
    become(answered(error) ? 'online' : 'offline')
    throw error
  } finally {
    clearTimeout(slow)
  }
}

function subscribe(listener: () => void) {
  const offline = () => become('offline')
  const online = () => become('online')
  listeners.add(listener)
  addEventListener('offline', offline)
  addEventListener('online', online)
  return () => {
    listeners.delete(listener)
    removeEventListener('offline', offline)
    removeEventListener('online', online)
  }
}

export const getConnection = (): Connection => state
export const useConnection = (): Connection => useSyncExternalStore(subscribe, getConnection)
