/** Every SQL of options and scheduled reports; the only writer of the three tables. */
import { sql } from 'kysely'
import type { ReportSchedule, ReportSettings } from '#contract/report-options.ts'
import type { Db, Tx } from '#server/io/db.ts'
import type { Period } from './rules.ts'

export type ScheduleFields = Pick<
  ReportSchedule,
  'report' | 'format' | 'every' | 'hour' | 'emails' | 'enabled'
>
export type Schedule = ScheduleFields & {
  organization_id: string
  id: string
  language: string
  created_at: Date
  starts_at: Date
  last_start: string | null
  last_end: string | null
  last_at: Date | null
}

type Options = ReportSettings & { version: number }

const usual: Options = {
  ...{ version: 0, csv_style: 'semicolon', default_period: 'days30' },
  ...{ hidden_columns: [], presets: [] },
}

export async function findOptions(db: Db, organization_id: string): Promise<Options> {
  const row = await db
    .selectFrom('report_options')
    .select(['version', 'csv_style', 'default_period', 'hidden_columns', 'presets'])
    .where('organization_id', '=', organization_id)
    .$castTo<Options>()
    .executeTakeFirst()
  return row ?? usual
}

/** False when somebody changed them since `version`. */
export async function saveOptions(
  tx: Tx,
  organization_id: string,
  { version, presets, ...settings }: Options,
  updated_at: Date,
): Promise<boolean> {
  const row = { ...settings, presets: JSON.stringify(presets), updated_at }
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('report_options')
    .values({ ...row, organization_id, version: 1 })
    .onConflict((conflict) =>
      conflict
        .column('organization_id')
        .doUpdateSet({ ...row, version: version + 1 })
        .where('report_options.version', '=', version),
    )
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

const schedules = sql`
  select s.organization_id, s.id, s.report, s.format, s.every, s.hour, s.emails, s.language,
    s.enabled, s.created_at, s.starts_at, gone.start_date as last_start,
    gone.end_date as last_end, gone.created_at as last_at
  from report_schedule s
  left join lateral (
    select start_date, end_date, created_at from report_sending g
    where g.organization_id = s.organization_id and g.schedule_id = s.id
    order by start_date desc limit 1
  ) as gone on true`

export async function listSchedules(db: Db | Tx, organization_id: string): Promise<Schedule[]> {
  const { rows } = await sql<Schedule>`
    ${schedules} where s.organization_id = ${organization_id} order by s.id`.execute(db)
  return rows
}

export async function findSchedule(
  db: Db | Tx,
  key: { organization_id: string; id: string },
): Promise<Schedule | undefined> {
  const { rows } = await sql<Schedule>`
    ${schedules} where s.organization_id = ${key.organization_id} and s.id = ${key.id}`.execute(db)
  return rows[0]
}

/** Switched on, of living shops whose owner has a confirmed address and wants letters. */
export async function listEnabled(db: Db): Promise<(Schedule & { timezone: string })[]> {
  const { rows } = await sql<Schedule & { timezone: string }>`
    select due.*, o.timezone from (${schedules} where s.enabled) as due
    join organization o on o.id = due.organization_id and o.deleted_at is null
      and not o.is_demo
    join user_account u on u.id = o.owner_id and u.deleted_at is null
      and u.email_confirmed_at is not null
    order by due.organization_id, due.id`.execute(db)
  return rows
}

export async function insertSchedule(
  tx: Tx,
  row: ScheduleFields & {
    organization_id: string
    id: string
    language: string
    created_at: Date
    starts_at: Date
  },
): Promise<void> {
  await tx.insertInto('report_schedule').values(row).execute()
}

export async function updateSchedule(
  tx: Tx,
  key: { organization_id: string; id: string },
  changes: Partial<ScheduleFields> & { starts_at?: Date },
): Promise<void> {
  await tx
    .updateTable('report_schedule')
    .set(changes)
    .where('organization_id', '=', key.organization_id)
    .where('id', '=', key.id)
    .execute()
}

export async function deleteSchedule(
  tx: Tx,
  key: { organization_id: string; id: string },
): Promise<void> {
  await tx
    .deleteFrom('report_schedule')
    .where('organization_id', '=', key.organization_id)
    .where('id', '=', key.id)
    .execute()
}

/** True for the one who sends a period; false when it went, or is on its way. */
export async function claimSending(
  tx: Tx,
  sending: Period & { organization_id: string; schedule_id: string; created_at: Date },
): Promise<boolean> {
  const { organization_id, schedule_id, start_date, end_date, created_at } = sending
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('report_sending')
    .values({ organization_id, schedule_id, start_date, end_date, created_at })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Who owns a living organization: a job and a signed link act in that owner's name. */
export async function findOwnerOf(db: Db, organization_id: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('organization')
    .select('owner_id')
    .where('id', '=', organization_id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row?.owner_id
}
