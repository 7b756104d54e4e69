/**
 * Keeps the till on the device (`public/till-worker.js`) and lets a newer build take over when
 * nobody is in the middle of something: the till is hidden, locked or nobody is signed in.
 */
import { getSession, watchSession } from '../session/session.ts'
import { leaveFreely } from '../queue/stay.ts'

const LOOK_MS = 60 * 60_000

export async function keepTill(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const workers = navigator.serviceWorker
  // The very first worker takes a page over that is its own build already.
  let updates = workers.controller !== null
  workers.addEventListener('controllerchange', () => {
    // Sale and queue are kept, so a new build begins where the old one was.
    if (updates) leaveFreely(() => location.reload())
    updates = true
  })
  try {
    const kept = await workers.register('/till-worker.js', { scope: '/pos_interface' })
    const takeOver = () => {
      if (isQuiet()) kept.waiting?.postMessage('take over')
    }
    kept.addEventListener('updatefound', () => {
      kept.installing?.addEventListener('statechange', takeOver)
    })
    document.addEventListener('visibilitychange', takeOver)
    watchSession(takeOver)
    // A page that has just been opened: nothing has been begun yet.
    kept.waiting?.postMessage('take over')
    setInterval(() => void kept.update().catch(() => {}), LOOK_MS)
  } catch {
    // Without a worker the till sells while there is a line.
  }
}

function isQuiet(): boolean {
  const session = getSession()
  return document.hidden || !session || session.locked
}
