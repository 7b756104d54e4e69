/** Two cards that become one: how both are read, decided on and written together. */
import { noteAct } from '#server/features/audit/note-act.ts'
import { dayOf } from '#server/features/ledger/calendar-rules.ts'
import { commitTogether, type Operation } from '#server/features/ledger/commit-operations.ts'
import { announce } from '#server/features/ledger/events.ts'
import { mergeAccounts } from '#server/features/ledger/merge-rules.ts'
import { mergeSums } from '#server/features/ledger/merge-sums.ts'
import type { Program } from '#server/features/program/rules.ts'
import type { Tx } from '#server/io/db.ts'
import { newId } from '#server/io/id.ts'
import type { Io } from '#server/io/io.ts'
import { Refusal } from '#server/io/refusal.ts'
import { buyerMerged } from './events.ts'
import { findBuyer, type FoundBuyer } from './find-buyer.ts'
import { mergeProfiles } from './merge-store.ts'
import { phoneHash } from './phone-hash.ts'
import { presentMerge } from './present-merge.ts'
import { insertAudit, selectProfile, type ProfileRow } from './store.ts'

export type MergeAsk = {
  /** The card that stays. */
  keep_id: string
  /** The card that goes. */
  other: { id: string } | { phone: string }
}

type Side = FoundBuyer & { profile: ProfileRow }
type Pair = { keep: Side; gone: Side }

/** One of the cards was merged or forgotten between the look and the commit. */
class NotNow extends Error {}

/**
 * Both cards as they are now.
 * Refuses: `buyer_not_found`, `validation_failed` for the same buyer and one merged before.
 */
export async function readPair(
  io: Io,
  organization_id: string,
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

/** What becomes of both accounts, and how that looks. */
export function decideMerge(io: Io, program: Program, { keep, gone }: Pair, actor: string) {
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

export type MergeRest = {
  /** Null: the buyer's own doing, which is not recorded as an owner's. */
  by: { user_id: string; address?: string | undefined } | null
  answer?: Operation['answer']
  /** What else is true only with the merge; false: it cannot be now. */
  also?: (tx: Tx) => Promise<boolean>
}

/** Makes two cards one, whole or not at all; false: somebody else moved one of the two meanwhile. */
export async function commitMerge(
  io: Io,
  pair: Pair,
  [first, second]: [Operation, Operation],
  { by, answer, also }: MergeRest,
): Promise<boolean> {
  try {
    const operations = [answer ? { ...first, answer } : first, second]
    const outcomes = await commitTogether(io, operations, async (tx) => {
      if (also && !(await also(tx))) throw new NotNow()
      await mergeRest(io, tx, by, pair)
    })
    return outcomes.every(({ status }) => status === 'committed')
  } catch (error) {
    if (!(error instanceof NotNow)) throw error
    return false
  }
}

/** What is merged beside the accounts, in their transaction. */
async function mergeRest(io: Io, tx: Tx, by: MergeRest['by'], { keep, gone }: Pair): Promise<void> {
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
  if (by) await noteMerge(tx, by, pair, now)
  const merged = { organization_id, buyer_id: pair.keep_id, merged_id: pair.gone_id }
  await announce(io, tx, organization_id, [buyerMerged(merged)])
}

/** Writes the merge down as the owner's deed. */
async function noteMerge(
  tx: Tx,
  by: NonNullable<MergeRest['by']>,
  {
    organization_id,
    keep_id,
    gone_id,
  }: { organization_id: string; keep_id: string; gone_id: string },
  now: Date,
): Promise<void> {
  for (const [buyer_id, action] of [
    [keep_id, `merged: ${gone_id}`],
    [gone_id, `merged into: ${keep_id}`],
  ] as const) {
    const { user_id } = by
    await insertAudit(tx, {
      ...{ organization_id, id: newId(now), buyer_id, user_id, action, created_at: now },
    })
  }
  const on = { kind: 'buyer' as const, id: keep_id }
  await noteAct(tx, { organization_id, by, act: 'buyers_merged', on }, now)
}

function refuseOther(code: string): never {
  throw new Refusal('validation_failed', { fields: [{ path: 'other_phone', code }] })
}
