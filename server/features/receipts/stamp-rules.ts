/**
 * Stamp cards at the till: gifts of earlier receipts are taken, stamps of this one are given.
 *
 * A gift that is earned needs no more than its point of sale and its products; days, hours and
 * levels were asked when it was earned. Stamps stand beside the discounts of a line: a card takes
 * nothing off its line. A unit that is itself a gift, and a product that earns nothing, give none.
 * Source: spec/engine.md "Promotions".
 */
import { percentDown, spread, type Minor } from '#contract/money.ts'
import { dayOf, endOfDayAfter } from '#server/features/ledger/calendar-rules.ts'
import type { Account, CardState } from '#server/features/ledger/rules.ts'
import {
  addStamps,
  countOf,
  livingCard,
  newCard,
  takeable,
} from '#server/features/promotions/card-rules.ts'
import { inOrder } from '#server/features/promotions/match-rules.ts'
import type { StampCard } from '#server/features/promotions/rules.ts'
import type { Offer } from './discount-rules.ts'
import type { OpenLine } from './line-rules.ts'
import { byPrice, valueOf } from './product-effect-rules.ts'
import {
  linesInSet,
  noteOnLine,
  stateOf,
  type ProductPromotion,
  type Tally,
  type Working,
} from './promotion-rules.ts'
import type { Explanation } from './explanation-rules.ts'
import type { ReceiptAsk } from './rules.ts'
import type { SettledCard, SettledPromotion } from './settled-promotion-rules.ts'

/** One receipt fills a card so often; what is left stays on the card. */
const FILLS_MAX = 1000

type CardPromotion = ProductPromotion & { effect: StampCard }

const isCard = (promotion: { type: 2 | 3; effect: { kind: string } }): promotion is CardPromotion =>
  promotion.type === 2 && promotion.effect.kind === 'stamp'

/** What the gifts that wait on the buyer's cards would take off this receipt. */
export function giftOffers(ask: ReceiptAsk, account: Account, lines: readonly OpenLine[]): Offer[] {
  const offers: Offer[] = []
  if (account.promotions.length === 0) return offers
  for (const promotion of inOrder(ask.promotions)) {
    if (!isCard(promotion)) continue
    const { pos_ids, effect } = promotion
    const card = stateOf(account, promotion.id)?.card
    if (!card || (pos_ids.length > 0 && !pos_ids.includes(ask.pos_id ?? ''))) continue
    const gifts = takeable(card, ask.now)
    if (gifts.length === 0 || effect.gift.kind === 'bonuses') continue
    const in_set = linesInSet(promotion, lines).filter((line) => !line.exclude_discount)
    const common = { promotion, period: null, kind: 'gift', gifts } as const
    if (effect.gift.kind === 'percent_off_next') {
      const { percent } = effect.gift
      const amounts = in_set.map((line) => percentDown(line.total, percent))
      offers.push({ ...common, lines: in_set, amounts })
    } else {
      const units = unitsFree(in_set, gifts.length)
      const amounts = in_set.map((line, index) => valueOf(line, units[index] ?? 0))
      offers.push({ ...common, lines: in_set, amounts, units })
    }
  }
  return offers
}

/** So many units are free, the dearest first: what is best for the buyer. */
function unitsFree(lines: readonly OpenLine[], count: number): number[] {
  const free = new Map<OpenLine, number>()
  let left = count
  for (const line of byPrice(lines)) {
    const units = Math.min(left, line.units)
    free.set(line, units)
    left -= units
  }
  return lines.map((line) => free.get(line) ?? 0)
}

/** What the receipt changes on cards: the new ones by promotion. */
export type Cards = Map<string, CardState>

/** Takes the gifts that worked off the cards. */
export function takeGifts(
  ask: ReceiptAsk,
  account: Account,
  lines: readonly OpenLine[],
  offers: readonly Offer[],
  tally: Tally,
): Cards {
  const cards: Cards = new Map()
  for (const { promotion, kind, gifts, units } of offers) {
    if (kind !== 'gift' || !gifts || !isCard(promotion)) continue
    const worked = lines.filter(
      (line) => line.promotion_id === promotion.id && line.promotion_discount > 0,
    )
    const count = units
      ? worked.reduce((sum, line) => sum + line.gift_units, 0)
      : Math.min(1, worked.length)
    if (count === 0) continue
    const used = gifts.slice(0, count)
    const card = stateOf(account, promotion.id)?.card ?? newCard
    const left = { ...card, gifts: card.gifts.filter((gift) => !used.includes(gift)) }
    cards.set(promotion.id, left)
    settledCard(
      tally.of(promotion, null),
      promotion,
      left,
      dayOf(ask.now, ask.program.timezone).number,
    ).used.push(...used)
  }
  return cards
}

/**
 * Gives the stamps of this receipt; bonuses for full cards are added to the lines. A program of
 * discounts has cards too, but for those that give bonuses.
 */
export function stampReceipt(
  ask: ReceiptAsk,
  account: Account,
  working: readonly Working<ProductPromotion>[],
  terms: { earns: boolean },
  cards: Cards,
  tally: Tally,
  explain: Explanation[],
): void {
  if (ask.license === 'ended') return
  for (const one of working) {
    const { promotion } = one
    if (!isCard(promotion)) continue
    if (promotion.effect.gift.kind === 'bonuses' && !terms.earns) continue
    const held = cards.get(promotion.id) ?? stateOf(account, promotion.id)?.card ?? newCard
    const today = dayOf(ask.now, ask.program.timezone).number
    const card = livingCard(held, promotion.effect.within_days, today, ask.now)
    stampCard(ask, { ...one, promotion }, card, cards, tally, explain)
  }
}

function stampCard(
  ask: ReceiptAsk,
  { promotion, period, day, lines, uses_left }: Working<CardPromotion>,
  card: CardState,
  cards: Cards,
  tally: Tally,
  explain: Explanation[],
): void {
  const { effect } = promotion
  const done = !effect.repeat && card.filled > 0
  const counted = done ? [] : lines.filter((line) => mayStamp(line))
  const stamps = counted.map((line) => stampsOf(line, effect))
  const count =
    effect.count === 'receipts' ? receiptStamp(card, effect, counted, day) : countAll(stamps)
  if (count === 0) return
  const added = addStamps(card, {
    count,
    day,
    goal: effect.goal,
    fills_max: Math.min(uses_left, effect.repeat ? FILLS_MAX : 1),
    gift: effect.gift.kind === 'bonuses' ? null : (index) => giftOf(ask, effect, index),
  })
  cards.set(promotion.id, added.card)
  const settled = tally.of(promotion, period)
  settled.uses = added.times
  for (const [index, line] of counted.entries()) {
    noteOnLine(settled, line.line, { stamps: stamps[index] ?? 0 })
  }
  const frozen = settledCard(settled, promotion, card, day)
  frozen.stamps = count
  frozen.given = {
    times: effect.gift.kind === 'bonuses' ? added.times : 0,
    stamps: added.stamps,
  }
  frozen.after = {
    stamps: countOf(added.card.stamps) - added.card.owed,
    gifts: added.card.gifts.length,
  }
  const params = { promotion: promotion.name, unit: effect.count, goal: effect.goal }
  const { stamps: after } = frozen.after
  explain.push({ line: null, rule: 'stamps', amount: 0, params: { ...params, count, after } })
  if (added.times > 0) giveForCard(promotion, added.times, counted, settled, explain)
}

const countAll = (stamps: readonly number[]): number =>
  stamps.reduce((sum, count) => sum + count, 0)

const mayStamp = (line: OpenLine): boolean =>
  !line.exclude_accrual && (line.gift_units === 0 || line.units > line.gift_units)

/** Stamps that one line gives; with `receipts` they are given by the receipt, not by lines. */
function stampsOf(line: OpenLine, effect: StampCard): number {
  switch (effect.count) {
    case 'receipts':
      return 0
    case 'units':
      return line.units - line.gift_units
    case 'sum':
      return line.to_pay
  }
}

function receiptStamp(
  card: CardState,
  effect: StampCard,
  counted: readonly OpenLine[],
  day: number,
): number {
  return counted.length === 0 || (effect.once_per_day && card.last_day === day) ? 0 : 1
}

function giftOf(ask: ReceiptAsk, effect: StampCard, index: number) {
  const expires_at =
    effect.gift_days === 0 ? null : endOfDayAfter(ask.now, effect.gift_days, ask.program.timezone)
  const id = `${ask.receipt_id}:${String(index).padStart(2, '0')}`
  return { id, earned_at: ask.now, expires_at }
}

function settledCard(
  settled: SettledPromotion,
  { effect }: CardPromotion,
  card: CardState,
  day: number,
): SettledCard {
  settled.card ??= {
    day,
    count: effect.count,
    goal: effect.goal,
    stamps: 0,
    previous_day: card.last_day,
    within_days: effect.within_days,
    given: { times: 0, stamps: [] },
    used: [],
    after: { stamps: countOf(card.stamps) - card.owed, gifts: card.gifts.length },
  }
  settled.card.day = day
  return settled.card
}

/** What full cards give: bonuses now, or gifts that wait for the next receipt. */
function giveForCard(
  promotion: CardPromotion,
  times: number,
  lines: readonly OpenLine[],
  settled: SettledPromotion,
  explain: Explanation[],
): void {
  const { gift } = promotion.effect
  const amount: Minor = gift.kind === 'bonuses' ? gift.amount * times : 0
  const percent = gift.kind === 'percent_off_next' && { percent: gift.percent }
  const params = { promotion: promotion.name, gift: gift.kind, times, ...percent }
  explain.push({ line: null, rule: 'stamp_gift', amount, params })
  const paid = lines.map((line) => line.to_pay)
  const weights = countAll(paid) > 0 ? paid : lines.map(() => 1)
  const shares = spread(amount, weights)
  for (const [index, line] of lines.entries()) {
    const bonuses = shares[index] ?? 0
    line.accrual += bonuses
    line.promotion_accrual += bonuses
    noteOnLine(settled, line.line, { bonuses })
  }
}
