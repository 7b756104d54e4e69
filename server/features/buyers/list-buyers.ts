import { accountOf } from '#server/features/ledger/read-account.ts'
import { rollingFrom } from '#server/features/ledger/level-rules.ts'
import { availableOf, pendingOf } from '#server/features/ledger/rules.ts'
import type { Organization } from '#server/features/organizations/require-organization.ts'
import { loadProgram } from '#server/features/program/load-program.ts'
import type { Io } from '#server/io/io.ts'
import { countBuyers, selectBuyers, type ListAsk } from './list-store.ts'
import { presentLevel, presentRow, type ListedBuyer } from './present-buyer.ts'

/** A list this long is sorted by the order that is kept for it. */
const LONG = 20_000

/** A page of the shop's buyers, with the figures as they are now. */
export async function listBuyers(
  io: Io,
  organization: Organization,
  ask: Omit<ListAsk, 'organization_id' | 'since'>,
): Promise<{ items: ListedBuyer[]; total: number; page: number; limit: number }> {
  const now = io.clock.now()
  const program = await loadProgram(io, organization)
  const rolling = program.level_base === 'rolling_days'
  const since = rolling ? rollingFrom(program, now.getTime()) : null
  const query = { ...ask, organization_id: organization.id, since }
  const total = await countBuyers(io.db, query)
  const rows = await selectBuyers(io.db, query, total > LONG)
  const items = rows.map((row) => {
    const account = accountOf(row)
    return presentRow(row, account, {
      available: availableOf(account, now.getTime()),
      pending: pendingOf(account, now.getTime()),
      level: presentLevel(account, program, now)?.name ?? null,
      now,
    })
  })
  return { items, total, page: ask.page, limit: ask.limit }
}
