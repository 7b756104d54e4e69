/**
 * Every SQL of buyers. Accounts are only read here: the ledger writes them.
 *
 * Invariants kept here: one buyer per phone and per card code in an organization; a one-time code
 * is claimed by one cashier at one point of sale and used by one receipt.
 */
import { sql } from 'kysely'
import { accountColumns, type AccountRow } from '#server/features/ledger/read-account.ts'
import { named, type Db, type Tx } from '#server/io/db.ts'
import { readSentMoments } from '#server/io/parse-values.ts'
import { keyLists, rowsByPlace, together } from '#server/io/together.ts'

/** What a till needs to know of a buyer. */
export type BuyerRow = {
  id: string
  phone: string | null
  first_name: string | null
  last_name: string | null
  birthday: string | null
  birthday_entered_at: Date | null
  language: string | null
  status: 'active' | 'blocked' | 'forgotten'
  card_code: string
  consent_messages: boolean
  joined_at: Date
  joined_via: NewBuyer['joined_via']
  merged_into: string | null
  referred_by: string | null
  /** Where the buyer can be reached now. */
  messengers: ('telegram' | 'viber')[]
  /** Segments at work in promotions that the buyer is in. */
  segment_ids: string[]
}

const buyerColumns = `b.id, b.phone, b.first_name, b.last_name, b.birthday,
  b.birthday_entered_at, b.language, b.status,
  b.card_code, b.consent_messages, b.joined_at, b.joined_via, b.merged_into, b.referred_by,
  b.messengers, b.segment_ids`
const sentMoments = `array_send(a.lot_active_from) as sent_active_from,
  array_send(a.lot_expires_at) as sent_expires_at`

const finders = {
  phone: 'b.phone = k.value',
  id: 'b.id = k.value::uuid',
  card_code: 'b.card_code = k.value',
} as const
export type FindBy = keyof typeof finders

export type FoundRow = BuyerRow & AccountRow & { receipts_today: number }
/** The same as it is told: the moments of lots in the form in which they are soonest read. */
type SentRow = Omit<FoundRow, 'lot_active_from' | 'lot_expires_at'> & {
  i: number
  sent_active_from: Buffer
  sent_expires_at: Buffer
}

type FindAsk = {
  organization_id: string
  value: string
  /** The first local day of a rolling window; null: the program has none. */
  since: string | null
  /** The local day. */
  today: string
}

const asked = keyLists({ organization_id: 'uuid', value: 'text', since: 'date', today: 'date' })

// `limit 1` keeps each look-up one by key, whatever the planner thinks of the number of keys.
const buyersBy = (by: FindBy) => `
  select k.i, found.*
    from ${asked.from}
   cross join lateral (
     select ${buyerColumns}, ${accountColumns}, ${sentMoments},
       case when k.since is null then 0 else coalesce((
         select sum(s.turnover) from account_day s where s.organization_id = a.organization_id
           and s.buyer_id = a.buyer_id and s.day >= k.since), 0)::bigint end as rolling_turnover,
       coalesce((select s.receipts from account_day s where s.organization_id = a.organization_id
         and s.buyer_id = a.buyer_id and s.day = k.today), 0) as receipts_today
     from buyer b
     join account a on a.organization_id = b.organization_id and a.buyer_id = b.id
     where b.organization_id = k.organization_id and ${finders[by]}
     limit 1) found`

/** Buyers with their accounts, in one query for all tills that ask at once: the till's read. */
const findersOf = (by: FindBy) =>
  together<FindAsk, FoundRow | undefined>({
    batch_max: 128,
    run: async ({ pool }, asks) => {
      const rows = await named<SentRow>(pool, `buyers_by_${by}`, buyersBy(by), asked.values(asks))
      return rowsByPlace(rows, asks.length).map((row) => row && foundOf(row))
    },
  })

/** The row itself becomes what is wanted: to copy fifty columns would cost as much as to read them. */
const foundOf = (row: SentRow): FoundRow =>
  Object.assign(row, {
    lot_active_from: readSentMoments(row.sent_active_from).map((moment) => moment ?? 0),
    lot_expires_at: readSentMoments(row.sent_expires_at),
  })

/** A buyer with the account, by what names it. */
export const selectBuyerWithAccount = {
  phone: findersOf('phone'),
  id: findersOf('id'),
  card_code: findersOf('card_code'),
} satisfies Record<FindBy, unknown>

export type NewBuyer = {
  organization_id: string
  id: string
  phone: string
  phone_hash: string
  first_name: string | null
  last_name: string | null
  card_code: string
  joined_via: 'till' | 'cabinet' | 'bot' | 'import' | 'integration'
  joined_pos_id: string | null
  joined_cashier_id: string | null
}

/** Buyers of an organization who may be served, counted up to `limit`. */
export async function countBuyers(
  db: Db | Tx,
  organization_id: string,
  limit: number,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select 1 from buyer
       where organization_id = ${organization_id} and status <> 'forgotten'
         and merged_into is null limit ${limit}) b`.execute(db)
  return rows[0]?.count ?? 0
}

/** Inserts a buyer unless the phone or the card code is taken; answers whether it did. */
export async function insertBuyer(tx: Tx, buyer: NewBuyer, now: Date): Promise<boolean> {
  const inserted = await tx
    .insertInto('buyer')
    .values({ ...buyer, status: 'active', joined_at: now, created_at: now, updated_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

/** The buyer of a phone; of a merged one, the buyer it was merged into. */
export async function selectBuyerId(
  db: Db | Tx,
  organization_id: string,
  phone: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('buyer')
    .select(({ fn }) => fn.coalesce('merged_into', 'id').as('id'))
    .where('organization_id', '=', organization_id)
    .where('phone', '=', phone)
    .executeTakeFirst()
  return row?.id
}

/** The whole profile of one buyer. */
export async function selectProfile(db: Db, organization_id: string, buyer_id: string) {
  return db
    .selectFrom('buyer')
    .selectAll()
    .where('organization_id', '=', organization_id)
    .where('id', '=', buyer_id)
    .executeTakeFirst()
}
export type ProfileRow = NonNullable<Awaited<ReturnType<typeof selectProfile>>>

export type ProfileChanges = Partial<
  Pick<ProfileRow, 'first_name' | 'last_name' | 'birthday' | 'city' | 'tags' | 'note'>
> & {
  gender?: 'female' | 'male' | null
  status?: 'active' | 'blocked'
}

/** Changes a profile that was not forgotten; answers the new one. */
export async function updateProfile(
  tx: Tx,
  organization_id: string,
  buyer_id: string,
  changes: ProfileChanges,
  now: Date,
): Promise<ProfileRow | undefined> {
  return tx
    .updateTable('buyer')
    .set({
      ...changes,
      // The same birthday sent again is not entered anew: the gift looks at this moment.
      ...(changes.birthday && {
        birthday_entered_at: sql<Date>`case when birthday is distinct from ${changes.birthday}::date
          then ${now}::timestamptz else birthday_entered_at end`,
      }),
      updated_at: now,
    })
    .where('organization_id', '=', organization_id)
    .where('id', '=', buyer_id)
    .where('status', '<>', 'forgotten')
    .returningAll()
    .executeTakeFirst()
}

type SegmentKey = { organization_id: string; segment_id: string }

export async function addSegment(tx: Tx, key: SegmentKey, ids: readonly string[]): Promise<void> {
  await sql`
    update buyer set segment_ids = array_append(segment_ids, ${key.segment_id}::uuid)
    where organization_id = ${key.organization_id} and id = any(${ids}::uuid[])
      and not (${key.segment_id}::uuid = any(segment_ids))`.execute(tx)
}

export async function removeSegment(
  tx: Tx,
  key: SegmentKey,
  ids: readonly string[],
): Promise<void> {
  await sql`
    update buyer set segment_ids = array_remove(segment_ids, ${key.segment_id}::uuid)
    where organization_id = ${key.organization_id} and id = any(${ids}::uuid[])`.execute(tx)
}

/**
 * Erases who a buyer was, by whatever card; the id, the HMAC of the phone and the card's number
 * stay, which name nobody. False when there is no such buyer.
 */
export async function eraseIdentity(
  tx: Tx,
  key: { organization_id: string; buyer_id: string },
  now: Date,
): Promise<boolean> {
  const done = await tx
    .updateTable('buyer')
    .set({
      ...{ phone: null, first_name: null, last_name: null, birthday: null, gender: null },
      ...{ city: null, language: null, note: null, tags: [], messengers: [] },
      ...{ birthday_entered_at: null, consent_messages: false, status: 'forgotten' },
      forgotten_at: sql<Date>`coalesce(forgotten_at, ${now}::timestamptz)`,
      updated_at: now,
    })
    .where('organization_id', '=', key.organization_id)
    .where((eb) => eb.or([eb('id', '=', key.buyer_id), eb('merged_into', '=', key.buyer_id)]))
    .returning('id')
    .execute()
  return done.some(({ id }) => id === key.buyer_id)
}

/** Keeps what a buyer agreed to. */
export async function updateConsent(
  tx: Tx,
  key: { organization_id: string; buyer_id: string },
  changes: {
    rules_accepted_at?: Date
    rules_version?: number
    consent_messages?: boolean
    consent_messages_at?: Date
    consent_messages_text?: number
  },
): Promise<void> {
  await tx
    .updateTable('buyer')
    .set(changes)
    .where('organization_id', '=', key.organization_id)
    .where('id', '=', key.buyer_id)
    .execute()
}

/** Says where a buyer can be reached now; false when there is no such buyer. */
export async function updateMessengers(
  db: Db | Tx,
  key: { organization_id: string; buyer_id: string },
  messengers: readonly string[],
): Promise<boolean> {
  const done = await db
    .updateTable('buyer')
    .set({ messengers: [...messengers] })
    .where('organization_id', '=', key.organization_id)
    .where('id', '=', key.buyer_id)
    .returning('id')
    .executeTakeFirst()
  return done !== undefined
}

export async function insertAudit(
  db: Db | Tx,
  audit: {
    organization_id: string
    id: string
    buyer_id: string
    user_id: string
    action: string
    created_at: Date
  },
): Promise<void> {
  await db.insertInto('buyer_audit').values(audit).execute()
}

/** The answer saved under an Idempotency-Key. */
export async function selectAnswer(db: Db, organization_id: string, key: string) {
  return db
    .selectFrom('ledger_answer')
    .select(['request_hash', 'body'])
    .where('organization_id', '=', organization_id)
    .where('key', '=', key)
    .executeTakeFirst()
}

export async function selectTimezone(db: Db, organization_id: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('organization')
    .select('timezone')
    .where('id', '=', organization_id)
    .executeTakeFirst()
  return row?.timezone
}
