/**
 * Segments: which buyers a question finds, how many, and how they can be reached.
 *
 * A filter is a set of conditions, each of them optional, joined by `match`; groups of conditions
 * stand beside them, each joined by its own. Days are those of the shop's time zone. An absent
 * condition, null and an empty list ask nothing. Figures of purchases are a minute or two old.
 * Source: seed §7 "Segmentations"; spec/api.md "Segmentations"; research/domain.md §4.2.
 */
import { z } from 'zod'
import { buyerRow, buyersSort, joinedVia, messenger } from './buyers.ts'
import { endpoint } from './endpoint.ts'
import {
  BULK_CHOSEN_MAX,
  NOT_CONTACTED_DAYS_MAX,
  SEGMENT_CODES_MAX,
  SEGMENT_GROUPS_MAX,
  SEGMENT_NAME_MAX,
} from './limits.ts'
import {
  day,
  id,
  line,
  moment,
  money,
  pageOf,
  pageQuery,
  percent,
  positiveMoney,
  quantity,
} from './wire.ts'

const some = <T extends z.ZodType>(schema: T) => schema.nullable().optional()
const range = <T extends z.ZodType>(value: T) =>
  some(z.strictObject({ from: some(value), to: some(value) }))
const count = z.int().min(0).max(1_000_000)
const days = z.int().min(0).max(10_000)
const listOf = <T extends z.ZodType>(item: T, max = SEGMENT_CODES_MAX) =>
  z.array(item).max(max).optional()
const score = z.int().min(1).max(5)

const period = some(
  z.strictObject({
    date_from: some(day),
    date_to: some(day),
    /** Today is the last of them. */
    last_days: some(days.min(1)),
    /** From that many days ago, the earlier end second: 30 to 60 days ago. */
    days_ago: range(days),
  }),
)
const products = {
  /** Barcodes. */
  codes: listOf(line(1, 40)),
  skus: listOf(line(1, 40)),
  /** Case does not matter. */
  categories: listOf(line(1, 60)),
}

export const rfmSegment = z.enum([
  'champions',
  'loyal',
  'newcomers',
  'potential',
  'at_risk',
  'sleeping',
  'lost',
])

const conditions = {
  /** These very buyers, as they were ticked in a list. */
  buyer_ids: listOf(id, BULK_CHOSEN_MAX),
  /** The days that the figures of receipts, places and products below are taken from. */
  period,
  pos: some(
    z.strictObject({
      include: listOf(id),
      exclude: listOf(id),
      /** Of the receipts, how many were at `include` at least. */
      share_percent_min: some(percent),
    }),
  ),
  registered: some(
    z.strictObject({ from: some(day), to: some(day), last_days: some(days.min(1)) }),
  ),
  gender: listOf(z.enum(['f', 'm', 'unknown'])),
  age: range(z.int().min(0).max(150)),
  birthday: some(
    z.strictObject({
      in_days_from: some(z.int().min(0).max(366)),
      in_days_to: some(z.int().min(0).max(366)),
      month: some(z.int().min(1).max(12)),
      /** The month it is now. */
      this_month: some(z.boolean()),
    }),
  ),
  /** Names, as in the profile; case does not matter. */
  cities: listOf(line(1, 80)),
  messengers: listOf(z.enum([...messenger.options, 'none'])),
  /** Of their chats: one at least takes messages, the shop is blocked in each, or no news is wanted. */
  bot_status: listOf(z.enum(['active', 'blocked', 'unsubscribed'])),
  consent_marketing: some(z.boolean()),
  /** Numbers of rows of the ladder. */
  level_ids: listOf(z.int32()),
  tags: some(
    z.strictObject({
      any: listOf(line(1, 40)),
      all: listOf(line(1, 40)),
      none: listOf(line(1, 40)),
    }),
  ),
  sources: listOf(joinedVia),
  receipts_count: range(count),
  turnover: range(money),
  average_receipt: range(money),
  last_purchase_days: range(days),
  first_purchase_days: range(days),
  /** On average. */
  days_between_visits: range(days),
  positive_barcodes: some(
    z.strictObject({
      ...products,
      match: z.enum(['any', 'all']).default('any'),
      min_times: some(count.min(1)),
      min_quantity: some(quantity),
      min_amount: some(positiveMoney),
      period,
    }),
  ),
  negative_barcodes: some(z.strictObject({ ...products, period_days: some(days.min(1)), period })),
  categories: some(z.strictObject({ include: listOf(line(1, 60)), exclude: listOf(line(1, 60)) })),
  bonus_balance: range(money),
  bonus_expiring_days: some(z.strictObject({ within: days.min(1), min_amount: some(money) })),
  never_spent_bonuses: some(z.boolean()),
  spent_bonuses: range(money),
  has_debt: some(z.boolean()),
  /** Percent of receipts that had a discount. */
  discount_receipts_share: range(percent),
  refunds_count: range(count),
  promotion_ids: some(z.strictObject({ used: listOf(id), not_used: listOf(id) })),
  referral: some(
    z.strictObject({ invited_min: some(count.min(1)), was_invited: some(z.boolean()) }),
  ),
  /** Stars of the last rated visit, ends included. */
  rating: some(z.strictObject({ last_min: some(score), last_max: some(score) })),
  /** Advertising, whoever wrote it; messages about the buyer's own receipts are none. */
  message: some(
    z.strictObject({
      /** None within so many days, today included. */
      not_contacted_days: some(days.min(1).max(NOT_CONTACTED_DAYS_MAX)),
      /** That mailing reached them; absent: any. */
      received_post_id: some(id),
      /** Whether they tapped its button. */
      reacted: some(z.boolean()),
    }),
  ),
  /** Scores 1–5, 5 is best: how lately, how often, for how much. */
  rfm: some(
    z.strictObject({
      r: listOf(score, 5),
      f: listOf(score, 5),
      m: listOf(score, 5),
      segment: listOf(rfmSegment),
    }),
  ),
  /** Days since the last visit as a multiple of the buyer's own usual gap; above 2 is alarming. */
  churn_risk: range(z.number().min(0).max(1000)),
  /** The best buyers by turnover, in percent of those who bought. */
  turnover_top_percent: some(
    z.union([z.literal(1), z.literal(5), z.literal(10), z.literal(20), z.literal(50)]),
  ),
}

const match = z.enum(['all', 'any']).default('all')
const filterFields = {
  match,
  ...conditions,
  groups: z
    .array(z.strictObject({ match, ...conditions }))
    .max(SEGMENT_GROUPS_MAX)
    .optional(),
}
export const segmentFilter = z.strictObject(filterFields)

const mode = z.enum(['dynamic', 'frozen'])
const name = line(1, SEGMENT_NAME_MAX)

export const presetCode = z.enum([
  'newcomers',
  'regulars',
  'vip',
  'champions',
  'loyal',
  'potential',
  'sleeping',
  'at_risk',
  'lost',
  'one_time',
  'discount_hunters',
  'bonuses_expire',
  'birthdays',
  'birthday_month',
  'welcome_unclaimed',
  'no_messenger',
])

const segment = z.object({
  id,
  name: z.string(),
  mode,
  filter: segmentFilter,
  /** When it was last counted; null: never. */
  buyers: z.int().nullable(),
  counted_at: moment.nullable(),
  frozen_at: moment.nullable(),
  created_at: moment,
  updated_at: moment,
})

export const buyersSegmentation = endpoint({
  method: 'POST',
  path: '/api/v1/segmentations/buyers_segmentation',
  summary: 'Save, change or delete a segment; a frozen one keeps the buyers it has now',
  access: 'owner',
  body: z.strictObject({
    organization_id: id,
    action: z.enum(['create', 'update', 'delete']),
    segment: z.strictObject({
      id: id.optional(),
      name: name.optional(),
      mode: mode.optional(),
      filter: segmentFilter.optional(),
    }),
  }),
  response: z.object({ segment: segment.nullable() }),
  refusals: ['name_taken', 'in_use', 'segment_too_heavy', 'version_conflict'],
})

const rfm = z.object({ r: z.int(), f: z.int(), m: z.int(), segment: rfmSegment })

export const segmentationResult = endpoint({
  method: 'POST',
  path: '/api/v1/segmentations/segmentation_result',
  summary: 'The buyers of a saved segment or of a filter: a page, totals and reach per messenger',
  access: 'owner',
  body: z.strictObject({
    organization_id: id,
    segment_id: id.optional(),
    preset: presetCode.optional(),
    /** Narrows what was found, as in the list of buyers. */
    q: line(0, 80).optional(),
    ...filterFields,
    sort: buyersSort.default('-turnover'),
    ...pageQuery(200),
    /** Only the figures: for a count that follows the typing. */
    count_only: z.boolean().default(false),
  }),
  response: z.object({
    ...pageOf(
      buyerRow.extend({
        buyer_id: id,
        last_purchase_at: moment.nullable(),
        balance: money,
        rfm: rfm.nullable(),
        /** null with fewer than three visits. */
        churn: z.number().nullable(),
      }),
    ).shape,
    /** Buyers who may be written to, and through what. */
    reachable: z.object({
      telegram: z.int(),
      viber: z.int(),
      unreachable: z.int(),
      no_consent: z.int(),
    }),
    /** All buyers of the shop: 312 of 1,240. */
    all_buyers: z.int(),
    totals: z
      .object({ turnover: money, average_receipt: money.nullable(), bonus_liability: money })
      .nullable(),
    computed_at: moment,
    /** Until when purchases are known to what is asked of products, places and habits. */
    purchases_until: moment.nullable(),
    segment_id: id.nullable(),
  }),
  refusals: ['segment_too_heavy'],
})

export const getSegmentationsList = endpoint({
  method: 'POST',
  path: '/api/v1/segmentations/get_segmentations_list',
  summary: 'Saved segments with their counts, and the ready ones',
  access: 'owner',
  body: z.strictObject({ organization_id: id }),
  response: z.object({
    items: z.array(segment),
    presets: z.array(z.object({ code: presetCode, filter: segmentFilter })),
  }),
})

export const getSegmentationPos = endpoint({
  method: 'POST',
  path: '/api/v1/segmentations/get_segmentation_pos',
  summary: 'Points of sale with the number of buyers of the filter who bought there',
  access: 'owner',
  body: z.strictObject({ organization_id: id, ...filterFields }),
  response: z.object({
    items: z.array(z.object({ pos_id: id, name: z.string(), buyers_count: z.int() })),
  }),
  refusals: ['segment_too_heavy'],
})

const productsAsk = z.strictObject({
  organization_id: id,
  q: line(0, 80).optional(),
  category: line(1, 60).optional(),
  ...pageQuery(50, 20),
})
const boughtProduct = z.object({
  barcode: z.string().nullable(),
  sku: z.string().nullable(),
  name: z.string(),
  category: z.string().nullable(),
  /** Those who bought it, or who bought something and never this. */
  buyers_count: z.int(),
})

export const getSegmentationPositiveBarcodes = endpoint({
  method: 'POST',
  path: '/api/v1/segmentations/get_segmentation_positive_barcodes',
  summary: 'Products for "bought", with how many buyers did',
  access: 'owner',
  body: productsAsk,
  response: pageOf(boughtProduct),
})

export const getSegmentationNegativeBarcodes = endpoint({
  method: 'POST',
  path: '/api/v1/segmentations/get_segmentation_negative_barcodes',
  summary: 'Products for "did not buy", with how many buyers never did',
  access: 'owner',
  body: productsAsk,
  response: pageOf(boughtProduct),
})
