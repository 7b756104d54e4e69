import {
  changeProfiles,
  makeBuyers,
  requireBuyerRoom,
} from '#server/features/buyers/bring-buyers-in.ts'
import { MovedMeanwhile, openBalances } from '#server/features/ledger/open-balances.ts'
import { loadProgramOf } from '#server/features/program/load-program-of.ts'
import type { CheckedRow, ImportRow } from '#server/features/sheets/sheet-kind.ts'
import type { Tally } from '#server/features/sheets/tally-rules.ts'
import type { Tx } from '#server/io/db.ts'
import type { Io } from '#server/io/io.ts'
import { Refusal } from '#server/io/refusal.ts'
import { openingOf, profileChange, type RowChanges } from './import-rules.ts'
import { lookRowsUp } from './look-rows-up.ts'
import { countRow, onlyOnce, type LookedUp } from './tally-rules.ts'

/**
 * Brings rows of a file in: buyers, profiles, balances. When a till moves one of the accounts at
 * this moment, it begins again.
 */
export async function applyRows(
  io: Io,
  tx: Tx,
  present: ImportRow,
  checked: CheckedRow<RowChanges>[],
  tally: Tally,
): Promise<void> {
  const { organization_id } = present
  const rows = await lookRowsUp(io, tx, organization_id, checked, true)
  const once = onlyOnce(rows, new Map(), tally)
  await bringIn(io, tx, present, await withinRoom(io, tx, organization_id, once, tally), tally)
}

/** Rows of new buyers are refused when the licenses have no room for all of the slice. */
async function withinRoom(
  io: Io,
  tx: Tx,
  organization_id: string,
  rows: readonly LookedUp[],
  tally: Tally,
): Promise<LookedUp[]> {
  const adding = rows.filter(({ known, forgotten }) => !known && !forgotten)
  if (adding.length === 0) return [...rows]
  try {
    await requireBuyerRoom(io, tx, organization_id, adding.length)
    return [...rows]
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const { allowed, used } = (error.detail.data ?? {}) as { allowed?: number; used?: number }
    let room = Math.max(0, (allowed ?? 0) - (used ?? 0))
    return rows.filter((one) => {
      if (one.known || one.forgotten) return true
      room -= 1
      if (room >= 0) return true
      const { row, changes } = one
      const params = { allowed: allowed ?? 0 }
      tally.refuse({ row, field: null, code: error.code, value: changes.phone, params })
      return false
    })
  }
}

async function bringIn(
  io: Io,
  tx: Tx,
  present: ImportRow,
  rows: readonly LookedUp[],
  tally: Tally,
): Promise<void> {
  const { organization_id, option: gifts, created_by } = present
  const shop = await loadProgramOf(io, organization_id)
  if (!shop) throw new Error('an import of a shop that is gone')
  const able = rows.filter((row) => countRow(row, tally))
  const newcomers = able.flatMap(({ changes, known }) => (known ? [] : [changes]))
  const made = await makeBuyers(io, tx, organization_id, newcomers, gifts)
  // Somebody registered one of the phones since it was looked up: look again.
  if (made.size < newcomers.length) throw new MovedMeanwhile('a phone was registered meanwhile')
  const patches = able.flatMap(({ changes, known }) => {
    const change = known && profileChange(changes, known)
    return known && change && Object.keys(change).length > 0 ? [{ id: known.id, ...change }] : []
  })
  await changeProfiles(io, tx, organization_id, patches)
  const openings = able.map(({ changes, known }) => {
    const buyer_id = known?.id ?? made.get(changes.phone)
    if (buyer_id === undefined) throw new Error('a row without its buyer')
    const had = known ?? { had_balance: false, had_turnover: false }
    return { buyer_id, balance_until: changes.balance_until, ...openingOf(changes, had) }
  })
  const by = { organization_id, program: shop.program, actor: `owner:${created_by}` }
  await openBalances(tx, by, openings, io.clock.now())
}
