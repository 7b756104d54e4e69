/** The keys of the sale screen: the whole sale without a mouse. */
import { useRef } from 'react'
import { flushSync } from 'react-dom'
import { printReceipt } from '../print/print-receipt.tsx'
import { useKeys } from '../shell/use-keys.ts'
import type { TillSession } from '../session/session.ts'
import { entered } from './entered.ts'
import type { SaleEvent } from './events.ts'
import { focusStep } from './sale-context.ts'
import type { SaleMachine } from './sale.ts'
import { blankLine, type Stage } from './state.ts'
import { toMinor } from './sum.ts'

/** Two Esc within this time clear the sale. */
const TWICE_MS = 500

export function useSaleKeys(
  machine: SaleMachine,
  session: TillSession,
  open: (what: 'camera') => void,
  enabled: boolean,
) {
  const escaped = useRef(-Infinity)
  const { dispatch } = machine
  // Painted at once: the very next key must already go into the right field.
  const act = (...events: SaleEvent[]) => {
    flushSync(() => events.forEach(dispatch))
    focusStep(machine.get().sale.stage)
  }
  const go = (stage: Stage) => act({ type: 'went', stage })
  useKeys(
    {
      enter: () => dispatch(entered(session)),
      escape() {
        const now = performance.now()
        const twice = now - escaped.current < TWICE_MS
        escaped.current = twice ? -Infinity : now
        act(twice ? { type: 'cleared', key: crypto.randomUUID() } : { type: 'stepped_back' })
      },
      buyer() {
        // With a buyer found, this is the way to another one.
        if (machine.get().sale.ask) {
          act({ type: 'went', stage: 'amount' }, { type: 'stepped_back' })
        } else go('buyer')
      },
      camera: () => open('camera'),
      max() {
        if (!session.manager.permissions.spend) return
        const step = Math.max(toMinor(session.organization.spend_step), 1)
        act({ type: 'spend_chosen', share: 'max', step })
      },
      products() {
        if (session.organization.products_in_receipt === 'none') return
        const { sale } = machine.get()
        if (sale.with_lines) dispatch({ type: 'line_added', line: blankLine(crypto.randomUUID()) })
        else dispatch({ type: 'lines_toggled', key: crypto.randomUUID() })
      },
      step1: () => go('buyer'),
      step2: () => go('amount'),
      step3: () => go('bonuses'),
      print() {
        const { last } = machine.get()
        if (last) printReceipt(last.receipt, session)
      },
      letter_p() {
        const { last, sale } = machine.get()
        if (!last?.shown || sale.buyer_text !== '') return false
        printReceipt(last.receipt, session)
        return true
      },
    },
    enabled,
  )
}
