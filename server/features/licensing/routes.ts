import * as endpoints from '#contract/licensing.ts'
import { requireOwner } from '#server/features/identity/require-owner.ts'
import { requireOrganization } from '#server/features/organizations/require-organization.ts'
import { route, type Route } from '#server/io/http.ts'
import type { Io } from '#server/io/io.ts'
import { Refusal } from '#server/io/refusal.ts'
import { cancelRenewal } from './cancel-renewal.ts'
import { createLicenses } from './create-licenses.ts'
import { requireOwnLicense } from './require-own-license.ts'
import { showLicenses } from './show-licenses.ts'
import * as list from './list-store.ts'
import * as store from './store.ts'
import { tariffRoutes } from './tariff-routes.ts'

/** Tariffs, then licenses. Paying is `payments/`, which stands above. */
export function routes(io: Io): Route[] {
  const readLicenses = async (organization_id: string, ids: string[]) =>
    showLicenses(io, organization_id, await list.listLicensesById(io.db, organization_id, ids))

  return [
    ...tariffRoutes(io),

    route(endpoints.listLicenses, async ({ query: { organization_id, page, limit } }, call) => {
      const owner = await requireOwner(io, call)
      const { id } = await requireOrganization(io, owner, organization_id)
      const { items, total } = await list.listLicenses(io.db, id, { page, limit })
      return { items: await showLicenses(io, id, items), total, page, limit }
    }),

    route(endpoints.createLicenses, async ({ query, body }, call) => {
      const owner = await requireOwner(io, call)
      const { id } = await requireOrganization(io, owner, query.organization_id)
      return { items: await readLicenses(id, await createLicenses(io, id, body)) }
    }),

    route(endpoints.cancelLicense, async ({ params: { license_id } }, call) => {
      const owner = await requireOwner(io, call)
      const { id } = await requireOwnLicense(io, owner, license_id)
      await cancelRenewal(io, owner, id, license_id)
      const [license] = await readLicenses(id, [license_id])
      if (!license) throw new Refusal('not_found')
      return license
    }),

    route(endpoints.deleteLicense, async ({ params: { license_id } }, call) => {
      const owner = await requireOwner(io, call)
      const { id } = await requireOwnLicense(io, owner, license_id)
      const outcome = await store.deleteUnpaid(io.db, id, license_id)
      if (outcome === 'in_use') throw new Refusal('in_use')
    }),
  ]
}
