/**
 * What a filter asks of chats, ratings and advertising. Reads other features' tables and writes none.
 * What went to a card that was merged since went to the card that lives.
 */
import { sql, type SqlBool } from 'kysely'
import { allOf, joined, type Ask } from './ask-store.ts'
import { daysBack, isList, isSet, momentsOf, type Conditions, type Ground } from './filter-rules.ts'

export const contactAsks = (set: Conditions, ground: Ground): Ask[] => [
  ...chatAsks(set),
  ...ratingAsks(set, ground),
  ...messageAsks(set, ground),
]

/** A chat of the buyer's that came as far as a card. */
const chat = (more: Ask) => sql<SqlBool>`exists (select from subscriber s
  where s.organization_id = b.organization_id and s.buyer_id = b.id and s.step = 'active' and ${more})`
const open = chat(sql`s.blocked_at is null`)
const willing = chat(sql`s.blocked_at is null and s.marketing is not false`)
const statuses: Record<'active' | 'blocked' | 'unsubscribed', Ask> = {
  active: willing,
  blocked: sql`(${chat(sql`true`)} and not ${open})`,
  unsubscribed: sql`(${open} and not ${willing})`,
}

function chatAsks({ bot_status }: Conditions): Ask[] {
  if (!isList(bot_status)) return []
  const asked = bot_status.map((one) => statuses[one])
  return [joined(asked, 'any')]
}

function ratingAsks({ rating }: Conditions, { organization_id }: Ground): Ask[] {
  if (!isSet(rating?.last_min) && !isSet(rating?.last_max)) return []
  return [
    sql`b.id in (
      select last.buyer_id from (
        select distinct on (v.buyer_id) v.buyer_id, v.stars from visit_rating v
        where v.organization_id = ${organization_id}
        order by v.buyer_id, v.created_at desc, v.receipt_id desc) as last
      where last.stars between ${rating.last_min ?? 1}::int and ${rating.last_max ?? 5}::int)`,
  ]
}

function messageAsks({ message }: Conditions, ground: Ground): Ask[] {
  if (!isSet(message)) return []
  const { not_contacted_days, received_post_id, reacted } = message
  const asks: Ask[] = []
  if (isSet(not_contacted_days)) {
    const days = daysBack({ to: not_contacted_days - 1 }, ground.today.number)
    const { from } = momentsOf(days, ground.timezone)
    asks.push(sql`b.id not in (
      select coalesce(g.merged_into, g.id) from bot_message m
        join buyer g on g.organization_id = m.organization_id and g.id = m.buyer_id
      where m.organization_id = ${ground.organization_id} and m.priority = 2 and m.state = 'sent'
        and m.sent_at >= ${new Date(from ?? 0)}::timestamptz)`)
  }
  if (isSet(received_post_id) || isSet(reacted)) {
    const got = (more: Ask) => sql<SqlBool>`b.id in (
      select coalesce(g.merged_into, g.id) from post_recipient r
        join buyer g on g.organization_id = r.organization_id and g.id = r.buyer_id
      where r.organization_id = ${ground.organization_id} and r.state = 'sent'
        and (${received_post_id ?? null}::uuid is null or r.post_id = ${received_post_id ?? null}::uuid)
        and ${more})`
    const tapped = got(sql`r.clicked_at is not null`)
    asks.push(reacted === true ? tapped : got(sql`true`))
    if (reacted === false) asks.push(sql`not ${tapped}`)
  }
  return allOf(asks)
}
