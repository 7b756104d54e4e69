import { findListed } from '#server/features/buyers/bring-buyers-in.ts'
import { readOpened } from '#server/features/ledger/open-balances.ts'
import type { CheckedRow } from '#server/features/sheets/sheet-kind.ts'
import type { Db, Tx } from '#server/io/db.ts'
import type { Io } from '#server/io/io.ts'
import type { RowChanges } from './import-rules.ts'
import type { LookedUp } from './tally-rules.ts'

/** What is known of the buyers of these rows, in three queries; with `hold` they are held. */
export async function lookRowsUp(
  io: Pick<Io, 'secrets'>,
  db: Db | Tx,
  organization_id: string,
  rows: readonly CheckedRow<RowChanges>[],
  hold: boolean,
): Promise<LookedUp[]> {
  if (rows.length === 0) return []
  const phones = rows.map(({ changes }) => changes.phone)
  const { known, forgotten } = await findListed(io, db, organization_id, phones, hold)
  const ids = [...known.values()].map(({ id }) => id)
  const opened = await readOpened(db, organization_id, ids)
  return rows.map(({ row, changes }) => {
    const buyer = known.get(changes.phone)
    const had = buyer && opened.get(buyer.id)
    return {
      ...{ row, changes },
      known: buyer && {
        ...buyer,
        had_balance: had?.balance ?? false,
        had_turnover: had?.turnover ?? false,
      },
      forgotten: forgotten.has(changes.phone),
    }
  })
}
