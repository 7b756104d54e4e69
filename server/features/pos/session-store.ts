/**
 * Every SQL of tills' tokens and of wrong PINs.
 *
 * Invariant: a token is looked up together with its cashier, organization and points of sale, so
 * switching any of them off works at the next call.
 */
import { sql } from 'kysely'
import type { CashierPermissions, CashierRole } from '#contract/pos.ts'
import { hashToken } from '#server/features/identity/tokens.ts'
import type { StoredLicense } from '#server/features/licensing/rules.ts'
import { named, type Db, type Tx } from '#server/io/db.ts'
import { keyLists, rowsByPlace, together } from '#server/io/together.ts'

const DAY_MS = 24 * 60 * 60 * 1000

export type SessionRow = {
  organization_id: string
  cashier_id: string
  last_used_at: Date
  idle_seconds: number | null
  expires_at: Date | null
  name: string
  role: CashierRole
  permissions: Partial<CashierPermissions>
  organization_name: string
  logo: string | null
  timezone: string
  currency: string
  language: string
  program_version: number
  promotions_version: number
  has_products: boolean
  sales_heard: boolean
  pos: {
    id: string
    name: string
    address: string
    city_name: string | null
    license_id: string | null
    license_status: StoredLicense['status'] | null
    license_starts_at: string | null
    license_expires_at: string | null
  }[]
}

/**
 * Every call of a till begins with this one look-up; calls that come at once share a statement,
 * and calls of one token a row.
 */
export const findSession = together<string, SessionRow | undefined>({
  batch_max: 128,
  sameAs: (token) => token,
  run: async ({ pool }, tokens) => {
    const keys = tokens.map((token) => ({ token_hash: hashToken(token) }))
    const rows = await named<SessionRow & { i: number }>(
      pool,
      'find-till-session',
      sessionsByToken,
      tokenHashes.values(keys),
    )
    return rowsByPlace(rows, tokens.length)
  },
})

const tokenHashes = keyLists({ token_hash: 'bytea' })

// `limit 1` keeps each look-up one by key, whatever the planner thinks of the number of tokens.
const sessionsByToken = `
  select k.i, found.*
    from ${tokenHashes.from}
   cross join lateral (
     select s.organization_id, s.cashier_id, s.last_used_at, s.idle_seconds, s.expires_at,
            c.name, c.role, c.permissions,
            o.name as organization_name, o.logo, o.timezone, o.currency, o.language,
            p.version as program_version, p.promotions_version,
            exists (select 1 from product where product.organization_id = s.organization_id)
              as has_products,
            exists (select 1 from webhook_endpoint w
                     where w.organization_id = s.organization_id and w.enabled
                       and 'receipt.completed' = any(w.events)) as sales_heard,
            coalesce((
              select json_agg(json_build_object(
                  'id', pos.id, 'name', pos.name, 'address', pos.address, 'city_name', city.name,
                  'license_id', pos.license_id, 'license_status', l.status,
                  'license_starts_at', l.starts_at, 'license_expires_at', l.expires_at)
                  order by pos.id)
                from cashier_pos cp
                join pos on pos.organization_id = cp.organization_id and pos.id = cp.pos_id
                 and pos.deleted_at is null
                left join license l on l.organization_id = pos.organization_id
                 and l.id = pos.license_id
                left join city on city.id = pos.city_id
               where cp.organization_id = s.organization_id and cp.cashier_id = s.cashier_id
            ), '[]') as pos
       from cashier_session s
       join cashier c on c.organization_id = s.organization_id and c.id = s.cashier_id
        and c.enabled and c.deleted_at is null
       join organization o on o.id = s.organization_id and o.deleted_at is null
       join program p on p.organization_id = s.organization_id
      where s.token_hash = k.token_hash
      limit 1) found`

export async function insertSession(
  tx: Tx,
  session: {
    token_hash: Buffer
    organization_id: string
    cashier_id: string
    created_at: Date
    last_used_at: Date
    idle_seconds: number | null
    expires_at: Date | null
  },
): Promise<void> {
  await tx.insertInto('cashier_session').values(session).execute()
}

export async function touchSession(db: Db, token_hash: Buffer, now: Date): Promise<void> {
  await db
    .updateTable('cashier_session')
    .set({ last_used_at: now })
    .where('token_hash', '=', token_hash)
    .execute()
}

export async function deleteSession(db: Db, token_hash: Buffer): Promise<void> {
  await db.deleteFrom('cashier_session').where('token_hash', '=', token_hash).execute()
}

/** Ends everything a cashier is signed in with. */
export async function deleteSessionsOf(
  tx: Tx,
  organization_id: string,
  cashier_id: string,
): Promise<void> {
  await tx
    .deleteFrom('cashier_session')
    .where('organization_id', '=', organization_id)
    .where('cashier_id', '=', cashier_id)
    .execute()
}

/** Forgets tokens that open nothing any more and tries that lock nobody. */
export async function deleteEnded(db: Db, now: Date): Promise<void> {
  const day_began = new Date(now.getTime() - DAY_MS)
  await db.deleteFrom('cashier_guard').where('day_started_at', '<', day_began).execute()
  await db
    .deleteFrom('cashier_session')
    .where('idle_seconds', 'is not', null)
    .where(
      sql<boolean>`least(expires_at, last_used_at + idle_seconds * interval '1 second') < ${now}`,
    )
    .execute()
}

export type Lock = { misses_max: number; lock_ms: number; day_misses_max: number }

/**
 * Counts a try before the PIN is looked at, so that many at once cannot pass the limit together;
 * the last allowed try locks at once. Answers undefined when the try may go on, else the end of
 * the lock. A right PIN clears the count.
 */
export async function claimTry(
  db: Db,
  login_hash: Buffer,
  now: Date,
  { misses_max, lock_ms, day_misses_max }: Lock,
): Promise<Date | undefined> {
  const window_began = new Date(now.getTime() - lock_ms)
  const day_began = new Date(now.getTime() - DAY_MS)
  const lock_end = new Date(now.getTime() + lock_ms)
  // Counted from the row itself, which the conflict has locked: no try can be lost to another.
  const goes_on = sql`g.window_started_at > ${window_began} and g.misses < ${misses_max}`
  const same_day = sql`g.day_started_at > ${day_began}`
  const misses = sql`case when ${goes_on} then g.misses + 1 else 1 end`
  const day_misses = sql`case when ${same_day} then g.day_misses + 1 else 1 end`
  const day_started_at = sql`case when ${same_day} then g.day_started_at else ${now}::timestamptz end`
  const { rows } = await sql`
    insert into cashier_guard as g
      (login_hash, misses, window_started_at, day_misses, day_started_at, locked_until)
    values (${login_hash}, 1, ${now}, 1, ${now}, null)
    on conflict (login_hash) do update set
      misses = ${misses},
      window_started_at = case when ${goes_on} then g.window_started_at else ${now}::timestamptz end,
      day_misses = ${day_misses},
      day_started_at = ${day_started_at},
      locked_until = case
        when ${day_misses} >= ${day_misses_max}::int then ${day_started_at} + interval '1 day'
        when ${misses} >= ${misses_max}::int then ${lock_end}::timestamptz end
    where g.locked_until is null or g.locked_until <= ${now}
    returning 1`.execute(db)
  if (rows.length > 0) return undefined
  return findLock(db, login_hash, now)
}

async function findLock(db: Db, login_hash: Buffer, now: Date): Promise<Date | undefined> {
  const row = await db
    .selectFrom('cashier_guard')
    .select('locked_until')
    .where('login_hash', '=', login_hash)
    .where('locked_until', '>', now)
    .executeTakeFirst()
  return row?.locked_until ?? undefined
}

export async function listLocks(
  db: Db,
  login_hashes: readonly Buffer[],
  now: Date,
): Promise<Map<string, Date>> {
  if (login_hashes.length === 0) return new Map()
  const rows = await db
    .selectFrom('cashier_guard')
    .select(['login_hash', 'locked_until'])
    .where('login_hash', 'in', [...login_hashes])
    .where('locked_until', '>', now)
    .execute()
  return new Map(
    rows.flatMap(({ login_hash, locked_until }) =>
      locked_until ? [[login_hash.toString('hex'), locked_until]] : [],
    ),
  )
}

export async function clearTries(db: Db, login_hash: Buffer): Promise<void> {
  await db.deleteFrom('cashier_guard').where('login_hash', '=', login_hash).execute()
}
