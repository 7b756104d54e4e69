/**
 * One buyer of a replay: the account as it moves, and what is remembered beside it.
 * Source: decision 0013.
 */
import type { Minor } from '#contract/money.ts'
import { dayOf, dayText } from '#server/features/ledger/calendar-rules.ts'
import { openAccount } from '#server/features/ledger/change-rules.ts'
import type { Account, Moment } from '#server/features/ledger/rules.ts'
import type { Program } from '#server/features/program/rules.ts'
import {
  candidatesOf,
  flyerWorks,
  type Giftee,
} from '#server/features/receipts/gift-offer-rules.ts'
import type { GiftOffer } from '#server/features/receipts/gift-rules.ts'
import type { Opening, PastReceipt } from './rules.ts'

const NOBODY = '00000000-0000-0000-0000-000000000000'

export type Holder = {
  account: Account
  receipts: number
  /** Discounts and bonuses spent so far. */
  gained: Minor
  giftee: Giftee | null
  /** Gifts given so far: each is given once. */
  given: Set<string>
  /** Turnover by day, kept only where levels look at a window of days. */
  days: { day: number; amount: Minor }[]
}

/** A buyer at the first receipt: with what was bought before, and no bonuses. */
export function openHolder(
  program: Program,
  buyer: string,
  now: Moment,
  { receipts, giftee, turnover, days, pinned_level, pinned_until }: Opening,
): Holder {
  const { year } = dayOf(now, program.timezone)
  const ofYear = (asked: number) =>
    days.reduce(
      (sum, { day, amount }) => (dayText(day).startsWith(`${asked}-`) ? sum + amount : sum),
      0,
    )
  return {
    account: {
      ...openAccount(NOBODY, buyer),
      ...{ receipts, turnover, year, pinned_level, pinned_until },
      year_turnover: ofYear(year),
      last_year_turnover: ofYear(year - 1),
    },
    receipts: 0,
    gained: 0,
    giftee,
    given: new Set(),
    days: program.level_base === 'rolling_days' ? [...days] : [],
  }
}

/** Gifts that come with a receipt; those that come by themselves are no part of receipts. */
export function giftsFor(
  { account, giftee, given }: Holder,
  past: PastReceipt,
  program: Program,
): GiftOffer[] {
  if (!giftee) return []
  const named = program.welcome.find((gift) => gift.kind === 'flyer' && gift.id === past.flyer_id)
  const { text: day } = dayOf(past.at, program.timezone)
  const works = named?.kind === 'flyer' && flyerWorks(named, past.pos_id ?? '', day)
  return candidatesOf(program, giftee, account, works ? named : null, past.at)
    .filter(({ gift }) => !given.has(gift))
    .map((offer) => ({ ...offer, who: giftee.id, also: [] }))
}
