import { toMoney } from '#contract/money.ts'
import { noteAct } from '#server/features/audit/note-act.ts'
import type { Owner } from '#server/features/identity/require-owner.ts'
import type { Organization } from '#server/features/organizations/require-organization.ts'
import { requireSegment } from '#server/features/segments/select-segment.ts'
import { inTransaction } from '#server/io/db.ts'
import { newId } from '#server/io/id.ts'
import type { Io } from '#server/io/io.ts'
import { takeRate } from '#server/io/rate-limit.ts'
import { Refusal } from '#server/io/refusal.ts'
import * as store from './bulk-store.ts'
import type { BulkAsk, BulkKey, BulkRow } from './bulk-store.ts'

/** The job that goes on with an act on many buyers from where it stands. */
export const BULK_JOB = 'moving.bulk'

const PER_HOUR = 120

/**
 * Begins to gather whom an act is for. Nothing is done to them before `startBulk`.
 * Refuses: `not_found` for a segment that is not there, `validation_failed`, `rate_limited`.
 */
export async function prepareBulk(
  io: Io,
  owner: Owner,
  organization: Organization,
  { whom, act }: BulkAsk,
): Promise<BulkRow> {
  if (act.kind === 'accrual' && act.reason === 'other' && act.comment === undefined) {
    throw new Refusal('validation_failed', { fields: [{ path: 'act.comment', code: 'required' }] })
  }
  if ('segment_id' in whom) await requireSegment(io, organization.id, whom.segment_id)
  await takeRate(io, `bulk ${organization.id}`, PER_HOUR, 3600)
  const now = io.clock.now()
  const key = { organization_id: organization.id, id: newId(now) }
  await inTransaction(io.db, async (tx) => {
    await store.insertBulk(tx, { ...key, whom, act, created_by: owner.user_id, created_at: now })
    await io.jobs.send(BULK_JOB, key, { tx })
  })
  return readBulk(io, key)
}

/**
 * Has a gathered act done. Asked again, it changes nothing.
 * Refuses: `not_found`, `in_use` while it is gathered, and for a file.
 */
export async function startBulk(io: Io, owner: Owner, key: BulkKey): Promise<BulkRow> {
  await inTransaction(io.db, async (tx) => {
    const present = await store.lockBulk(tx, key)
    if (!present) throw new Refusal('not_found')
    if (present.status === 'running' || present.status === 'done') return
    if (present.status !== 'ready' || present.kind === 'export') throw new Refusal('in_use')
    const now = io.clock.now()
    await store.updateBulk(tx, key, { status: 'running' }, now)
    const { organization_id, kind, buyers, act } = present
    const bonuses = act.kind === 'accrual' ? toMoney(act.amount) : null
    const facts = { kind, buyers, bonuses }
    await noteAct(tx, { organization_id, by: owner, act: 'bulk_act_started', facts }, now)
    await io.jobs.send(BULK_JOB, key, { tx })
  })
  return readBulk(io, key)
}

async function readBulk(io: Io, key: BulkKey): Promise<BulkRow> {
  const row = await store.findBulk(io.db, key)
  if (!row) throw new Refusal('not_found')
  return row
}
