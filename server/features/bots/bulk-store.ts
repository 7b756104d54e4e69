/**
 * The SQL of advertising in the outbox (priority 2), apart from everything else: it is sent at a
 * pace of its own, at most once, and nothing waits for it.
 *
 * Invariant: what has left for its messenger is never claimed again. If nobody wrote its outcome
 * down it is given up, for the messenger may have it.
 */
import { sql } from 'kysely'
import type { Pool } from 'pg'
import { named, type Db, type Tx } from '#server/io/db.ts'
import type { Claimed } from './message-store.ts'

/** Bots that have advertising to send now and may, or some that a lost worker left. */
export async function listBulkClients(
  db: Db,
  times: { now: Date; stale: Date },
): Promise<string[]> {
  const { rows } = await sql<{ client_id: string }>`
    select distinct m.client_id from bot_message m
      left join bot_client c on c.id = m.client_id
      left join bot_pace p on p.client_id = m.client_id
    where m.priority = 2
      and (m.state = 'queued' and m.due_at <= ${times.now}
        or m.state = 'sending' and m.claimed_at < ${times.stale})
      and (c.paused_until is null or c.paused_until <= ${times.now})
      and (p.held_until is null or p.held_until <= ${times.now})`.execute(db)
  return rows.map(({ client_id }) => client_id)
}

/** Claims the oldest advertising that is due in this bot. */
export async function claimBulk(
  pool: Pool,
  client_id: string,
  now: Date,
  limit: number,
): Promise<Claimed[]> {
  const rows = await named<Claimed>(pool, 'bots_claim_bulk', CLAIM, [client_id, now, limit])
  return rows.toSorted((a, b) => (a.id < b.id ? -1 : 1))
}

const CLAIM = `
  with ready as (
    select organization_id, id from bot_message
    where client_id = $1 and priority = 2 and state = 'queued' and due_at <= $2
    order by id limit $3
    for update skip locked
  )
  update bot_message m set state = 'sending', claimed_at = $2, attempts = m.attempts + 1,
    left_at = null
  from ready r, subscriber s
  where m.organization_id = r.organization_id and m.id = r.id
    and s.organization_id = m.organization_id and s.id = m.subscriber_id
  returning m.organization_id, m.id, m.client_id, m.subscriber_id, m.buyer_id, m.kind,
    m.priority, m.body, m.attempts, m.created_at, s.user_id`

/**
 * Writes down that claimed messages leave now, and answers those that do: the others are no longer
 * ours, because the claim was taken for lost. Only what leaves may be given to the messenger.
 */
export async function letLeave(
  pool: Pool,
  messages: readonly Claimed[],
  now: Date,
): Promise<Claimed[]> {
  if (messages.length === 0) return []
  const rows = await named<{ id: string }>(pool, 'bots_let_leave', LEAVE, [
    now,
    messages.map((one) => one.organization_id),
    messages.map((one) => one.id),
    messages.map((one) => one.attempts),
  ])
  const left = new Set(rows.map(({ id }) => id))
  return messages.filter(({ id }) => left.has(id))
}

// Every claim counts one attempt more.
const LEAVE = `
  update bot_message m set left_at = $1
  from unnest($2::uuid[], $3::uuid[], $4::int[]) as c(organization_id, id, attempts)
  where m.organization_id = c.organization_id and m.id = c.id and m.state = 'sending'
    and m.attempts = c.attempts and m.left_at is null
  returning m.id`

export type Sent = Pick<Claimed, 'organization_id' | 'id'> & {
  external_id: string | null
  sent_at: Date
}

/** Writes down what a messenger has taken. */
export async function settleSent(pool: Pool, sent: readonly Sent[]): Promise<void> {
  if (sent.length === 0) return
  await named(pool, 'bots_settle_sent', SETTLE, [
    sent.map((one) => one.organization_id),
    sent.map((one) => one.id),
    sent.map((one) => one.external_id),
    sent.map((one) => one.sent_at),
  ])
}

const SETTLE = `
  update bot_message m set state = 'sent', external_id = c.external_id, sent_at = c.sent_at,
    last_error = null, claimed_at = null
  from unnest($1::uuid[], $2::uuid[], $3::text[], $4::timestamptz[])
    as c(organization_id, id, external_id, sent_at)
  where m.organization_id = c.organization_id and m.id = c.id`

/** Puts a message that the messenger did not take back into the queue, if it is still ours. */
export async function putOffBulk(db: Db, message: Claimed, due_at: Date): Promise<void> {
  await db
    .updateTable('bot_message')
    .set({ state: 'queued', due_at, claimed_at: null })
    .where('organization_id', '=', message.organization_id)
    .where('id', '=', message.id)
    .where('state', '=', 'sending')
    .where('attempts', '=', message.attempts)
    .execute()
}

/**
 * Looks after what was claimed before `stale` and not settled: it waits again if it never left, and
 * is given up if it did.
 */
export async function abandonBulk(db: Db, client_id: string, stale: Date): Promise<void> {
  const lost = db
    .updateTable('bot_message')
    .where('client_id', '=', client_id)
    .where('priority', '=', 2)
    .where('state', '=', 'sending')
    .where('claimed_at', '<', stale)
  await lost
    .set({ state: 'failed', last_error: 'unknown: the worker was lost', claimed_at: null })
    .where('left_at', 'is not', null)
    .execute()
  // The attempts stay counted: a worker that only slept finds that the message is not its any more.
  await lost.set({ state: 'queued', claimed_at: null }).where('left_at', 'is', null).execute()
}

/**
 * Promises `count` sends of this bot, one each `spacing_ms`, behind all that was promised before.
 * Answers the milliseconds until the first of them. The database's own clock is the only one that
 * all processes have in common.
 */
export async function reservePace(
  db: Db,
  client_id: string,
  count: number,
  spacing_ms: number,
): Promise<number> {
  const takes = `${count * spacing_ms} milliseconds`
  const { rows } = await sql<{ wait: number }>`
    insert into bot_pace as p (client_id, free_at)
    values (${client_id}, clock_timestamp() + ${takes}::interval)
    on conflict (client_id) do update
      set free_at = greatest(p.free_at, clock_timestamp()) + ${takes}::interval
    returning extract(epoch from p.free_at - clock_timestamp())::float8 * 1000 as wait`.execute(db)
  return Math.max(0, (rows[0]?.wait ?? 0) - count * spacing_ms)
}

/** Advertising of this bot that was promised a turn comes later by so many other messages. */
export async function delayPace(
  db: Db,
  client_id: string,
  count: number,
  spacing_ms: number,
): Promise<void> {
  const takes = `${count * spacing_ms} milliseconds`
  await sql`update bot_pace set free_at = free_at + ${takes}::interval
    where client_id = ${client_id} and free_at > clock_timestamp()`.execute(db)
}

/** Leaves a messenger in trouble alone for a while, as far as advertising goes. */
export async function holdBulk(db: Db, client_id: string, until: Date): Promise<void> {
  await sql`insert into bot_pace as p (client_id, free_at, held_until)
    values (${client_id}, ${until}, ${until})
    on conflict (client_id) do update
      set held_until = greatest(p.held_until, excluded.held_until)`.execute(db)
}

/** Takes back what of this source has not left; answers how many. */
export async function skipBulk(
  tx: Tx,
  organization_id: string,
  source: string,
  reason: string,
): Promise<number> {
  const done = await tx
    .updateTable('bot_message')
    .set({ state: 'skipped', last_error: reason })
    .where('organization_id', '=', organization_id)
    .where('source', '=', source)
    .where('priority', '=', 2)
    .where('state', '=', 'queued')
    .returning('id')
    .execute()
  return done.length
}

/**
 * Takes back what of this source has not left, as if it had never been put there; answers the ids.
 */
export async function withdrawBulk(
  tx: Tx,
  organization_id: string,
  source: string,
): Promise<string[]> {
  const gone = await tx
    .deleteFrom('bot_message')
    .where('organization_id', '=', organization_id)
    .where('source', '=', source)
    .where('priority', '=', 2)
    .where('state', '=', 'queued')
    .returning('id')
    .execute()
  return gone.map(({ id }) => id)
}
