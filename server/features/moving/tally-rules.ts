/** What a row of a buyer does, counted. */
import type { Tally } from '#server/features/sheets/tally-rules.ts'
import { openingOf, profileChange, type KnownBuyer, type RowChanges } from './import-rules.ts'

/** A row with what is known of its buyer; undefined: nobody has the phone yet. */
export type LookedUp = {
  row: number
  changes: RowChanges
  known: KnownBuyer | undefined
  /** The owner of this phone asked to be forgotten. */
  forgotten: boolean
}

/** What is counted beside rows: buyers with a balance, minor units, balances had before. */
export const figures = ['balances', 'balance_sum', 'balances_kept'] as const
export type Figure = (typeof figures)[number]

/** Counts what a row does; false: it cannot. */
export function countRow({ row, changes, known, forgotten }: LookedUp, tally: Tally): boolean {
  if (forgotten) {
    const value = changes.phone
    tally.refuse({ row, field: 'phone', code: 'buyer_forgotten', value })
    return false
  }
  const add = (figure: Figure, amount?: number) => tally.add(figure, amount)
  const had = known ?? { had_balance: false, had_turnover: false }
  const { balance, turnover } = openingOf(changes, had)
  if (balance > 0) {
    add('balances')
    add('balance_sum', balance)
  }
  if (known?.had_balance && (changes.balance ?? 0) > 0) add('balances_kept')
  if (!known) tally.created += 1
  else if (balance + turnover > 0 || Object.keys(profileChange(changes, known)).length > 0) {
    tally.updated += 1
  } else tally.unchanged += 1
  return true
}

/** Two phones may be of one buyer since they were merged: the first row about a buyer counts. */
export const onlyOnce = (
  rows: readonly LookedUp[],
  seen: Map<string, number>,
  tally: Tally,
): LookedUp[] =>
  rows.filter(({ row, changes: { phone }, known }) => {
    const repeated = { row, field: 'phone', code: 'repeated_phone', value: phone }
    return tally.isFirst(seen, known ? [phone, known.id] : [phone], repeated)
  })
