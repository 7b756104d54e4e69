/**
 * The SQL of a mailing's recipients. A buyer is a recipient of a post once; their message is put into
 * the outbox in the transaction that marks them `handed`, so nobody is handed over twice.
 */
import { sql } from 'kysely'
import type { Db, Tx } from '#server/io/db.ts'

type Key = { organization_id: string; post_id: string }

/**
 * Adds those of these buyers who may be written to, in the one chat that suits best. Some of a
 * hundred become the control group, always the same ones. May run again.
 */
export async function insertRecipients(
  db: Db,
  { organization_id, post_id }: Key,
  ask: {
    buyer_ids: readonly string[]
    bot_id: string | null
    preferred: string
    control_percent: number
  },
): Promise<void> {
  await sql`
    insert into post_recipient (organization_id, post_id, buyer_id, subscriber_id, client_id, state)
    select distinct on (b.id) ${organization_id}::uuid, ${post_id}::uuid, b.id, s.id, s.client_id,
      case when abs(hashtext(${post_id}::text || b.id::text)::bigint) % 100 < ${ask.control_percent}::int
        then 'control' else 'waiting' end
    from buyer b
      join subscriber s on s.organization_id = b.organization_id and s.buyer_id = b.id
        and s.blocked_at is null and s.step = 'active' and s.marketing
      join bot_client c on c.id = s.client_id
        and (${ask.bot_id}::uuid is null or c.bot_id = ${ask.bot_id}::uuid)
    where b.organization_id = ${organization_id} and b.id = any(${[...ask.buyer_ids]}::uuid[])
      and b.consent_messages and b.status = 'active' and b.merged_into is null
    order by b.id, (s.type = ${ask.preferred}) desc, s.last_active_at desc
    on conflict do nothing`.execute(db)
}

export type Waiting = {
  buyer_id: string
  subscriber_id: string
  client_id: string
  language: string
}

/** Makes the database look at what a mailing has just filled, before plans are made on it. */
export async function refreshPlans(db: Db): Promise<void> {
  await sql`select know_small_mailings()`.execute(db)
}

/**
 * The next recipients who wait, held until the transaction ends: of every bot as many as its window
 * has room for, and no more than `limit` of all, shared evenly among the bots.
 */
export async function lockWaiting(
  tx: Tx,
  key: Key,
  { window, limit }: { window: number; limit: number },
): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    with room as (
      select client_id, least(${window}::int - count(*) filter (where state = 'handed'),
        ceil(${limit}::int / (count(*) over ())::numeric)) as free
      from post_recipient
      where organization_id = ${key.organization_id} and post_id = ${key.post_id}
        and state in ('waiting', 'handed')
      group by client_id)
    select r.buyer_id, r.subscriber_id, r.client_id, s.language
    from room cross join lateral (
      select w.organization_id, w.buyer_id, w.subscriber_id, w.client_id from post_recipient w
      where w.organization_id = ${key.organization_id} and w.post_id = ${key.post_id}
        and w.state = 'waiting' and w.client_id = room.client_id
      order by w.buyer_id limit greatest(room.free, 0)::int for update skip locked) r
    join subscriber s on s.organization_id = r.organization_id and s.id = r.subscriber_id
    order by r.buyer_id`.execute(tx)
  return rows
}

/** Takes the turn to feed a mailing until `until`; false: another job has it, and goes on. */
export async function takeFeedTurn(db: Db, key: Key, now: Date, until: Date): Promise<boolean> {
  const { rows } = await sql`
    insert into post_turn as t (organization_id, post_id, until)
    select organization_id, id, ${until}::timestamptz from post
    where organization_id = ${key.organization_id} and id = ${key.post_id}
    on conflict (organization_id, post_id) do update set until = excluded.until
      where t.until <= ${now}
    returning post_id`.execute(db)
  return rows.length > 0
}

/** Whoever comes next may feed it at once: the owner has changed something. */
export async function freeFeedTurn(tx: Tx, key: Key): Promise<void> {
  await tx
    .deleteFrom('post_turn')
    .where('organization_id', '=', key.organization_id)
    .where('post_id', '=', key.post_id)
    .execute()
}

/** Marks them handed over, each with its message. */
export async function markHanded(
  tx: Tx,
  key: Key,
  handed: readonly { buyer_id: string; message_id: string }[],
): Promise<void> {
  if (handed.length === 0) return
  const buyers = handed.map((one) => one.buyer_id)
  // No join: recipients come by the thousand a moment before, and a plan made on what was known of
  // their table then would read it from end to end for each of them.
  await sql`
    update post_recipient set state = 'handed',
      message_id = (${handed.map((one) => one.message_id)}::uuid[])
        [array_position(${buyers}::uuid[], buyer_id)]
    where organization_id = ${key.organization_id} and post_id = ${key.post_id}
      and buyer_id = any(${buyers}::uuid[])`.execute(tx)
}

/** Those whose messages were taken back before they left wait again. */
export async function letWait(tx: Tx, key: Key, message_ids: readonly string[]): Promise<void> {
  if (message_ids.length === 0) return
  await sql`update post_recipient set state = 'waiting', message_id = null
    where organization_id = ${key.organization_id} and post_id = ${key.post_id}
      and state = 'handed' and message_id = any(${[...message_ids]}::uuid[])`.execute(tx)
}

/** Writes down what became of those who were handed over. */
export async function collectOutcomes(db: Db | Tx, key: Key, now: Date): Promise<void> {
  const of = sql`r.organization_id = ${key.organization_id} and r.post_id = ${key.post_id}
    and r.state = 'handed'`
  await sql`
    update post_recipient r set
      state = case when m.state in ('sent', 'blocked', 'skipped') then m.state else 'failed' end,
      reason = case when m.state = 'sent' then null
        else coalesce(split_part(m.last_error, ':', 1), 'unknown') end,
      settled_at = coalesce(m.sent_at, ${now}::timestamptz)
    from bot_message m
    where ${of} and m.organization_id = ${key.organization_id} and m.id = r.message_id
      and m.state not in ('queued', 'sending')`.execute(db)
  // A message that is gone tells nothing any more.
  await sql`
    update post_recipient r set state = 'failed', reason = 'unknown', settled_at = ${now}
    where ${of} and not exists (select from bot_message m
      where m.organization_id = ${key.organization_id} and m.id = r.message_id)`.execute(db)
}

/** How many wait and are on their way, and when the first of those is due. */
export async function readProgress(
  db: Db | Tx,
  key: Key,
): Promise<{ waiting: number; handed: number; due_at: Date | null }> {
  const { rows } = await sql<{ waiting: number; handed: number; due_at: Date | null }>`
    select count(*) filter (where r.state = 'waiting')::int as waiting,
      count(*) filter (where r.state = 'handed')::int as handed,
      min(m.due_at) filter (where m.state = 'queued') as due_at
    from post_recipient r left join bot_message m
      on r.state = 'handed' and m.organization_id = r.organization_id and m.id = r.message_id
    where r.organization_id = ${key.organization_id} and r.post_id = ${key.post_id}
      and r.state in ('waiting', 'handed')`.execute(db)
  return rows[0] ?? { waiting: 0, handed: 0, due_at: null }
}

/** Those who still wait are not written to any more. */
export async function skipWaiting(tx: Tx, key: Key, reason: string, now: Date): Promise<void> {
  await tx
    .updateTable('post_recipient')
    .set({ state: 'skipped', reason, settled_at: now })
    .where('organization_id', '=', key.organization_id)
    .where('post_id', '=', key.post_id)
    .where('state', '=', 'waiting')
    .execute()
}

/**
 * Where a merged card still waits for a mailing, the living one waits instead: a person hears it
 * once, through whichever card it was. What has left stays with the card it left to.
 */
export async function moveWaiting(
  tx: Tx,
  pair: { organization_id: string; buyer_id: string; merged_id: string },
): Promise<void> {
  const { organization_id, buyer_id, merged_id } = pair
  const open = sql`select id from post where organization_id = ${organization_id}
    and status in ('scheduled', 'sending', 'paused')`
  await sql`
    delete from post_recipient r using post_recipient o
    where r.organization_id = ${organization_id} and r.post_id in (${open}) and r.state = 'waiting'
      and o.organization_id = r.organization_id and o.post_id = r.post_id
      and ((r.buyer_id = ${merged_id} and o.buyer_id = ${buyer_id})
        or (r.buyer_id = ${buyer_id} and o.buyer_id = ${merged_id}
          and o.state in ('handed', 'sent')))`.execute(tx)
  await sql`
    update post_recipient set buyer_id = ${buyer_id}
    where organization_id = ${organization_id} and post_id in (${open}) and state = 'waiting'
      and buyer_id = ${merged_id}`.execute(tx)
}

/** What Viber found out after it took a message: it could not be brought after all. */
const state = sql`case when r.state = 'sent' and m.state = 'failed' then 'failed' else r.state end`
const message = sql`left join bot_message m
  on m.organization_id = r.organization_id and m.id = r.message_id`

export type Figures = {
  post_id: string
  targeted: number
  queued: number
  sent: number
  /** What Telegram takes it delivers, and tells no more; Viber tells both. */
  delivered: number
  seen: number
  clicked: number
  failed: number
  blocked: number
  skipped: number
  unsubscribed: number
  purchases: number
  revenue: number
  control: number
  control_purchases: number
}

/** The recipients of mailings, each with the person behind the card and since when purchases count. */
const mine = (organization_id: string, post_ids: readonly string[]) => sql`
  select r.organization_id, r.post_id, r.buyer_id, r.subscriber_id, r.clicked_at,
    p.published_at, ${state} as state, m.delivered_at, m.seen_at,
    coalesce(o.merged_into, r.buyer_id) as person,
    case when r.state = 'control' then p.published_at
      when r.state = 'sent' then r.settled_at end as since
  from post_recipient r join post p using (organization_id) ${message}
    left join buyer o on o.organization_id = r.organization_id and o.id = r.buyer_id
  where r.organization_id = ${organization_id} and p.id = r.post_id
    and r.post_id = any(${[...post_ids]}::uuid[])`

/** What a person paid with any of their cards, told of the first card that heard. */
const bought = sql`
  select m.post_id, m.buyer_id, sum(x.to_pay - x.refunded) as paid
  from (
    select organization_id, post_id, buyer_id, since, person as card_id from heard
    union all
    select h.organization_id, h.post_id, h.buyer_id, h.since, g.id
    from heard h join buyer g on g.organization_id = h.organization_id and g.merged_into = h.person
  ) as m
    join receipt x on x.organization_id = m.organization_id
      and x.buyer_id = m.card_id and x.created_at >= m.since
      and x.created_at < m.since + interval '7 days'
  where x.created_at >= (select min(published_at) from mine)
  group by m.post_id, m.buyer_id having sum(x.to_pay - x.refunded) > 0`

/**
 * What became of mailings. A purchase counts for a buyer within seven days of their message, for the
 * control group within seven days of the beginning; with a card merged meanwhile it counts for the
 * person, once.
 */
export async function readFigures(
  db: Db,
  organization_id: string,
  post_ids: readonly string[],
): Promise<Map<string, Figures>> {
  if (post_ids.length === 0) return new Map()
  const { rows } = await sql<Figures>`
    with mine as (${mine(organization_id, post_ids)}),
    heard as (
      select distinct on (post_id, person) organization_id, post_id, buyer_id, person, since
      from mine where since is not null order by post_id, person, since, buyer_id
    ), bought as (${bought}
    ), refused as (
      select distinct m.post_id, m.buyer_id
      from mine m join bot_consent c on c.organization_id = m.organization_id
        and c.subscriber_id = m.subscriber_id and c.kind = 'marketing' and not c.given
        and c.created_at >= m.since and c.created_at < m.since + interval '7 days'
      where m.state = 'sent'
    )
    select m.post_id,
      count(*) filter (where m.state <> 'control')::int as targeted,
      count(*) filter (where m.state in ('waiting', 'handed'))::int as queued,
      count(*) filter (where m.state = 'sent')::int as sent,
      count(*) filter (where m.state = 'sent'
        and (m.delivered_at is not null or s.type = 'telegram'))::int as delivered,
      count(m.seen_at)::int as seen,
      count(m.clicked_at)::int as clicked,
      count(*) filter (where m.state = 'failed')::int as failed,
      count(*) filter (where m.state = 'blocked')::int as blocked,
      count(*) filter (where m.state = 'skipped')::int as skipped,
      count(f.buyer_id)::int as unsubscribed,
      count(b.paid) filter (where m.state = 'sent')::int as purchases,
      coalesce(sum(b.paid) filter (where m.state = 'sent'), 0)::bigint as revenue,
      count(*) filter (where m.state = 'control')::int as control,
      count(b.paid) filter (where m.state = 'control')::int as control_purchases
    from mine m
      left join subscriber s on s.organization_id = m.organization_id and s.id = m.subscriber_id
      left join bought b on b.post_id = m.post_id and b.buyer_id = m.buyer_id
      left join refused f on f.post_id = m.post_id and f.buyer_id = m.buyer_id
    group by m.post_id`.execute(db)
  return new Map(rows.map((row) => [row.post_id, row]))
}

export type RecipientRow = {
  buyer_id: string
  first_name: string | null
  last_name: string | null
  phone: string | null
  messenger: 'telegram' | 'viber'
  state: 'waiting' | 'handed' | 'sent' | 'failed' | 'blocked' | 'skipped' | 'control'
  reason: string | null
  settled_at: Date | null
  delivered_at: Date | null
  seen_at: Date | null
  clicked_at: Date | null
}

/** A page of recipients, those something is to be told of first. */
export async function listRecipients(
  db: Db,
  key: Key,
  ask: { state?: string | undefined; page: number; limit: number },
): Promise<{ rows: RecipientRow[]; total: number }> {
  const wanted = ask.state ?? null
  const of = sql`r.organization_id = ${key.organization_id} and r.post_id = ${key.post_id}
    and (${wanted}::text is null or ${state} = ${wanted})`
  const { rows } = await sql<RecipientRow>`
    select r.buyer_id, b.first_name, b.last_name, b.phone, s.type as messenger,
      ${state} as state, r.reason,
      case when r.state in ('waiting', 'handed', 'control') then null else r.settled_at end
        as settled_at, m.delivered_at, m.seen_at, r.clicked_at
    from post_recipient r ${message}
      join buyer b on b.organization_id = r.organization_id and b.id = r.buyer_id
      join subscriber s on s.organization_id = r.organization_id and s.id = r.subscriber_id
    where ${of}
    order by r.settled_at desc nulls last, r.buyer_id
    limit ${ask.limit} offset ${(ask.page - 1) * ask.limit}`.execute(db)
  const { rows: counts } = await sql<{ total: number }>`
    select count(*)::int as total from post_recipient r ${message} where ${of}`.execute(db)
  return { rows, total: counts[0]?.total ?? 0 }
}
