/**
 * Gifts an organization gives by itself: what an owner may set of them and what makes it valid.
 * When and to whom they are given is decided in `receipts/gift-rules.ts` and `gifts/rules.ts`.
 *
 * Units: money and bonuses are minor units, percents are basis points, days are those of the
 * organization's zone. Source: spec/engine.md "Program"; design/screens.md §5.3, §5.6.
 */
import type { BasisPoints, Minor } from '#contract/money.ts'
import type { SettingsProblem } from './rules.ts'

type Common = {
  on: boolean
  /** Every welcome gift has a term of its own, so no purchase ever moves it. 1–365. */
  lifetime_days: number
}

/** For becoming a buyer: at once, or with the first receipt. */
export type JoinGift = Common & {
  kind: 'on_join'
  amount: Minor
  when: 'at_once' | 'after_first_receipt'
}
/** For a profile with a name, a birthday and a city. */
export type ProfileGift = Common & { kind: 'profile_complete'; amount: Minor }
/** For the first purchase. `min_receipt` looks at the sum after discounts, before bonuses. */
export type PurchaseGift = Common & {
  kind: 'first_purchase'
  reward: 'amount' | 'percent'
  amount: Minor
  /** Of the same sum; whole kopecks, rounded down. */
  percent: BasisPoints
  min_receipt: Minor
}
/** For a code on a flyer, at some points of sale, between two days, at most so many times. */
export type FlyerGift = Common & {
  kind: 'flyer'
  /** Given once and never to another flyer: uses are counted by it. */
  id: string
  /** Upper case; letters and digits, at least one letter. Unique. */
  code: string
  amount: Minor
  /** Empty: at all of them. */
  pos_ids: string[]
  date_from: string | null
  date_to: string | null
  /** null: no limit. */
  max_uses: number | null
}
export type WelcomeGift = JoinGift | ProfileGift | PurchaseGift | FlyerGift

/** Once a calendar year, in a window around the day. */
export type BirthdayGift = {
  on: boolean
  /** `amount`: bonuses on the first day of the window. `multiplier`: its first earning grows. */
  reward: 'amount' | 'multiplier'
  amount: Minor
  /** Hundredths: 200 is ×2. */
  times: number
  days_before: number
  days_after: number
}

/** For a friend's first purchase, to both sides. */
export type ReferralGift = {
  on: boolean
  /** 0: this side gets nothing. */
  friend_amount: Minor
  inviter_amount: Minor
  /** The friend's first receipt, after discounts, before bonuses. */
  min_receipt: Minor
  /** Friends of one buyer that are rewarded in a calendar month, and ever. */
  monthly_cap: number
  max_friends: number
}

export type GiftSettings = {
  /** At most one of each kind but `flyer`. */
  welcome: WelcomeGift[]
  birthday: BirthdayGift
  referral: ReferralGift
  /** Own lifetimes of lots; null: as any other lot. Welcome gifts carry theirs themselves. */
  birthday_lifetime_days: number | null
  referral_lifetime_days: number | null
  promotion_lifetime_days: number | null
}

/** A new organization gives nothing until its owner says so. */
export function defaultGiftSettings(): GiftSettings {
  return {
    welcome: [],
    birthday: {
      on: false,
      reward: 'amount',
      amount: 100_00,
      times: 200,
      days_before: 3,
      days_after: 7,
    },
    referral: {
      on: false,
      friend_amount: 50_00,
      inviter_amount: 50_00,
      min_receipt: 200_00,
      monthly_cap: 5,
      max_friends: 20,
    },
    birthday_lifetime_days: 14,
    referral_lifetime_days: null,
    promotion_lifetime_days: null,
  }
}

/** How a flyer's code is compared: without spaces and dashes, in upper case. */
export const flyerCode = (typed: string): string => typed.replaceAll(/[\s-]/g, '').toUpperCase()

/** A flyer as it is sent: a new one has no id yet. */
export type AskedGift =
  | Exclude<WelcomeGift, FlyerGift>
  | (Omit<FlyerGift, 'id'> & { id?: string | undefined })

/** What is wrong with welcome gifts beyond their single fields. */
export function welcomeProblems(gifts: readonly AskedGift[]): SettingsProblem[] {
  const problems: SettingsProblem[] = []
  const kinds = new Set<string>()
  const codes = new Set<string>()
  for (const [index, gift] of gifts.entries()) {
    const at = `welcome.${index}`
    if (gift.kind !== 'flyer') {
      if (kinds.has(gift.kind)) problems.push({ path: `${at}.kind`, code: 'gift_repeated' })
      kinds.add(gift.kind)
      continue
    }
    const code = flyerCode(gift.code)
    if (codes.has(code)) problems.push({ path: `${at}.code`, code: 'code_repeated' })
    codes.add(code)
    if (gift.date_from !== null && gift.date_to !== null && gift.date_to < gift.date_from) {
      problems.push({ path: `${at}.date_to`, code: 'end_before_start' })
    }
  }
  return problems
}

/**
 * Gives an id to each new flyer and its code the one spelling. An id is kept only when the settings
 * had it before: uses are counted by it, so an owner cannot make one up.
 */
export function numberFlyers(
  gifts: readonly AskedGift[],
  known: ReadonlySet<string>,
  nextId: () => string,
): WelcomeGift[] {
  return gifts.map((gift) => {
    if (gift.kind !== 'flyer') return gift
    const kept = gift.id !== undefined && known.has(gift.id)
    return { ...gift, id: kept ? (gift.id as string) : nextId(), code: flyerCode(gift.code) }
  })
}

/** The gift of a kind that is switched on. */
export function welcomeOf<K extends WelcomeGift['kind']>(
  settings: Pick<GiftSettings, 'welcome'>,
  kind: K,
): Extract<WelcomeGift, { kind: K }> | undefined {
  return settings.welcome.find(
    (gift): gift is Extract<WelcomeGift, { kind: K }> => gift.on && gift.kind === kind,
  )
}
