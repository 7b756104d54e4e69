import { hash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { mergePreview } from '#contract/merging.ts'
import type { Organization } from '#server/features/organizations/require-organization.ts'
import { loadProgram } from '#server/features/program/load-program.ts'
import type { Io } from '#server/io/io.ts'
import { takeRate } from '#server/io/rate-limit.ts'
import { Refusal } from '#server/io/refusal.ts'
import { commitMerge, decideMerge, readPair, type MergeAsk } from './merge-pair.ts'
import type { MergePreview } from './present-merge.ts'
import { selectAnswer } from './store.ts'

const PER_HOUR = 300
const ATTEMPTS = 20

/**
 * What a merge would make, in figures; writes nothing.
 * Refuses: `buyer_not_found`, `validation_failed` for the same buyer and one merged before.
 */
export async function previewMerge(
  io: Io,
  organization: Organization,
  ask: MergeAsk,
): Promise<MergePreview> {
  const program = await loadProgram(io, organization)
  const pair = await readPair(io, organization.id, program, ask)
  return decideMerge(io, program, pair, 'owner').preview
}

/**
 * Merges the other card into the one that stays, for good: both accounts, the profiles and what
 * hangs on them in one commit. Once per Idempotency-Key; of several merges of the same cards at
 * once, in whatever direction, one takes effect.
 * Refuses: as the preview, and `version_conflict` with the new figures when others were shown,
 * `idempotency_conflict`, `rate_limited`.
 */
export async function mergeBuyers(
  io: Io,
  organization: Organization,
  owner: { user_id: string; address?: string | undefined },
  ask: MergeAsk & { version: string },
  idempotency_key: string,
): Promise<{ answer: MergePreview; replayed: boolean }> {
  const actor = `owner:${owner.user_id}`
  const key = `${actor} merge ${idempotency_key}`
  const request_hash = hash('sha256', JSON.stringify(ask), 'hex')
  const program = await loadProgram(io, organization)
  await takeRate(io, `merge ${owner.user_id}`, PER_HOUR, 3600)
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const kept = await selectAnswer(io.db, organization.id, key)
    if (kept) return replay(kept, request_hash)
    const pair = await readPair(io, organization.id, program, ask)
    const { preview, operations } = decideMerge(io, program, pair, actor)
    if (preview.version !== ask.version) {
      throw new Refusal('version_conflict', { data: z.encode(mergePreview, preview) })
    }
    const answer = { key, request_hash, body: JSON.stringify(preview) }
    if (await commitMerge(io, pair, operations, { by: owner, answer })) {
      return { answer: preview, replayed: false }
    }
    // Somebody else moved one of the two: look again, each time a little later.
    await sleep((attempt * 7) % 19)
  }
  throw new Refusal('version_conflict', { retry_after: 1 })
}

function replay(
  kept: { request_hash: string; body: string },
  request_hash: string,
): { answer: MergePreview; replayed: boolean } {
  if (kept.request_hash !== request_hash) throw new Refusal('idempotency_conflict')
  return { answer: JSON.parse(kept.body) as MergePreview, replayed: true }
}
