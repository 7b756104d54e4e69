import { uploadImage as uploadImageEndpoint } from '#contract/images.ts'
import * as endpoints from '#contract/organizations.ts'
import { requireOwner } from '#server/features/identity/require-owner.ts'
import { requirePlatformAdministrator } from '#server/features/identity/require-platform-administrator.ts'
import { route, type Route } from '#server/io/http.ts'
import type { Io } from '#server/io/io.ts'
import { listAllOrganizations } from './all-store.ts'
import { endOwnerSessions } from './end-owner-sessions.ts'
import { readOrganization } from './read-organization.ts'
import { requireOrganization } from './require-organization.ts'
import { nameCurrencies } from './rules.ts'
import { showOrganizations } from './show-organizations.ts'
import * as store from './store.ts'
import { updateOrganization } from './update-organization.ts'
import { uploadImage } from './upload-image.ts'

/** Opening one spans the floors above and is a route of `pos/`. */
export function routes(io: Io): Route[] {
  return [
    route(endpoints.listOrganizations, async ({ query }, call) => {
      const owner = await requireOwner(io, call)
      const { items, total } = await store.listOrganizations(io.db, owner.user_id, query)
      const { page, limit } = query
      return { items: await showOrganizations(io, items), total, page, limit }
    }),

    route(endpoints.listAllOrganizations, async ({ query }, call) => {
      await requirePlatformAdministrator(io, call)
      const { page, limit } = query
      return { ...(await listAllOrganizations(io.db, query)), page, limit }
    }),

    route(endpoints.endOwnerSessions, async ({ params, body }, call) => {
      const administrator = await requirePlatformAdministrator(io, call)
      const { organization_id } = params
      const lost = body.second_factor ?? false
      return { ended: await endOwnerSessions(io, call, administrator, organization_id, lost) }
    }),

    route(endpoints.getOrganization, async ({ params }, call) => {
      const owner = await requireOwner(io, call)
      return readOrganization(io, owner, params.organization_id)
    }),

    route(endpoints.updateOrganization, async ({ params, body }, call) => {
      const owner = await requireOwner(io, call)
      return updateOrganization(io, owner, params.organization_id, body)
    }),

    route(endpoints.deleteOrganization, async ({ params }, call) => {
      const owner = await requireOwner(io, call)
      const { id } = await requireOrganization(io, owner, params.organization_id)
      await store.markDeleted(io.db, id, io.clock.now())
    }),

    route(uploadImageEndpoint, async ({ query }, call) => {
      const owner = await requireOwner(io, call)
      return uploadImage(io, owner, query, call)
    }),

    route(endpoints.listCurrencies, async ({ query: { page, limit } }, call) => {
      await requireOwner(io, call)
      const all = nameCurrencies(call.language)
      return { items: all.slice((page - 1) * limit, page * limit), total: all.length, page, limit }
    }),
  ]
}
