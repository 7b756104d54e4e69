/**
 * Reports of an organization. Every answer names its time zone; days are days of that zone.
 *
 * Definitions used everywhere:
 * - `turnover`: money paid by receipts of the period minus money given back in the period;
 * - `spent`, `accrued`: bonuses spent and earned, less what cancellations gave back or took back
 *   in the period (a cancellation counts on its own day);
 * - `receipts`: receipts made in the period; `cancelled`: receipts cancelled in full in it;
 * - `repeat_share`: buyers with at least two receipts ÷ buyers with at least one, in the period;
 * - `average_receipt`: money paid ÷ receipts, for receipts of the period, as they were made.
 * Source: seed §7 "Stats", spec/api.md "Stats", design/screens.md §5.2a, §5.17.
 */
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { receiptStatus } from './receipt.ts'
import { day, id, line, moment, money, percent, phone, signedMoney } from './wire.ts'

/** The longest period a report covers. */
export const REPORT_DAYS_MAX = 366

const optionalPeriod = {
  start_date: day.optional().describe('First day; by default 29 days before the last.'),
  end_date: day.optional().describe('Last day, included; by default today.'),
}
/** What every report is narrowed by. */
export const filters = {
  organization_id: id,
  pos_id: id.optional(),
  ...optionalPeriod,
  phone: phone.optional(),
}
const zone = {
  timezone: z.string().describe('The zone every day of this answer is counted in.'),
  currency: z.string(),
}
const period = { start_date: day, end_date: day }
const windowQuery = {
  start: z.coerce.number().int().min(0).max(10_000_000).default(0),
  count: z.coerce.number().int().min(1).max(1000).default(50),
}
const windowed = { total: z.int(), start: z.int(), count: z.int() }

export const reportGroups = ['day', 'week', 'month'] as const
export const reportSplits = ['none', 'pos', 'cashier'] as const
export const split = {
  group: z.enum(reportGroups).default('day'),
  by: z.enum(reportSplits).default('none'),
}

const periodFigures = z.object({
  receipts: z.int(),
  cancelled: z.int(),
  member_receipts: z.int(),
  buyers: z.int(),
  new_buyers: z.int(),
  gross: signedMoney.describe('Before discounts and bonuses, as the receipts were made.'),
  turnover: signedMoney,
  members_turnover: signedMoney,
  refunded: money,
  spent: signedMoney,
  accrued: signedMoney,
  expired: money,
  average_receipt: money.nullable(),
  repeat_share: percent.nullable(),
})
export type PeriodFigures = z.output<typeof periodFigures>

const periodRow = periodFigures.extend({
  period: day.describe('First day of the day, week (Monday) or month.'),
  pos_id: id.nullable(),
  pos_name: z.string().nullable(),
  cashier_id: id.nullable(),
  cashier_name: z.string().nullable(),
})
export type PeriodRow = z.output<typeof periodRow>

export const periodReport = endpoint({
  method: 'GET',
  path: '/api/v1/stats/period',
  summary: 'Receipts, money and bonuses by day, week or month, point of sale or cashier.',
  access: 'owner',
  query: z.strictObject({
    ...filters,
    ...split,
  }),
  response: z.object({
    ...zone,
    ...period,
    group: z.enum(reportGroups),
    by: z.enum(reportSplits),
    items: z.array(periodRow).describe('With `by=none` every day, week or month has a row.'),
    totals: periodFigures,
    previous: z.object({ ...period, items: z.array(periodRow), totals: periodFigures }),
  }),
  refusals: ['not_found'],
})

const accountTotals = z.object({
  buyers: z.int(),
  balance: money.describe('What the shop owes its buyers: available + pending.'),
  available: money,
  pending: money,
  debt: money,
  expiring_30d: money,
})

export const contosReport = endpoint({
  method: 'GET',
  path: '/api/v1/stats/contos',
  summary:
    'Bonus accounts as they are now. With dates or a point of sale: only of buyers with a movement there and then.',
  access: 'owner',
  query: z.strictObject({
    ...filters,
    ...windowQuery,
    sort: z
      .enum(['-balance', 'balance', '-debt', '-expiring_30d', '-last_visit_at', 'name'])
      .default('-balance'),
  }),
  response: z.object({
    ...zone,
    as_of: moment,
    ...windowed,
    items: z.array(
      z.object({
        buyer_id: id,
        name: z.string(),
        phone: z.string().nullable(),
        level: z.string().nullable(),
        balance: money,
        available: money,
        pending: money,
        debt: money,
        expiring_30d: money,
        last_visit_at: moment.nullable(),
      }),
    ),
    totals: accountTotals,
  }),
  refusals: ['not_found'],
})

const transactionRow = z.object({
  at: moment,
  buyer_id: id,
  buyer_name: z.string(),
  buyer_phone: z.string().nullable(),
  number: z.int().describe("Number of the movement in the buyer's account."),
  kind: z.string(),
  amount: signedMoney,
  debt_change: signedMoney,
  balance_after: money,
  receipt_id: id.nullable(),
  receipt_number: z.string().nullable(),
  pos_id: id.nullable(),
  pos_name: z.string().nullable(),
  by: z.string().nullable().describe('Name of the cashier or owner; null: the program itself.'),
  reason: z.string().nullable(),
})

export const transactionsReport = endpoint({
  method: 'GET',
  path: '/api/v1/stats/transactions',
  summary: 'Movements of bonuses, newest first.',
  access: 'owner',
  query: z.strictObject({ ...filters, ...windowQuery, kind: line(1, 40).optional() }),
  response: z.object({ ...zone, ...period, ...windowed, items: z.array(transactionRow) }),
  refusals: ['not_found'],
})

const kindRow = z.object({
  kind: z.string(),
  operations: z.int(),
  buyers: z.int(),
  amount: signedMoney,
  debt_change: signedMoney,
})
const kindTotals = kindRow.omit({ kind: true })

export const transactionsByKindReport = endpoint({
  method: 'GET',
  path: '/api/v1/stats/transactions_report',
  summary: 'Movements of bonuses grouped by kind, beside the previous period.',
  access: 'owner',
  query: z.strictObject(filters),
  response: z.object({
    ...zone,
    ...period,
    items: z.array(kindRow),
    totals: kindTotals,
    previous: z.object({ ...period, items: z.array(kindRow), totals: kindTotals }),
  }),
  refusals: ['not_found'],
})

const compared = <T extends z.ZodType>(value: T) =>
  z.object({ value, previous: value, by_day: z.array(value) })

/** One day of the overview's charts. */
const dashboardDay = z.object({
  day,
  receipts: z.int(),
  turnover: signedMoney,
  members_turnover: signedMoney,
  accrued: signedMoney,
  spent: signedMoney,
  expired: money,
  new_buyers: z.int(),
})

export const dashboardReport = endpoint({
  method: 'GET',
  path: '/api/v1/stats/dashboard_report',
  summary: 'The overview of an organization.',
  access: 'owner',
  query: z.strictObject({ organization_id: id, pos_id: id.optional(), ...optionalPeriod }),
  response: z.object({
    ...zone,
    ...period,
    previous_start_date: day,
    previous_end_date: day,
    has_receipts: z.boolean().describe('Whether the shop ever made a receipt.'),
    today: z.object({ receipts: z.int(), turnover: signedMoney }),
    kpi: z.object({
      members_turnover: compared(signedMoney),
      repeat_share: compared(percent.nullable()),
      average_member_receipt: compared(money.nullable()),
      average_other_receipt: compared(money.nullable()),
      new_buyers: compared(z.int()),
    }),
    totals: periodFigures,
    previous_totals: periodFigures,
    days: z.array(dashboardDay),
    previous_days: z.array(dashboardDay),
    liability: accountTotals,
    pos: z.array(
      z.object({
        pos_id: id,
        name: z.string(),
        visible: z.boolean(),
        receipts: z.int(),
        turnover: signedMoney,
        new_buyers: z.int(),
        spent: signedMoney,
        accrued: signedMoney,
        last_activity_at: moment.nullable(),
      }),
    ),
    attention: z
      .array(
        z.object({
          kind: z.enum(['license_ending', 'license_ended', 'no_receipts_today', 'suspicious']),
          count: z.int().optional().describe('Of `suspicious`: things of the last seven days.'),
          pos_id: id.nullable(),
          pos_name: z.string().nullable(),
          at: moment.nullable(),
        }),
      )
      .describe('At most five things to look at.'),
  }),
  refusals: ['not_found'],
})

export const receiptFilters = {
  buyer_id: id.optional().describe('One buyer, when the phone is not at hand.'),
  cashier_id: id.optional(),
  receipt_number: line(1, 40).optional(),
  status: z.enum(['completed', 'partially_cancelled', 'cancelled']).optional(),
}

export const receiptReport = endpoint({
  method: 'GET',
  path: '/api/v1/stats/receipt_report',
  summary: 'Receipts of an organization with a row of totals, newest first.',
  access: 'owner',
  query: z.strictObject({
    organization_id: id,
    date_from: day.optional().describe('First day; by default 29 days before the last.'),
    date_to: day.optional().describe('Last day, included; by default today.'),
    phone: phone.optional(),
    pos_id: id.optional(),
    ...receiptFilters,
    page_number: z.coerce.number().int().min(1).max(100_000).default(1),
    count: z.coerce.number().int().min(1).max(1000).default(50),
  }),
  response: z.object({
    ...zone,
    date_from: day,
    date_to: day,
    items: z.array(
      z.object({
        receipt_id: id,
        number: z.string().nullable(),
        status: receiptStatus,
        occurred_at: moment,
        offline: z.boolean(),
        pos_id: id,
        pos_name: z.string(),
        cashier_id: id.nullable(),
        cashier_name: z.string().nullable(),
        buyer_id: id.nullable(),
        buyer_name: z.string().nullable(),
        buyer_phone: z.string().nullable(),
        gross: money,
        discount: money.describe('All discounts, without bonuses.'),
        bonuses_spent: money,
        to_pay: money,
        accrual: money,
        refunded: money,
      }),
    ),
    total: z.int(),
    page: z.int(),
    limit: z.int(),
    totals: z.object({
      receipts: z.int(),
      gross: money,
      discount: money,
      bonuses_spent: money,
      to_pay: money,
      accrual: money,
      refunded: money,
    }),
  }),
  refusals: ['not_found'],
})
