import { z } from 'zod'
import { toMoney } from '#contract/money.ts'
import { maskPhone } from '#contract/phone.ts'
import type { Io } from '#server/io/io.ts'
import { job, type Job } from '#server/io/jobs.ts'
import { selectBuyer, selectCancellation, selectEntries, selectReceipt } from './facts-store.ts'
import { noteEvent } from './note-event.ts'

const id = z.uuid()

/** What is announced on lower floors and programs of the shop hear of; each may run twice. */
export function factJobs(io: Io): Job[] {
  return [
    job({
      name: 'sale_made.webhook',
      payload: z.object({ organization_id: id, receipt_id: id }),
      handle: (key) => tellReceipt(io, key.organization_id, key.receipt_id),
    }),
    job({
      name: 'receipt_cancelled.webhook',
      payload: z.object({ organization_id: id, cancellation_id: id }),
      handle: (key) => tellCancellation(io, key.organization_id, key.cancellation_id),
    }),
    job({
      name: 'buyer_joined.webhook',
      payload: z.object({ organization_id: id, buyer_id: id }),
      handle: (key) => tellBuyer(io, key.organization_id, key.buyer_id),
    }),
    job({
      name: 'balance_changed.webhook',
      payload: z.object({
        ...{ organization_id: id, buyer_id: id },
        ...{ from_number: z.int(), to_number: z.int() },
      }),
      handle: (key) => tellBalance(io, key),
    }),
  ]
}

const masked = (phone: string | null | undefined) => (phone ? maskPhone(phone) : null)
const buyerOf = (buyer_id: string | null, phone: string | null) =>
  buyer_id === null ? null : { id: buyer_id, phone: masked(phone) }

function tellReceipt(io: Io, organization_id: string, receipt_id: string): Promise<void> {
  return noteEvent(io, organization_id, 'receipt.completed', async () => {
    const row = await selectReceipt(io.db, organization_id, receipt_id)
    if (!row) return undefined
    const { number, pos_id, cashier_id, occurred_at, balance_after } = row
    return {
      ...{ event: 'receipt.completed', source: `receipt:${receipt_id}`, at: occurred_at },
      data: {
        ...{ receipt_id, number, pos_id, cashier_id, buyer: buyerOf(row.buyer_id, row.phone) },
        total: toMoney(row.gross),
        to_pay: toMoney(row.to_pay),
        bonuses_spent: toMoney(row.bonuses_spent),
        bonuses_accrued: toMoney(row.accrual),
        balance_after: balance_after === null ? null : toMoney(balance_after),
      },
    }
  })
}

function tellCancellation(io: Io, organization_id: string, cancellation_id: string) {
  return noteEvent(io, organization_id, 'receipt.cancelled', async () => {
    const row = await selectCancellation(io.db, organization_id, cancellation_id)
    if (!row) return undefined
    const { receipt_id, number, pos_id, cashier_id, whole, created_at } = row
    return {
      ...{ event: 'receipt.cancelled', source: `cancellation:${cancellation_id}`, at: created_at },
      data: {
        ...{ cancellation_id, receipt_id, number, pos_id, cashier_id, whole },
        buyer: buyerOf(row.buyer_id, row.phone),
        refund: toMoney(row.refund_money),
        bonuses_returned: toMoney(row.bonuses_return),
        bonuses_withdrawn: toMoney(row.bonuses_withdraw),
      },
    }
  })
}

function tellBuyer(io: Io, organization_id: string, buyer_id: string): Promise<void> {
  return noteEvent(io, organization_id, 'buyer.joined', async () => {
    const row = await selectBuyer(io.db, organization_id, buyer_id)
    if (!row) return undefined
    return {
      ...{ event: 'buyer.joined', source: `buyer:${buyer_id}`, at: row.joined_at },
      data: { buyer: buyerOf(row.id, row.phone), via: row.joined_via },
    }
  })
}

type OfBalance = {
  organization_id: string
  buyer_id: string
  from_number: number
  to_number: number
}

function tellBalance(io: Io, { organization_id, buyer_id, ...numbers }: OfBalance) {
  return noteEvent(io, organization_id, 'balance.changed', async () => {
    const entries = await selectEntries(io.db, organization_id, buyer_id, numbers)
    const last = entries.at(-1)
    if (!last) return undefined
    const buyer = await selectBuyer(io.db, organization_id, buyer_id)
    return {
      event: 'balance.changed',
      source: `entries:${buyer_id}:${numbers.from_number}-${numbers.to_number}`,
      at: last.created_at,
      data: {
        buyer: buyerOf(buyer_id, buyer?.phone ?? null),
        balance: toMoney(last.balance_after),
        changes: entries.map(({ number, kind, amount, debt_change }) => ({
          ...{ number, kind },
          amount: toMoney(amount),
          debt_change: toMoney(debt_change),
        })),
      },
    }
  })
}
