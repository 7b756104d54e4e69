/** Filters of chance: a few conditions each, now and then groups of them. */
import fc from 'fast-check'
import type { Conditions, Filter } from '#server/features/segments/filter-rules.ts'
import { goods } from './segment-shop.ts'

const range = (max: number) =>
  fc.record(
    { from: fc.integer({ min: 0, max }), to: fc.integer({ min: 0, max }) },
    { requiredKeys: [] },
  )
const some = <T>(list: readonly T[]) => fc.subarray([...list], { minLength: 1 })
const codes = goods.flatMap((one) => ('barcode' in one ? [one.barcode] : []))
const skus = goods.flatMap((one) => ('sku' in one ? [one.sku] : []))
const groups = ['Кава', 'ДЕСЕРТИ', 'напої', 'Нічого']

const period = fc.oneof(
  fc.record({ last_days: fc.integer({ min: 1, max: 100 }) }),
  fc.record({ days_ago: range(90) }),
  fc.constant({ date_from: '2026-09-10', date_to: '2026-10-25' }),
)
const products = fc.record(
  { codes: some(codes), skus: some(skus), categories: some(groups), period },
  { requiredKeys: [] },
)

/** `pos_ids`: places of the shop; `levels`: numbers of its ladder; `post_id`: a mailing of it. */
export function anyFilter(shop: {
  pos_ids: string[]
  levels: number[]
  post_id: string
}): fc.Arbitrary<Filter> {
  const conditions: { [K in keyof Omit<Conditions, 'match'>]: fc.Arbitrary<Conditions[K]> } = {
    period,
    pos: fc.oneof(
      fc.record({
        include: some(shop.pos_ids),
        share_percent_min: fc.integer({ min: 0, max: 10_000 }),
      }),
      fc.record({ include: some(shop.pos_ids) }),
      fc.record({ exclude: some(shop.pos_ids) }),
    ),
    registered: fc.constant({ last_days: 100 }),
    gender: some(['f', 'm', 'unknown'] as const),
    age: range(70),
    birthday: fc.oneof(
      fc.record({
        in_days_from: fc.integer({ min: 0, max: 40 }),
        in_days_to: fc.integer({ min: 0, max: 120 }),
      }),
      fc.record({ month: fc.constantFrom(2, 11, 12) }),
      fc.constant({ this_month: true }),
    ),
    cities: some(['КИЇВ', 'Львів', 'Одеса']),
    messengers: some(['telegram', 'viber', 'none'] as const),
    consent_marketing: fc.boolean(),
    bot_status: some(['active', 'blocked', 'unsubscribed'] as const),
    rating: fc.record(
      { last_min: fc.integer({ min: 1, max: 5 }), last_max: fc.integer({ min: 1, max: 5 }) },
      { requiredKeys: [] },
    ),
    message: fc.record(
      {
        not_contacted_days: fc.constantFrom(1, 3, 4, 10, 11, 30),
        received_post_id: fc.constantFrom(shop.post_id, shop.pos_ids[0] ?? ''),
        reacted: fc.boolean(),
      },
      { requiredKeys: [] },
    ),
    level_ids: some(shop.levels),
    tags: fc.record(
      { any: some(['vip', 'сусід']), all: some(['vip', 'гурт']), none: some(['гурт', 'сусід']) },
      { requiredKeys: [] },
    ),
    sources: some(['till', 'cabinet', 'import'] as const),
    receipts_count: range(8),
    turnover: range(150_000),
    average_receipt: range(40_000),
    last_purchase_days: range(100),
    first_purchase_days: range(100),
    days_between_visits: range(40),
    positive_barcodes: products.chain((named) =>
      fc
        .record(
          {
            match: fc.constantFrom('any' as const, 'all' as const),
            min_times: fc.integer({ min: 1, max: 4 }),
            min_quantity: fc.integer({ min: 1, max: 9000 }),
            min_amount: fc.integer({ min: 1, max: 60_000 }),
          },
          { requiredKeys: ['match'] },
        )
        .map((more) => ({ ...named, ...more })),
    ),
    negative_barcodes: products.chain((named) =>
      fc
        .record({ period_days: fc.integer({ min: 1, max: 100 }) }, { requiredKeys: [] })
        .map((more) => ({ ...named, ...more })),
    ),
    categories: fc.record({ include: some(groups), exclude: some(groups) }, { requiredKeys: [] }),
    bonus_balance: range(12_000),
    bonus_expiring_days: fc.record({
      within: fc.integer({ min: 1, max: 60 }),
      min_amount: fc.integer({ min: 0, max: 6000 }),
    }),
    never_spent_bonuses: fc.boolean(),
    spent_bonuses: range(600),
    has_debt: fc.boolean(),
    discount_receipts_share: range(10_000),
    refunds_count: range(4),
    referral: fc.oneof(
      fc.record({ invited_min: fc.integer({ min: 1, max: 4 }) }),
      fc.record({ was_invited: fc.boolean() }),
    ),
    rfm: fc.record(
      {
        r: some([1, 2, 3, 4, 5]),
        f: some([1, 2, 3, 4, 5]),
        m: some([1, 2, 3, 4, 5]),
        segment: some([
          'champions',
          'loyal',
          'newcomers',
          'potential',
          'at_risk',
          'sleeping',
          'lost',
        ] as const),
      },
      { requiredKeys: [] },
    ),
    churn_risk: fc.record(
      { from: fc.constantFrom(0.5, 1, 2, 2.5), to: fc.constantFrom(1, 3, 10) },
      { requiredKeys: [] },
    ),
    turnover_top_percent: fc.constantFrom(1, 5, 10, 20, 50),
  }
  const names = Object.keys(conditions) as (keyof typeof conditions)[]
  const set = fc
    .tuple(
      fc.subarray(names, { minLength: 1, maxLength: 4 }),
      fc.constantFrom('all' as const, 'any' as const),
    )
    .chain(([chosen, match]) =>
      fc
        .record(
          Object.fromEntries(
            chosen.map((name) => [name, conditions[name] as fc.Arbitrary<unknown>]),
          ),
        )
        .map((own): Conditions => ({ ...own, match })),
    )
  return fc
    .tuple(
      set,
      fc.option(fc.array(set, { minLength: 1, maxLength: 2 }), { nil: undefined, freq: 3 }),
    )
    .map(([own, more]) => (more === undefined ? own : { ...own, groups: more }))
}
