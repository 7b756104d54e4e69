import * as endpoints from '#contract/reports.ts'
import type { ReceiptStatus } from '#contract/receipt.ts'
import { fullName } from '#server/features/buyers/rules.ts'
import { requireOwner } from '#server/features/identity/require-owner.ts'
import {
  requireOrganization,
  type Organization,
} from '#server/features/organizations/require-organization.ts'
import { loadProgram } from '#server/features/program/load-program.ts'
import { route, type Call, type Route } from '#server/io/http.ts'
import type { Io } from '#server/io/io.ts'
import { moved, readScope } from './read-scope.ts'
import { reportDashboard, soonOf } from './report-dashboard.ts'
import { reportPeriod } from './report-period.ts'
import { previousOf } from './rules.ts'
import * as store from './store.ts'

async function organizationOf(io: Io, call: Call, id: string): Promise<Organization> {
  return requireOrganization(io, await requireOwner(io, call), id)
}

const zoneOf = ({ timezone, currency }: Organization) => ({ timezone, currency })
const periodIn = ({ start_date, end_date }: store.Scope) => ({ start_date, end_date })

export function routes(io: Io): Route[] {
  return [
    route(endpoints.periodReport, async ({ query }, call) => {
      const organization = await organizationOf(io, call, query.organization_id)
      const scope = await readScope(io, organization, query)
      const { group, by } = query
      const report = await reportPeriod(io, scope, group, by)
      return { ...zoneOf(organization), ...periodIn(scope), group, by, ...report }
    }),

    route(endpoints.contosReport, async ({ query }, call) => {
      const organization = await organizationOf(io, call, query.organization_id)
      const { start_date, end_date, pos_id, phone, start, count, sort } = query
      const scope = await readScope(io, organization, query)
      const narrowed = [start_date, end_date, pos_id].some((part) => part !== undefined)
      const now = io.clock.now()
      const ask = {
        organization_id: organization.id,
        now,
        soon: soonOf(io, organization),
        buyer_id: phone === undefined ? undefined : scope.buyer_id,
        moved: narrowed ? scope : undefined,
      }
      const totals = await store.sumAccounts(io.db, ask)
      const { levels } = await loadProgram(io, organization)
      const rows = await store.listAccounts(io.db, { ...ask, sort, start, count })
      return {
        ...zoneOf(organization),
        as_of: now.toISOString(),
        total: totals.buyers,
        start,
        count,
        items: rows.map((row) => ({
          buyer_id: row.buyer_id,
          name: fullName(row),
          phone: row.phone,
          level: levels.find(({ number }) => number === row.level)?.name ?? null,
          balance: row.available + row.pending,
          available: row.available,
          pending: row.pending,
          debt: row.debt,
          expiring_30d: row.expiring_30d,
          last_visit_at: row.last_visit_at?.toISOString() ?? null,
        })),
        totals,
      }
    }),

    route(endpoints.transactionsReport, async ({ query }, call) => {
      const organization = await organizationOf(io, call, query.organization_id)
      const scope = await readScope(io, organization, query)
      const { start, count, kind } = query
      const rows = await store.listMovements(io.db, scope, { kind, start, count })
      return {
        ...zoneOf(organization),
        ...periodIn(scope),
        total: await store.countMovements(io.db, scope, kind),
        start,
        count,
        items: rows.map(({ created_at, first_name, last_name, phone, ...row }) => ({
          ...row,
          at: created_at.toISOString(),
          buyer_name: fullName({ first_name, last_name }),
          buyer_phone: phone,
        })),
      }
    }),

    route(endpoints.transactionsByKindReport, async ({ query }, call) => {
      const organization = await organizationOf(io, call, query.organization_id)
      const scope = await readScope(io, organization, query)
      const previous = previousOf(scope)
      return {
        ...zoneOf(organization),
        ...periodIn(scope),
        ...(await kindsOf(io, scope)),
        previous: { ...previous, ...(await kindsOf(io, moved(scope, previous))) },
      }
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
      const scope = { ...days, cashier_id, status, number: query.receipt_number }
      const page = { page: page_number, limit: count }
      const rows = await store.listReceiptReport(io.db, scope, page)
      const totals = await store.sumReceiptReport(io.db, scope)
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

/** Rows by kind, and the row that the database made of all of them. */
async function kindsOf(io: Io, scope: store.Scope) {
  const rows = await store.sumKinds(io.db, scope)
  const { kind: _all, ...totals } = rows.find(({ kind }) => kind === '') ?? {
    kind: '',
    operations: 0,
    buyers: 0,
    amount: 0,
    debt_change: 0,
  }
  return { items: rows.filter(({ kind }) => kind !== ''), totals }
}
