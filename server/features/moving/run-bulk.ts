import { grantToMany } from '#server/features/buyers/grant-to-many.ts'
import { selectListed } from '#server/features/buyers/select-listed.ts'
import { tagMany } from '#server/features/buyers/tag-many.ts'
import { MovedMeanwhile } from '#server/features/ledger/open-balances.ts'
import { loadProgramOf } from '#server/features/program/load-program-of.ts'
import { presets } from '#server/features/segments/preset-rules.ts'
import { selectSegment } from '#server/features/segments/select-segment.ts'
import { inTransaction, type Tx } from '#server/io/db.ts'
import type { Io } from '#server/io/io.ts'
import * as store from './bulk-store.ts'
import type { BulkKey, BulkRow } from './bulk-store.ts'

const PART = 250
const TRIES = 20

type Shop = NonNullable<Awaited<ReturnType<typeof loadProgramOf>>>

/**
 * Goes on with an act from where it stands. May run twice, and may have been broken off anywhere:
 * gathering begins again, acting goes on with those who are left.
 */
export async function runBulk(io: Io, key: BulkKey): Promise<void> {
  const present = await store.findBulk(io.db, key)
  const shop = present && (await loadProgramOf(io, key.organization_id))
  if (!shop) return
  if (present.status === 'gathering') return gather(io, shop, present)
  if (present.status === 'running') return act(io, shop, key)
}

/** Keeps whom the act is for, as they are now. */
async function gather(io: Io, shop: Shop, row: BulkRow): Promise<void> {
  await store.clearMembers(io.db, row)
  for await (const ids of idsOf(io, shop, row)) await store.addMembers(io.db, row, ids)
  const buyers = await store.countMembers(io.db, row)
  await store.updateBulk(io.db, row, { status: 'ready', buyers }, io.clock.now())
}

async function* idsOf(io: Io, { organization }: Shop, { whom }: BulkRow): AsyncGenerator<string[]> {
  if ('buyer_ids' in whom) yield whom.buyer_ids
  else if ('list' in whom) yield* selectListed(io, organization.id, whom.list)
  else if ('preset' in whom)
    yield* selectSegment(io, organization, { filter: presets[whom.preset] })
  else yield* selectSegment(io, organization, whom)
}

/** Acts on everybody who is left, a part a transaction. */
async function act(io: Io, shop: Shop, key: BulkKey): Promise<void> {
  for (let attempt = 1; ;) {
    try {
      if (await inTransaction(io.db, (tx) => actOnPart(io, tx, shop, key))) return
      attempt = 1
    } catch (error) {
      // A till moved one of the accounts at this moment: the part begins again.
      if (!(error instanceof MovedMeanwhile) || attempt >= TRIES) throw error
      attempt += 1
    }
  }
}

/** Answers whether nobody is left. */
async function actOnPart(io: Io, tx: Tx, shop: Shop, key: BulkKey): Promise<boolean> {
  const present = await store.lockBulk(tx, key)
  if (present?.status !== 'running') return true
  const now = io.clock.now()
  const { taken, able } = await store.takeMembers(tx, key, PART)
  if (taken === 0) {
    await store.updateBulk(tx, key, { status: 'done', finished_at: now }, now)
    return true
  }
  const { act: asked, created_by: user_id } = present
  const { organization_id } = key
  if (asked.kind === 'accrual') {
    const by = { organization_id, program: shop.program, user_id, source: `bulk:${key.id}` }
    await grantToMany(io, tx, by, able, asked)
  } else if (asked.kind === 'tag') {
    await tagMany(io, tx, { organization_id, user_id }, able, asked)
  }
  const done = present.done + able.length
  const skipped = present.skipped + taken - able.length
  await store.updateBulk(tx, key, { done, skipped }, now)
  return false
}
