import { listAudit } from '#contract/audit.ts'
import { programReport } from '#contract/program-report.ts'
import { route, type Route } from '#server/io/http.ts'
import type { Io } from '#server/io/io.ts'
import { readLate } from '#server/io/replica.ts'
import { readAudit } from './read-audit.ts'
import { organizationOf, periodIn, readScope, zoneOf } from './read-scope.ts'
import { reportProgram } from './report-program.ts'

/** The log of acts, and what the program cost and brought. */
export function auditRoutes(io: Io): Route[] {
  return [
    route(listAudit, async ({ query }, call) => {
      const organization = await organizationOf(io, call, query.organization_id)
      return readLate(io, call, (late) => readAudit(late, organization, query))
    }),

    route(programReport, async ({ query }, call) => {
      const organization = await organizationOf(io, call, query.organization_id)
      return readLate(io, call, async (late) => {
        const scope = await readScope(late, organization, query)
        const report = await reportProgram(late, scope)
        return { ...zoneOf(organization), ...periodIn(scope), ...report }
      })
    }),
  ]
}
