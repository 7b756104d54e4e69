/**
 * How long a lot lives. A lifetime is counted from the day a lot becomes active, and its last day
 * counts whole: a lot of 180 days that is active from 1 May can be spent until 28 October, midnight.
 * Source: spec/engine.md "Program"; decision 0005.
 */
import { endOfDayAfter, endOfMonthAfter } from './calendar-rules.ts'
import { compareLots } from './lot-rules.ts'
import type { CreditKind, Draft, Moment } from './rules.ts'

/** What a program says of expiry; a `Program` is one. */
export type ExpirySettings = {
  expiry_mode: 'days' | 'never' | 'end_of_month_after' | 'after_last_purchase'
  /** N of `days` and `after_last_purchase`. */
  expiry_days: number
  /** N of `end_of_month_after`. */
  expiry_months: number
  /** Own lifetimes of lots of these kinds; null: as any other lot. */
  manual_lifetime_days: number | null
  birthday_lifetime_days: number | null
  referral_lifetime_days: number | null
  promotion_lifetime_days: number | null
  timezone: string
}

/** When a lot of this kind, active from then, expires; null: never. */
export function expiryOf(
  settings: ExpirySettings,
  kind: CreditKind,
  active_from: Moment,
): Moment | null {
  const own = ownLifetime(settings, kind)
  if (own !== null) return endOfDayAfter(active_from, own, settings.timezone)
  switch (settings.expiry_mode) {
    case 'never':
      return null
    case 'end_of_month_after':
      return endOfMonthAfter(active_from, settings.expiry_months, settings.timezone)
    case 'days':
    case 'after_last_purchase':
      return endOfDayAfter(active_from, settings.expiry_days, settings.timezone)
  }
}

/** The days a lot of this kind lives by a setting of its own; null: it has none. */
function ownLifetime(settings: ExpirySettings, kind: CreditKind): number | null {
  switch (kind) {
    case 'manual_accrual':
    case 'compensation':
      return settings.manual_lifetime_days
    case 'birthday':
      return settings.birthday_lifetime_days
    case 'referral':
      return settings.referral_lifetime_days
    case 'promotion':
      return settings.promotion_lifetime_days
    default:
      return null
  }
}

/** Lots whose expiry a purchase moved, with the one they had. */
export type MovedExpiry = { to: Moment; lots: { number: number; expires_at: Moment }[] }

/**
 * `after_last_purchase`: a purchase lets every lot live N days more, those with a lifetime of their
 * own or without an end excepted; nothing is ever shortened. Null when nothing moved.
 */
export function moveExpiry(
  draft: Draft,
  settings: ExpirySettings,
  purchase_at: Moment,
): MovedExpiry | null {
  if (settings.expiry_mode !== 'after_last_purchase') return null
  const to = endOfDayAfter(purchase_at, settings.expiry_days, settings.timezone)
  const lots: MovedExpiry['lots'] = []
  for (const lot of draft.account.lots) {
    if (lot.expires_at === null || lot.expires_at >= to) continue
    // Welcome gifts and promotions carry a term each.
    if (lot.kind === 'welcome' || lot.kind === 'promotion') continue
    if (ownLifetime(settings, lot.kind) !== null) continue
    lots.push({ number: lot.number, expires_at: lot.expires_at })
    lot.expires_at = to
  }
  if (lots.length === 0) return null
  draft.account.lots.sort(compareLots)
  return { to, lots }
}

/**
 * Takes the move back when its purchase is cancelled: lots that no later purchase moved get the
 * expiry they had, or `grace_until` when that has passed meanwhile.
 */
export function moveExpiryBack(draft: Draft, moved: MovedExpiry, grace_until: Moment): void {
  const before = new Map(moved.lots.map((lot) => [lot.number, lot.expires_at]))
  for (const lot of draft.account.lots) {
    const had = before.get(lot.number)
    if (had === undefined || lot.expires_at !== moved.to) continue
    lot.expires_at = had <= draft.now ? grace_until : had
  }
  draft.account.lots.sort(compareLots)
}
