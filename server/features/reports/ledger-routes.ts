import type { Ask } from '#contract/endpoint.ts'
import * as endpoints from '#contract/reports.ts'
import { fullName, LONG_LIST } from '#server/features/buyers/rules.ts'
import type { Organization } from '#server/features/organizations/require-organization.ts'
import { loadProgram } from '#server/features/program/load-program.ts'
import type { Level } from '#server/features/program/rules.ts'
import { askKinds } from '#server/features/segments/ask-gathered.ts'
import { route, type Route } from '#server/io/http.ts'
import type { Io } from '#server/io/io.ts'
import { readLate } from '#server/io/replica.ts'
import {
  countAccounts,
  isKept,
  listAccounts,
  sumAccounts,
  type AccountListRow,
} from './account-store.ts'
import { countMovements, listMovements, sumKinds } from './movement-store.ts'
import { gatheredOf, moved, organizationOf, periodIn, readScope, zoneOf } from './read-scope.ts'
import { readLiability, soonOf } from './report-dashboard.ts'
import { previousOf } from './rules.ts'
import type { Scope } from './store.ts'

export function ledgerRoutes(io: Io): Route[] {
  return [
    route(endpoints.contosReport, async ({ query }, call) => {
      const organization = await organizationOf(io, call, query.organization_id)
      return readLate(io, call, (late) => reportAccounts(late, organization, query))
    }),

    route(endpoints.transactionsReport, async ({ query }, call) => {
      const organization = await organizationOf(io, call, query.organization_id)
      return readLate(io, call, (late) => reportMovements(late, organization, query))
    }),

    route(endpoints.transactionsByKindReport, async ({ query }, call) => {
      const organization = await organizationOf(io, call, query.organization_id)
      return readLate(io, call, async (late) => {
        const scope = await readScope(late, organization, query)
        const previous = previousOf(scope)
        return {
          ...zoneOf(organization),
          ...periodIn(scope),
          ...(await kindsOf(late, scope)),
          previous: { ...previous, ...(await kindsOf(late, moved(scope, previous))) },
        }
      })
    }),
  ]
}

/** One buyer in so many moved, so a page of the kept order is full soon; fewer are sorted. */
const MANY = 10

/** What buyers are owed now, one by one and together. */
async function reportAccounts(
  io: Io,
  organization: Organization,
  query: Ask<typeof endpoints.contosReport>['query'],
) {
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
  const whole = ask.buyer_id === undefined && !narrowed
  const totals = whole ? await readLiability(io, organization) : await sumAccounts(io.db, ask)
  const kept =
    isKept(sort) &&
    totals.buyers > LONG_LIST &&
    (whole || totals.buyers * MANY > (await countAccounts(io.db, organization.id)))
  const { levels } = await loadProgram(io, organization)
  const rows = await listAccounts(io.db, { ...ask, sort, start, count, kept })
  return {
    ...zoneOf(organization),
    as_of: now.toISOString(),
    total: totals.buyers,
    start,
    count,
    items: rows.map((row) => presentAccount(row, levels)),
    totals,
  }
}

/** One page of movements of bonuses. */
async function reportMovements(
  io: Io,
  organization: Organization,
  query: Ask<typeof endpoints.transactionsReport>['query'],
) {
  const scope = await readScope(io, organization, query)
  const { start, count, kind } = query
  const rows = await listMovements(io.db, scope, { kind, start, count })
  return {
    ...zoneOf(organization),
    ...periodIn(scope),
    total: await countIn(io, scope, kind),
    start,
    count,
    items: rows.map(({ created_at, first_name, last_name, phone, ...row }) => ({
      ...row,
      at: created_at.toISOString(),
      buyer_name: fullName({ first_name, last_name }),
      buyer_phone: phone,
    })),
  }
}

/** Of one buyer out of the movements themselves, else out of what is gathered. */
const kindsIn = ({ db }: Io, scope: Scope) =>
  scope.buyer_id === undefined ? askKinds(db, gatheredOf(scope)) : sumKinds(db, scope)

/** How many movements a list of them has. */
async function countIn(io: Io, scope: Scope, kind: string | undefined): Promise<number> {
  if (scope.buyer_id !== undefined) return countMovements(io.db, scope, kind)
  const rows = await kindsIn(io, scope)
  return rows.find((row) => row.kind === (kind ?? ''))?.operations ?? 0
}

/** Rows by kind, and the row that the database made of all of them. */
async function kindsOf(io: Io, scope: Scope) {
  const rows = await kindsIn(io, scope)
  const { kind: _all, ...totals } = rows.find(({ kind }) => kind === '') ?? {
    kind: '',
    operations: 0,
    buyers: 0,
    amount: 0,
    debt_change: 0,
  }
  return { items: rows.filter(({ kind }) => kind !== ''), totals }
}

/** One account as the report lists it. */
function presentAccount(row: AccountListRow, levels: readonly Level[]) {
  return {
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
  }
}
