/** How promotions are told of: their kind, their days, their way to run out. */
import { date, day, number, percent, shortDay } from '../../text/format.ts'
import type { Text } from '../../text/text.ts'
import type { Promotion } from './queries.ts'
import { tileOf } from './values.ts'

type Words = Text<'promotions'>

export const STATUSES = ['draft', 'planned', 'running', 'paused', 'finished'] as const
export const statusColor: Record<Promotion['status'], string> = {
  draft: 'gray',
  planned: 'blue',
  running: 'spruce',
  paused: 'honey',
  finished: 'gray',
}

export const kindOf = (promotion: Promotion, t: Words): string => t(`tile.${tileOf(promotion)}`)

/** What it gives, in a few words: «−25 %», «×2», «6 → подарунок». */
export function rewardOf({ effect }: Promotion, t: Words): string {
  switch (effect.kind) {
    case 'percent_off':
      return t('reward.percent_off', { percent: percent(effect.percent) })
    case 'amount_off':
      return t('reward.amount_off', { amount: number(effect.amount) })
    case 'fixed_price':
      return t('reward.fixed_price', { amount: number(effect.price) })
    case 'every_nth_free':
    case 'cheapest_free':
      return t(`reward.${effect.kind}`, { nth: number(effect.nth) })
    case 'bonus_per_unit':
      return t('reward.bonus_per_unit', { amount: number(effect.amount) })
    case 'stamp':
      return t('reward.stamp', { goal: number(effect.goal) })
    case 'multiplier':
      return `×${number(effect.times)}`
    case 'extra_percent':
      return t('reward.extra_percent', { percent: percent(effect.percent) })
    case 'replace_percent':
      return t('reward.replace_percent', { percent: percent(effect.percent) })
    case 'fixed_bonus':
      return t('reward.fixed_bonus', { amount: number(effect.amount) })
  }
}

export function periodOf({ date_from, date_to, finished_at }: Promotion, t: Words): string {
  if (finished_at && !date_to) return t('period.to', { date: date(finished_at) })
  if (date_from && date_to) return `${shortDay(date_from)} – ${day(date_to)}`
  if (date_from) return t('period.from', { date: day(date_from) })
  return date_to ? t('period.to', { date: day(date_to) }) : t('period.always')
}
