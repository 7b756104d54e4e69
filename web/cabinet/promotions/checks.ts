/** What must be right in the form of a promotion before it is sent. */
import {
  PROMOTION_NAME_MAX,
  PROMOTION_NAME_MIN,
  STAMP_GOAL_MAX,
  STAMP_GOAL_MIN,
} from '#contract/limits.ts'
import { number } from '../../text/format.ts'
import type { Text } from '../../text/text.ts'
import type { Amount, Values } from './values.ts'

type Words = Text<'promotions'>

export function validate(values: Values, t: Words): Record<string, string> {
  const found: Record<string, string | undefined> = {
    ...plainErrors(values, t),
    ...effectErrors(values, t),
  }
  return Object.fromEntries(
    Object.entries(found).filter((one): one is [string, string] => one[1] !== undefined),
  )
}

function plainErrors(values: Values, t: Words) {
  const { name, date_from, date_to, time_from, time_to, scope, products, categories } = values
  const length = name.trim().length
  return {
    name:
      length < PROMOTION_NAME_MIN || length > PROMOTION_NAME_MAX
        ? t('error.name', { min: PROMOTION_NAME_MIN, max: PROMOTION_NAME_MAX })
        : undefined,
    date_to: date_from && date_to && date_to < date_from ? t('error.dates') : undefined,
    time_from: time_to && !time_from ? t('error.times') : undefined,
    time_to:
      time_from && !time_to
        ? t('error.times')
        : time_from && time_from === time_to
          ? t('error.same_time')
          : undefined,
    products:
      scope === 'some' && products.length + categories.length === 0
        ? t('error.products')
        : undefined,
    max_uses_total: wholeOrNone(values.max_uses_total, 1_000_000_000, t),
    max_uses_per_buyer: wholeOrNone(values.max_uses_per_buyer, 100_000, t),
    bonus_lifetime_days: wholeOrNone(values.bonus_lifetime_days, 1095, t),
    budget: values.budget === 0 ? t('error.positive') : undefined,
  }
}

function effectErrors(values: Values, t: Words): Record<string, string | undefined> {
  switch (values.kind) {
    case 'percent_off':
    case 'extra_percent':
    case 'replace_percent':
      return { percent: percent(values.percent, t) }
    case 'amount_off':
    case 'bonus_per_unit':
    case 'fixed_bonus':
    case 'fixed_price':
      return { amount: positive(values.amount, t) }
    case 'every_nth_free':
    case 'cheapest_free':
      return { nth: range(values.nth, 2, 100, t) }
    case 'multiplier': {
      const { times } = values
      return { times: times === '' || times <= 1 || times > 10 ? t('error.times_more') : undefined }
    }
    case 'stamp':
      return {
        goal:
          values.count === 'sum'
            ? positive(values.goal, t)
            : range(values.goal, STAMP_GOAL_MIN, STAMP_GOAL_MAX, t),
        within_days: range(values.within_days || 0, 0, 1095, t),
        gift_days: range(values.gift_days || 0, 0, 1095, t),
        gift_amount: values.gift === 'bonuses' ? positive(values.gift_amount, t) : undefined,
        gift_percent:
          values.gift === 'percent_off_next' ? percent(values.gift_percent, t) : undefined,
      }
  }
}

const positive = (value: Amount, t: Words) =>
  value === '' || value <= 0 ? t('error.positive') : undefined
const percent = (value: Amount, t: Words) =>
  value === '' || value <= 0 || value > 100 ? t('error.percent') : undefined
const range = (value: Amount, min: number, max: number, t: Words) =>
  value === '' || !Number.isInteger(value) || value < min || value > max
    ? t('error.range', { min: number(min), max: number(max) })
    : undefined
const wholeOrNone = (value: Amount, max: number, t: Words) =>
  value === '' ? undefined : range(value, 1, max, t)
