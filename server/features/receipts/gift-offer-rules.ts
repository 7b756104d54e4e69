/**
 * Which gifts a receipt of this buyer may give. Whether the person had one before is not known
 * here: the ledger says it. Source: spec/engine.md "Program", "Identify, confirm"; decision 0009.
 */
import { dayOf } from '#server/features/ledger/calendar-rules.ts'
import type { Account, Moment } from '#server/features/ledger/rules.ts'
import { birthdayDue } from '#server/features/program/birthday-rules.ts'
import { flyerCode, welcomeOf, type FlyerGift } from '#server/features/program/gift-rules.ts'
import type { Program } from '#server/features/program/rules.ts'
import type { GiftOffer } from './gift-rules.ts'

/** An offer before it is known whose phone it is for. */
export type Candidate = Omit<GiftOffer, 'who' | 'also'>

/** What of a buyer gifts look at. */
export type Giftee = {
  id: string
  birthday: string | null
  birthday_entered_at: Date | null
  joined_at: Date
  joined_via: string
  referred_by: string | null
}

/** The flyer of a typed code, be it in force or not; undefined: no flyer has it. */
export function flyerOf(program: Pick<Program, 'welcome'>, typed: string): FlyerGift | undefined {
  const code = flyerCode(typed)
  return program.welcome.find(
    (gift): gift is FlyerGift => gift.kind === 'flyer' && gift.code === code,
  )
}

/** Whether a flyer works at this point of sale on this local day. */
export function flyerWorks(flyer: FlyerGift, pos_id: string, day: string): boolean {
  return (
    flyer.on &&
    (flyer.pos_ids.length === 0 || flyer.pos_ids.includes(pos_id)) &&
    (flyer.date_from === null || flyer.date_from <= day) &&
    (flyer.date_to === null || day <= flyer.date_to)
  )
}

/** Everything a receipt of this buyer may give at that moment; a program of discounts: nothing. */
export function candidatesOf(
  program: Program,
  buyer: Giftee,
  account: Pick<Account, 'receipts'>,
  flyer: FlyerGift | null,
  at: Moment,
): Candidate[] {
  if (program.mode === 'discount') return []
  const offers = account.receipts === 0 ? firstReceipt(program, buyer) : []
  if (program.birthday.on && program.birthday.reward === 'multiplier') {
    offers.push(...birthdayOf(program, buyer, at))
  }
  if (flyer) {
    offers.push({
      ...welcome(`flyer:${flyer.id}`, 'gift_flyer', flyer.lifetime_days),
      reward: { amount: flyer.amount },
      flyer: { id: flyer.id, code: flyer.code, max_uses: flyer.max_uses },
    })
  }
  return offers
}

function welcome(gift: string, rule: GiftOffer['rule'], lifetime_days: number) {
  return {
    ...{ gift, rule, lifetime_days, kind: 'welcome' as const, min_receipt: 0 },
    ...{ flyer: null, inviter_id: null },
  }
}

function firstReceipt(program: Program, buyer: Giftee): Candidate[] {
  const offers: Candidate[] = []
  const joining = welcomeOf(program, 'on_join')
  if (joining?.when === 'after_first_receipt' && buyer.joined_via !== 'import') {
    const { amount, lifetime_days } = joining
    offers.push({ ...welcome('on_join', 'gift_on_join', lifetime_days), reward: { amount } })
  }
  const purchase = welcomeOf(program, 'first_purchase')
  if (purchase) {
    const { reward, amount, percent, min_receipt, lifetime_days } = purchase
    offers.push({
      ...welcome('first_purchase', 'gift_first_purchase', lifetime_days),
      reward: reward === 'amount' ? { amount } : { percent },
      min_receipt,
    })
  }
  const { referral } = program
  if (referral.on && buyer.referred_by !== null && buyer.referred_by !== buyer.id) {
    offers.push({
      ...{ gift: 'friend', kind: 'referral', rule: 'gift_friend', flyer: null },
      reward: { amount: referral.friend_amount },
      min_receipt: referral.min_receipt,
      lifetime_days: null,
      inviter_id: buyer.referred_by,
    })
  }
  return offers
}

function birthdayOf(program: Program, buyer: Giftee, at: Moment): Candidate[] {
  if (buyer.birthday === null) return []
  const dayAt = (moment: Moment) => dayOf(moment, program.timezone).number
  const entered = dayAt((buyer.birthday_entered_at ?? buyer.joined_at).getTime())
  const due = birthdayDue(buyer.birthday, entered, dayAt(at), program.birthday)
  if (!due) return []
  return [
    {
      ...{ gift: `birthday:${due.year}`, kind: 'birthday', rule: 'gift_birthday', flyer: null },
      ...{ min_receipt: 0, lifetime_days: null, inviter_id: null },
      reward: { times: program.birthday.times },
    },
  ]
}
