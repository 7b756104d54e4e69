/**
 * A filter as the builder holds it: the body of the wire itself. A condition stands in its set as
 * soon as it was added, also while nothing is filled in; the server asks nothing for an empty one.
 */
import type { AskOf, AnswerOf } from '../../api/call.ts'

type Body = AskOf<'POST /api/v1/segmentations/segmentation_result'>['body']
type NotFilter =
  | 'organization_id'
  | 'segment_id'
  | 'preset'
  | 'q'
  | 'sort'
  | 'page'
  | 'limit'
  | 'count_only'
export type Filter = Omit<Body, NotFilter>
/** One set of conditions with what joins them. */
export type Conditions = Omit<Filter, 'groups'>
export type Period = NonNullable<Conditions['period']>
export type Range = { from?: number | null | undefined; to?: number | null | undefined }
export type Preset =
  AnswerOf<'POST /api/v1/segmentations/get_segmentations_list'>['presets'][number]['code']

/** What the builder offers, in the groups of its menu. */
export const KINDS = {
  shopping: [
    'positive_barcodes',
    'negative_barcodes',
    'categories',
    'receipts_count',
    'turnover',
    'average_receipt',
    'last_purchase_days',
    'first_purchase_days',
    'days_between_visits',
    'pos',
    'turnover_top_percent',
    'rfm',
    'churn_risk',
    'discount_receipts_share',
    'refunds_count',
    'promotion_ids',
  ],
  people: [
    'gender',
    'age',
    'birthday',
    'cities',
    'tags',
    'sources',
    'registered',
    'messengers',
    'bot_status',
    'consent_marketing',
    'message',
    'rating',
  ],
  bonuses: [
    'bonus_balance',
    'bonus_expiring_days',
    'spent_bonuses',
    'never_spent_bonuses',
    'has_debt',
    'level_ids',
    'referral',
  ],
} as const satisfies Record<string, readonly (keyof Conditions)[]>
export type Kind = (typeof KINDS)[keyof typeof KINDS][number]

const known = new Set<string>(Object.values(KINDS).flat())
const isKind = (name: string): name is Kind => known.has(name)

/** The conditions of a set in the order they were added. */
export const kindsOf = (set: Conditions): Kind[] => Object.keys(set).filter(isKind)

/** What a condition is when it was just added. */
export const begun: { [K in Kind]: NonNullable<Conditions[K]> } = {
  positive_barcodes: {},
  negative_barcodes: {},
  categories: {},
  receipts_count: {},
  turnover: {},
  average_receipt: {},
  last_purchase_days: {},
  first_purchase_days: {},
  days_between_visits: {},
  pos: {},
  turnover_top_percent: 10,
  rfm: {},
  churn_risk: { from: 2 },
  discount_receipts_share: {},
  refunds_count: {},
  promotion_ids: {},
  gender: [],
  age: {},
  birthday: { in_days_from: 0, in_days_to: 14 },
  cities: [],
  tags: {},
  sources: [],
  registered: { last_days: 30 },
  messengers: [],
  bot_status: [],
  consent_marketing: true,
  message: { not_contacted_days: 7 },
  rating: { last_max: 3 },
  bonus_balance: {},
  bonus_expiring_days: { within: 7 },
  spent_bonuses: {},
  never_spent_bonuses: true,
  has_debt: true,
  level_ids: [],
  referral: { invited_min: 1 },
}

export const emptyFilter: Filter = { match: 'all' }

/** Whether it asks anything at all. */
export const isEmpty = (filter: Filter): boolean =>
  [filter, ...(filter.groups ?? [])].every((set) => kindsOf(set).length === 0)

/** Whom a list shows: a ready segment, a saved one, or conditions of its own. */
export type Chosen = { preset: Preset } | { segment_id: string } | { filter: Filter }

/** As the address keeps it. */
export function writeChosen(chosen: Chosen | undefined): {
  segment: string | undefined
  filter: string | undefined
} {
  if (chosen === undefined) return { segment: undefined, filter: undefined }
  if ('preset' in chosen) return { segment: chosen.preset, filter: undefined }
  if ('segment_id' in chosen) return { segment: chosen.segment_id, filter: undefined }
  return { segment: undefined, filter: JSON.stringify(chosen.filter) }
}

/** Reads it again; what is no filter is none. */
export function readChosen(address: {
  segment?: string | undefined
  filter?: unknown
}): Chosen | undefined {
  const { segment, filter } = address
  if (segment) {
    return segment.includes('-') ? { segment_id: segment } : { preset: segment as Preset }
  }
  // The router reads what looks like JSON by itself.
  if (typeof filter === 'object' && filter !== null) return { filter }
  if (typeof filter !== 'string' || filter === '') return undefined
  try {
    const read: unknown = JSON.parse(filter)
    return typeof read === 'object' && read !== null ? { filter: read } : undefined
  } catch {
    return undefined
  }
}
