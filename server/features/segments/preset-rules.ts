/** The ready segments. Source: research/domain.md §4.4; design/screens.md §5.12. */
import type { z } from 'zod'
import type { presetCode } from '#contract/segments.ts'
import type { Filter } from './filter-rules.ts'

export type PresetCode = z.output<typeof presetCode>

const PERCENT = 100
const ofRfm = (segment: NonNullable<NonNullable<Filter['rfm']>['segment']>): Filter => ({
  match: 'all',
  rfm: { segment },
})

export const presets: Record<PresetCode, Filter> = {
  newcomers: { match: 'all', registered: { last_days: 30 }, receipts_count: { from: 1, to: 1 } },
  regulars: { match: 'all', period: { last_days: 90 }, receipts_count: { from: 3 } },
  vip: { match: 'all', turnover_top_percent: 10 },
  champions: ofRfm(['champions']),
  loyal: ofRfm(['loyal']),
  potential: ofRfm(['potential']),
  sleeping: { match: 'all', last_purchase_days: { from: 30, to: 60 } },
  at_risk: ofRfm(['at_risk']),
  lost: { match: 'all', last_purchase_days: { from: 91 } },
  one_time: {
    match: 'all',
    receipts_count: { from: 1, to: 1 },
    last_purchase_days: { from: 31 },
  },
  discount_hunters: {
    match: 'all',
    receipts_count: { from: 3 },
    discount_receipts_share: { from: 60 * PERCENT },
  },
  bonuses_expire: { match: 'all', bonus_expiring_days: { within: 7 } },
  birthdays: { match: 'all', birthday: { in_days_from: 0, in_days_to: 14 } },
  birthday_month: { match: 'all', birthday: { this_month: true } },
  welcome_unclaimed: { match: 'all', receipts_count: { to: 0 }, bonus_balance: { from: 1 } },
  no_messenger: { match: 'all', messengers: ['none'] },
}
