import {
  changeProfiles,
  makeBuyers,
  requireBuyerRoom,
} from '#server/features/buyers/bring-buyers-in.ts'
import { MovedMeanwhile, openBalances } from '#server/features/ledger/open-balances.ts'
import { loadProgramOf } from '#server/features/program/load-program-of.ts'
import { inTransaction, type Tx } from '#server/io/db.ts'
import type { Io } from '#server/io/io.ts'
import { Refusal } from '#server/io/refusal.ts'
import { openingOf, profileChange } from './import-rules.ts'
import * as store from './import-store.ts'
import type { ImportKey, ImportRow } from './import-store.ts'
import { lookRowsUp } from './look-rows-up.ts'
import { Tally, type LookedUp } from './tally-rules.ts'

const TRIES = 20

/**
 * Brings the rows of one slice in: buyers, profiles, balances, the counts and the mark that it is
 * done, in one transaction. When a till moves one of the accounts at this moment, it begins again.
 */
export async function applySlice(io: Io, key: ImportKey, number: number): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await inTransaction(io.db, (tx) => applyOnce(io, tx, key, number))
    } catch (error) {
      if (!(error instanceof MovedMeanwhile) || attempt >= TRIES) throw error
    }
  }
}

async function applyOnce(io: Io, tx: Tx, key: ImportKey, number: number): Promise<void> {
  const present = await store.lockImport(tx, key)
  const slice = await store.readSlice(tx, key, number)
  if (present?.status !== 'applying' || !slice || slice.applied) return
  const tally = new Tally(present.errors)
  const rows = await lookRowsUp(io, tx, key.organization_id, slice.changes ?? [], true)
  const able = await withinRoom(io, tx, key, onlyOnce(rows, tally), tally)
  await bringIn(io, tx, present, able, tally)
  const now = io.clock.now()
  await store.markApplied(tx, key, number, now)
  await store.updateImport(
    tx,
    key,
    {
      created: present.created + tally.created,
      updated: present.updated + tally.updated,
      unchanged: present.unchanged + tally.unchanged,
      failed: present.failed + tally.failed,
      balances: present.balances + tally.balances,
      balance_sum: present.balance_sum + tally.balance_sum,
      balances_kept: present.balances_kept + tally.balances_kept,
      errors: tally.errors,
      rows_done: present.rows_done + slice.cells.length,
    },
    now,
  )
}

/** Two phones may be of one buyer since they were merged: the first row of a slice counts. */
function onlyOnce(rows: readonly LookedUp[], tally: Tally): LookedUp[] {
  const seen = new Map<string, number>()
  return rows.filter(
    ({ row, changes, known }) => !known || tally.isFirst(row, known.id, changes.phone, seen),
  )
}

/** Rows of new buyers are refused when the licenses have no room for all of the slice. */
async function withinRoom(
  io: Io,
  tx: Tx,
  { organization_id }: ImportKey,
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
      tally.refuse([{ row, field: null, code: error.code, value: changes.phone, params }])
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
  const { organization_id, gifts, created_by } = present
  const shop = await loadProgramOf(io, organization_id)
  if (!shop) throw new Error('an import of a shop that is gone')
  const able = rows.filter((row) => tally.count(row))
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
