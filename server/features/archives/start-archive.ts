import type { Owner } from '#server/features/identity/require-owner.ts'
import type { OrganizationId } from '#server/features/organizations/rules.ts'
import { inTransaction } from '#server/io/db.ts'
import { newId } from '#server/io/id.ts'
import type { Io } from '#server/io/io.ts'
import { takeRate } from '#server/io/rate-limit.ts'
import { Refusal } from '#server/io/refusal.ts'
import { fileOf, removeFile } from './file-place.ts'
import * as store from './store.ts'
import type { ArchiveKey, ArchiveRow } from './store.ts'

/** The job that makes the file. */
export const ARCHIVE_JOB = 'archives.make'

const PER_HOUR = 6
/** A file that nobody has gone on with for so long will not be made any more. */
const STUCK_MS = 24 * 3_600_000

/**
 * Has everything of a shop put into one file; the work is a job's.
 * Refuses: `in_use` while another one is being made, `rate_limited`.
 */
export async function startArchive(
  io: Io,
  owner: Owner,
  organization_id: OrganizationId,
): Promise<ArchiveRow> {
  await takeRate(io, `archive ${organization_id}`, PER_HOUR, 3600)
  const now = io.clock.now()
  const key = { organization_id, id: newId(now) }
  await inTransaction(io.db, async (tx) => {
    const row = { ...key, created_by: owner.user_id, created_at: now }
    if (!(await store.insertArchive(tx, row))) throw new Refusal('in_use')
    await io.jobs.send(ARCHIVE_JOB, key, { tx })
  })
  const made = await store.findArchive(io.db, key)
  if (!made) throw new Refusal('not_found')
  return made
}

/** Takes the file away now; one that is being made is not wanted any more. */
export async function dropArchive(io: Io, key: ArchiveKey): Promise<void> {
  const now = io.clock.now()
  await inTransaction(io.db, async (tx) => {
    const present = await store.lockArchive(tx, key)
    if (!present || present.status === 'failed' || present.status === 'gone') return
    await store.updateArchive(tx, key, { status: 'gone', finished_at: now }, now)
  })
  await removeFile(fileOf(io.config, key))
}

/** Takes away the files whose days are over, and what was left half made. */
export async function dropOver(io: Io): Promise<void> {
  const now = io.clock.now()
  const stuck_before = new Date(now.getTime() - STUCK_MS)
  for (const one of await store.listOver(io.db, now, stuck_before)) {
    const status = one.status === 'ready' ? 'gone' : 'failed'
    await store.updateArchive(io.db, one, { status }, now)
    await removeFile(fileOf(io.config, one))
  }
}
