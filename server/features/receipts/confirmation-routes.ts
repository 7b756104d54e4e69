import * as endpoints from '#contract/confirmations.ts'
import { requireCashier, type Cashier } from '#server/features/pos/require-cashier.ts'
import { route, type Route } from '#server/io/http.ts'
import type { Io } from '#server/io/io.ts'
import { takeRate } from '#server/io/rate-limit.ts'
import { Refusal } from '#server/io/refusal.ts'
import { presentState, withdrawConfirmation } from './answer-confirmation.ts'
import { selectConfirmation } from './confirmation-store.ts'
import { watchConfirmation } from './watch-confirmation.ts'

const STREAMS_A_MINUTE = 60

export function confirmationRoutes(io: Io): Route[] {
  return [
    route(endpoints.getConfirmation, async ({ params }, call) => {
      const key = await requireWaiting(io, await requireCashier(io, call), params.id)
      return presentState(io, key)
    }),

    route(endpoints.watchConfirmation, async ({ params }, call) => {
      const cashier = await requireCashier(io, call)
      const key = await requireWaiting(io, cashier, params.id)
      await takeRate(io, `watch ${cashier.cashier_id}`, STREAMS_A_MINUTE, 60)
      return watchConfirmation(io, key, call.left)
    }),

    route(endpoints.withdrawConfirmation, async ({ params }, call) => {
      const key = await requireWaiting(io, await requireCashier(io, call), params.id)
      return withdrawConfirmation(io, key)
    }),
  ]
}

/** A waiting at a point where this cashier sells. Refuses: `receipt_not_found`. */
async function requireWaiting(io: Io, cashier: Cashier, id: string) {
  const { organization_id } = cashier
  const key = { organization_id, receipt_id: id.toLowerCase() }
  const row = await selectConfirmation(io.db, key)
  if (!row || !cashier.pos.some(({ id: pos_id }) => pos_id === row.pos_id)) {
    throw new Refusal('receipt_not_found')
  }
  return key
}
