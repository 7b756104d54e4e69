import type { CalculatedReceipt } from '#contract/receipt.ts'
import type { TillLimit } from './explain-receipt.ts'
import { packRows, unpackRows, type Packed } from './pack-rules.ts'
import { nothingReturned } from './returned-rules.ts'
import { fill, slim, type Usual } from './slim-rules.ts'
import type { Returned, SettledLine, SettledReceipt, Totals } from './rules.ts'
import type { ReceiptRow } from './store.ts'
import type { BuyerView } from './view-buyer.ts'

/** All that an answer about a receipt is made of, but its language. Stored as `content`. */
export type FrozenReceipt = {
  settled: SettledReceipt
  number: string | null
  pos: { id: string; name: string }
  cashier: { id: string | null; name: string }
  buyer: BuyerView | null
  /** A phone was given that no buyer has. */
  unknown_phone: boolean
  can_register: boolean
  /** With it, who invited may be named; absent: no. */
  can_name_inviter?: boolean
  /** Limits it passes, which only a senior cashier may. */
  limits: TillLimit[]
  /** The senior who let it pass them. */
  approved_by?: { id: string; name: string }
  confirmation: CalculatedReceipt['confirmation']
  /** The owner's own footer; empty: ours. */
  footer: string
  timezone: string
  /** Version of the account that was read; 0 without a buyer. */
  version: number
}

const usualReceipt: Usual<FrozenReceipt> = {
  values: { number: null, unknown_phone: false, can_register: false, limits: [], footer: '' },
}
const usualSettled: Usual<SettledReceipt> = {
  values: {
    bare: false,
    spent_lots: [],
    accrual_repaid_debt: 0,
    promotions: [],
    promotion_lots: [],
    gifts: [],
    gift_lots: [],
    moved_expiry: null,
  },
}
const usualTotals: Usual<Totals> = {
  values: {
    ...{ till_discount: 0, promotion_discount: 0, level_discount: 0 },
    ...{ bonuses_spent: 0, rounding: 0, promotion_accrual: 0, gifts: 0 },
  },
  same_as: { total: 'gross', to_pay: 'total', cash_to_pay: 'to_pay', card_to_pay: 'to_pay' },
}
/** Of columns, as `packRows` makes them. */
const usualColumns: Usual<Record<string, unknown>> = {
  values: {
    ...{ barcode: null, sku: null, category: null, till_discount: 0, promotion_discount: 0 },
    ...{ promotion_id: null, level_discount: 0, bonuses_spent: 0, promotion_accrual: 0 },
  },
  same_as: { total: 'gross', to_pay: 'total' },
}
const usualBuyer: Usual<BuyerView> = {
  values: { pending: 0, debt: 0, birthday_soon: false, stamps: [] },
}

/** What a text of any age holds; the first ones kept their lines as they are. */
type Stored = Partial<Omit<FrozenReceipt, 'settled' | 'buyer'>> & {
  settled: Partial<Omit<SettledReceipt, 'lines' | 'totals'>> & {
    lines: Packed | SettledLine[]
    totals: Partial<Totals>
  }
  buyer: Partial<BuyerView> | null
}

/** The receipt as text: what `receipt.content` keeps. */
export function writeFrozen(frozen: FrozenReceipt): string {
  const { lines, totals, ...settled } = frozen.settled
  const { count, columns } = packRows(lines)
  return JSON.stringify({
    ...slim(frozen, usualReceipt),
    settled: {
      ...slim(settled as SettledReceipt, usualSettled),
      lines: { count, columns: slim(columns, usualColumns) },
      totals: slim(totals, usualTotals),
    },
    buyer: frozen.buyer && slim(frozen.buyer, usualBuyer),
  })
}

/** The receipt of a kept text. */
export function readFrozen(row: Pick<ReceiptRow, 'content'>): FrozenReceipt {
  const { settled, buyer, ...frozen } = JSON.parse(row.content) as Stored
  return {
    ...fill(frozen, usualReceipt),
    settled: {
      ...fill(settled as Partial<SettledReceipt>, usualSettled),
      lines: linesOf(settled.lines),
      totals: fill(settled.totals, usualTotals),
    },
    buyer: buyer && fill(buyer, usualBuyer),
  }
}

function linesOf(lines: Packed | SettledLine[]): SettledLine[] {
  if (Array.isArray(lines)) return lines
  const { count, columns } = lines
  // A receipt without lines has no columns to fill either.
  return unpackRows({ count, columns: fill(columns, usualColumns) }) as SettledLine[]
}

/** What was cancelled of it so far. */
export const readReturned = (
  row: Pick<ReceiptRow, 'returned'>,
  { settled }: FrozenReceipt,
): Returned =>
  row.returned === null ? nothingReturned(settled) : (JSON.parse(row.returned) as Returned)
