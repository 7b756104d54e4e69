import { accountOf } from '#server/features/ledger/read-account.ts'
import { rollingFrom } from '#server/features/ledger/level-rules.ts'
import { availableOf, pendingOf } from '#server/features/ledger/rules.ts'
import type { Organization } from '#server/features/organizations/require-organization.ts'
import { loadProgram } from '#server/features/program/load-program.ts'
import type { Io } from '#server/io/io.ts'
import {
  countBuyers,
  countEverybody,
  isOfAccount,
  isSearch,
  selectBuyers,
  type Counted,
  type ListAsk,
  type ListRow,
} from './list-store.ts'
import { presentLevel, presentRow, type ListedBuyer } from './present-buyer.ts'
import { LONG_LIST } from './rules.ts'

/** As many are sorted sooner than found among a million in order. */
const FEW = 9_000
/** Places of the order within which a page of a wide search is looked for first. */
const NEAR = 50_000

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
  const whole = query.status === undefined && !isSearch(query)
  const counted = whole ? { total: everybody, more: false } : await countBuyers(io.db, query)
  const rows = await readPage(io, query, everybody, counted)
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

/** However those who are sought lie among everybody, it takes a moment. */
async function readPage(
  io: Io,
  query: ListAsk,
  everybody: number,
  { total, more }: Counted,
): Promise<ListRow[]> {
  const kept_order = everybody > LONG_LIST
  const searched = isSearch(query)
  const gather = searched && !more && total <= FEW
  if (!kept_order || !searched || gather || !isOfAccount(query.sort))
    return selectBuyers(io.db, query, { kept_order, gather })
  const near = await selectBuyers(io.db, query, { kept_order, gather, among: NEAR })
  if (near.length === query.limit) return near
  return selectBuyers(io.db, query, { kept_order, gather: true })
}
