/** What all conditions of a filter are made of. */
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Ground } from './filter-rules.ts'

/** One condition, over the tables that a segment is asked of. */
export type Ask = RawBuilder<SqlBool>

export const joined = (asks: readonly Ask[], match: 'all' | 'any'): Ask =>
  sql`(${sql.join(asks, match === 'all' ? sql` and ` : sql` or `)})`

/** The parts of one condition are one, whatever joins conditions. */
export const allOf = (parts: readonly Ask[]): Ask[] =>
  parts.length > 0 ? [joined(parts, 'all')] : []

/** What accounts hold: as it is, or as the order of long lists keeps it in a smaller table. */
export function heldBy({ by_order }: Ground) {
  const of = by_order ? 'o' : 'a'
  return {
    buyer_id: sql.ref(`${of}.buyer_id`),
    last_receipt_at: sql.ref(`${of}.last_receipt_at`),
    receipts: sql.ref(`${of}.receipts`),
    turnover: sql.ref(`${of}.turnover`),
    balance: sql.ref(`${of}.balance`),
  }
}
