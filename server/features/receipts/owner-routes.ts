import * as endpoints from '#contract/owner-receipts.ts'
import { simulateReceipt as simulateEndpoint } from '#contract/settings.ts'
import { fullName } from '#server/features/buyers/rules.ts'
import { findBuyer } from '#server/features/buyers/find-buyer.ts'
import { requireOwner } from '#server/features/identity/require-owner.ts'
import { requireOrganization } from '#server/features/organizations/require-organization.ts'
import { loadProgram } from '#server/features/program/load-program.ts'
import { route, type Call, type Route } from '#server/io/http.ts'
import type { Io } from '#server/io/io.ts'
import { Refusal } from '#server/io/refusal.ts'
import { readOnce } from './answer-once.ts'
import { cancelReceipt, estimateCancellation, partOf, type Canceller } from './cancel-receipt.ts'
import { presentWhole } from './present-receipt.ts'
import { simulateReceipt } from './simulate-receipt.ts'
import * as store from './store.ts'
import { tell } from './till-routes.ts'

export function ownerRoutes(io: Io): Route[] {
  return [
    route(endpoints.getOwnerReceipt, async ({ params, query }, call) => {
      const owner = await requireOwner(io, call)
      const organization = await requireOrganization(io, owner, query.organization_id)
      const key = { organization_id: organization.id, receipt_id: params.id }
      const row = await store.findReceipt(io.db, key)
      if (!row) throw new Refusal('receipt_not_found')
      const whole = presentWhole(row, await store.listCancellations(io.db, key), call.language)
      if (row.buyer_id === null) {
        return { ...whole, buyer_name: null, buyer_phone: null, entries: [] }
      }
      const program = await loadProgram(io, organization)
      const found = await findBuyer(io, organization.id, { id: row.buyer_id }, program)
      const entries = await store.listEntriesOfReceipt(io.db, { ...key, buyer_id: row.buyer_id })
      return {
        ...whole,
        buyer_name: found ? fullName(found.buyer) : null,
        buyer_phone: found?.buyer.phone ?? null,
        entries: entries.map((entry) => ({ ...entry, created_at: entry.created_at.toISOString() })),
      }
    }),

    route(endpoints.estimateOwnerCancellation, async ({ params, query, body }, call) => {
      const canceller = await cancellerOf(io, call, query.organization_id)
      const ask = { receipt_id: params.id, part: partOf(body ?? {}) }
      return estimateCancellation(io, canceller, ask, call.language)
    }),

    route(endpoints.cancelOwnerReceipt, async ({ params, query, body }, call) => {
      const canceller = await cancellerOf(io, call, query.organization_id)
      const { version, reason } = body ?? {}
      const ask = { receipt_id: params.id, part: partOf(body ?? {}), version, reason }
      const once = readOnce(call, canceller.organization_id, canceller.actor, ['cancel', ask])
      return tell(call, await cancelReceipt(io, canceller, ask, once, call.language))
    }),

    route(simulateEndpoint, async ({ query, body }, call) => {
      const owner = await requireOwner(io, call)
      const organization = await requireOrganization(io, owner, query.organization_id)
      return simulateReceipt(io, organization, body, call.language)
    }),
  ]
}

/** An owner cancels any receipt of the shop, at any age, where it was made. */
async function cancellerOf(io: Io, call: Call, organization_id: string): Promise<Canceller> {
  const owner = await requireOwner(io, call)
  const organization = await requireOrganization(io, owner, organization_id)
  return {
    organization_id: organization.id,
    actor: `owner:${owner.user_id}`,
    cashier_id: null,
    user_id: owner.user_id,
    program: await loadProgram(io, organization),
    posOf: (row) => row.pos_id,
    check() {},
  }
}
