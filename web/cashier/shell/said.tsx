/** One line at the bottom for what has just been done: eight seconds, then gone. */
import { useEffect, useSyncExternalStore } from 'react'
import classes from './said.module.css'

const SHOWN_MS = 8000

let said: { text: string } | undefined
const listeners = new Set<() => void>()

export function say(text: string | undefined) {
  said = text === undefined ? undefined : { text }
  for (const listener of listeners) listener()
}

export function Said() {
  const now = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    () => said,
  )
  useEffect(() => {
    if (!now) return
    const timer = setTimeout(() => say(undefined), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [now])
  return (
    <div role="status" className={classes.place}>
      {now ? <p className={classes.said}>{now.text}</p> : null}
    </div>
  )
}
