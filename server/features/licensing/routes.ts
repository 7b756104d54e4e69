import * as endpoints from '#contract/licensing.ts'
import { requireOwner } from '#server/features/identity/require-owner.ts'
import { requireOrganization } from '#server/features/organizations/require-organization.ts'
import { route, type Route } from '#server/io/http.ts'
import type { Io } from '#server/io/io.ts'
import { licenseStateAt, licenseStatusAt } from './rules.ts'
import * as store from './store.ts'

export function routes(io: Io): Route[] {
  return [
    route(endpoints.listTariffs, async ({ query: { page, limit } }) => ({
      ...(await store.listTariffs(io.db, { page, limit })),
      page,
      limit,
    })),

    route(endpoints.listLicenses, async ({ query: { organization_id, page, limit } }, call) => {
      const owner = await requireOwner(io, call)
      const { id } = await requireOrganization(io, owner, organization_id)
      const { items, total } = await store.listLicenses(io.db, id, { page, limit })
      const now = io.clock.now()
      return { items: items.map((license) => showLicense(license, now)), total, page, limit }
    }),
  ]
}

function showLicense(license: store.LicenseRow, now: Date) {
  return {
    ...license,
    status: licenseStatusAt(license, now),
    state: licenseStateAt(license, now),
    starts_at: license.starts_at.toISOString(),
    expires_at: license.expires_at.toISOString(),
    last_payment_at: license.last_payment_at?.toISOString() ?? null,
    next_charge_at: license.next_charge_at?.toISOString() ?? null,
    // Nothing can be paid before «Licenses and payment».
    payments: [],
  }
}
