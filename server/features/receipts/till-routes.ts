import { approveReceipt as approveEndpoint } from '#contract/approval.ts'
import * as endpoints from '#contract/receipts.ts'
import { requireCashier, type Cashier } from '#server/features/pos/require-cashier.ts'
import { route, type Call, type Route } from '#server/io/http.ts'
import type { Io } from '#server/io/io.ts'
import { Refusal } from '#server/io/refusal.ts'
import { readOnce, type Answered } from './answer-once.ts'
import { approveReceipt } from './approve-receipt.ts'
import { calculateReceipt } from './calculate-receipt.ts'
import { cancelReceipt, estimateCancellation, partOf, type Canceller } from './cancel-receipt.ts'
import { compensateBuyer } from './compensate-buyer.ts'
import { createReceipt } from './create-receipt.ts'
import { isVisible } from './list-routes.ts'
import { readAhead } from './read-ahead.ts'
import { programOf } from './till-program.ts'

/** Says whether an answer is a repetition. */
export function tell<T>(call: Call, { answer, replayed }: Answered<T>): T {
  if (replayed) call.setHeader('Idempotency-Replayed', 'true')
  return answer
}

export function tillRoutes(io: Io): Route[] {
  return [...sellingRoutes(io), ...cancellingRoutes(io)]
}

function sellingRoutes(io: Io): Route[] {
  return [
    route(endpoints.calculateReceipt, async ({ query, body }, call) => {
      const ahead = readAhead(io, call, { phone: query.phone })
      const cashier = await requireCashier(io, call)
      const { phone, promocode, flyer, discount_amount: spend } = query
      const ask = { named: { phone, promocode, flyer }, spend, body: body ?? {} }
      return calculateReceipt(io, cashier, ask, call.language, ahead)
    }),

    route(endpoints.createReceipt, async ({ query, body }, call) => {
      const { phone, promocode, flyer, discount_amount: spend, bonuses_amount } = query
      const receipt_id = query.receipt_id.toLowerCase()
      const ahead = readAhead(io, call, { receipt_id, phone })
      const cashier = await requireCashier(io, call)
      if (bonuses_amount !== undefined && bonuses_amount !== spend) {
        throw new Refusal('amounts_disagree', {
          fields: [{ path: 'bonuses_amount', code: 'invalid' }],
        })
      }
      const ask = {
        receipt_id,
        named: { phone, promocode, flyer },
        spend,
        body: body?.receipt,
        register: body?.register,
        approval: body?.approval,
        confirmation_code: body?.confirmation_code,
        occurred_at: body?.occurred_at === undefined ? undefined : new Date(body.occurred_at),
      }
      const once = onceOf(call, cashier, 'create', {
        ...ask,
        ...{ register: undefined, approval: undefined, confirmation_code: undefined },
      })
      return tell(call, await createReceipt(io, cashier, ask, once, call.language, ahead))
    }),

    route(approveEndpoint, async ({ body }, call) => {
      const cashier = await requireCashier(io, call)
      const receipt_id = body.receipt_id.toLowerCase()
      return approveReceipt(io, call, cashier, { ...body, receipt_id })
    }),
  ]
}

function cancellingRoutes(io: Io): Route[] {
  return [
    route(endpoints.estimateCancellation, async ({ query, body }, call) => {
      const cashier = await requireCashier(io, call)
      const canceller = await cancellerOf(io, cashier)
      const ask = { receipt_id: query.receipt_id, part: partOf(body ?? {}) }
      return estimateCancellation(io, canceller, ask, call.language)
    }),

    route(endpoints.cancelReceipt, async ({ query, body }, call) => {
      const cashier = await requireCashier(io, call)
      const canceller = await cancellerOf(io, cashier)
      const { version, reason } = body ?? {}
      const ask = { receipt_id: query.receipt_id, part: partOf(body ?? {}), version, reason }
      const once = onceOf(call, cashier, 'cancel', ask)
      return tell(call, await cancelReceipt(io, canceller, ask, once, call.language))
    }),

    route(endpoints.addBonusesForCancel, async ({ query }, call) => {
      const cashier = await requireCashier(io, call)
      const { phone, amount, reason, receipt_id } = query
      const ask = { phone, amount, reason, receipt_id }
      const once = onceOf(call, cashier, 'compensate', ask)
      return tell(call, await compensateBuyer(io, cashier, ask, once))
    }),
  ]
}

const onceOf = (call: Call, cashier: Cashier, name: string, ask: object) =>
  readOnce(call, cashier.organization_id, `cashier:${cashier.cashier_id}`, [name, ask])

/** A cashier cancels within the window, and others' receipts with that right; a senior at any age. */
async function cancellerOf(io: Io, cashier: Cashier): Promise<Canceller> {
  const program = await programOf(io, cashier)
  const { organization_id, cashier_id, permissions, role } = cashier
  const [first] = cashier.pos
  if (!permissions.cancel || !first) throw new Refusal('not_allowed')
  return {
    organization_id,
    actor: `cashier:${cashier_id}`,
    cashier_id,
    user_id: null,
    program,
    posOf: (row) => (cashier.pos.find(({ id }) => id === row.pos_id) ?? first).id,
    check(row) {
      if (!isVisible(cashier, program, row)) throw new Refusal('receipt_not_found')
      if (row.cashier_id !== cashier_id && !permissions.cancel_others) {
        throw new Refusal('not_allowed')
      }
      const closes_at = row.created_at.getTime() + program.cancel_window_hours * 3_600_000
      if (role === 'cashier' && io.clock.now().getTime() >= closes_at) {
        throw new Refusal('cancel_window_closed', {
          params: { hours: program.cancel_window_hours },
        })
      }
    },
  }
}
