import type { Answer, Ask } from '#contract/endpoint.ts'
import type { listAudit } from '#contract/audit.ts'
import type { Organization } from '#server/features/organizations/require-organization.ts'
import type { Io } from '#server/io/io.ts'
import { detailOf } from './audit-rules.ts'
import { countActs, listActs, type AuditRow, type AuditScope } from './audit-store.ts'
import { periodIn, readScope } from './read-scope.ts'
import { boundsOf, type Period } from './rules.ts'

type Filters = {
  start_date?: string | undefined
  end_date?: string | undefined
  kind?: string | undefined
  cashier_id?: string | undefined
}

/** Which acts are asked for. Refuses: `validation_failed` (no such period). */
export async function readAuditScope(
  io: Io,
  organization: Organization,
  { kind, cashier_id, start_date, end_date }: Filters,
): Promise<AuditScope & Period> {
  const scope = await readScope(io, organization, { start_date, end_date })
  const { from, to } = boundsOf(scope, organization.timezone)
  return {
    ...periodIn(scope),
    organization_id: organization.id,
    ...{ from: new Date(from), to: new Date(to), act: kind, cashier_id },
  }
}

/** One page of the log of acts. Refuses as `readAuditScope`. */
export async function readAudit(
  io: Io,
  organization: Organization,
  ask: Ask<typeof listAudit>['query'],
): Promise<Answer<typeof listAudit>> {
  const { page, limit } = ask
  const scope = await readAuditScope(io, organization, ask)
  const rows = await listActs(io.db, scope, { count: limit, start: (page - 1) * limit })
  return {
    ...{ timezone: organization.timezone, start_date: scope.start_date, end_date: scope.end_date },
    total: await countActs(io.db, scope),
    ...{ page, limit },
    items: rows.map(presentAct),
  }
}

type Row = Answer<typeof listAudit>['items'][number]

const ACTORS = ['owner', 'cashier', 'platform'] as const

function presentAct(row: AuditRow): Row {
  const [kind = ''] = row.actor.split(':')
  return {
    key: row.key,
    at: row.created_at.toISOString(),
    act: row.act as Row['act'],
    by: { kind: ACTORS.find((one) => one === kind) ?? 'program', name: row.by_name },
    on:
      row.subject_kind === null
        ? null
        : {
            kind: row.subject_kind as NonNullable<Row['on']>['kind'],
            id: row.subject_id,
            name: row.subject_name,
          },
    ...detailOf(row),
    address: row.address,
  }
}
