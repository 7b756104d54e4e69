/** The global message: one line across the top of the page that clears after 5000 ms. */
import { useEffect, useSyncExternalStore } from 'react'
import classes from './message-bar.module.css'

const MESSAGE_MS = 5000

let message: string | undefined
const listeners = new Set<() => void>()

export function showMessage(text: string | undefined) {
  message = text
  for (const listener of listeners) listener()
}

export function MessageBar() {
  const text = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => message,
  )
  useEffect(() => {
    if (!text) return
    const timer = setTimeout(() => showMessage(undefined), MESSAGE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <div role="status" className={classes.place}>
      {text ? <p className={classes.bar}>{text}</p> : null}
    </div>
  )
}
