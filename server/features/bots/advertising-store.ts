/** What is read before advertising goes to somebody. Private to bots; nothing is written here. */
import type { Pool } from 'pg'
import { named } from '#server/io/db.ts'
import type { Reader } from './may-write-rules.ts'

/** A chat, and the message that is about to go there when there is one already. */
export type AskedChat = { subscriber_id: string; message_id?: string }

export type ReaderRow = Reader & {
  subscriber_id: string
  message_id: string | null
  timezone: string
  notifications: object
}

/**
 * What the rule looks at, for many chats of one shop in one statement. Advertising counts once,
 * however many chats of a buyer it went to. One that is on its way counts for those claimed after
 * it, so that two of them cannot both take the last place.
 */
export async function selectReaders(
  pool: Pool,
  organization_id: string,
  chats: readonly AskedChat[],
  since: Date,
): Promise<ReaderRow[]> {
  return named<ReaderRow>(pool, 'bots_select_readers', READERS, [
    organization_id,
    chats.map((chat) => chat.subscriber_id),
    chats.map((chat) => chat.message_id ?? null),
    since,
  ])
}

const READERS = `
  select s.id as subscriber_id, asked.message_id, o.timezone, p.notifications,
    b.status as buyer_status, coalesce(b.consent_messages, false) as buyer_agreed,
    s.marketing as chat_agreed,
    (s.blocked_at is null and s.step = 'active'
      and exists (select from bot_client c where c.id = s.client_id)) as reachable,
    case when b.id is null then 0 else (
      select count(distinct m.source)::int from bot_message m
      where m.organization_id = $1 and m.buyer_id = b.id and m.priority = 2
        and m.id is distinct from own.id and m.source is distinct from own.source
        and (m.state = 'sent' and m.sent_at > $4
          or m.state = 'sending'
            and (own.id is null or (m.claimed_at, m.id) < (own.claimed_at, own.id)))
    ) end as sent_this_week
  from unnest($2::uuid[], $3::uuid[]) as asked(subscriber_id, message_id)
  join subscriber s on s.organization_id = $1 and s.id = asked.subscriber_id
  join organization o on o.id = s.organization_id and o.deleted_at is null
  join program p on p.organization_id = o.id
  left join buyer b on b.organization_id = s.organization_id and b.id = s.buyer_id
  left join bot_message own
    on own.organization_id = s.organization_id and own.id = asked.message_id`
