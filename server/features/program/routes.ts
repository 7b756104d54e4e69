import { getConditions } from '#contract/conditions.ts'
import * as endpoints from '#contract/settings.ts'
import { requireOwner } from '#server/features/identity/require-owner.ts'
import { requireOrganization } from '#server/features/organizations/require-organization.ts'
import { route, type Call, type Route } from '#server/io/http.ts'
import type { Io } from '#server/io/io.ts'
import { countLevels } from './count-levels.ts'
import { readConditions } from './read-conditions.ts'
import { readSettings, showBonuses, showGeneral, showNotifications } from './read-settings.ts'
import { updateBonuses, updateGeneral, updateNotifications } from './update-settings.ts'

export function routes(io: Io): Route[] {
  const prove = async (call: Call, query: { organization_id: string }) => {
    const owner = await requireOwner(io, call)
    return { owner, organization: await requireOrganization(io, owner, query.organization_id) }
  }
  const read = async (call: Call, query: { organization_id: string }) =>
    readSettings(io.db, (await prove(call, query)).organization)

  return [
    route(endpoints.getGeneralSettings, async ({ query }, call) =>
      showGeneral(await read(call, query)),
    ),
    route(endpoints.getBonusSettings, async ({ query }, call) =>
      showBonuses(await read(call, query)),
    ),
    route(endpoints.getNotificationSettings, async ({ query }, call) =>
      showNotifications(await read(call, query)),
    ),

    route(endpoints.countLevels, async ({ query }, call) => {
      const { organization } = await prove(call, query)
      return { levels: await countLevels(io, organization) }
    }),

    route(getConditions, async ({ params, query }) =>
      readConditions(io, params.organization_id, query.version),
    ),

    route(endpoints.updateGeneralSettings, async ({ query, body }, call) => {
      const { owner, organization } = await prove(call, query)
      return updateGeneral(io, owner, organization, body)
    }),
    route(endpoints.updateBonusSettings, async ({ query, body }, call) => {
      const { owner, organization } = await prove(call, query)
      return updateBonuses(io, owner, organization, body)
    }),
    route(endpoints.updateNotificationSettings, async ({ query, body }, call) => {
      const { owner, organization } = await prove(call, query)
      return updateNotifications(io, owner, organization, body)
    }),
  ]
}
