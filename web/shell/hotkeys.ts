/**
 * The keys of the cabinet: `/` search, `g o|b|r|p` go, `n` new, `?` the list of them. They are read by `event.code`, so
 * they are the same keys on a Ukrainian layout, and an owner can switch them off in the account.
 */
import { useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { paths } from './paths.ts'
import { useProfile } from './profile.ts'

/** How long the second key may follow `g`. */
const SEQUENCE_MS = 1200

const destinations: Record<string, (id: string) => string> = {
  KeyO: paths.overview,
  KeyB: paths.buyers,
  KeyR: paths.receipts,
  KeyP: paths.pos,
}

function isTyping(target: EventTarget | null) {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(input|textarea|select)$/i.test(target.tagName))
  )
}

export function useHotkeys(id: string | undefined, onHelp: () => void) {
  const router = useRouter()
  const enabled = useProfile()?.hotkeys !== false
  const help = useEffectEvent(onHelp)
  useEffect(() => {
    if (!enabled) return
    let wentAt = -Infinity
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      if (document.querySelector('[role="dialog"]')) return
      const destination = id && destinations[event.code]?.(id)
      if (destination && event.timeStamp - wentAt < SEQUENCE_MS) {
        event.preventDefault()
        void router.navigate({ href: destination })
      } else if (event.code === 'KeyG') {
        wentAt = event.timeStamp
        return
      } else if (event.key === '?' || (event.code === 'Slash' && event.shiftKey)) {
        event.preventDefault()
        help()
      } else if (event.code === 'Slash') {
        // The page's own search goes before the one of the bar.
        press(event, 'main [data-hotkey="search"]', '[data-hotkey="search"]')
      } else if (event.code === 'KeyN') {
        press(event, '[data-hotkey="new"]')
      }
      wentAt = -Infinity
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [id, enabled, router])
}

/** A page marks what a key means on it with `data-hotkey`. */
function press(event: KeyboardEvent, ...selectors: string[]) {
  const target = selectors
    .map((selector) => document.querySelector<HTMLElement>(selector))
    .find((element) => element !== null)
  if (!target) return
  event.preventDefault()
  if (target instanceof HTMLInputElement) target.focus()
  else target.click()
}
