import { hash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { mergePreview } from '#contract/merging.ts'
import { noteAct } from '#server/features/audit/note-act.ts'
import { dayOf } from '#server/features/ledger/calendar-rules.ts'
import { commitTogether, type Operation } from '#server/features/ledger/commit-operations.ts'
import { announce } from '#server/features/ledger/events.ts'
import { mergeAccounts } from '#server/features/ledger/merge-rules.ts'
import { mergeSums } from '#server/features/ledger/merge-sums.ts'
import type { Organization } from '#server/features/organizations/require-organization.ts'
import { loadProgram } from '#server/features/program/load-program.ts'
import type { Program } from '#server/features/program/rules.ts'
import type { Tx } from '#server/io/db.ts'
import { newId } from '#server/io/id.ts'
import type { Io } from '#server/io/io.ts'
import { takeRate } from '#server/io/rate-limit.ts'
import { Refusal } from '#server/io/refusal.ts'
import { buyerMerged } from './events.ts'
import { findBuyer, type FoundBuyer } from './find-buyer.ts'
import { mergeProfiles } from './merge-store.ts'
import { phoneHash } from './phone-hash.ts'
import { presentMerge, type MergePreview } from './present-merge.ts'
import { insertAudit, selectAnswer, selectProfile, type ProfileRow } from './store.ts'

export type MergeAsk = {
  /** The card that stays. */
  keep_id: string
  /** The card that goes. */
  other: { id: string } | { phone: string }
}

const PER_HOUR = 300
const ATTEMPTS = 20

type Side = FoundBuyer & { profile: ProfileRow }
type Pair = { keep: Side; gone: Side }

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
  return decide(io, program, await readPair(io, organization, program, ask), 'owner').preview
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
    const pair = await readPair(io, organization, program, ask)
    const decided = decide(io, program, pair, actor)
    const { preview, operations } = decided
    if (preview.version !== ask.version) {
      throw new Refusal('version_conflict', { data: z.encode(mergePreview, preview) })
    }
    const [first, second] = operations
    const answer = { key, request_hash, body: JSON.stringify(preview) }
    try {
      const outcomes = await commitTogether(io, [{ ...first, answer }, second], (tx) =>
        mergeRest(io, tx, owner, pair),
      )
      if (outcomes.every(({ status }) => status === 'committed')) {
        return { answer: preview, replayed: false }
      }
    } catch (error) {
      if (!(error instanceof NotNow)) throw error
    }
    // Somebody else moved one of the two: look again, each time a little later.
    await sleep((attempt * 7) % 19)
  }
  throw new Refusal('version_conflict', { retry_after: 1 })
}

/** One of the cards was merged or forgotten between the look and the commit. */
class NotNow extends Error {}

/** Both cards as they are now. */
async function readPair(
  io: Io,
  { id: organization_id }: Organization,
  program: Program,
  { keep_id, other }: MergeAsk,
): Promise<Pair> {
  const [keep, gone] = await Promise.all([
    findBuyer(io, organization_id, { id: keep_id }, program),
    findBuyer(io, organization_id, other, program),
  ])
  const [kept, going] = await Promise.all([
    sideOf(io, organization_id, keep),
    sideOf(io, organization_id, gone),
  ])
  if (!kept) throw new Refusal('buyer_not_found')
  if (!going) refuseOther('buyer_not_found')
  // A merged card answers with the one it is a part of.
  if (kept.buyer.id === going.buyer.id) refuseOther('same_buyer')
  if (kept.buyer.id !== keep_id) refuseOther('merged_away')
  if ('id' in other && going.buyer.id !== other.id) refuseOther('merged_away')
  return { keep: kept, gone: going }
}

/** A card with its whole profile; a forgotten one is none. */
async function sideOf(
  io: Io,
  organization_id: string,
  found: FoundBuyer | undefined,
): Promise<Side | undefined> {
  const profile = found && (await selectProfile(io.db, organization_id, found.buyer.id))
  return profile && profile.status !== 'forgotten' ? { ...found, profile } : undefined
}

function decide(io: Io, program: Program, { keep, gone }: Pair, actor: string) {
  const now = io.clock.now()
  const changes = mergeAccounts(keep.account, gone.account, program, actor, now.getTime())
  const { organization_id } = keep.account
  const day = dayOf(now.getTime(), program.timezone).text
  const common = { organization_id, now, day, pos_id: null }
  const operations: [Operation, Operation] = [
    { ...common, change: changes.keep },
    { ...common, change: changes.gone },
  ]
  return { operations, preview: presentMerge(keep, gone, changes.keep.account, program, now) }
}

/** What is merged beside the accounts, in their transaction. */
async function mergeRest(
  io: Io,
  tx: Tx,
  owner: { user_id: string; address?: string | undefined },
  { keep, gone }: Pair,
): Promise<void> {
  const now = io.clock.now()
  const { organization_id } = keep.account
  const pair = { organization_id, keep_id: keep.buyer.id, gone_id: gone.buyer.id }
  if (!(await mergeProfiles(tx, pair, now))) throw new NotNow()
  const hashes = (side: Side) =>
    side.buyer.phone === null
      ? { who: side.profile.phone_hash, also: [] }
      : phoneHash(io, organization_id, side.buyer.phone)
  const { who, also } = hashes(gone)
  const gone_who = [...new Set([who, ...also, gone.profile.phone_hash])]
  await mergeSums(tx, pair, { gone_who, keep_who: hashes(keep).who })
  for (const [buyer_id, action] of [
    [pair.keep_id, `merged: ${pair.gone_id}`],
    [pair.gone_id, `merged into: ${pair.keep_id}`],
  ] as const) {
    const { user_id } = owner
    await insertAudit(tx, {
      ...{ organization_id, id: newId(now), buyer_id, user_id, action, created_at: now },
    })
  }
  const on = { kind: 'buyer' as const, id: pair.keep_id }
  await noteAct(tx, { organization_id, by: owner, act: 'buyers_merged', on }, now)
  const merged = { organization_id, buyer_id: pair.keep_id, merged_id: pair.gone_id }
  await announce(io, tx, organization_id, [buyerMerged(merged)])
}

function replay(
  kept: { request_hash: string; body: string },
  request_hash: string,
): { answer: MergePreview; replayed: boolean } {
  if (kept.request_hash !== request_hash) throw new Refusal('idempotency_conflict')
  return { answer: JSON.parse(kept.body) as MergePreview, replayed: true }
}

function refuseOther(code: string): never {
  throw new Refusal('validation_failed', { fields: [{ path: 'other_phone', code }] })
}
