/** The SQL of people in chats. Private to bots; who they are as buyers belongs to `buyers/`. */
import { sql } from 'kysely'
import type { Db } from '#server/io/db.ts'

/** How many can be reached through these bots, and how many blocked them. */
export async function countSubscribers(
  db: Db,
  organization_id: string,
  client_ids: readonly string[],
): Promise<Map<string, { subscribers: number; blocked: number }>> {
  if (client_ids.length === 0) return new Map()
  const { rows } = await sql<{ client_id: string; subscribers: number; blocked: number }>`
    select client_id, count(*) filter (where blocked_at is null)::int as subscribers,
      count(*) filter (where blocked_at is not null)::int as blocked
    from subscriber
    where organization_id = ${organization_id} and client_id = any(${[...client_ids]}::uuid[])
    group by client_id`.execute(db)
  return new Map(rows.map(({ client_id, ...counts }) => [client_id, counts]))
}

/** How many came by the links of each point of sale; null: of the shop as a whole. */
export async function countByPos(
  db: Db,
  organization_id: string,
): Promise<Map<string | null, number>> {
  const { rows } = await sql<{ pos_id: string | null; subscribers: number }>`
    select pos_id, count(*)::int as subscribers from subscriber
    where organization_id = ${organization_id} and source is not null
    group by pos_id`.execute(db)
  return new Map(rows.map(({ pos_id, subscribers }) => [pos_id, subscribers]))
}
