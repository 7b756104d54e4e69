import { z } from 'zod'
import type { Answer, Ask } from '#contract/endpoint.ts'
import { SCHEDULES_MAX } from '#contract/limits.ts'
import * as endpoints from '#contract/report-options.ts'
import { noteAct } from '#server/features/audit/note-act.ts'
import { shortChanges, type Changes } from '#server/features/audit/rules.ts'
import type { Owner } from '#server/features/identity/require-owner.ts'
import type { Organization } from '#server/features/organizations/require-organization.ts'
import { inTransaction, type Tx } from '#server/io/db.ts'
import { newId } from '#server/io/id.ts'
import type { Io } from '#server/io/io.ts'
import { Refusal } from '#server/io/refusal.ts'
import { nextDueAt } from './schedule-rules.ts'
import * as store from './schedule-store.ts'

type Options = Answer<typeof endpoints.getReportOptions>

/** The options of a shop's reports, with each schedule's last and next letter. */
export async function showOptions(io: Io, organization: Organization): Promise<Options> {
  const { id, timezone } = organization
  const now = io.clock.now().getTime()
  const schedules = await store.listSchedules(io.db, id)
  return {
    ...(await store.findOptions(io.db, id)),
    timezone,
    schedules: schedules.map((row) => ({
      id: row.id,
      report: row.report,
      format: row.format,
      every: row.every,
      hour: row.hour,
      emails: row.emails,
      enabled: row.enabled,
      created_at: row.created_at.toISOString(),
      next_at: row.enabled
        ? new Date(nextDueAt(now, row.every, row.hour, timezone)).toISOString()
        : null,
      last:
        row.last_start === null || row.last_end === null || row.last_at === null
          ? null
          : { start_date: row.last_start, end_date: row.last_end, at: row.last_at.toISOString() },
    })),
  }
}

/** Refuses: `version_conflict` with the present options. */
export async function updateOptions(
  io: Io,
  owner: Owner,
  organization: Organization,
  { version, ...asked }: Ask<typeof endpoints.updateReportOptions>['body'],
): Promise<Options> {
  const now = io.clock.now()
  const before = await store.findOptions(io.db, organization.id)
  const saved = await inTransaction(io.db, async (tx) => {
    const options = { ...before, ...given(asked), version }
    const done = await store.saveOptions(tx, organization.id, options, now)
    if (done) await note(tx, owner, organization, shortChanges(before, asked), now)
    return done
  })
  const present = await showOptions(io, organization)
  if (saved) return present
  const data = z.encode(endpoints.getReportOptions.response, present)
  throw new Refusal('version_conflict', { data })
}

/**
 * Begins to send a report by e-mail; what is over already is not sent.
 * Refuses: `in_use` when the shop has the most it may, `not_allowed` until the owner's own address
 * is confirmed.
 */
export async function createSchedule(
  io: Io,
  owner: Owner,
  organization: Organization,
  ask: Ask<typeof endpoints.createReportSchedule>['body'],
): Promise<Options> {
  if (!owner.email_confirmed) throw new Refusal('not_allowed')
  const now = io.clock.now()
  await inTransaction(io.db, async (tx) => {
    const present = await store.listSchedules(tx, organization.id)
    if (present.length >= SCHEDULES_MAX) throw new Refusal('in_use')
    const times = { created_at: now, starts_at: now }
    const { language } = owner
    const fields = { ...ask, emails: [...new Set(ask.emails)] }
    const row = { ...fields, organization_id: organization.id, id: newId(now), language, ...times }
    await store.insertSchedule(tx, row)
    await note(tx, owner, organization, shortChanges({}, ask), now)
  })
  return showOptions(io, organization)
}

/** Refuses: `not_found`. */
export async function changeSchedule(
  io: Io,
  owner: Owner,
  organization: Organization,
  id: string,
  asked: Ask<typeof endpoints.updateReportSchedule>['body'] | null,
): Promise<Options> {
  const now = io.clock.now()
  const key = { organization_id: organization.id, id }
  await inTransaction(io.db, async (tx) => {
    const present = await store.findSchedule(tx, key)
    if (!present) throw new Refusal('not_found')
    if (asked === null) await store.deleteSchedule(tx, key)
    else await store.updateSchedule(tx, key, { ...given(asked), starts_at: now })
    const changes =
      asked === null ? { deleted: [false, true] as const } : shortChanges(present, asked)
    await note(tx, owner, organization, changes, now)
  })
  return showOptions(io, organization)
}

function given<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const set = Object.entries(fields).filter(([, value]) => value !== undefined)
  return Object.fromEntries(set) as { [K in keyof T]?: Exclude<T[K], undefined> }
}

async function note(
  tx: Tx,
  by: Owner,
  { id: organization_id }: Organization,
  changes: Changes,
  now: Date,
): Promise<void> {
  await noteAct(tx, { organization_id, by, act: 'report_options_changed', changes }, now)
}
