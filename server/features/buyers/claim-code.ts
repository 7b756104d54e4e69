import type { Io } from '#server/io/io.ts'
import { refuseSpentRate, takeRate } from '#server/io/rate-limit.ts'
import { Refusal } from '#server/io/refusal.ts'
import { claimLivingCode, markCodeUsed, selectCode, type Till } from './code-store.ts'
import { CODE_PURPOSE, codeText } from './issue-code.ts'
import { readCode } from './rules.ts'

const CLAIM_MS = 15 * 60 * 1000
const MISSES = 5
const MISSES_WINDOW_SECONDS = 60

/** Who a code named: by card it may only earn, by a one-time code it may also spend. */
export type NamedByCode = { by: 'card'; card_code: string } | { by: 'one_time'; id: string }

/**
 * Tells whose code was typed or scanned. A one-time code is claimed for this cashier and point of
 * sale for 15 minutes by its first use here; anyone else is refused.
 * Undefined: no code of a buyer (it may be a product's). Whoever then finds nobody by it calls
 * `noteCodeMiss`.
 * Refuses: `code_expired`, `code_used`, `rate_limited` after 5 misses in a minute.
 */
export async function claimCode(
  io: Io,
  till: Till,
  typed: string,
): Promise<NamedByCode | undefined> {
  await refuseSpentRate(io, missesOf(till), MISSES)
  const code = readCode(typed)
  if (!code) return undefined
  if (code.kind === 'card') return { by: 'card', card_code: code.code }
  const hashes = hashesOf(io, till, code.code)
  const now = io.clock.now()
  const until = new Date(now.getTime() + CLAIM_MS)
  const claimed = await claimLivingCode(io.db, till, hashes, now, until)
  if (claimed) return { by: 'one_time', id: claimed.buyer_id }
  const known = await selectCode(io.db, till.organization_id, hashes)
  if (!known) return undefined
  const used = known.used_by !== null || isAnothers(known, till)
  throw new Refusal(used ? 'code_used' : 'code_expired')
}

/**
 * Uses a one-time code up for this receipt, just before its commit. Repeating it with the same
 * receipt is fine, so that a create can be retried. Card codes are never used up.
 * Refuses: `code_used`, `code_expired`, `buyer_not_found`.
 */
export async function consumeCode(
  io: Io,
  till: Till,
  typed: string,
  receipt_id: string,
): Promise<void> {
  const code = readCode(typed)
  if (code?.kind !== 'one_time') return
  const hashes = hashesOf(io, till, code.code)
  if (await markCodeUsed(io.db, till, hashes, receipt_id, io.clock.now())) return
  const known = await selectCode(io.db, till.organization_id, hashes)
  if (!known) throw new Refusal('buyer_not_found')
  const used = known.used_by !== null || isAnothers(known, till)
  throw new Refusal(used ? 'code_used' : 'code_expired')
}

/** Counts a code that nobody has: after 5 in a minute the cashier must wait. Refuses: `rate_limited`. */
export async function noteCodeMiss(io: Io, till: Till): Promise<void> {
  await takeRate(io, missesOf(till), MISSES, MISSES_WINDOW_SECONDS)
}

const missesOf = (till: Till) => `code-miss ${till.organization_id} ${till.cashier_id}`

const hashesOf = (io: Io, till: Till, code: string) =>
  io.secrets.hmacAll(CODE_PURPOSE, codeText(till.organization_id, code))

const isAnothers = (
  known: { claimed_by: string | null; claimed_pos_id: string | null },
  till: Till,
): boolean =>
  known.claimed_by !== null &&
  (known.claimed_by !== till.cashier_id || known.claimed_pos_id !== till.pos_id)
