/** The discount ladder as inputs hold it, its checks, and where a sum of purchases stands on it. */
import type { Text } from '../../text/text.ts'
import type { Bonuses } from './queries.ts'

export type Amount = number | ''
export type Tier = {
  /** Tells rows apart while they are edited; never sent. */
  key: string
  number?: number | undefined
  name: string
  min_turnover: Amount
  discount_percent: Amount
  /** Kept as they are: the page of bonuses sets them. */
  cashback_percent: number
  max_pay_percent: number | null
}

export const toValues = (stored: Bonuses) => ({
  tiers: stored.levels.map((level): Tier => ({ ...level, key: String(level.number) })),
  level_base: stored.level_base,
  level_days: stored.level_days as Amount,
  stack_level_with_promotion: stored.stack_level_with_promotion,
})
export type Values = ReturnType<typeof toValues>

/** What to send of the form: only what differs from the stored. */
export function changesOf(values: Values, stored: Values): Record<string, unknown> {
  const wire = ({ tiers, ...rest }: Values): Record<string, unknown> => ({
    ...rest,
    levels: tiers.map(({ key: _key, number, ...tier }) => ({
      ...(number === undefined ? {} : { number }),
      ...tier,
      name: tier.name.trim(),
    })),
  })
  const before = wire(stored)
  return Object.fromEntries(
    Object.entries(wire(values)).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name]),
    ),
  )
}

export function validate(values: Values, t: Text<'discount'>): Record<string, string> {
  const found: Record<string, string | undefined> = {}
  for (const [index, tier] of values.tiers.entries()) {
    const at = `tiers.${index}`
    const previous = values.tiers[index - 1]
    const percent = tier.discount_percent
    if (!tier.name.trim()) found[`${at}.name`] = t('error.name')
    if (tier.min_turnover === '') found[`${at}.min_turnover`] = t('error.number')
    else if (previous && tier.min_turnover <= Number(previous.min_turnover)) {
      found[`${at}.min_turnover`] = t('error.order')
    }
    if (percent === '' || percent < 0 || percent > 100) {
      found[`${at}.discount_percent`] = t('error.percent')
    }
  }
  const days = values.level_days
  const wrong = days === '' || !Number.isInteger(days) || days < 1 || days > 3650
  if (values.level_base === 'rolling_days' && wrong) found.level_days = t('error.days')
  return found as Record<string, string>
}

/** The tier a sum of purchases has reached, and the next one with what is left to it. */
export function standingOf(tiers: readonly Tier[], turnover: number) {
  const at = Math.max(
    0,
    tiers.findLastIndex((tier) => Number(tier.min_turnover) <= turnover),
  )
  const next = tiers[at + 1]
  return {
    percent: Number(tiers[at]?.discount_percent ?? 0),
    next: next && {
      percent: Number(next.discount_percent),
      left: Math.round((Number(next.min_turnover) - turnover) * 100) / 100,
    },
  }
}

/** Rows where more purchases bring a smaller discount: said, never forbidden. */
export const falls = (tiers: readonly Tier[]): boolean =>
  tiers.some(
    (tier, index) =>
      index > 0 && Number(tier.discount_percent) < Number(tiers[index - 1]?.discount_percent),
  )
