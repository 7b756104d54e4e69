import { BUYER_ROWS_MAX } from '#contract/limits.ts'
import { toMoney } from '#contract/money.ts'
import { noteAct } from '#server/features/audit/note-act.ts'
import type { ListedBuyer } from '#server/features/buyers/bring-buyers-in.ts'
import { MovedMeanwhile } from '#server/features/ledger/open-balances.ts'
import { loadProgramOf } from '#server/features/program/load-program-of.ts'
import { bringReceiptsIn, type PastSale } from '#server/features/receipts/bring-receipts-in.ts'
import type { CheckedRow, ImportRow, SheetKind } from '#server/features/sheets/sheet-kind.ts'
import type { Tally } from '#server/features/sheets/tally-rules.ts'
import { databaseCode, type Tx } from '#server/io/db.ts'
import type { Io } from '#server/io/io.ts'
import { Refusal } from '#server/io/refusal.ts'
import { lookReceiptsUp } from './look-receipts-up.ts'
import { listPoints } from './past-receipt-store.ts'
import { countReceipt, figures, type LookedUpReceipt } from './past-receipt-tally-rules.ts'
import { receiptPrograms } from './program-columns-rules.ts'
import { receiptColumns } from './receipt-columns-rules.ts'
import { openReceiptReader } from './receipt-reader-rules.ts'
import type { FileReceipt } from './receipt-row-rules.ts'

/** Files of receipts of the past. `pos_id`: where rows were sold that do not say. */
export const receiptSheets: SheetKind<FileReceipt> = {
  name: 'receipts',
  job: 'moving.import_receipts',
  rows_max: BUYER_ROWS_MAX,
  columns: receiptColumns,
  programs: receiptPrograms,
  needed: ['date'],
  figures,
  check: beginCheck,
  async begin(tx, owner, { organization_id, created, figures: { paid = 0 } }, now) {
    const facts = { receipts: created, money: toMoney(paid) }
    await noteAct(tx, { organization_id, by: owner, act: 'receipts_imported', facts }, now)
  },
  apply: bringIn,
  // A number that a till takes at this very moment is found by the next look.
  isMeanwhile: (error) => error instanceof MovedMeanwhile || databaseCode(error) === '23505',
}

/** Finds out what every row would add. */
async function beginCheck(io: Io, present: ImportRow) {
  const { organization_id } = present
  const shop = await loadProgramOf(io, organization_id)
  if (!shop) throw new Refusal('not_found')
  const points = await listPoints(io.db, organization_id)
  const reader = openReceiptReader({
    mapping: present.mapping,
    timezone: shop.program.timezone,
    now: io.clock.now().getTime(),
    points,
    pos_id: present.pos_id ?? (points.length === 1 ? (points[0]?.id ?? null) : null),
  })
  let left = present.rows_total
  const check: Awaited<ReturnType<SheetKind<FileReceipt>['check']>> = async (rows, tally) => {
    const read = rows.flatMap((row) => reader.take(row, tally))
    left -= rows.length
    if (left === 0) read.push(...reader.end(tally))
    const found = await lookReceiptsUp(io, io.db, organization_id, read, false)
    return found
      .filter((one) => countReceipt(one, tally) !== 'wrong')
      .map(({ receipt }) => ({ row: receipt.row, changes: receipt }))
  }
  return check
}

/** Brings the receipts of a slice in. When a till moves one of the accounts, it begins again. */
async function bringIn(
  io: Io,
  tx: Tx,
  { organization_id, created_by }: ImportRow,
  rows: CheckedRow<FileReceipt>[],
  tally: Tally,
): Promise<void> {
  const shop = await loadProgramOf(io, organization_id)
  if (!shop) throw new Error('an import of a shop that is gone')
  const receipts = rows.map(({ changes }) => changes)
  const found = await lookReceiptsUp(io, tx, organization_id, receipts, true)
  const able = found.filter((one) => countReceipt(one, tally) === 'new')
  if (able.length === 0) return
  const points = new Map((await listPoints(tx, organization_id)).map((one) => [one.id, one]))
  const sales = able.map((one) => saleOf(one, points))
  const by = { organization_id, program: shop.program, actor: `owner:${created_by}` }
  await bringReceiptsIn(tx, by, sales, io.clock.now())
}

function saleOf(
  { receipt, buyer }: LookedUpReceipt<ListedBuyer>,
  points: ReadonlyMap<string, { name: string }>,
): PastSale {
  const { id, number, pos_id, sale, at } = receipt
  const pos = { id: pos_id, name: points.get(pos_id)?.name ?? '' }
  return { id, number, pos, buyer: buyer ?? null, sale, at: new Date(at) }
}
