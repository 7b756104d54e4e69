import * as endpoints from '#contract/receipts.ts'
import { startOfDay } from '#server/features/ledger/calendar-rules.ts'
import { choosePos } from '#server/features/pos/choose-pos.ts'
import { requireCashier, type Cashier } from '#server/features/pos/require-cashier.ts'
import type { Program } from '#server/features/program/rules.ts'
import { route, type Route } from '#server/io/http.ts'
import type { Io } from '#server/io/io.ts'
import { Refusal } from '#server/io/refusal.ts'
import { programOf } from './till-program.ts'
import { listReceipts, type ListAsk } from './list-store.ts'
import { presentLines, presentRow, presentWhole } from './present-receipt.ts'
import { showShift } from './show-shift.ts'
import { findReceipt, listCancellations, type ReceiptRow } from './store.ts'

export function listRoutes(io: Io): Route[] {
  return [
    route(endpoints.getReceipts, async ({ body }, call) => {
      const cashier = await requireCashier(io, call)
      const ask = body ?? { page: 1, limit: 50 }
      const pos_ids =
        ask.pos_id === undefined
          ? cashier.pos.map(({ id }) => id)
          : [choosePos(cashier, ask.pos_id).id]
      const program = await programOf(io, cashier)
      const { organization_id, timezone } = cashier
      const { items, total } = await listReceipts(io.db, {
        ...ask,
        organization_id,
        pos_ids,
        ...daysOf(ask, timezone),
      })
      const { see_phone } = cashier.permissions
      return {
        items: items.map((row) => presentRow(row, program.buyer_shown, see_phone)),
        total,
        page: ask.page,
        limit: ask.limit,
      }
    }),

    route(endpoints.getReceiptProducts, async ({ body }, call) => {
      const cashier = await requireCashier(io, call)
      const row = await readVisible(io, cashier, body.receipt_id)
      return { receipt_id: row.id, items: presentLines(row) }
    }),

    route(endpoints.getReceipt, async ({ params }, call) => {
      const cashier = await requireCashier(io, call)
      const row = await readVisible(io, cashier, params.id)
      const key = { organization_id: cashier.organization_id, receipt_id: row.id }
      return presentWhole(row, await listCancellations(io.db, key), call.language)
    }),

    route(endpoints.getShift, async ({ query }, call) => {
      const cashier = await requireCashier(io, call)
      return showShift(io, cashier, query)
    }),
  ]
}

/** Bounds of local days, as moments of the sale. */
function daysOf(
  ask: { date_from?: string | undefined; date_to?: string | undefined },
  timezone: string,
): Pick<ListAsk, 'from' | 'to'> {
  const DAY_MS = 86_400_000
  const startOf = (day: string, after: number) =>
    new Date(startOfDay(Date.parse(day) / DAY_MS + after, timezone))
  return {
    ...(ask.date_from !== undefined && { from: startOf(ask.date_from, 0) }),
    ...(ask.date_to !== undefined && { to: startOf(ask.date_to, 1) }),
  }
}

/** A receipt of this cashier's points of sale, or of any of the shop where returns are taken anywhere. */
export function isVisible(cashier: Cashier, program: Program, row: ReceiptRow): boolean {
  return program.cancel_at_other_pos || cashier.pos.some(({ id }) => id === row.pos_id)
}

async function readVisible(io: Io, cashier: Cashier, receipt_id: string): Promise<ReceiptRow> {
  const { organization_id } = cashier
  const row = await findReceipt(io.db, { organization_id, receipt_id })
  if (!row || !isVisible(cashier, await programOf(io, cashier), row)) {
    throw new Refusal('receipt_not_found')
  }
  return row
}
