/**
 * Every SQL of the bonus program.
 *
 * Invariant: a row of `program_version` is never changed, and `program.version` names the newest.
 * Settings are kept as JSON in inner units; what a row of an older program lacks has its default.
 */
import { sql } from 'kysely'
import type { Db, Tx } from '#server/io/db.ts'
import type { BonusSettings, GeneralSettings, NotificationSettings } from './rules.ts'

export type ProgramRow = {
  version: number
  general_version: number
  bonuses_version: number
  notifications_version: number
  last_level: number
  notifications: Partial<NotificationSettings>
}
export type VersionRow = { general: Partial<GeneralSettings>; bonuses: Partial<BonusSettings> }

const columns = [
  'version',
  'general_version',
  'bonuses_version',
  'notifications_version',
  'last_level',
  'notifications',
] as const

export async function findProgram(db: Db, organization_id: string): Promise<ProgramRow> {
  return db
    .selectFrom('program')
    .select(columns)
    .where('organization_id', '=', organization_id)
    .$narrowType<{ notifications: Partial<NotificationSettings> }>()
    .executeTakeFirstOrThrow()
}

/** The same, held until the transaction ends, so that versions follow each other. */
export async function lockProgram(tx: Tx, organization_id: string): Promise<ProgramRow> {
  return tx
    .selectFrom('program')
    .select(columns)
    .where('organization_id', '=', organization_id)
    .$narrowType<{ notifications: Partial<NotificationSettings> }>()
    .forUpdate()
    .executeTakeFirstOrThrow()
}

/** The version that was valid at `at`; before the first one, the first. */
export async function findVersionAt(db: Db, organization_id: string, at: Date): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    select version from program_version where organization_id = ${organization_id}
    order by valid_from <= ${at} desc, case when valid_from <= ${at} then -version else version end
    limit 1`.execute(db)
  const [row] = rows
  if (!row) throw new Error(`organization ${organization_id} has no program`)
  return row.version
}

export async function findVersion(
  db: Db,
  organization_id: string,
  version: number,
): Promise<VersionRow> {
  return db
    .selectFrom('program_version')
    .select(['general', 'bonuses'])
    .where('organization_id', '=', organization_id)
    .where('version', '=', version)
    .$narrowType<VersionRow>()
    .executeTakeFirstOrThrow()
}

/** When a version came into force; undefined for one that never was. */
export async function findValidFrom(
  db: Db,
  organization_id: string,
  version: number,
): Promise<Date | undefined> {
  const row = await db
    .selectFrom('program_version')
    .select('valid_from')
    .where('organization_id', '=', organization_id)
    .where('version', '=', version)
    .executeTakeFirst()
  return row?.valid_from
}

export async function insertProgram(
  tx: Tx,
  organization_id: string,
  program: { notifications: NotificationSettings; last_level: number },
  now: Date,
): Promise<void> {
  await tx
    .insertInto('program')
    .values({
      organization_id,
      version: 1,
      general_version: 1,
      bonuses_version: 1,
      notifications_version: 1,
      last_level: program.last_level,
      notifications: JSON.stringify(program.notifications),
      updated_at: now,
    })
    .execute()
}

export async function insertVersion(
  tx: Tx,
  organization_id: string,
  row: {
    version: number
    valid_from: Date
    general: GeneralSettings
    bonuses: BonusSettings
    changed_by: string
  },
): Promise<void> {
  await tx
    .insertInto('program_version')
    .values({
      organization_id,
      ...row,
      general: JSON.stringify(row.general),
      bonuses: JSON.stringify(row.bonuses),
    })
    .execute()
}

export async function updateProgram(
  tx: Tx,
  organization_id: string,
  changes: Partial<Omit<ProgramRow, 'notifications'>> & { notifications?: NotificationSettings },
  now: Date,
): Promise<void> {
  const { notifications, ...rest } = changes
  await tx
    .updateTable('program')
    .set({
      ...rest,
      ...(notifications && { notifications: JSON.stringify(notifications) }),
      updated_at: now,
    })
    .where('organization_id', '=', organization_id)
    .execute()
}

export async function raisePromotionsVersion(tx: Tx, organization_id: string): Promise<void> {
  await tx
    .updateTable('program')
    .set(({ eb }) => ({ promotions_version: eb('promotions_version', '+', 1) }))
    .where('organization_id', '=', organization_id)
    .execute()
}

/** The zone and the currency of an organization, for work that no caller has proven it for. */
export async function findZone(
  db: Db,
  organization_id: string,
): Promise<{ id: string; timezone: string; currency: string } | undefined> {
  return db
    .selectFrom('organization')
    .select(['id', 'timezone', 'currency'])
    .where('id', '=', organization_id)
    .executeTakeFirst()
}

/** Buyers who hold a lot without an end, in the order of their ids; reads the ledger's accounts. */
export async function listUndated(
  db: Db,
  organization_id: string,
  after: string,
  limit: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom('account')
    .select('buyer_id')
    .where('organization_id', '=', organization_id)
    .where('buyer_id', '>', after)
    .where(sql<boolean>`array_position(lot_expires_at, null) is not null`)
    .orderBy('buyer_id')
    .limit(limit)
    .execute()
  return rows.map(({ buyer_id }) => buyer_id)
}

/**
 * Buyers by the level that applies to them now: pinned, else the higher of the one held and the one
 * their turnover reaches. Reads the ledger's accounts and the buyers of an upper floor, because who
 * was forgotten or merged counts no more.
 */
export async function countByLevel(
  db: Db,
  organization_id: string,
  ladder: {
    numbers: readonly number[]
    starts: readonly number[]
    base: 'lifetime' | 'rolling_days' | 'calendar_year'
    year: number
    since: string
    keeps: boolean
    has_period: boolean
    now: Date
  },
): Promise<{ number: number; buyers: number }[]> {
  const { numbers, starts, now } = ladder
  const bought = {
    lifetime: sql`a.turnover`,
    calendar_year: sql`case when a.year = ${ladder.year} then a.year_turnover else 0 end`,
    rolling_days: sql`coalesce((select sum(d.turnover) from account_day d
      where d.organization_id = a.organization_id and d.buyer_id = a.buyer_id
        and d.day >= ${ladder.since})::bigint, 0)`,
  }[ladder.base]
  const { rows } = await sql<{ number: number; buyers: number }>`
    select number, count(*) as buyers from (
      select case
        when a.pinned_level = any(ladder.numbers)
          and (a.pinned_until is null or a.pinned_until > ${now}) then a.pinned_level
        else ladder.numbers[greatest(1, width_bucket(${bought}, ladder.starts),
          case when ${ladder.keeps} or (${ladder.has_period} and
              (a.level_until is null or a.level_until > ${now}))
            then array_position(ladder.numbers, a.level) end)]
        end as number
      from account a
      join buyer b on b.organization_id = a.organization_id and b.id = a.buyer_id
      cross join (select ${numbers}::int[] as numbers, ${starts}::bigint[] as starts) ladder
      where a.organization_id = ${organization_id}
        and b.status <> 'forgotten' and b.merged_into is null
    ) buyers group by number`.execute(db)
  return rows
}
