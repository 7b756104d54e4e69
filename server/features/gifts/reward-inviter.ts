import { endOfMonthAfter } from '#server/features/ledger/calendar-rules.ts'
import { expiryOf } from '#server/features/ledger/lifetime-rules.ts'
import { loadProgramOf } from '#server/features/program/load-program-of.ts'
import { loadProgramVersion } from '#server/features/program/load-program.ts'
import { friendOfReceipt } from '#server/features/receipts/friend-of-receipt.ts'
import type { Io } from '#server/io/io.ts'
import { giveGift } from './give-gift.ts'
import { mayReward, rewardSource } from './rules.ts'
import { countRewards } from './store.ts'
import { takeBackReward } from './take-back-reward.ts'

type ReceiptKey = { organization_id: string; receipt_id: string }

/**
 * Gives the inviter's side for a friend's first purchase, once per friend, within the program's
 * monthly cap and number of friends. Both are counted in each attempt, and two rewards of one
 * inviter cannot be written from the same count: they move one account. Safe to run twice, and
 * beside the cancellation of the receipt: whoever comes last takes the reward back.
 */
export async function rewardInviter(io: Io, key: ReceiptKey): Promise<void> {
  const shop = await loadProgramOf(io, key.organization_id)
  const friend = shop && (await friendOfReceipt(io, key))
  if (!friend || friend.over) return
  const { organization } = shop
  const program = await loadProgramVersion(io, organization, friend.program_version)
  const { gift } = friend
  await giveGift(io, { organization, program }, gift.inviter_id, {
    ...{ kind: 'referral', gift: 'inviter', source: rewardSource(key.receipt_id) },
    who: { who: gift.who, also: [] },
    amount: program.referral.inviter_amount,
    expires_at: (now) => expiryOf(program, 'referral', now),
    async allowed(inviter_id) {
      const now = io.clock.now().getTime()
      const month = new Date(endOfMonthAfter(now, -1, program.timezone))
      const inviter = { organization_id: organization.id, buyer_id: inviter_id }
      return mayReward(program.referral, await countRewards(io.db, inviter, month))
    },
  })
  const now = await friendOfReceipt(io, key)
  if (now?.over) await takeBackReward(io, key)
}
