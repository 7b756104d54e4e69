/**
 * Promotions: what a shop gives for a while, on top of its program.
 *
 * Type 2 looks at products and takes money off, gives bonuses for units or stamps a card; type 3
 * raises what a receipt earns. The list is asked once for each type. What was given is locked once
 * a promotion runs: a copy of it can be changed.
 * Source: seed §7 "Promotions"; spec/engine.md "Promotions"; design/screens.md §5.7.
 */
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { imageAddress } from './images.ts'
import {
  PROMOTION_DESCRIPTION_MAX,
  PROMOTION_NAME_MAX,
  PROMOTION_NAME_MIN,
  STAMP_GOAL_MAX,
  STAMP_GOAL_MIN,
} from './limits.ts'
import {
  day,
  id,
  line,
  localTime,
  moment,
  money,
  pageOf,
  pageQuery,
  paragraph,
  percent,
  positiveMoney,
  quantityOrNone,
  version,
} from './wire.ts'

const days = (max: number) => z.int().min(0).max(max)
const names = (max: number) => z.array(line(1, max)).max(500)
const discountPercent = percent.refine((value) => value > 0, 'too_small')

const productSet = z.discriminatedUnion('all', [
  z.strictObject({ all: z.literal(true) }),
  z.strictObject({
    all: z.literal(false),
    barcodes: names(40),
    skus: names(40),
    /** Case does not matter. */
    categories: names(60),
  }),
])

const stampGift = z.discriminatedUnion('kind', [
  /** One product of the set, free. */
  z.strictObject({ kind: z.literal('product') }),
  z.strictObject({ kind: z.literal('bonuses'), amount: positiveMoney }),
  z.strictObject({ kind: z.literal('percent_off_next'), percent: discountPercent }),
])

const stampCard = {
  kind: z.literal('stamp'),
  /** 0: stamps never grow old. */
  within_days: days(1095),
  gift: stampGift,
  /** 0: a gift waits for ever. */
  gift_days: days(1095),
  once_per_day: z.boolean(),
  repeat: z.boolean(),
}

const effect = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('percent_off'), percent: discountPercent }),
  z.strictObject({ kind: z.literal('amount_off'), amount: positiveMoney }),
  z.strictObject({ kind: z.literal('fixed_price'), price: positiveMoney }),
  z.strictObject({ kind: z.literal('every_nth_free'), nth: z.int().min(2).max(100) }),
  z.strictObject({ kind: z.literal('cheapest_free'), nth: z.int().min(2).max(100) }),
  z.strictObject({ kind: z.literal('bonus_per_unit'), amount: positiveMoney }),
  z.discriminatedUnion('count', [
    z.strictObject({
      ...stampCard,
      count: z.enum(['receipts', 'units']),
      goal: z.int().min(STAMP_GOAL_MIN).max(STAMP_GOAL_MAX),
    }),
    /** The goal is money paid. */
    z.strictObject({ ...stampCard, count: z.literal('sum'), goal: positiveMoney }),
  ]),
  /** 2 doubles what is earned. */
  z.strictObject({
    kind: z.literal('multiplier'),
    times: positiveMoney.refine((value) => value > 100 && value <= 1000, 'not_a_multiplier'),
  }),
  z.strictObject({ kind: z.literal('extra_percent'), percent: discountPercent }),
  z.strictObject({ kind: z.literal('fixed_bonus'), amount: positiveMoney }),
  z.strictObject({ kind: z.literal('replace_percent'), percent: discountPercent }),
])

const fields = {
  description: paragraph(PROMOTION_DESCRIPTION_MAX),
  image: imageAddress,
  /** First and last day; null: no beginning set, no end. */
  date_from: day.nullable(),
  date_to: day.nullable(),
  /** ISO, 1 is Monday; empty: every day. */
  weekdays: z.array(z.int().min(1).max(7)).max(7),
  /** Both or none; may pass midnight. */
  time_from: localTime.nullable(),
  time_to: localTime.nullable(),
  /** Empty: everywhere. */
  pos_ids: z.array(id).max(1000),
  /** Numbers of levels; empty: all. */
  levels: z.array(z.int32().min(1)).max(50),
  /** Whom it is for; null: everybody. */
  segment_id: id.nullable(),
  first_purchase_only: z.boolean(),
  min_receipt_amount: money,
  products: productSet,
  min_quantity: quantityOrNone,
  min_amount: money,
  max_uses_total: z.int().min(1).max(1_000_000_000).nullable(),
  max_uses_per_buyer: z.int().min(1).max(100_000).nullable(),
  per_buyer_period: z.enum(['ever', 'day', 'week', 'month']),
  /** Money taken off plus bonuses given, of all buyers. */
  budget: positiveMoney.nullable(),
  priority: z.int().min(0).max(1000),
  stackable: z.boolean(),
  exclusive_group: line(1, 40).nullable(),
  bonus_lifetime_days: z.int().min(1).max(1095).nullable(),
  show_in_bot: z.boolean(),
}
const name = line(PROMOTION_NAME_MIN, PROMOTION_NAME_MAX)

const type = z.union([z.literal(2), z.literal(3)])
const typeInQuery = z.enum(['2', '3']).transform((text): 2 | 3 => (text === '2' ? 2 : 3))
const status = z.enum(['draft', 'planned', 'running', 'paused', 'finished'])
export type PromotionStatus = z.output<typeof status>

const statistics = z.object({
  uses: z.int(),
  buyers: z.int(),
  receipts: z.int(),
  discount: money,
  bonuses: money,
  /** Money paid in receipts that used it, returns taken off. */
  turnover: money,
})

const promotion = z.object({
  id,
  organization_id: id,
  type,
  version: z.int(),
  status,
  archived: z.boolean(),
  name,
  ...fields,
  effect,
  /** It has begun: effect and products stay as they are. */
  reward_locked: z.boolean(),
  /** What ran out, for all buyers together; null: nothing. */
  exhausted: z.enum(['uses', 'budget']).nullable(),
  /** Other promotions at work at the same time on the same products. */
  conflicts: z.array(
    z.object({
      promotion_id: id,
      name: z.string(),
      date_to: day.nullable(),
      /** Barcodes, SKUs and categories both name; empty: any product. */
      shared: z.array(z.string()),
    }),
  ),
  statistics,
  launched_at: moment.nullable(),
  finished_at: moment.nullable(),
  created_at: moment,
  updated_at: moment,
})
export type Promotion = z.output<typeof promotion>

const params = z.strictObject({ promotion_id: id })

export const listPromotions = endpoint({
  method: 'GET',
  path: '/api/v1/promotions',
  summary: 'The promotions of an organization, newest first; of one type or of both',
  access: 'owner',
  query: z.strictObject({
    organization_id: id,
    type: typeInQuery.optional(),
    archived: z.enum(['true', 'false']).optional(),
    ...pageQuery(),
  }),
  response: pageOf(promotion),
})

export const createPromotion = endpoint({
  method: 'POST',
  path: '/api/v1/promotions',
  summary: 'Make a promotion: a draft, or at work at once',
  access: 'owner',
  query: z.strictObject({ organization_id: id, type: typeInQuery }),
  body: z.strictObject({
    name,
    effect,
    status: z.enum(['draft', 'running']).default('draft'),
    ...z.object(fields).partial().shape,
  }),
  response: promotion,
  status: 201,
})

export const getPromotion = endpoint({
  method: 'GET',
  path: '/api/v1/promotions/{promotion_id}',
  summary: 'One promotion with what it has done so far',
  access: 'owner',
  params,
  response: promotion,
})

export const updatePromotion = endpoint({
  method: 'PATCH',
  path: '/api/v1/promotions/{promotion_id}',
  summary: 'Change a promotion, launch, pause, resume or finish it, put it into the archive',
  access: 'owner',
  params,
  body: z.strictObject({
    version,
    name: name.optional(),
    effect: effect.optional(),
    /** `running` launches a draft and resumes a paused one; its dates tell when it begins. */
    status: z.enum(['running', 'paused', 'finished']).optional(),
    /** Only what is finished can be put away. */
    archived: z.boolean().optional(),
    ...z.object(fields).partial().shape,
  }),
  response: promotion,
  refusals: ['version_conflict', 'promotion_state'],
})

export const copyPromotion = endpoint({
  method: 'POST',
  path: '/api/v1/promotions/{promotion_id}/copy',
  summary: 'A draft with the same terms, without dates that are over',
  access: 'owner',
  params,
  response: promotion,
  status: 201,
})

export const deletePromotion = endpoint({
  method: 'DELETE',
  path: '/api/v1/promotions/{promotion_id}',
  summary: 'Delete a draft; what was launched can only be put into the archive',
  access: 'owner',
  params,
  refusals: ['promotion_state'],
})
