/**
 * What buyers are told by itself, and how each of it is until an owner changes it. Free of zod, for
 * both wings. Source: research/domain.md §5.2; design/screens.md §5.10; decision 0038.
 */

export const eventCodes = [
  'accrual',
  'spent',
  'receipt_cancelled',
  'feedback_request',
  'manual_accrual',
  'manual_withdraw',
  'pending_activated',
  'expiring_first',
  'expiring_last',
  'expired',
  'balance_digest',
  'welcome',
  'profile_incomplete',
  'never_purchased',
  'second_visit',
  'birthday_before',
  'birthday_day',
  'birthday_last_call',
  'anniversary',
  'winback_1',
  'winback_2',
  'winback_3',
  'level_up',
  'level_progress',
  'level_expiring',
  'level_down',
  'stamp_almost',
  'referral_joined',
  'referral_rewarded',
  'promo_start',
  'promo_ending',
] as const
export type EventCode = (typeof eventCodes)[number]

/**
 * `about` says whom it asks: `receipt` goes to everybody who can be reached (a receipt, a spend,
 * bonuses given or taken), `bonuses` and `rating` to who has not switched those reminders off,
 * `advertising` to who has agreed to it, by day and within the weekly cap.
 */
export type NotificationEvent = {
  code: EventCode
  group:
    | 'visits'
    | 'bonuses'
    | 'newcomers'
    | 'birthday'
    | 'return'
    | 'levels'
    | 'friends'
    | 'offers'
  about: 'receipt' | 'bonuses' | 'rating' | 'advertising'
  on: boolean
  /** The one number that says when: how long after, how many days before, at which percent. */
  when?: {
    unit:
      | 'minutes_after'
      | 'hours_after'
      | 'days_after'
      | 'days_before'
      | 'percent'
      | 'day_of_month'
    value: number
    min: number
    max: number
  }
  /** Not told of less than so many bonuses; minor units. */
  min_amount?: number
  /** Not told a buyer again within so many days. */
  cap_days?: number
  /** Bonuses of its own may be given with it. */
  gives?: true
  /** A purchase since it was planned makes it needless; the owner may think otherwise. */
  stops?: true
  /** What its text may name beside what every text may. */
  names: readonly string[]
}

const minutes = { unit: 'minutes_after', value: 0, min: 0, max: 1440 } as const
const after = (value: number) => ({ unit: 'days_after', value, min: 1, max: 365 }) as const
const before = (value: number) => ({ unit: 'days_before', value, min: 1, max: 60 }) as const
const receipt = ['receipt', 'to_pay', 'spent', 'earned', 'number', 'place'] as const
const given = ['bonuses', 'amount', 'until', 'reason'] as const
const burning = ['bonuses', 'amount', 'money', 'date'] as const
const own = { gives: true, names: ['bonuses', 'amount', 'until'] } as const
const sold = { ...own, stops: true } as const

/** In the order an owner reads them. */
export const notificationEvents: readonly NotificationEvent[] = [
  {
    ...{ code: 'accrual', group: 'visits', about: 'receipt', on: true, when: minutes },
    ...{ min_amount: 0, names: receipt },
  },
  { code: 'spent', group: 'visits', about: 'receipt', on: true, names: receipt },
  {
    ...{ code: 'receipt_cancelled', group: 'visits', about: 'receipt', on: true },
    names: ['number', 'returned', 'withdrawn'],
  },
  {
    ...{ code: 'feedback_request', group: 'visits', about: 'rating', on: true },
    when: { unit: 'hours_after', value: 2, min: 1, max: 72 },
    cap_days: 7,
    names: ['place'],
  },
  { code: 'manual_accrual', group: 'bonuses', about: 'receipt', on: true, names: given },
  { code: 'manual_withdraw', group: 'bonuses', about: 'receipt', on: true, names: given },
  {
    ...{ code: 'pending_activated', group: 'bonuses', about: 'bonuses', on: true },
    names: ['bonuses', 'amount'],
  },
  {
    ...{ code: 'expiring_first', group: 'bonuses', about: 'bonuses', on: true, when: before(7) },
    ...{ min_amount: 10_00, names: burning },
  },
  {
    ...{ code: 'expiring_last', group: 'bonuses', about: 'bonuses', on: true, when: before(1) },
    ...{ min_amount: 10_00, names: burning },
  },
  {
    ...{ code: 'expired', group: 'bonuses', about: 'bonuses', on: false },
    ...{ min_amount: 10_00, names: ['bonuses', 'amount'] },
  },
  {
    ...{ code: 'balance_digest', group: 'bonuses', about: 'bonuses', on: false },
    when: { unit: 'day_of_month', value: 1, min: 1, max: 31 },
    ...{ min_amount: 1_00, names: [] },
  },
  {
    ...{ code: 'welcome', group: 'newcomers', about: 'receipt', on: true, when: minutes },
    names: given,
  },
  {
    ...{ code: 'profile_incomplete', group: 'newcomers', about: 'advertising', on: false },
    ...{ when: after(3), names: [] },
  },
  {
    ...{ code: 'never_purchased', group: 'newcomers', about: 'advertising', on: false },
    ...{ when: after(7), ...sold },
  },
  {
    ...{ code: 'second_visit', group: 'newcomers', about: 'advertising', on: false },
    ...{ when: after(10), ...sold },
  },
  {
    ...{ code: 'birthday_before', group: 'birthday', about: 'advertising', on: true },
    ...{ when: before(7), ...own },
  },
  { code: 'birthday_day', group: 'birthday', about: 'advertising', on: true, ...own },
  {
    ...{ code: 'birthday_last_call', group: 'birthday', about: 'advertising', on: true },
    when: { unit: 'days_after', value: 5, min: 1, max: 30 },
    names: ['bonuses', 'amount', 'until'],
  },
  { code: 'anniversary', group: 'birthday', about: 'advertising', on: false, ...own },
  {
    ...{ code: 'winback_1', group: 'return', about: 'advertising', on: true },
    ...{ when: after(30), ...sold },
  },
  {
    ...{ code: 'winback_2', group: 'return', about: 'advertising', on: false },
    ...{ when: after(60), ...sold },
  },
  {
    ...{ code: 'winback_3', group: 'return', about: 'advertising', on: false },
    ...{ when: after(90), ...sold },
  },
  { code: 'level_up', group: 'levels', about: 'bonuses', on: true, names: [] },
  {
    ...{ code: 'level_progress', group: 'levels', about: 'bonuses', on: true },
    when: { unit: 'percent', value: 20, min: 1, max: 50 },
    names: [],
  },
  {
    ...{ code: 'level_expiring', group: 'levels', about: 'bonuses', on: false, when: before(14) },
    names: ['date'],
  },
  { code: 'level_down', group: 'levels', about: 'bonuses', on: false, names: [] },
  {
    ...{ code: 'stamp_almost', group: 'levels', about: 'bonuses', on: true },
    names: ['promotion'],
  },
  { code: 'referral_joined', group: 'friends', about: 'bonuses', on: true, names: [] },
  { code: 'referral_rewarded', group: 'friends', about: 'receipt', on: true, names: given },
  {
    ...{ code: 'promo_start', group: 'offers', about: 'advertising', on: false },
    names: ['promotion', 'description', 'date'],
  },
  {
    ...{ code: 'promo_ending', group: 'offers', about: 'advertising', on: false, when: before(2) },
    names: ['promotion', 'description', 'date'],
  },
]

export const eventOf = (code: EventCode): NotificationEvent => {
  const found = notificationEvents.find((event) => event.code === code)
  if (!found) throw new Error(`there is no event ${code}`)
  return found
}

/** Those that hang on a day and not on what somebody has just done: their hour may be chosen. */
const planned: ReadonlySet<EventCode> = new Set([
  ...(['pending_activated', 'expiring_first', 'expiring_last', 'balance_digest'] as const),
  ...(['profile_incomplete', 'never_purchased', 'second_visit'] as const),
  ...(['birthday_before', 'birthday_day', 'birthday_last_call', 'anniversary'] as const),
  ...(['winback_1', 'winback_2', 'winback_3'] as const),
  ...(['level_expiring', 'level_down', 'promo_start', 'promo_ending'] as const),
])

/** Whether its days, hours and segment may be chosen. */
export const isPlanned = ({ code }: Pick<NotificationEvent, 'code'>): boolean => planned.has(code)

/** Whether it is about a visit to one of the points of sale, which may be chosen. */
export const isOfPlace = ({ names }: Pick<NotificationEvent, 'names'>): boolean =>
  names.includes('place')

/** Whether some may be left out to see what it is good for. */
export const mayBeTried = (event: Pick<NotificationEvent, 'code' | 'about'>): boolean =>
  isPlanned(event) && event.about === 'advertising'

/** Whether a buyer may be spared some of it: what is about their own receipts they always hear. */
export const mayBeRarer = ({ about }: Pick<NotificationEvent, 'about'>): boolean =>
  about !== 'receipt'

/** What every text may name. */
export const COMMON_NAMES = [
  'name',
  'shop',
  'balance',
  'balance_bonuses',
  'expiring',
  'expiring_date',
  'level',
  'percent',
  'next_level',
  'left',
  'phone',
] as const

/** The largest text, before its variables are filled in: a caption and a name must still fit. */
export const TEMPLATE_MAX = 1000
