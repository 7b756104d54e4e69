import * as endpoints from '#contract/pos.ts'
import { requireOwner } from '#server/features/identity/require-owner.ts'
import { requireOrganization } from '#server/features/organizations/require-organization.ts'
import { route, type Route } from '#server/io/http.ts'
import type { Io } from '#server/io/io.ts'
import { Refusal } from '#server/io/refusal.ts'
import { listCashiers } from './cashier-store.ts'
import { createCashier } from './create-cashier.ts'
import { deleteCashiers } from './delete-cashiers.ts'
import { requireOwnPos } from './require-own-pos.ts'
import { resetCashierSecret } from './reset-cashier-secret.ts'
import { showCashiers } from './show-cashiers.ts'
import { updateCashier } from './update-cashier.ts'

/** The people at the tills, as their owner manages them. */
export function cashierRoutes(io: Io): Route[] {
  return [
    route(endpoints.createCashRegisterUser, async ({ body }, call) => {
      const owner = await requireOwner(io, call)
      return createCashier(io, owner, body)
    }),

    route(endpoints.listCashRegisterUsers, async ({ body }, call) => {
      const owner = await requireOwner(io, call)
      const { pos_id, organization_id, page, limit } = body
      if ((pos_id === undefined) === (organization_id === undefined)) {
        throw new Refusal('validation_failed', { fields: [{ path: 'pos_id', code: 'required' }] })
      }
      const id =
        pos_id === undefined
          ? (await requireOrganization(io, owner, organization_id ?? '')).id
          : (await requireOwnPos(io, owner, pos_id)).organization_id
      const { items, total } = await listCashiers(io.db, id, { pos_id, page, limit })
      return { items: await showCashiers(io, items), total, page, limit }
    }),

    route(endpoints.deleteCashRegisterUsers, async ({ body }, call) => {
      const owner = await requireOwner(io, call)
      return deleteCashiers(io, owner, body.ids)
    }),

    route(endpoints.updateCashRegisterUser, async ({ body }, call) => {
      const owner = await requireOwner(io, call)
      return updateCashier(io, owner, body)
    }),

    route(endpoints.resetCashRegisterUserPin, async ({ body }, call) => {
      const owner = await requireOwner(io, call)
      return resetCashierSecret(io, owner, body.id)
    }),
  ]
}
