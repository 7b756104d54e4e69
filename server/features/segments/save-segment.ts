import type { Ask } from '#contract/endpoint.ts'
import { SEGMENTS_MAX } from '#contract/limits.ts'
import type { buyersSegmentation } from '#contract/segments.ts'
import type { Owner } from '#server/features/identity/require-owner.ts'
import type { Organization } from '#server/features/organizations/require-organization.ts'
import { inTransaction, violatedConstraint } from '#server/io/db.ts'
import { newId } from '#server/io/id.ts'
import type { Io } from '#server/io/io.ts'
import { Refusal } from '#server/io/refusal.ts'
import { everybody } from './filter-rules.ts'
import { freezeMembers, selectFigures } from './result-store.ts'
import { askSegment, requireSegment } from './select-segment.ts'
import * as store from './store.ts'
import type { SegmentRow } from './store.ts'

const NOT_OVER = ['draft', 'launched', 'paused']

type Segment = Ask<typeof buyersSegmentation>['body']['segment']

/** Saves a new segment. Refuses: `validation_failed`, `name_taken`, `segment_too_heavy`. */
export async function createSegment(
  io: Io,
  owner: Owner,
  organization: Organization,
  segment: Segment,
): Promise<SegmentRow> {
  if (segment.name === undefined) refuseField('segment.name', 'required')
  const { id: organization_id } = organization
  if ((await store.countSegments(io.db, organization_id)) >= SEGMENTS_MAX) {
    refuseField('segment.name', 'too_many')
  }
  const now = io.clock.now()
  const row: SegmentRow = {
    organization_id,
    id: newId(now),
    name: segment.name,
    mode: segment.mode ?? 'dynamic',
    filter: segment.filter ?? everybody,
    buyers: null,
    counted_at: null,
    frozen_at: null,
    created_by: owner.user_id,
    created_at: now,
    updated_at: now,
  }
  return write(io, organization, row, 'insert', row.mode === 'frozen')
}

/**
 * Changes a segment. A frozen one takes its buyers anew when its filter or its mode is given.
 * Refuses: `not_found`, and as `createSegment`.
 */
export async function updateSegment(
  io: Io,
  organization: Organization,
  segment: Segment,
): Promise<SegmentRow> {
  if (segment.id === undefined) refuseField('segment.id', 'required')
  const known = await requireSegment(io, organization.id, segment.id)
  const row: SegmentRow = {
    ...known,
    name: segment.name ?? known.name,
    mode: segment.mode ?? known.mode,
    filter: segment.filter ?? known.filter,
    updated_at: io.clock.now(),
  }
  const asked = segment.filter !== undefined || segment.mode !== undefined
  if (row.mode === 'dynamic') row.frozen_at = null
  return write(io, organization, row, 'update', asked && row.mode === 'frozen')
}

/** Refuses: `not_found`, `in_use` while a promotion that is not over is for it. */
export async function deleteSegment(
  io: Io,
  organization: Organization,
  id: string | undefined,
): Promise<void> {
  if (id === undefined) refuseField('segment.id', 'required')
  const { id: segment_id } = await requireSegment(io, organization.id, id)
  const key = { organization_id: organization.id, id: segment_id }
  await inTransaction(io.db, async (tx) => {
    if (await store.isPromoted(tx, key, NOT_OVER)) throw new Refusal('in_use')
    await store.deleteSegment(tx, key)
  })
}

/** Writes the row with its count, all or nothing. */
async function write(
  io: Io,
  organization: Organization,
  row: SegmentRow,
  how: 'insert' | 'update',
  freeze: boolean,
): Promise<SegmentRow> {
  const whom = { filter: row.filter }
  try {
    return await askSegment(io, organization, whom, async (tx, ground) => {
      if (how === 'insert') await store.insertSegment(tx, row)
      if (freeze) {
        row.buyers = await freezeMembers(tx, row.id, row.filter, ground)
        row.frozen_at = ground.now
        row.counted_at = ground.now
      } else if (row.mode === 'dynamic') {
        row.buyers = (await selectFigures(tx, whom, ground)).total
        row.counted_at = ground.now
      }
      await store.updateSegment(tx, row)
      if (how === 'update') await io.jobs.send('segments.keep_members_of', keyOf(row), { tx })
      return row
    })
  } catch (error) {
    if (violatedConstraint(error) === 'segment_name') throw new Refusal('name_taken')
    throw error
  }
}

const keyOf = ({ organization_id, id }: SegmentRow) => ({ organization_id, id })

function refuseField(path: string, code: string): never {
  throw new Refusal('validation_failed', { fields: [{ path, code }] })
}
