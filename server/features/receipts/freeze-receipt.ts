import type { CalculatedReceipt } from '#contract/receipt.ts'
import type { TillLimit } from './explain-receipt.ts'
import { packRows, unpackRows, type Packed } from './pack-rules.ts'
import { nothingReturned } from './returned-rules.ts'
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

/** The receipt as text: what `receipt.content` keeps. */
export function writeFrozen(frozen: FrozenReceipt): string {
  const { settled } = frozen
  return JSON.stringify({ ...frozen, settled: { ...settled, lines: packRows(settled.lines) } })
}

type Newer = 'promotions' | 'promotion_lots' | 'gifts' | 'gift_lots'

type Stored = Omit<FrozenReceipt, 'settled'> & {
  // The first receipts kept their lines as they are, and could not tell of what came later.
  settled: Omit<SettledReceipt, 'lines' | 'totals' | Newer> & {
    lines: Packed | SettledLine[]
    totals: Omit<Totals, 'gifts'> & Partial<Pick<Totals, 'gifts'>>
  } & Partial<Pick<SettledReceipt, Newer>>
}

/** The receipt of a kept text. */
export function readFrozen(row: Pick<ReceiptRow, 'content'>): FrozenReceipt {
  const frozen = JSON.parse(row.content) as Stored
  const { lines, totals, ...settled } = frozen.settled
  return {
    ...frozen,
    settled: {
      promotions: [],
      promotion_lots: [],
      gifts: [],
      gift_lots: [],
      ...settled,
      totals: { gifts: 0, ...totals },
      lines: Array.isArray(lines) ? lines : (unpackRows(lines) as SettledLine[]),
    },
  }
}

/** What was cancelled of it so far. */
export const readReturned = (
  row: Pick<ReceiptRow, 'returned'>,
  { settled }: FrozenReceipt,
): Returned =>
  row.returned === null ? nothingReturned(settled) : (JSON.parse(row.returned) as Returned)
