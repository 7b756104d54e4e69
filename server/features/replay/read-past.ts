import { REPLAY_DAYS } from '#contract/limits.ts'
import { shareDown } from '#contract/money.ts'
import { findProducts, type SoldProduct } from '#server/features/catalog/find-products.ts'
import { floorOfLine } from '#server/features/catalog/rules.ts'
import { dayNumber, dayOf, dayText, startOfDay } from '#server/features/ledger/calendar-rules.ts'
import { readFrozen, readReturned } from '#server/features/receipts/freeze-receipt.ts'
import { plainLine } from '#server/features/receipts/line-rules.ts'
import type { LineInput, Returned, Sale, SettledReceipt } from '#server/features/receipts/rules.ts'
import type { Io } from '#server/io/io.ts'
import type { ReplayTerms } from './replay-rules.ts'
import type { Opening, PastReceipt } from './rules.ts'
import * as store from './store.ts'
import type { PastRow, Window } from './store.ts'

const PAGE = 500
const FIRST_ID = '00000000-0000-0000-0000-000000000000'
/** Levels by calendar years look at the last one too. */
const YEARS_DAYS = 731

/** What the replay gets of the past: receipts, and what all buyers so far had bought before. */
export type PastPage = { receipts: PastReceipt[]; openings: Map<string, Opening>; read: number }

/** The window of a replay that was started at a moment: its last day is that moment's. */
export function windowOf(organization_id: string, started_at: Date, timezone: string): Window {
  const today = dayOf(started_at.getTime(), timezone).number
  const since = new Date(startOfDay(today - REPLAY_DAYS + 1, timezone))
  return { organization_id, since, until: started_at }
}

/**
 * The shop's receipts of a window, a page at a time in the order they were begun, as they stand
 * after their cancellations. What nothing is left of is left out.
 */
export async function* readPast(
  io: Io,
  window: Window,
  terms: ReplayTerms,
): AsyncGenerator<PastPage> {
  const known = new Set<string>()
  const openings = new Map<string, Opening>()
  for (let after = FIRST_ID; ;) {
    const rows = await store.listPast(io.db, window, after, PAGE)
    const last = rows.at(-1)
    if (!last) return
    after = last.id
    const fresh = new Set(rows.flatMap(({ buyer_id }) => (buyer_id === null ? [] : [buyer_id])))
    for (const id of fresh) if (known.has(id)) fresh.delete(id)
    for (const id of fresh) known.add(id)
    // One who took everything back may buy only on a later page.
    for (const [id, opening] of await readOpenings(io, window, terms, [...fresh])) {
      openings.set(id, opening)
    }
    yield { receipts: await receiptsOf(io, window, rows), openings, read: rows.length }
  }
}

async function readOpenings(
  io: Io,
  { organization_id, since }: Window,
  { today, changed }: ReplayTerms,
  buyer_ids: string[],
): Promise<Map<string, Opening>> {
  if (buyer_ids.length === 0) return new Map()
  const before = dayOf(since.getTime(), today.timezone).text
  const looks = [today, changed].map(({ level_base, level_days }) =>
    level_base === 'lifetime' ? 0 : level_base === 'rolling_days' ? level_days : YEARS_DAYS,
  )
  const earliest = dayText(dayNumber(before) - Math.max(...looks))
  const rows = await store.listOpenings(io.db, organization_id, buyer_ids, before, earliest)
  return new Map(
    rows.map(({ buyer_id, receipts, turnover, days, pinned_level, pinned_until, ...giftee }) => [
      buyer_id,
      {
        receipts,
        giftee: { id: buyer_id, ...giftee },
        turnover,
        days: days.map(([day, amount]) => ({ day, amount })),
        pinned_level,
        pinned_until: pinned_until?.getTime() ?? null,
      },
    ]),
  )
}

type Codes = Pick<LineInput, 'barcode' | 'sku'>

async function receiptsOf(
  io: Io,
  { organization_id }: Window,
  rows: readonly PastRow[],
): Promise<PastReceipt[]> {
  const frozen = rows.map((row) => ({ row, frozen: readFrozen(row) }))
  const lines = frozen.flatMap(({ frozen: { settled } }) => (settled.bare ? [] : settled.lines))
  const productOf = await findProducts(io, organization_id, lines)
  return frozen.flatMap(({ row, frozen: whole }) => {
    const { settled, timezone } = whole
    const at = row.occurred_at.getTime()
    const sold = { pos_id: row.pos_id, day: dayOf(at, timezone).text }
    const floorOf = (product: SoldProduct, quantity: number) => floorOfLine(product, sold, quantity)
    const sale = saleOf(settled, readReturned(row, whole), productOf, floorOf)
    if (!sale) return []
    const { bonuses_spent: spent, bonuses_max: max } = settled.totals
    const flyer_id = settled.gifts.find((gift) => gift.flyer_id !== null)?.flyer_id ?? null
    const { pos_id } = row
    return [{ buyer: row.buyer_id, at, sale, pos_id, flyer_id, habit: { spent, max } }]
  })
}

/** What was sold and not taken back, with today's catalogue; undefined: nothing. */
function saleOf(
  settled: SettledReceipt,
  returned: Returned,
  productOf: (line: Codes) => SoldProduct | undefined,
  floorOf: (product: SoldProduct, quantity: number) => number,
): Sale | undefined {
  if (settled.bare) {
    const [line] = settled.lines
    if (!line) return undefined
    const total = shareDown(line.gross, line.total - (returned.lines[0] ?? 0), line.total)
    return total > 0 ? { total } : undefined
  }
  const lines = settled.lines.flatMap((line, index): LineInput[] => {
    const quantity = line.quantity - (returned.lines[index] ?? 0)
    if (quantity <= 0) return []
    const product = productOf(line)
    const floor = product
      ? floorOf(product, quantity)
      : shareDown(line.floor, quantity, line.quantity)
    return [
      {
        ...plainLine(line.price, quantity),
        barcode: line.barcode,
        sku: line.sku,
        category: line.category ?? product?.category ?? null,
        till_discount: shareDown(line.till_discount, quantity, line.quantity),
        floor,
        exclude_discount: product?.exclude_discount ?? false,
        exclude_accrual: product?.exclude_accrual ?? false,
        exclude_spend: product?.exclude_spend ?? false,
        accrual_percent: product?.accrual_percent ?? null,
      },
    ]
  })
  return lines.length > 0 ? { lines } : undefined
}
