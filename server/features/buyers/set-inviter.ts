import { endOfMonthAfter } from '#server/features/ledger/calendar-rules.ts'
import { readAccount } from '#server/features/ledger/read-account.ts'
import type { Program } from '#server/features/program/rules.ts'
import { inTransaction } from '#server/io/db.ts'
import type { Io } from '#server/io/io.ts'
import { Refusal } from '#server/io/refusal.ts'
import { countFriends, lockInviter, setReferredBy } from './inviter-store.ts'

/**
 * Remembers who invited a buyer: once, before the first receipt, never oneself or somebody whom
 * this buyer invited, and within the program's monthly cap and number of friends. The inviter's row
 * is held meanwhile, so that friends who come at once are counted one after another.
 * Refuses: `validation_failed` on `path`, with the reason as the field's code.
 */
export async function setInviter(
  io: Io,
  program: Program,
  key: { organization_id: string; buyer_id: string },
  inviter: { phone: string } | { id: string },
  path: string,
): Promise<void> {
  const refuse = (code: string): never => {
    throw new Refusal('validation_failed', { fields: [{ path, code }] })
  }
  if (!program.referral.on) refuse('referral_off')
  await inTransaction(io.db, async (tx) => {
    const found = await lockInviter(tx, key.organization_id, inviter)
    if (!found) return refuse('inviter_unknown')
    if (found.id === key.buyer_id || found.referred_by === key.buyer_id) refuse('self_referral')
    const account = await readAccount({ db: tx }, key)
    if (!account || account.receipts > 0) refuse('not_a_newcomer')
    const now = io.clock.now()
    const month = new Date(endOfMonthAfter(now.getTime(), -1, program.timezone))
    const friends = await countFriends(tx, key.organization_id, found.id, month)
    const { monthly_cap, max_friends } = program.referral
    if (friends.this_month >= monthly_cap || friends.ever >= max_friends) refuse('inviter_limit')
    if (!(await setReferredBy(tx, key, found.id, now))) refuse('already_invited')
  })
}
