import { endOfMonthAfter } from '#server/features/ledger/calendar-rules.ts'
import { announce } from '#server/features/ledger/events.ts'
import { readAccount } from '#server/features/ledger/read-account.ts'
import type { Program } from '#server/features/program/rules.ts'
import { inTransaction, type Tx } from '#server/io/db.ts'
import type { Io } from '#server/io/io.ts'
import { Refusal } from '#server/io/refusal.ts'
import { buyerInvited } from './events.ts'
import { countFriends, lockInviter, setReferredBy } from './inviter-store.ts'

type Inviter = { phone: string } | { id: string }

/**
 * Refuses an inviter whom nobody can name now, before anything is made for the friend.
 * Refuses: `validation_failed` on `path`, with the reason as the field's code.
 */
export async function checkInviter(
  io: Io,
  program: Program,
  organization_id: string,
  inviter: Inviter,
  path: string,
): Promise<void> {
  await inTransaction(io.db, (tx) => holdInviter(io, tx, program, organization_id, inviter, path))
}

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
  inviter: Inviter,
  path: string,
): Promise<void> {
  await inTransaction(io.db, async (tx) => {
    const found = await holdInviter(io, tx, program, key.organization_id, inviter, path)
    if (found.id === key.buyer_id || found.referred_by === key.buyer_id) {
      throw refusalOf(path, 'self_referral')
    }
    const account = await readAccount({ db: tx }, key)
    if (!account) throw new Refusal('buyer_not_found')
    if (account.receipts > 0) throw refusalOf(path, 'not_a_newcomer')
    if (!(await setReferredBy(tx, key, found.id, io.clock.now()))) {
      throw refusalOf(path, 'already_invited')
    }
    const { organization_id } = key
    const invited = buyerInvited({ ...key, inviter_id: found.id })
    await announce(io, tx, organization_id, [invited])
  })
}

/** The inviter, held until the transaction ends, who may invite one more. */
async function holdInviter(
  io: Io,
  tx: Tx,
  program: Program,
  organization_id: string,
  inviter: Inviter,
  path: string,
) {
  if (!program.referral.on) throw refusalOf(path, 'referral_off')
  const found = await lockInviter(tx, organization_id, inviter)
  if (!found) throw refusalOf(path, 'inviter_unknown')
  const now = io.clock.now().getTime()
  const month = new Date(endOfMonthAfter(now, -1, program.timezone))
  const friends = await countFriends(tx, organization_id, found.id, month)
  const { monthly_cap, max_friends } = program.referral
  if (friends.this_month >= monthly_cap || friends.ever >= max_friends) {
    throw refusalOf(path, 'inviter_limit')
  }
  return found
}

const refusalOf = (path: string, code: string): Refusal =>
  new Refusal('validation_failed', { fields: [{ path, code }] })
