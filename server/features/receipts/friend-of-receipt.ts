import type { Io } from '#server/io/io.ts'
import { readFrozen, readReturned } from './freeze-receipt.ts'
import { isGiftOver, type SettledGift } from './gift-rules.ts'
import { findReceipt } from './store.ts'

/** A receipt that brought a friend, as its inviter's side looks at it. */
export type FriendReceipt = {
  /** The friend's side, frozen: whose phone, and who invited. */
  gift: SettledGift & { inviter_id: string }
  /** It was taken back with the receipt, wholly or below the minimum. */
  over: boolean
  /** The program that settled it. */
  program_version: number
}

/** The friend's side of a referral in this receipt; undefined: it has none. */
export async function friendOfReceipt(
  io: Pick<Io, 'db'>,
  key: { organization_id: string; receipt_id: string },
): Promise<FriendReceipt | undefined> {
  const row = await findReceipt(io.db, key)
  if (!row) return undefined
  const frozen = readFrozen(row)
  const { gifts, program_version } = frozen.settled
  for (const gift of gifts) {
    if (gift.inviter_id === null) continue
    const over = isGiftOver(frozen.settled, readReturned(row, frozen), gift)
    return { gift: { ...gift, inviter_id: gift.inviter_id }, over, program_version }
  }
  return undefined
}
