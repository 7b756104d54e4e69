/** Listens for a hand scanner anywhere on the page; a field it typed into gets its value back. */
import { useEffect, useRef } from 'react'
import { type Burst, type Key, noBurst, SILENCE_MS, takeKey, takeSilence } from './scan-burst.ts'

type Field = HTMLInputElement | HTMLTextAreaElement

/** Calls `onScan` with each code read; the key that ends a burst never reaches the page. */
export function useScanner(onScan: (text: string) => void) {
  const handler = useRef(onScan)
  useEffect(() => {
    handler.current = onScan
  })
  useEffect(() => {
    let burst: Burst = noBurst
    let field: { element: Field; value: string } | undefined
    let silence: ReturnType<typeof setTimeout> | undefined

    const finish = (text: string) => {
      burst = noBurst
      restore(field)
      handler.current(text)
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey) return
      clearTimeout(silence)
      const step = takeKey(burst, keyOf(event))
      burst = step.burst
      if (step.began) field = fieldNow()
      if (step.scan !== undefined) {
        event.preventDefault()
        event.stopImmediatePropagation()
        finish(step.scan)
        return
      }
      silence = setTimeout(() => {
        const text = takeSilence(burst)
        if (text !== undefined) finish(text)
      }, SILENCE_MS)
    }
    addEventListener('keydown', onKey, true)
    addEventListener('keyup', onKey, true)
    return () => {
      clearTimeout(silence)
      removeEventListener('keydown', onKey, true)
      removeEventListener('keyup', onKey, true)
    }
  }, [])
}

const keyOf = (event: KeyboardEvent): Key => ({
  type: event.type === 'keyup' ? 'up' : 'down',
  code: event.code,
  shift: event.shiftKey,
  alt: event.altKey,
  repeat: event.repeat,
  at: event.timeStamp,
})

function fieldNow() {
  const element = document.activeElement
  const isField = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement
  return isField ? { element, value: element.value } : undefined
}

/** React watches the value through the element, so it is set past it and told by an event. */
function restore(field: { element: Field; value: string } | undefined) {
  if (!field?.element.isConnected || field.element.value === field.value) return
  const kind = field.element instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement
  Object.getOwnPropertyDescriptor(kind.prototype, 'value')?.set?.call(field.element, field.value)
  field.element.dispatchEvent(new Event('input', { bubbles: true }))
}
