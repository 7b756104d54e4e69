import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { z } from 'zod'
import type { FileAnswer } from '#contract/endpoint.ts'
import { noteAct } from '#server/features/audit/note-act.ts'
import { requireVerified } from '#server/features/identity/require-verified.ts'
import type { Owner } from '#server/features/identity/require-owner.ts'
import type { Io } from '#server/io/io.ts'
import { Refusal } from '#server/io/refusal.ts'
import { fileOf } from './file-place.ts'
import * as store from './store.ts'
import type { ArchiveRow } from './store.ts'

const PURPOSE = 'archive'
const LIVES_MS = 10 * 60_000

const sealed = z.object({
  organization_id: z.uuid(),
  id: z.uuid(),
  user_id: z.uuid(),
  until: z.number(),
})

/**
 * An address that gives the file for ten minutes. All data of all buyers is in it, so the owner
 * must have proven who they are just now.
 * Refuses: `in_use` while there is no file, `verification_required`.
 */
export function linkArchive(
  io: Io,
  owner: Owner,
  { organization_id, id, status }: ArchiveRow,
): { url: string; expires_at: string } {
  requireVerified(io, owner)
  if (status !== 'ready') throw new Refusal('in_use')
  const until = io.clock.now().getTime() + LIVES_MS
  const { user_id } = owner
  const token = io.secrets.encrypt(PURPOSE, JSON.stringify({ organization_id, id, user_id, until }))
  const url = `${io.config.PUBLIC_URL}/api/v1/archives/files/${encodeURIComponent(token)}`
  return { url, expires_at: new Date(until).toISOString() }
}

/**
 * The file that an address opens; that it was taken is written down before the first byte.
 * Refuses: `not_found` for an address that was made up, changed or is over, and without a file.
 */
export async function takeArchive(io: Io, token: string): Promise<FileAnswer> {
  const opened = open(io, token)
  const row = opened && (await store.findArchive(io.db, opened))
  if (!opened || row?.status !== 'ready') throw new Refusal('not_found')
  const path = fileOf(io.config, row)
  const there = await stat(path).catch(() => undefined)
  if (!there) throw new Refusal('not_found')
  const { organization_id, user_id } = opened
  const facts = { sha256: row.sha256 }
  const act = { organization_id, by: { user_id }, act: 'archive_taken' as const, facts }
  await noteAct(io.db, act, io.clock.now())
  const day = row.created_at.toISOString().slice(0, 10)
  return {
    file_name: `verta-${day}-${row.id.slice(-6)}.zip`,
    media_type: 'application/zip',
    size: there.size,
    bytes: createReadStream(path),
  }
}

function open(io: Io, token: string) {
  try {
    const { until, ...rest } = sealed.parse(JSON.parse(io.secrets.decrypt(PURPOSE, token)))
    return until < io.clock.now().getTime() ? undefined : rest
  } catch {
    return undefined
  }
}
