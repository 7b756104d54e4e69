/**
 * Gifts that hang on a receipt: for the first purchase, for joining "after the first receipt", for
 * a flyer, to a friend, and the birthday multiplier. They are no part of the lines: a receipt gives
 * them beside what it earns.
 *
 * Invariants: a gift is given and taken back whole or in shares that sum to the whole, in any order
 * of partial cancellations; what is frozen in the receipt is enough to take it back.
 * Source: spec/engine.md "Program", "Cancel" (side effects); decision 0009.
 */
import { percentDown, shareDown, type BasisPoints, type Minor } from '#contract/money.ts'
import { endOfDayAfter } from '#server/features/ledger/calendar-rules.ts'
import { expiryOf } from '#server/features/ledger/lifetime-rules.ts'
import { grant } from '#server/features/ledger/movement-rules.ts'
import type { Cause, Draft, Moment, PromotionClaim } from '#server/features/ledger/rules.ts'
import type { Program } from '#server/features/program/rules.ts'
import { wholeOf } from './returned-rules.ts'
import type { Explanation } from './explanation-rules.ts'
import type { Returned, SettledReceipt, Totals } from './rules.ts'

/** A gift this receipt may give. Whether the person had it before is the ledger's to say. */
export type GiftOffer = {
  /** What is given once, and whose phone it is given once for: the key of `granted_once`. */
  gift: string
  who: string
  also: readonly string[]
  kind: 'welcome' | 'birthday' | 'referral'
  /** How it is explained. */
  rule: 'gift_on_join' | 'gift_first_purchase' | 'gift_flyer' | 'gift_friend' | 'gift_birthday'
  /** `times`, in hundredths: the receipt's earning grows to so much. */
  reward: { amount: Minor } | { percent: BasisPoints } | { times: number }
  /** Looks at the sum after discounts, before bonuses. */
  min_receipt: Minor
  /** null: as the program says of its kind. */
  lifetime_days: number | null
  /** Of a flyer: uses are claimed under its id. */
  flyer: { id: string; code: string; max_uses: number | null } | null
  /** Of a friend: who gets the other side, told when the gift is given. */
  inviter_id: string | null
}

/** A gift as it was given, frozen. */
export type SettledGift = Pick<
  GiftOffer,
  'gift' | 'who' | 'kind' | 'min_receipt' | 'inviter_id'
> & {
  flyer_id: string | null
  /** 0 of a friend whose own side gets nothing. */
  amount: Minor
  /** Goes back in proportion to the sum; else whole, once less than the minimum is left. */
  in_proportion: boolean
}

/** Whether it was given, or its flyer ran out, since it was offered. */
export const isGone = (
  { gift, flyer }: Pick<GiftOffer, 'gift' | 'flyer'>,
  exhausted: readonly string[],
): boolean => exhausted.includes(gift) || (flyer !== null && exhausted.includes(flyer.id))

/** What the receipt gives: every offer whose minimum it reaches. Explains each. */
export function giftsOf(
  offers: readonly GiftOffer[],
  totals: Totals,
  program: Pick<Program, 'accrual_rounding'>,
  explain: Explanation[],
): SettledGift[] {
  const gifts: SettledGift[] = []
  for (const offer of offers) {
    const { gift, who, kind, rule, min_receipt, inviter_id, reward, flyer } = offer
    const amount = amountOf(reward, totals, program)
    const empty = amount === 0 && inviter_id === null
    if (totals.total < min_receipt || empty) continue
    const in_proportion = !('amount' in reward)
    gifts.push({
      ...{ gift, who, kind, min_receipt, inviter_id, amount, in_proportion },
      flyer_id: flyer?.id ?? null,
    })
    if (amount === 0) continue
    explain.push({ line: null, rule, amount, params: flyer ? { code: flyer.code } : {} })
  }
  return gifts
}

/** A part of a sum is whole where what is earned is whole. A multiplier asks for no promotions. */
function amountOf(
  reward: GiftOffer['reward'],
  totals: Totals,
  { accrual_rounding }: Pick<Program, 'accrual_rounding'>,
): Minor {
  if ('amount' in reward) return reward.amount
  const part =
    'percent' in reward
      ? percentDown(totals.total, reward.percent)
      : shareDown(totals.accrual - totals.promotion_accrual, reward.times - 100, 100)
  return accrual_rounding === 'whole_down' ? part - (part % 100) : part
}

/** Gives them: one entry and one lot each, after the same delay as what is earned. */
export function grantGifts(
  draft: Draft,
  gifts: readonly SettledGift[],
  from: {
    offers: readonly GiftOffer[]
    program: Program
    cause: Cause
    active_from: Moment
    now: Moment
  },
): { lots: number[]; repaid_debt: Minor } {
  const lots: number[] = []
  let repaid_debt = 0
  for (const { gift, kind, amount } of gifts) {
    if (amount === 0) continue
    const days = from.offers.find((offer) => offer.gift === gift)?.lifetime_days ?? null
    const counted_from = Math.max(from.active_from, from.now)
    const granted = grant(draft, {
      ...from.cause,
      source: giftSource(from.cause.source, gift),
      ...{ kind, amount, active_from: from.active_from },
      expires_at:
        days === null
          ? expiryOf(from.program, kind, counted_from)
          : endOfDayAfter(counted_from, days, from.program.timezone),
    })
    if (granted.lot !== null) lots.push(granted.lot)
    repaid_debt += granted.repaid_debt
  }
  return { lots, repaid_debt }
}

/** The source of a gift's entry: a receipt may give several of one kind. */
export const giftSource = (receipt_id: string, gift: string): string => `${receipt_id}:${gift}`

/** What the gifts claim of flyers' limits. */
export function flyerClaims(
  gifts: readonly SettledGift[],
  offers: readonly GiftOffer[],
): PromotionClaim[] {
  return gifts.flatMap(({ flyer_id, gift, amount }) => {
    const flyer = offers.find((offer) => offer.gift === gift)?.flyer
    if (flyer_id === null || !flyer) return []
    const { max_uses } = flyer
    const claim = { promotion_id: flyer_id, uses: 1, amount, discount: 0, bonuses: amount }
    return [{ ...claim, max_uses, budget: null }]
  })
}

/** What a cancellation does to the gifts of its receipt. */
export type UndoneGifts = {
  /** Bonuses to take back. */
  withdraw: Minor
  /** Gifts of which nothing is left: they may be given again. */
  over: SettledGift[]
  claims: PromotionClaim[]
}

/** Compares what is taken back after this cancellation with what was before it. */
export function undoGifts(
  receipt: SettledReceipt,
  before: Returned,
  after: Returned,
  member: boolean,
): UndoneGifts {
  const undone: UndoneGifts = { withdraw: 0, over: [], claims: [] }
  for (const gift of receipt.gifts) {
    const amount = member ? takenBack(receipt, after, gift) - takenBack(receipt, before, gift) : 0
    const over = isGiftOver(receipt, after, gift) && !isGiftOver(receipt, before, gift)
    undone.withdraw += amount
    if (over) undone.over.push(gift)
    if (gift.flyer_id === null || !(over || amount > 0)) continue
    const back = amount === 0 ? 0 : -amount
    undone.claims.push({
      ...{ promotion_id: gift.flyer_id, uses: over ? -1 : 0, amount: back, discount: 0 },
      ...{ bonuses: back, max_uses: null, budget: null },
    })
  }
  return undone
}

/** The sum after discounts, before bonuses, that was returned. */
function returnedTotal(receipt: SettledReceipt, returned: Returned): Minor {
  let sum = 0
  for (const line of receipt.lines) {
    sum += shareDown(line.total, returned.lines[line.line - 1] ?? 0, wholeOf(receipt, line))
  }
  return sum
}

/** Nothing is left of a gift: its receipt is gone, or less than its minimum stands. */
export function isGiftOver(
  receipt: SettledReceipt,
  returned: Returned,
  gift: SettledGift,
): boolean {
  if (returned.whole) return true
  return receipt.totals.total - returnedTotal(receipt, returned) < gift.min_receipt
}

function takenBack(receipt: SettledReceipt, returned: Returned, gift: SettledGift): Minor {
  if (isGiftOver(receipt, returned, gift)) return gift.amount
  if (!gift.in_proportion) return 0
  return shareDown(gift.amount, returnedTotal(receipt, returned), receipt.totals.total)
}
