import { BUYER_ROWS_MAX } from '#contract/limits.ts'
import { toMoney } from '#contract/money.ts'
import { noteAct } from '#server/features/audit/note-act.ts'
import { readBuyerRoom } from '#server/features/buyers/bring-buyers-in.ts'
import { dayOf } from '#server/features/ledger/calendar-rules.ts'
import { MovedMeanwhile } from '#server/features/ledger/open-balances.ts'
import { loadProgramOf } from '#server/features/program/load-program-of.ts'
import type { CheckedRow, ImportRow, SheetKind } from '#server/features/sheets/sheet-kind.ts'
import type { Io } from '#server/io/io.ts'
import { Refusal } from '#server/io/refusal.ts'
import { applyRows } from './apply-rows.ts'
import { columnNames } from './column-names-rules.ts'
import { readRow, type RowChanges } from './import-rules.ts'
import { lookRowsUp } from './look-rows-up.ts'
import { buyerPrograms } from './program-columns-rules.ts'
import { countRow, figures, onlyOnce } from './tally-rules.ts'

/** Files of buyers from another program. `option`: newcomers get what a newcomer gets. */
export const buyerSheets: SheetKind<RowChanges> = {
  name: 'buyers',
  job: 'moving.import',
  rows_max: BUYER_ROWS_MAX,
  columns: columnNames,
  programs: buyerPrograms,
  needed: ['phone'],
  figures,
  check: beginCheck,
  room: readBuyerRoom,
  async begin(tx, owner, { organization_id, created, updated, figures: { balance_sum = 0 } }, now) {
    const facts = { created, updated, bonuses: toMoney(balance_sum) }
    await noteAct(tx, { organization_id, by: owner, act: 'buyers_imported', facts }, now)
  },
  apply: applyRows,
  isMeanwhile: (error) => error instanceof MovedMeanwhile,
}

/** Finds out what every row would change. */
async function beginCheck(io: Io, { organization_id, mapping }: ImportRow) {
  const shop = await loadProgramOf(io, organization_id)
  if (!shop) throw new Refusal('not_found')
  const today = dayOf(io.clock.now().getTime(), shop.program.timezone).text
  const seen = new Map<string, number>()
  const check: Awaited<ReturnType<SheetKind<RowChanges>['check']>> = async (cells, tally) => {
    const rows: CheckedRow<RowChanges>[] = []
    for (const row of cells) {
      const read = readRow(row.number, row.cells, mapping, today)
      if ('errors' in read) tally.refuse(...read.errors)
      else rows.push({ row: row.number, changes: read.changes })
    }
    const found = await lookRowsUp(io, io.db, organization_id, rows, false)
    return onlyOnce(found, seen, tally)
      .filter((one) => countRow(one, tally))
      .map(({ row, changes }) => ({ row, changes }))
  }
  return check
}
