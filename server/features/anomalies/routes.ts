import * as endpoints from '#contract/anomalies.ts'
import { requireOwner } from '#server/features/identity/require-owner.ts'
import { dayOf } from '#server/features/ledger/calendar-rules.ts'
import { requireOrganization } from '#server/features/organizations/require-organization.ts'
import { route, type Route } from '#server/io/http.ts'
import type { Io } from '#server/io/io.ts'
import { Refusal } from '#server/io/refusal.ts'
import { countAnomalies, findFreeze, findLastDay, listAnomalies, type AnomalyRow } from './store.ts'

export function routes(io: Io): Route[] {
  return [
    route(endpoints.listAnomalies, async ({ query }, call) => {
      const owner = await requireOwner(io, call)
      const { id } = await requireOrganization(io, owner, query.organization_id)
      const { page, limit, ...ask } = query
      const rows = await listAnomalies(io.db, { ...ask, limit, offset: (page - 1) * limit })
      const total = await countAnomalies(io.db, ask)
      const looked_until = await findLastDay(io.db, id)
      return { items: rows.map(present), total, page, limit, looked_until }
    }),

    route(endpoints.readFreeze, async ({ params, query }, call) => {
      const owner = await requireOwner(io, call)
      const organization = await requireOrganization(io, owner, query.organization_id)
      const now = io.clock.now()
      const today = dayOf(now.getTime(), organization.timezone).text
      const key = { organization_id: organization.id, cashier_id: params.cashier_id, today, now }
      const freeze = await findFreeze(io.db, key)
      if (!freeze) throw new Refusal('not_found')
      return { ...freeze, last_receipt_at: freeze.last_receipt_at?.toISOString() ?? null }
    }),
  ]
}

const present = (row: AnomalyRow) => ({
  day: row.day,
  rule: row.rule,
  cashier:
    row.cashier_id === null || row.cashier_name === null
      ? null
      : { id: row.cashier_id, name: row.cashier_name, enabled: row.enabled ?? false },
  buyer: row.buyer_id === null ? null : { id: row.buyer_id, name: row.buyer_name ?? '' },
  receipt_id: row.receipt_id,
  found: row.found,
  allowed: row.allowed,
})
