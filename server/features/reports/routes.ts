import * as endpoints from '#contract/reports.ts'
import type { ReceiptStatus } from '#contract/receipt.ts'
import { fullName } from '#server/features/buyers/rules.ts'
import { route, type Route } from '#server/io/http.ts'
import type { Io } from '#server/io/io.ts'
import { ledgerRoutes } from './ledger-routes.ts'
import { organizationOf, periodIn, readScope, zoneOf } from './read-scope.ts'
import { listReceiptReport, sumReceiptReport } from './receipt-store.ts'
import { reportDashboard } from './report-dashboard.ts'
import { reportPeriod } from './report-period.ts'

/** One buyer asked for by phone and by id at once: the same one, or nobody (null). */
const bothBuyers = (by_phone: string | null | undefined, by_id: string | undefined) =>
  by_phone === undefined ? by_id : by_id === undefined || by_id === by_phone ? by_phone : null

export function routes(io: Io): Route[] {
  return [
    ...ledgerRoutes(io),

    route(endpoints.periodReport, async ({ query }, call) => {
      const organization = await organizationOf(io, call, query.organization_id)
      const scope = await readScope(io, organization, query)
      const { group, by } = query
      const report = await reportPeriod(io, scope, group, by)
      return { ...zoneOf(organization), ...periodIn(scope), group, by, ...report }
    }),

    route(endpoints.dashboardReport, async ({ query }, call) => {
      const organization = await organizationOf(io, call, query.organization_id)
      return reportDashboard(io, organization, await readScope(io, organization, query))
    }),

    route(endpoints.receiptReport, async ({ query }, call) => {
      const organization = await organizationOf(io, call, query.organization_id)
      const { date_from, date_to, pos_id, phone, cashier_id, status, page_number, count } = query
      const filters = { start_date: date_from, end_date: date_to, pos_id, phone }
      const names = { start_date: 'date_from', end_date: 'date_to' }
      const days = await readScope(io, organization, filters, names)
      const scope = {
        ...days,
        buyer_id: bothBuyers(days.buyer_id, query.buyer_id),
        cashier_id,
        status,
        number: query.receipt_number,
      }
      const page = { page: page_number, limit: count }
      const rows = await listReceiptReport(io.db, scope, page)
      const totals = await sumReceiptReport(io.db, scope)
      return {
        ...zoneOf(organization),
        date_from: days.start_date,
        date_to: days.end_date,
        total: totals.receipts,
        ...page,
        totals,
        items: rows.map(({ first_name, last_name, phone: buyer_phone, ...row }) => ({
          ...row,
          status: row.status as ReceiptStatus,
          occurred_at: row.occurred_at.toISOString(),
          buyer_name: row.buyer_id === null ? null : fullName({ first_name, last_name }),
          buyer_phone,
        })),
      }
    }),
  ]
}
