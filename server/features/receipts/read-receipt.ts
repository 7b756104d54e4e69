import type { Minor } from '#contract/money.ts'
import type { Io } from '#server/io/io.ts'
import type { TextLanguage } from '#server/io/text.ts'
import { sayExplanation } from './explain-receipt.ts'
import { readFrozen } from './freeze-receipt.ts'
import { findReceipt } from './store.ts'

/** A made receipt as its buyer is told of it. Amounts are minor units. */
export type ToldReceipt = {
  buyer_id: string | null
  pos: { id: string; name: string }
  number: string | null
  /** Before bonuses. */
  total: Minor
  to_pay: Minor
  spent: Minor
  /** Gifts of the receipt included. */
  earned: Minor
  balance_after: Minor | null
  cancelled: boolean
  /** The buyer's card was made with it. */
  registered: boolean
  occurred_at: Date
  /** Why it is so, step by step. */
  explain(language: TextLanguage): string[]
}

/** One made receipt for telling its buyer; undefined when there is none. */
export async function readReceipt(
  io: Pick<Io, 'db'>,
  key: { organization_id: string; receipt_id: string },
): Promise<ToldReceipt | undefined> {
  const row = await findReceipt(io.db, key)
  if (!row) return undefined
  const { settled, pos, number } = readFrozen(row)
  const { totals } = settled
  return {
    buyer_id: row.buyer_id,
    ...{ pos, number },
    total: totals.total,
    to_pay: totals.to_pay,
    spent: totals.bonuses_spent,
    earned: totals.accrual + totals.gifts,
    balance_after: row.balance_after,
    cancelled: row.status === 'cancelled',
    registered: row.registered,
    occurred_at: row.occurred_at,
    explain: (language) => settled.explain.map((step) => sayExplanation(step, language)),
  }
}
