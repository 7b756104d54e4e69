/** The SQL of whom advertising would reach. Reads other features' tables and writes none. */
import { sql } from 'kysely'
import type { Tx } from '#server/io/db.ts'
import type { Ground } from './filter-rules.ts'
import { conditionOf, ofBuyers, type Whom } from './result-store.ts'

export type ReachAsk = {
  /** Only this bot; null: whichever the buyer uses. */
  bot_id: string | null
  preferred: string
  /** Pieces of advertising within the last days, since when, after which nobody gets more. */
  cap: number
  since: Date
}

/** Buyers by what would become of them, and by the bot that would write to those reached. */
export type ReachRow = {
  fate: 'reached' | 'blocked' | 'unreachable' | 'no_consent' | 'capped'
  type: 'telegram' | 'viber' | null
  client_id: string | null
  buyers: number
}

/**
 * The same order of questions as `may-write-rules.ts` asks, and the same one chat that
 * `insertRecipients` of mailings chooses.
 */
export async function selectReach(
  tx: Tx,
  whom: Whom,
  ground: Ground,
  { bot_id, preferred, cap, since }: ReachAsk,
): Promise<ReachRow[]> {
  const { organization_id } = ground
  const { rows } = await sql<ReachRow>`
    with chosen as (
      select b.id, b.status, b.consent_messages from ${ofBuyers} where ${conditionOf(whom, ground)}
    ), chat as (
      select distinct on (s.buyer_id) s.buyer_id, s.type, s.client_id, s.blocked_at,
        s.marketing is true as agreed
      from subscriber s join bot_client c on c.id = s.client_id
        and (${bot_id}::uuid is null or c.bot_id = ${bot_id}::uuid)
      where s.organization_id = ${organization_id} and s.buyer_id is not null
        and s.step = 'active'
      order by s.buyer_id, (s.blocked_at is null) desc, (s.marketing is true) desc,
        (s.type = ${preferred}) desc, s.last_active_at desc
    ), satiated as (
      select m.buyer_id from bot_message m
      where m.organization_id = ${organization_id} and m.priority = 2 and m.state = 'sent'
        and m.sent_at > ${since}
      group by m.buyer_id having count(distinct m.source) >= ${cap}
    ), judged as (
      select case
          when h.buyer_id is null then 'unreachable'
          when b.status = 'blocked' or h.blocked_at is not null then 'blocked'
          when not b.consent_messages or not h.agreed then 'no_consent'
          when f.buyer_id is not null then 'capped'
          else 'reached' end as fate, h.type, h.client_id
      from chosen b left join chat h on h.buyer_id = b.id
        left join satiated f on f.buyer_id = b.id)
    select fate, type, client_id, count(*)::int as buyers from judged group by 1, 2, 3`.execute(tx)
  return rows
}

/** The hour of the week at which they bought most since then; undefined: they hardly bought. */
export async function selectBusiestHour(
  tx: Tx,
  whom: Whom,
  ground: Ground,
  { since, least, timezone }: { since: Date; least: number; timezone: string },
): Promise<{ weekday: number; hour: number } | undefined> {
  const { rows } = await sql<{ weekday: number; hour: number }>`
    select extract(isodow from x.created_at at time zone ${timezone})::int as weekday,
      extract(hour from x.created_at at time zone ${timezone})::int as hour
    from receipt x
    where x.organization_id = ${ground.organization_id} and x.created_at >= ${since}
      and x.buyer_id in (select b.id from ${ofBuyers} where ${conditionOf(whom, ground)})
    group by 1, 2 having count(*) >= ${least}
    order by count(*) desc, 1, 2 limit 1`.execute(tx)
  return rows[0]
}
