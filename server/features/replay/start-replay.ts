import type { Ask } from '#contract/endpoint.ts'
import type { startReplay as endpoint } from '#contract/replays.ts'
import type { Owner } from '#server/features/identity/require-owner.ts'
import type { Organization } from '#server/features/organizations/require-organization.ts'
import { draftPrograms } from '#server/features/program/draft-program.ts'
import { inTransaction } from '#server/io/db.ts'
import { newId } from '#server/io/id.ts'
import type { Io } from '#server/io/io.ts'
import { takeRate } from '#server/io/rate-limit.ts'
import { Refusal } from '#server/io/refusal.ts'
import * as store from './store.ts'
import type { ReplayKey, ReplayRow } from './store.ts'

/** The job that runs a replay. */
export const REPLAY_JOB = 'replay.run'

const STARTS_PER_HOUR = 120

/**
 * Starts a replay of changed settings; one that is still open makes way for it. A file comes after.
 * Refuses: `validation_failed` as saving the settings would, `in_use` when another is started at
 * this very moment, `rate_limited`.
 */
export async function startReplay(
  io: Io,
  owner: Owner,
  organization: Organization,
  { general, bonuses, source, spending }: Ask<typeof endpoint>['body'],
): Promise<ReplayRow> {
  if (source === 'file' && spending.kind === 'observed') {
    const fields = [{ path: 'spending', code: 'not_an_option' }]
    throw new Refusal('validation_failed', { fields })
  }
  const changes = { general, bonuses }
  const programs = await draftPrograms(io, organization, changes)
  await takeRate(io, `replay ${organization.id}`, STARTS_PER_HOUR, 3600)
  const now = io.clock.now()
  const key = { organization_id: organization.id, id: newId(now) }
  const status = source === 'file' ? ('file' as const) : ('running' as const)
  await inTransaction(io.db, async (tx) => {
    await store.dropOpen(tx, organization.id, now)
    const row = { ...key, ...{ status, source, changes }, terms: { ...programs, spending } }
    const made = { ...row, created_by: owner.user_id, created_at: now }
    if (!(await store.insertReplay(tx, made))) throw new Refusal('in_use')
    if (status === 'running') await io.jobs.send(REPLAY_JOB, key, { tx })
  })
  return readReplay(io, key)
}

/** Gives a replay the file it waits for, and runs it. Refuses: `in_use` when it has one. */
export async function sendFile(
  io: Io,
  { organization_id, id }: ReplayKey,
  file: { file_name: string; content: Buffer },
): Promise<ReplayRow> {
  const key = { organization_id, id }
  await inTransaction(io.db, async (tx) => {
    if (!(await store.takeFile(tx, key, file, io.clock.now()))) throw new Refusal('in_use')
    await io.jobs.send(REPLAY_JOB, key, { tx })
  })
  return readReplay(io, key)
}

async function readReplay(io: Io, key: ReplayKey): Promise<ReplayRow> {
  const row = await store.findReplay(io.db, key)
  if (!row) throw new Refusal('not_found')
  return row
}
