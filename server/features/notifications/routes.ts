import * as endpoints from '#contract/notifications.ts'
import { requireOwner } from '#server/features/identity/require-owner.ts'
import { requireOrganization } from '#server/features/organizations/require-organization.ts'
import { route, type Call, type Route } from '#server/io/http.ts'
import type { Io } from '#server/io/io.ts'
import { takeRate } from '#server/io/rate-limit.ts'
import { showNotifications } from './show-notifications.ts'
import { previewNotification, testNotification } from './try-notification.ts'
import { updateNotification } from './update-notification.ts'

const TESTS_PER_MINUTE = 10

export function routes(io: Io): Route[] {
  const prove = async (call: Call, organization_id: string) =>
    requireOrganization(io, await requireOwner(io, call), organization_id)
  return [
    route(endpoints.listNotifications, async ({ query }, call) => {
      const organization = await prove(call, query.organization_id)
      return showNotifications(io, organization, call.language)
    }),

    route(endpoints.updateNotification, async ({ params, query, body }, call) => {
      const owner = await requireOwner(io, call)
      const organization = await requireOrganization(io, owner, query.organization_id)
      return updateNotification(io, owner, organization, params.code, body, call.language)
    }),

    route(endpoints.previewNotification, async ({ params, query, body }, call) => {
      const organization = await prove(call, query.organization_id)
      const { phone, ...tried } = body
      const ask = { code: params.code, ...tried }
      return previewNotification(io, organization, ask, phone, call.language)
    }),

    route(endpoints.testNotification, async ({ params, query, body }, call) => {
      const organization = await prove(call, query.organization_id)
      await takeRate(io, `test ${organization.id}`, TESTS_PER_MINUTE, 60)
      const { phone, ...tried } = body
      const ask = { code: params.code, ...tried }
      await testNotification(io, organization, ask, phone, call.language)
      return { sent: true as const }
    }),
  ]
}
