/** A promotion as the inputs of its form hold it, and back. */
import type { Promotion } from './queries.ts'

export type Amount = number | ''
type Effect = Promotion['effect']
export type Kind = Effect['kind']
/** What the chooser offers; each has its own fields. */
export type Tile = 'products' | 'stamp' | 'accrual'

export const KINDS = {
  products: [
    'percent_off',
    'amount_off',
    'fixed_price',
    'every_nth_free',
    'cheapest_free',
    'bonus_per_unit',
  ],
  stamp: ['stamp'],
  accrual: ['multiplier', 'extra_percent', 'fixed_bonus', 'replace_percent'],
} as const satisfies Record<Tile, readonly Kind[]>

export type Values = {
  name: string
  description: string
  image: string | null
  show_in_bot: boolean
  date_from: string
  date_to: string
  weekdays: number[]
  time_from: string
  time_to: string
  pos_ids: string[]
  levels: string[]
  /** '': everybody. */
  segment_id: string
  first_purchase_only: boolean
  min_receipt_amount: Amount
  scope: 'all' | 'some'
  /** `barcode …` or `sku …`. */
  products: string[]
  categories: string[]
  min_quantity: Amount
  min_amount: Amount
  max_uses_total: Amount
  max_uses_per_buyer: Amount
  per_buyer_period: Promotion['per_buyer_period']
  budget: Amount
  priority: Amount
  stackable: boolean
  exclusive_group: string
  bonus_lifetime_days: Amount
  kind: Kind
  percent: Amount
  amount: Amount
  nth: Amount
  times: Amount
  count: 'receipts' | 'units' | 'sum'
  goal: Amount
  within_days: Amount
  gift: 'product' | 'bonuses' | 'percent_off_next'
  gift_amount: Amount
  gift_percent: Amount
  gift_days: Amount
  once_per_day: boolean
  repeat: boolean
}

export const tileOf = ({ type, effect }: Pick<Promotion, 'type' | 'effect'>): Tile =>
  type === 3 ? 'accrual' : effect.kind === 'stamp' ? 'stamp' : 'products'
export const typeOf = (tile: Tile): 2 | 3 => (tile === 'accrual' ? 3 : 2)

/** What is usual; a tile brings its own effect. */
export function newValues(tile: Tile): Values {
  return {
    ...{ name: '', description: '', image: null, show_in_bot: true },
    ...{ date_from: '', date_to: '', weekdays: [], time_from: '', time_to: '' },
    ...{
      pos_ids: [],
      levels: [],
      segment_id: '',
      first_purchase_only: false,
      min_receipt_amount: 0,
    },
    ...{ scope: tile === 'products' ? 'some' : 'all', products: [], categories: [] },
    ...{ min_quantity: 0, min_amount: 0, max_uses_total: '', max_uses_per_buyer: '' },
    ...{ per_buyer_period: 'ever', budget: '', priority: 0, stackable: false },
    ...{ exclusive_group: '', bonus_lifetime_days: '', kind: KINDS[tile][0] },
    ...{ percent: 10, amount: 10, nth: 3, times: 2 },
    ...{ count: 'receipts', goal: 6, within_days: 60, gift: 'product' },
    ...{ gift_amount: 50, gift_percent: 20, gift_days: 30, once_per_day: true, repeat: true },
  }
}

const orEmpty = (value: number | null): Amount => value ?? ''

export function toValues(promotion: Promotion): Values {
  const { products, effect } = promotion
  return {
    ...newValues(tileOf(promotion)),
    name: promotion.name,
    description: promotion.description,
    image: promotion.image,
    show_in_bot: promotion.show_in_bot,
    date_from: promotion.date_from ?? '',
    date_to: promotion.date_to ?? '',
    weekdays: promotion.weekdays,
    time_from: promotion.time_from ?? '',
    time_to: promotion.time_to ?? '',
    pos_ids: promotion.pos_ids,
    levels: promotion.levels.map(String),
    segment_id: promotion.segment_id ?? '',
    first_purchase_only: promotion.first_purchase_only,
    min_receipt_amount: promotion.min_receipt_amount,
    scope: products.all ? 'all' : 'some',
    products: products.all
      ? []
      : [
          ...products.barcodes.map((code) => `barcode ${code}`),
          ...products.skus.map((sku) => `sku ${sku}`),
        ],
    categories: products.all ? [] : products.categories,
    min_quantity: promotion.min_quantity,
    min_amount: promotion.min_amount,
    max_uses_total: orEmpty(promotion.max_uses_total),
    max_uses_per_buyer: orEmpty(promotion.max_uses_per_buyer),
    per_buyer_period: promotion.per_buyer_period,
    budget: orEmpty(promotion.budget),
    priority: promotion.priority,
    stackable: promotion.stackable,
    exclusive_group: promotion.exclusive_group ?? '',
    bonus_lifetime_days: orEmpty(promotion.bonus_lifetime_days),
    ...effectValues(effect),
  }
}

function effectValues(effect: Effect): Partial<Values> & { kind: Kind } {
  switch (effect.kind) {
    case 'fixed_price':
      return { kind: effect.kind, amount: effect.price }
    case 'stamp': {
      const { gift, ...card } = effect
      return {
        ...card,
        gift: gift.kind,
        ...(gift.kind === 'bonuses' && { gift_amount: gift.amount }),
        ...(gift.kind === 'percent_off_next' && { gift_percent: gift.percent }),
      }
    }
    default:
      return effect
  }
}

const orNull = <T>(value: T | ''): T | null => (value === '' ? null : value)
const partsOf = (products: readonly string[], prefix: 'barcode' | 'sku') =>
  products.filter((one) => one.startsWith(`${prefix} `)).map((one) => one.slice(prefix.length + 1))

/** All fields of the wire. The checks have seen to what must not be empty. */
export function toWire(values: Values): Record<string, unknown> {
  const { kind: _kind, scope, products, categories, levels, ...rest } = values
  const { name, description, image, show_in_bot, weekdays, pos_ids } = rest
  const { first_purchase_only, per_buyer_period, stackable } = rest
  return {
    ...{ name, description, image, show_in_bot, weekdays, pos_ids },
    ...{ first_purchase_only, per_buyer_period, stackable },
    date_from: orNull(rest.date_from),
    date_to: orNull(rest.date_to),
    time_from: orNull(rest.time_from),
    time_to: orNull(rest.time_to),
    levels: levels.map(Number),
    segment_id: orNull(rest.segment_id),
    min_receipt_amount: rest.min_receipt_amount || 0,
    products:
      scope === 'all'
        ? { all: true }
        : {
            all: false,
            barcodes: partsOf(products, 'barcode'),
            skus: partsOf(products, 'sku'),
            categories,
          },
    min_quantity: rest.min_quantity || 0,
    min_amount: rest.min_amount || 0,
    max_uses_total: orNull(rest.max_uses_total),
    max_uses_per_buyer: orNull(rest.max_uses_per_buyer),
    budget: orNull(rest.budget),
    priority: rest.priority || 0,
    exclusive_group: orNull(rest.exclusive_group.trim()),
    bonus_lifetime_days: orNull(rest.bonus_lifetime_days),
    effect: effectOf(values),
  }
}

export function effectOf(values: Values): Record<string, unknown> {
  const { kind, percent, amount, nth, times } = values
  switch (kind) {
    case 'percent_off':
    case 'extra_percent':
    case 'replace_percent':
      return { kind, percent }
    case 'amount_off':
    case 'bonus_per_unit':
    case 'fixed_bonus':
      return { kind, amount }
    case 'fixed_price':
      return { kind, price: amount }
    case 'every_nth_free':
    case 'cheapest_free':
      return { kind, nth }
    case 'multiplier':
      return { kind, times }
    case 'stamp':
      return {
        kind,
        count: values.count,
        goal: values.goal,
        within_days: values.within_days || 0,
        gift: giftOf(values),
        gift_days: values.gift_days || 0,
        once_per_day: values.count === 'receipts' && values.once_per_day,
        repeat: values.repeat,
      }
  }
}

function giftOf({ gift, gift_amount, gift_percent }: Values) {
  if (gift === 'bonuses') return { kind: gift, amount: gift_amount }
  return gift === 'percent_off_next' ? { kind: gift, percent: gift_percent } : { kind: gift }
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** Only what differs from what is stored. */
export function changesOf(values: Values, stored: Values): Record<string, unknown> {
  const before = toWire(stored)
  const now = Object.entries(toWire(values))
  return Object.fromEntries(now.filter(([field, value]) => !same(value, before[field])))
}
