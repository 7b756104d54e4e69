import * as exportEndpoints from '#contract/report-export.ts'
import * as endpoints from '#contract/reports.ts'
import type { Ask } from '#contract/endpoint.ts'
import type { ReceiptStatus } from '#contract/receipt.ts'
import { fullName } from '#server/features/buyers/rules.ts'
import { requireOwner } from '#server/features/identity/require-owner.ts'
import {
  requireOrganization,
  type Organization,
} from '#server/features/organizations/require-organization.ts'
import { route, type Route } from '#server/io/http.ts'
import type { Io } from '#server/io/io.ts'
import { readerOf, readLate } from '#server/io/replica.ts'
import { auditRoutes } from './audit-routes.ts'
import { exportBuyer } from './export-buyer.ts'
import { takeReport } from './export-report.ts'
import { ledgerRoutes } from './ledger-routes.ts'
import { optionsRoutes } from './options-routes.ts'
import { organizationOf, periodIn, readScope, zoneOf } from './read-scope.ts'
import { readReceiptScope } from './read-receipt-scope.ts'
import { listReceiptReport, sumReceiptReport } from './receipt-store.ts'
import { reportDashboard } from './report-dashboard.ts'
import { reportPeriod } from './report-period.ts'

export function routes(io: Io): Route[] {
  return [
    ...ledgerRoutes(io),
    ...optionsRoutes(io),
    ...auditRoutes(io),

    route(endpoints.periodReport, async ({ query }, call) => {
      const organization = await organizationOf(io, call, query.organization_id)
      return readLate(io, call, async (late) => {
        const scope = await readScope(late, organization, query)
        const { group, by } = query
        const report = await reportPeriod(late, scope, group, by)
        return { ...zoneOf(organization), ...periodIn(scope), group, by, ...report }
      })
    }),

    route(exportEndpoints.exportReport, async ({ query }, call) => {
      const owner = await requireOwner(io, call)
      const organization = await requireOrganization(io, owner, query.organization_id)
      return takeReport(
        readerOf(io, call),
        owner,
        organization,
        query,
        query.language ?? call.language,
      )
    }),

    route(exportEndpoints.exportBuyer, async ({ params, query }, call) => {
      const owner = await requireOwner(io, call)
      const { id } = await requireOrganization(io, owner, query.organization_id)
      return exportBuyer(io, owner, { organization_id: id, buyer_id: params.buyer_id })
    }),

    route(endpoints.dashboardReport, async ({ query }, call) => {
      const organization = await organizationOf(io, call, query.organization_id)
      return readLate(io, call, async (late) =>
        reportDashboard(late, organization, await readScope(late, organization, query)),
      )
    }),

    route(endpoints.receiptReport, async ({ query }, call) => {
      const organization = await organizationOf(io, call, query.organization_id)
      return readLate(io, call, (late) => reportReceipts(late, organization, query))
    }),
  ]
}

/** One page of receipts with the sums of all that were asked for. */
async function reportReceipts(
  io: Io,
  organization: Organization,
  ask: Ask<typeof endpoints.receiptReport>['query'],
) {
  const { organization_id: _own, date_from, date_to, page_number, count, ...filters } = ask
  const scope = await readReceiptScope(
    io,
    organization,
    { ...filters, start_date: date_from, end_date: date_to },
    { start_date: 'date_from', end_date: 'date_to' },
  )
  const offset = (page_number - 1) * count
  const rows = await listReceiptReport(io.db, scope, { limit: count, offset })
  const totals = await sumReceiptReport(io.db, scope)
  return {
    ...zoneOf(organization),
    date_from: scope.start_date,
    date_to: scope.end_date,
    total: totals.receipts,
    page: page_number,
    limit: count,
    totals,
    items: rows.map(({ first_name, last_name, phone: buyer_phone, ...row }) => ({
      ...row,
      status: row.status as ReceiptStatus,
      occurred_at: row.occurred_at.toISOString(),
      buyer_name: row.buyer_id === null ? null : fullName({ first_name, last_name }),
      buyer_phone,
    })),
  }
}
