import type { EntryKind, NewEntry } from './rules.ts'

/** An entry as the database gives it. */
export type EntryRow = Omit<
  NewEntry,
  'lots' | 'active_from' | 'expires_at' | 'created_at' | 'kind'
> & {
  kind: string
  buyer_id: string
  lot_numbers: number[]
  lot_amounts: number[]
  lot_expiries: string | null
  active_from: Date | null
  expires_at: Date | null
  created_at: Date
}

/** An entry in the shape it was written from: what its hash is of. */
export function entryOf({
  lot_numbers,
  lot_amounts,
  lot_expiries,
  buyer_id: _buyer,
  ...row
}: EntryRow): NewEntry {
  const expiries = JSON.parse(lot_expiries ?? '{}') as Record<string, number | null>
  return {
    ...row,
    kind: row.kind as EntryKind,
    lots: lot_numbers.map((number, index) => {
      const lot = { number, amount: lot_amounts[index] ?? 0 }
      const expires_at = expiries[number]
      return expires_at === undefined ? lot : { ...lot, expires_at }
    }),
    active_from: row.active_from?.getTime() ?? null,
    expires_at: row.expires_at?.getTime() ?? null,
    created_at: row.created_at.getTime(),
  }
}
