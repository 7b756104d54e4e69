import { getGiftFigures } from '#contract/gifts.ts'
import { requireOwner } from '#server/features/identity/require-owner.ts'
import { requireOrganization } from '#server/features/organizations/require-organization.ts'
import { route, type Route } from '#server/io/http.ts'
import type { Io } from '#server/io/io.ts'
import { readFigures } from './read-figures.ts'

export function routes(io: Io): Route[] {
  return [
    route(getGiftFigures, async ({ query }, call) => {
      const owner = await requireOwner(io, call)
      const { id } = await requireOrganization(io, owner, query.organization_id)
      return readFigures(io, id)
    }),
  ]
}
