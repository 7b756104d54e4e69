/**
 * Options of reports: what they begin with (period, columns, sets of filters kept by name), how a CSV
 * is written, and which report leaves by e-mail, how often, to whom.
 * A letter is about the period that ended last (yesterday, last week from Monday, last month), has
 * its figures in it and a link to the whole file that lives for a week.
 * Source: design/screens.md §5.17 "transactionesoptions".
 */
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { REPORT_PRESETS_MAX, SCHEDULE_EMAILS_MAX } from './limits.ts'
import { exportedReports } from './report-export.ts'
import { day, email, id, line, moment, version } from './wire.ts'

export const csvStyles = ['semicolon', 'comma', 'tab'] as const
export const reportPeriods = ['today', 'week', 'days30', 'month', 'year'] as const
export const scheduleSteps = ['day', 'week', 'month'] as const

/** Each as its report and the column there; what is not told here is always shown. */
const columns = [
  ...(['receipts.pos_name', 'receipts.buyer_name', 'receipts.gross'] as const),
  ...(['receipts.bonuses_spent', 'receipts.to_pay', 'receipts.accrual'] as const),
  ...(['receipts.status', 'transactions.kind', 'transactions.balance_after'] as const),
  ...(['transactions.pos_name', 'period.receipts', 'period.buyers'] as const),
  ...(['period.new_buyers', 'period.turnover', 'period.spent', 'period.accrued'] as const),
  ...(['period.expired', 'period.repeat_share', 'period.average_receipt'] as const),
]

/** A set of filters of one report by name: whom they are about is not among them. */
const preset = z.strictObject({
  name: line(1, 40),
  report: z.enum(['receipts', 'transactions', 'period']),
  filters: z.strictObject({
    period: z.enum(reportPeriods).optional(),
    pos_id: id.optional(),
    cashier_id: id.optional(),
    status: line(0, 40).optional(),
    kind: line(0, 40).optional(),
    group: z.enum(['day', 'week', 'month']).optional(),
    by: z.enum(['none', 'pos', 'cashier']).optional(),
    tab: z.enum(['time', 'kinds', 'accounts']).optional(),
  }),
})

const settings = {
  csv_style: z
    .enum(csvStyles)
    .describe('Semicolons and a decimal comma (Excel in Ukraine), commas and a point, or tabs.'),
  default_period: z.enum(reportPeriods).describe('What a report begins with.'),
  hidden_columns: z.array(z.enum(columns)).max(columns.length),
  presets: z.array(preset).max(REPORT_PRESETS_MAX),
}
export type ReportSettings = z.output<z.ZodObject<typeof settings>>

const fields = {
  report: z.enum(exportedReports),
  format: z.enum(['csv', 'xlsx']),
  every: z.enum(scheduleSteps),
  hour: z.int().min(0).max(23).describe("Of the shop's own clock."),
  emails: z.array(email).min(1).max(SCHEDULE_EMAILS_MAX),
  enabled: z.boolean(),
}
const schedule = z.object({
  id,
  ...fields,
  emails: z.array(z.string()),
  created_at: moment,
  next_at: moment.nullable().describe('When the next letter leaves; null: switched off.'),
  last: z.object({ start_date: day, end_date: day, at: moment }).nullable(),
})
export type ReportSchedule = z.output<typeof schedule>

const options = z.object({
  version: z.int(),
  timezone: z.string(),
  ...settings,
  schedules: z.array(schedule),
})
const query = z.strictObject({ organization_id: id })

export const getReportOptions = endpoint({
  method: 'GET',
  path: '/api/v1/stats/options',
  summary: 'What reports begin with, how they are written as files, and which leave by e-mail.',
  access: 'owner',
  query,
  response: options,
  refusals: ['not_found'],
})

export const updateReportOptions = endpoint({
  method: 'PATCH',
  path: '/api/v1/stats/options',
  summary: 'Change what reports begin with or how files are written, if nobody has since then.',
  access: 'owner',
  query,
  body: z
    .strictObject({ ...settings, version })
    .partial()
    .required({ version: true }),
  response: options,
  refusals: ['not_found', 'version_conflict'],
})

export const createReportSchedule = endpoint({
  method: 'POST',
  path: '/api/v1/stats/schedules',
  summary: 'Send a report by e-mail from now on; the first letter is about the period running now.',
  access: 'owner',
  query,
  body: z.strictObject(fields),
  response: options,
  refusals: ['not_found', 'in_use', 'not_allowed'],
})

export const updateReportSchedule = endpoint({
  method: 'PATCH',
  path: '/api/v1/stats/schedules/{schedule_id}',
  summary: 'Change a scheduled report, or switch it off and on.',
  access: 'owner',
  params: z.strictObject({ schedule_id: id }),
  query,
  body: z.strictObject(fields).partial(),
  response: options,
  refusals: ['not_found'],
})

export const deleteReportSchedule = endpoint({
  method: 'DELETE',
  path: '/api/v1/stats/schedules/{schedule_id}',
  summary: 'End a scheduled report; its links open nothing from then on.',
  access: 'owner',
  params: z.strictObject({ schedule_id: id }),
  query,
  response: options,
  refusals: ['not_found'],
})

export const downloadScheduled = endpoint({
  method: 'GET',
  path: '/api/v1/stats/scheduled/{token}',
  summary: 'The file a letter links to, for a week, while its schedule is there.',
  access: 'anyone',
  params: z.strictObject({ token: z.string().max(2000) }),
  download: true,
  refusals: ['not_found', 'rate_limited'],
})
