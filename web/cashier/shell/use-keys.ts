/**
 * The till's keys. Read by `event.code`, so that every layout has them; each one is prevented from
 * doing what the browser does with it. F1, F5, F11 and F12 are left alone.
 */
import { useEffect, useRef } from 'react'

export type Command =
  | 'buyer'
  | 'camera'
  | 'max'
  | 'products'
  | 'queue'
  | 'receipts'
  | 'shift'
  | 'step1'
  | 'step2'
  | 'step3'
  | 'print'
  | 'help'
  | 'enter'
  | 'escape'
  | 'letter_p'

const keys: Record<string, Command> = {
  F2: 'buyer',
  F3: 'camera',
  F4: 'max',
  F6: 'products',
  F7: 'queue',
  F8: 'receipts',
  F9: 'shift',
}
const alts: Record<string, Command> = { Digit1: 'step1', Digit2: 'step2', Digit3: 'step3' }

function commandOf(event: KeyboardEvent): Command | undefined {
  const { code, ctrlKey, metaKey, altKey, shiftKey } = event
  if ((ctrlKey || metaKey) && !altKey && code === 'KeyP') return 'print'
  if (ctrlKey || metaKey) return undefined
  if (altKey) return alts[code]
  if (code === 'Escape') return 'escape'
  if (code === 'Enter' || code === 'NumpadEnter')
    return actsItself(event.target) ? undefined : 'enter'
  if (event.key === '?' || (code === 'Slash' && shiftKey))
    return isWords(event.target) ? undefined : 'help'
  if (code === 'KeyP' && !shiftKey) return 'letter_p'
  return shiftKey ? undefined : keys[code]
}

/** Enter on a button or a link presses it. */
const actsItself = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.closest('button, a, select, summary, textarea') !== null

/** Fields in which a question mark may be meant. */
const isWords = (target: EventTarget | null) =>
  target instanceof HTMLTextAreaElement ||
  (target instanceof HTMLInputElement && !/^(tel|decimal|numeric)$/.test(target.inputMode))

/** Runs the handler of a command; a handler that answers false leaves the key to the browser. */
export function useKeys(handlers: Partial<Record<Command, () => boolean | void>>, enabled = true) {
  const current = useRef(handlers)
  useEffect(() => {
    current.current = handlers
  })
  useEffect(() => {
    if (!enabled) return
    // The key that has just closed a dialog was the dialog's.
    const since = performance.now()
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.repeat || event.timeStamp < since) return
      const command = commandOf(event)
      const handler = command && current.current[command]
      if (handler && handler() !== false) event.preventDefault()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [enabled])
}
