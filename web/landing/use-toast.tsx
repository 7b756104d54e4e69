/** The toast of the home page: bottom right, 8000 ms, longer while the pointer or the focus is on it. */
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import classes from './toast.module.css'

/** The seed's figure. */
const TOAST_MS = 8000

export type Told = { text: string; wrong: boolean; number: number }

export function useToast() {
  const [told, setTold] = useState<Told>()
  const tell = (text: string, wrong: boolean) =>
    setTold((before) => ({ text, wrong, number: (before?.number ?? 0) + 1 }))
  return { told, tell, hide: () => setTold(undefined) }
}

export function Toast({ told, hide }: { told: Told | undefined; hide: () => void }) {
  const [held, setHeld] = useState(false)
  useEffect(() => {
    if (!told || held) return
    const timer = setTimeout(hide, TOAST_MS)
    return () => clearTimeout(timer)
  }, [told, held, hide])
  if (!told) return null
  return (
    <div
      key={told.number}
      className={classes.toast}
      data-toast=""
      role={told.wrong ? 'alert' : 'status'}
      data-wrong={told.wrong || undefined}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
    >
      {told.wrong ? (
        <IconAlertTriangle size={20} aria-hidden />
      ) : (
        <IconCheck size={20} aria-hidden />
      )}
      {told.text}
    </div>
  )
}
