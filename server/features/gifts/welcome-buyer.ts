import { endOfDayAfter } from '#server/features/ledger/calendar-rules.ts'
import { loadProgramOf } from '#server/features/program/load-program-of.ts'
import { welcomeOf } from '#server/features/program/gift-rules.ts'
import type { Program } from '#server/features/program/rules.ts'
import type { Io } from '#server/io/io.ts'
import { giveGift, type Gift } from './give-gift.ts'
import { isComplete } from './rules.ts'
import { selectProfile } from './store.ts'

type BuyerKey = { organization_id: string; buyer_id: string }

/**
 * Gives a buyer what is due: for a profile that is complete, and to who joined now, for joining:
 * who joined before the gift was switched on does not get it by a change of the profile. Buyers
 * brought in by a list get it only if the owner chose so (`listed`). Safe to run twice.
 */
export async function welcomeBuyer(
  io: Io,
  key: BuyerKey,
  why: 'joined' | 'listed' | 'changed',
): Promise<void> {
  const shop = await loadProgramOf(io, key.organization_id)
  if (!shop) return
  const { program } = shop
  const joining = why === 'changed' ? undefined : welcomeOf(program, 'on_join')
  const profile = welcomeOf(program, 'profile_complete')
  if (!joining && !profile) return
  const buyer = await selectProfile(io.db, key)
  if (!buyer) return
  if (joining?.when === 'at_once' && (why === 'listed' || buyer.joined_via !== 'import')) {
    await giveGift(io, shop, key.buyer_id, welcomeGift(program, 'on_join', joining))
  }
  if (profile && isComplete(buyer)) {
    await giveGift(io, shop, key.buyer_id, welcomeGift(program, 'profile_complete', profile))
  }
}

function welcomeGift(
  program: Program,
  gift: string,
  { amount, lifetime_days }: { amount: number; lifetime_days: number },
): Gift {
  return {
    ...{ kind: 'welcome', gift, source: `gift:${gift}`, amount },
    expires_at: (now) => endOfDayAfter(now, lifetime_days, program.timezone),
  }
}
