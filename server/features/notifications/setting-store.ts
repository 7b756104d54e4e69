/** The SQL of how notifications are set, of what a setting names, and of what came of it. */
import { sql, type Selectable } from 'kysely'
import type { EventCode } from '#contract/notification-events.ts'
import type { Db, Tables, Tx } from '#server/io/db.ts'
import type { NotificationSetting, Texts } from './rules.ts'

type SettingRow = Selectable<Tables['notification_setting']>

const settingOf = (row: SettingRow): NotificationSetting => ({
  code: row.code as EventCode,
  version: row.version,
  on: row.is_on,
  when: row.when_value,
  min_amount: row.min_amount,
  texts: row.texts as Texts,
  bonus: row.bonus,
  bonus_days: row.bonus_days,
  stops: row.stops,
  weekdays: row.weekdays,
  ...{ window_from: row.window_from, window_to: row.window_to },
  ...{ bot_id: row.bot_id, pos_ids: row.pos_ids, segment_id: row.segment_id },
  ...{ image: row.image, button_text: row.button_text, button_url: row.button_url },
  button_leads_to: row.button_leads_to as NotificationSetting['button_leads_to'],
  button_product_id: row.button_product_id,
  control_percent: row.control_percent,
  messengers: row.messengers as NotificationSetting['messengers'],
  ...{ cap_days: row.cap_days, priority: row.priority },
  scale: row.scale as NotificationSetting['scale'],
})

/** What the owner has changed. */
export async function listSettings(
  db: Db | Tx,
  organization_id: string,
): Promise<NotificationSetting[]> {
  const rows = await db
    .selectFrom('notification_setting')
    .selectAll()
    .where('organization_id', '=', organization_id)
    .execute()
  return rows.map(settingOf)
}

export async function findSetting(
  db: Db | Tx,
  organization_id: string,
  code: EventCode,
): Promise<NotificationSetting | undefined> {
  const row = await db
    .selectFrom('notification_setting')
    .selectAll()
    .where('organization_id', '=', organization_id)
    .where('code', '=', code)
    .executeTakeFirst()
  return row && settingOf(row)
}

/** Keeps a setting over the version it was made from; false: somebody was quicker. */
export async function putSetting(
  db: Db,
  organization_id: string,
  { code, version, on, when, texts, ...rest }: NotificationSetting,
  now: Date,
): Promise<boolean> {
  const fields = {
    ...{ ...rest, is_on: on, when_value: when, texts: JSON.stringify(texts) },
    ...{ updated_at: now, version: version + 1 },
  }
  const done = await db
    .insertInto('notification_setting')
    .values({ organization_id, code, ...fields })
    .onConflict((on_conflict) =>
      on_conflict
        .columns(['organization_id', 'code'])
        .doUpdateSet(fields)
        .where('notification_setting.version', '=', version),
    )
    .returning('version')
    .executeTakeFirst()
  return done !== undefined
}

export type Trial = Record<'told' | 'control', { buyers: number; bought: number }>

/** Who was told and who was left out since then, and who of them bought within a week of it. */
export async function selectTrials(
  db: Db,
  organization_id: string,
  codes: readonly EventCode[],
  since: Date,
): Promise<Map<string, Trial>> {
  if (codes.length === 0) return new Map()
  const { rows } = await sql<{ code: string; told: boolean; buyers: number; bought: number }>`
    select n.code, n.state = 'sent' as told, count(*)::int as buyers,
      count(*) filter (where exists (
        select from receipt x where x.organization_id = n.organization_id
          and x.buyer_id = n.buyer_id and x.created_at >= n.settled_at
          and x.created_at < n.settled_at + interval '7 days' and x.to_pay > x.refunded))::int
        as bought
    from notification n
    where n.organization_id = ${organization_id} and n.code = any(${[...codes]}::text[])
      and n.settled_at > ${since} and (n.state = 'sent' or n.reason = 'control')
    group by 1, 2`.execute(db)
  const found = new Map<string, Trial>()
  for (const { code, told, buyers, bought } of rows) {
    const nobody = { told: { buyers: 0, bought: 0 }, control: { buyers: 0, bought: 0 } }
    const trial = found.get(code) ?? nobody
    found.set(code, { ...trial, [told ? 'told' : 'control']: { buyers, bought } })
  }
  return found
}

/** What a setting names must be the shop's own: its bot, its points of sale. */
export async function ownsAll(
  db: Db,
  organization_id: string,
  { bot_id, pos_ids }: Pick<NotificationSetting, 'bot_id' | 'pos_ids'>,
): Promise<boolean> {
  const { rows } = await sql<{ all: boolean }>`
    select (${bot_id}::uuid is null or exists (select from bot
        where organization_id = ${organization_id} and id = ${bot_id}::uuid))
      and not exists (select from unnest(${[...pos_ids]}::uuid[]) as wanted(id)
        where not exists (select from pos p
          where p.organization_id = ${organization_id} and p.id = wanted.id)) as all`.execute(db)
  return rows[0]?.all ?? false
}

/** The connections of one bot, by which its chats are known. */
export async function listClientsOf(
  db: Db,
  organization_id: string,
  bot_id: string,
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('bot_client')
    .select('id')
    .where('organization_id', '=', organization_id)
    .where('bot_id', '=', bot_id)
    .execute()
  return new Set(rows.map(({ id }) => id))
}
