import { accountOf } from '#server/features/ledger/read-account.ts'
import { rollingFrom } from '#server/features/ledger/level-rules.ts'
import { availableOf, pendingOf } from '#server/features/ledger/rules.ts'
import type { Organization } from '#server/features/organizations/require-organization.ts'
import { loadProgram } from '#server/features/program/load-program.ts'
import type { Io } from '#server/io/io.ts'
import { countBuyers, countEverybody, selectBuyers, type ListAsk } from './list-store.ts'
import { presentLevel, presentRow, type ListedBuyer } from './present-buyer.ts'

/** The list of a shop with more buyers is sorted by the order that is kept for it. */
const LONG = 20_000

/** A page of the shop's buyers, with the figures as they are now. */
export async function listBuyers(
  io: Io,
  organization: Organization,
  ask: Omit<ListAsk, 'organization_id' | 'since'>,
): Promise<{ items: ListedBuyer[]; total: number; more: boolean; page: number; limit: number }> {
  const now = io.clock.now()
  const program = await loadProgram(io, organization)
  const rolling = program.level_base === 'rolling_days'
  const since = rolling ? rollingFrom(program, now.getTime()) : null
  const query = { ...ask, organization_id: organization.id, since }
  const everybody = await countEverybody(io.db, organization.id)
  const [counted, rows] = await Promise.all([
    countBuyers(io.db, query),
    selectBuyers(io.db, query, everybody > LONG),
  ])
  const items = rows.map((row) => {
    const account = accountOf(row)
    return presentRow(row, account, {
      available: availableOf(account, now.getTime()),
      pending: pendingOf(account, now.getTime()),
      level: presentLevel(account, program, now)?.name ?? null,
      now,
    })
  })
  return { items, ...counted, page: ask.page, limit: ask.limit }
}
