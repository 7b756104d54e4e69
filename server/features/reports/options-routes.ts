import * as endpoints from '#contract/report-options.ts'
import { requireOwner } from '#server/features/identity/require-owner.ts'
import { requireOrganization } from '#server/features/organizations/require-organization.ts'
import { route, type Call, type Route } from '#server/io/http.ts'
import type { Io } from '#server/io/io.ts'
import { subscriberOf, takeRate } from '#server/io/rate-limit.ts'
import { changeSchedule, createSchedule, showOptions, updateOptions } from './change-options.ts'
import { openScheduled } from './send-scheduled.ts'

const OPENS_PER_HOUR = 60
const CHANGES_PER_HOUR = 60

/** Options of reports and the files that letters link to. */
export function optionsRoutes(io: Io): Route[] {
  const prove = async (call: Call, organization_id: string) => {
    const owner = await requireOwner(io, call)
    return { owner, organization: await requireOrganization(io, owner, organization_id) }
  }
  const change = async (call: Call, organization_id: string) => {
    const proven = await prove(call, organization_id)
    await takeRate(io, `report schedules ${organization_id}`, CHANGES_PER_HOUR, 3600)
    return proven
  }

  return [
    route(endpoints.getReportOptions, async ({ query }, call) => {
      const { organization } = await prove(call, query.organization_id)
      return showOptions(io, organization)
    }),

    route(endpoints.updateReportOptions, async ({ query, body }, call) => {
      const { owner, organization } = await prove(call, query.organization_id)
      return updateOptions(io, owner, organization, body)
    }),

    route(endpoints.createReportSchedule, async ({ query, body }, call) => {
      const { owner, organization } = await change(call, query.organization_id)
      return createSchedule(io, owner, organization, body)
    }),

    route(endpoints.updateReportSchedule, async ({ params, query, body }, call) => {
      const { owner, organization } = await change(call, query.organization_id)
      return changeSchedule(io, owner, organization, params.schedule_id, body)
    }),

    route(endpoints.deleteReportSchedule, async ({ params, query }, call) => {
      const { owner, organization } = await change(call, query.organization_id)
      return changeSchedule(io, owner, organization, params.schedule_id, null)
    }),

    route(endpoints.downloadScheduled, async ({ params }, call) => {
      await takeRate(io, `scheduled report ${subscriberOf(call.ip)}`, OPENS_PER_HOUR, 3600)
      return openScheduled(io, params.token)
    }),
  ]
}
