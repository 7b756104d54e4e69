import { dayOf } from '#server/features/ledger/calendar-rules.ts'
import { requireOwner } from '#server/features/identity/require-owner.ts'
import {
  requireOrganization,
  type Organization,
} from '#server/features/organizations/require-organization.ts'
import type { Call } from '#server/io/http.ts'
import type { Io } from '#server/io/io.ts'
import { Refusal } from '#server/io/refusal.ts'
import { madeBetween, periodOf, type Period } from './rules.ts'
import { findBuyerByPhone, hasPos, type Scope } from './store.ts'

export type Filters = {
  start_date?: string | undefined
  end_date?: string | undefined
  pos_id?: string | undefined
  phone?: string | undefined
}

/** What a caller calls the two days, for a refusal that names them. */
export type FieldNames = { start_date: string; end_date: string }

/** Today in the organization's zone. */
export const todayOf = (io: Io, { timezone }: Organization): string =>
  dayOf(io.clock.now().getTime(), timezone).text

/**
 * What a report is about: the days asked for or the last thirty, of the owner's own points of sale.
 * Refuses: `validation_failed` (no such period), `not_found` (another's point of sale).
 */
export async function readScope(
  io: Io,
  organization: Organization,
  filters: Filters,
  names: FieldNames = { start_date: 'start_date', end_date: 'end_date' },
): Promise<Scope> {
  const period = periodOf(filters, todayOf(io, organization))
  if ('code' in period) {
    throw new Refusal('validation_failed', {
      fields: [{ path: names[period.path], code: period.code }],
    })
  }
  const { id: organization_id, timezone } = organization
  const { pos_id, phone } = filters
  if (pos_id !== undefined && !(await hasPos(io.db, { organization_id, pos_id }))) {
    throw new Refusal('not_found')
  }
  return {
    ...period,
    organization_id,
    timezone,
    made: madeBetween(period, timezone),
    ...(pos_id !== undefined && { pos_id }),
    ...(phone !== undefined && {
      buyer_id: (await findBuyerByPhone(io.db, { organization_id, phone })) ?? null,
    }),
  }
}

/** The same about other days. */
export const moved = (scope: Scope, period: Period): Scope => ({
  ...scope,
  ...period,
  made: madeBetween(period, scope.timezone),
})

/** What gathered sums are asked for. */
export const gatheredOf = ({ organization_id, start_date, end_date, pos_id }: Scope) => ({
  organization_id,
  start_date,
  end_date,
  pos_id,
})

/** The organization a report is about, proven to be the caller's. */
export async function organizationOf(io: Io, call: Call, id: string): Promise<Organization> {
  return requireOrganization(io, await requireOwner(io, call), id)
}

/** What every answer says of the days and the money in it. */
export const zoneOf = ({ timezone, currency }: Organization) => ({ timezone, currency })
export const periodIn = ({ start_date, end_date }: Scope) => ({ start_date, end_date })
