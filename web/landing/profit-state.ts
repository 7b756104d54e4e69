/** The fields of the calculator as they stand in the address, and what they mean. */
import type { ProfitAsk } from '#contract/profit-rules.ts'

/** In the units of the fields: currency and per cent, as people type them. */
export const defaults = {
  cost: '100',
  markup: '40',
  discount: '10',
  max: '10',
  unspent: '30',
  cap: '100',
} as const

export type Field = keyof typeof defaults
export const fields = Object.keys(defaults) as Field[]
export type ProfitState = Record<Field, string> & { money_only: boolean }

export function readState(query: Record<string, string>): ProfitState {
  const values = Object.fromEntries(fields.map((key) => [key, query[key] ?? defaults[key]]))
  return { ...(values as Record<Field, string>), money_only: query['money_only'] === '1' }
}

/** Only what differs from the defaults; `?` and all, or nothing. */
export function writeState(state: ProfitState): string {
  const search = new URLSearchParams()
  for (const key of fields) if (state[key] !== defaults[key]) search.set(key, state[key])
  if (state.money_only) search.set('money_only', '1')
  return search.size > 0 ? `?${search}` : ''
}

/** A comma or a point, spaces between thousands; NaN for what is no number. */
export function parseNumber(text: string): number {
  const plain = text.replaceAll(/\s/g, '').replace(',', '.')
  return /^\d{1,9}(\.\d{1,4})?$/.test(plain) ? Number(plain) : Number.NaN
}

const MARKUP_MAX = 100_000

/** What is wrong with a field, as the key of its hint. */
export function fieldError(field: Field, text: string) {
  const value = parseNumber(text)
  if (field === 'cost') return value > 0 ? undefined : ('error.cost' as const)
  if (field === 'markup') {
    return value >= 0 && value <= MARKUP_MAX ? undefined : ('error.markup' as const)
  }
  return value >= 0 && value <= 100 ? undefined : ('error.percent' as const)
}

/** The question for the rules, or undefined while a field is wrong. */
export function askOf(state: ProfitState): ProfitAsk | undefined {
  if (fields.some((field) => fieldError(field, state[field]))) return undefined
  const share = (field: Field) => parseNumber(state[field]) / 100
  return {
    cost: parseNumber(state.cost),
    markup: share('markup'),
    discount: share('discount'),
    max: share('max'),
    unspent: share('unspent'),
    cap: share('cap'),
    money_only: state.money_only,
  }
}
