/** The sales of this tab: they live above the screens, so that a lock or a reload loses nothing. */
import { useSyncExternalStore } from 'react'
import { getSession } from '../session/session.ts'
import { keepSale } from '../queue/queue.ts'
import { printReceipt } from '../print/print-receipt.tsx'
import { getPreferences } from '../shell/preferences.ts'
import { sound } from '../shell/sounds.ts'
import { tillCall } from '../shell/till-call.ts'
import { openSale, type SaleMachine, type SaleWorld } from './sale.ts'
import type { Attempt, Till } from './state.ts'
import { wake } from './wake.ts'
import { watchReceipt } from './watch-receipt.ts'

const KEY = 'till_sale:'
const sales = new Map<string, SaleMachine>()

/** Licensed and permitted: whether spending is offered at all. */
export const maySpend = () => getSession()?.manager.permissions.spend === true

function worldOf(pos_id: string): SaleWorld {
  return {
    calculate: (ask, spend, body, signal) =>
      tillCall('POST /pos-api/v1/receipt', {
        query: { discount_amount: spend.toFixed(2), ...ask },
        body: { pos_id, ...body },
        signal,
      }),
    create: createReceipt,
    watch: watchReceipt,
    withdraw: (id) => tillCall('DELETE /pos-api/v1/receipts/{id}/confirmation', { params: { id } }),
    find: (id) => tillCall('GET /pos-api/v1/receipts/{id}', { params: { id } }),
    keep: (kept) => keepSale(pos_id, kept),
    newKey: () => crypto.randomUUID(),
    now: () => Date.now(),
    may_spend: maySpend,
    onSignedOut() {},
    onResult(tone, what) {
      sound(tone)
      if (what === 'made' && getPreferences().print_after) printLast(pos_id)
    },
    onChange: (till) => keep(pos_id, till),
  }
}

function printLast(pos_id: string) {
  const last = sales.get(pos_id)?.get().last
  const session = getSession()
  if (last && session) printReceipt(last.receipt, session)
}

function createReceipt(
  { receipt_id, key, ask, discount_amount, register, approval }: Attempt,
  confirmation_code?: string,
) {
  return tillCall('POST /pos-api/v1/bonuses/create', {
    query: {
      receipt_id,
      discount_amount: discount_amount.toFixed(2),
      ...(discount_amount === 0 && { bonuses_amount: '0' }),
      ...ask,
    },
    body: {
      ...(register && { register }),
      ...(confirmation_code && { confirmation_code }),
      ...(approval && { approval }),
    },
    idempotency_key: key,
  })
}

function keep(pos_id: string, till: Till) {
  try {
    sessionStorage.setItem(KEY + pos_id, JSON.stringify(till))
  } catch {
    // A full storage costs the draft after a reload, never the sale.
  }
}

function kept(pos_id: string): Till | undefined {
  try {
    const till = JSON.parse(sessionStorage.getItem(KEY + pos_id) ?? 'null') as Till | null
    return till ? wake(till) : undefined
  } catch {
    return undefined
  }
}

export function saleAt(pos_id: string): SaleMachine {
  const by_lines = getSession()?.organization.products_in_receipt === 'required'
  const open = sales.get(pos_id) ?? openSale(worldOf(pos_id), kept(pos_id), by_lines)
  sales.set(pos_id, open)
  return open
}

/** Another cashier comes, or the till is left: nothing of the sale stays on the device. */
export function forgetSales() {
  for (const [pos_id, sale] of sales) {
    sale.close()
    sessionStorage.removeItem(KEY + pos_id)
  }
  sales.clear()
}

export const useTill = (sale: SaleMachine) => useSyncExternalStore(sale.subscribe, sale.get)
