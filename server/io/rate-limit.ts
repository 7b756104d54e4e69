import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { named } from './db.ts'
import type { Io } from './io.ts'
import { Refusal } from './refusal.ts'
import { keyLists, rowsByPlace, together } from './together.ts'

type RateIo = Pick<Io, 'db' | 'clock'>

/** What is left of a window, and the seconds until it ends. */
export type RateLeft = { left: number; seconds: number }

/**
 * Takes one of `limit` tries that `bucket` has in a window of `window_seconds`. A window begins
 * with its first try. All processes share the count through one row. Answers what is left.
 * Refuses: `rate_limited`, with the seconds to wait.
 */
export async function takeRate(
  io: RateIo,
  bucket: string,
  limit: number,
  window_seconds: number,
): Promise<RateLeft> {
  const now = io.clock.now()
  const key = createHash('sha256').update(bucket).digest()
  const ends_at = new Date(now.getTime() + window_seconds * 1000)
  const { rows } = await sql<{ taken: number; ends_at: Date }>`
    insert into rate_bucket as b (key, taken, ends_at) values (${key}, 1, ${ends_at})
    on conflict (key) do update set
      -- The count stops just above the limit: refused tries make the row no bigger.
      taken = case when b.ends_at <= ${now} then 1 else least(b.taken + 1, ${limit + 1}::int) end,
      ends_at = case when b.ends_at <= ${now} then excluded.ends_at else b.ends_at end
    returning taken, ends_at`.execute(io.db)
  const [row = { taken: 1, ends_at }] = rows
  const left = leftOf(row, limit, now)
  if (row.taken > limit) throw new Refusal('rate_limited', { retry_after: left.seconds })
  return left
}

const leftOf = (row: { taken: number; ends_at: Date }, limit: number, now: Date): RateLeft => ({
  left: Math.max(0, limit - row.taken),
  seconds: Math.max(1, Math.ceil((row.ends_at.getTime() - now.getTime()) / 1000)),
})

/**
 * Refuses when all tries of `bucket` are taken, without taking one: for limits that count misses
 * only, where even a right guess must wait after too many wrong ones. Answers what is left, or
 * undefined before the first miss.
 * Refuses: `rate_limited`, with the seconds to wait.
 */
export async function refuseSpentRate(
  io: Pick<Io, 'pool' | 'clock'>,
  bucket: string,
  limit: number,
): Promise<RateLeft | undefined> {
  const now = io.clock.now()
  const row = await findBucket(io, createHash('sha256').update(bucket).digest('hex'))
  if (!row || row.ends_at <= now) return undefined
  const left = leftOf(row, limit, now)
  if (left.left === 0) throw new Refusal('rate_limited', { retry_after: left.seconds })
  return left
}

/** True while the window lasts that a try of `bucket` began. */
export async function isRateTaken(
  io: Pick<Io, 'pool' | 'clock'>,
  bucket: string,
): Promise<boolean> {
  const row = await findBucket(io, createHash('sha256').update(bucket).digest('hex'))
  return row !== undefined && row.ends_at > io.clock.now()
}

const bucketKeys = keyLists({ key: 'bytea' })

/** Every look-up by a till asks this, so tills that ask at once share a statement. */
const findBucket = together<string, { taken: number; ends_at: Date } | undefined>({
  batch_max: 128,
  sameAs: (key) => key,
  run: async ({ pool }, keys) =>
    rowsByPlace(
      await named<{ i: number; taken: number; ends_at: Date }>(
        pool,
        'rate_buckets',
        `select k.i, b.taken, b.ends_at
           from ${bucketKeys.from}
          cross join lateral (select * from rate_bucket b where b.key = k.key limit 1) b`,
        bucketKeys.values(keys.map((key) => ({ key: Buffer.from(key, 'hex') }))),
      ),
      keys.length,
    ),
})

/** Forgets what no longer limits anyone. For a nightly job. */
export async function dropEndedRates(io: RateIo): Promise<void> {
  await sql`delete from rate_bucket where ends_at < ${io.clock.now()}`.execute(io.db)
}

/**
 * The part of an address that one subscriber holds: an IPv4 address whole, of an IPv6 address the
 * /64, since a home or a phone gets at least that much and could change the rest at will.
 */
export function subscriberOf(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)
  if (mapped?.[1] !== undefined) return mapped[1]
  if (!ip.includes(':')) return ip
  const [head = '', tail] = ip.split('%', 1)[0]!.split('::')
  const groups = head === '' ? [] : head.split(':')
  if (tail !== undefined) {
    const last = tail === '' ? [] : tail.split(':')
    while (groups.length + last.length < 8) groups.push('0')
    groups.push(...last)
  }
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}
