/** The SQL of people in chats. Private to bots; who they are as buyers belongs to `buyers/`. */
import { sql, type Selectable } from 'kysely'
import type { Db, Tables, Tx } from '#server/io/db.ts'
import type { MessengerType } from '#server/io/messengers/messenger.ts'
import type { Step } from './chat-rules.ts'

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

type Table = Selectable<Tables['subscriber']>
export type SubscriberRow = Omit<Table, 'type' | 'step'> & { type: MessengerType; step: Step }

/** The person in this bot for this shop. */
export async function findSubscriber(
  db: Db | Tx,
  key: { client_id: string; user_id: string; organization_id: string },
): Promise<SubscriberRow | undefined> {
  return db
    .selectFrom('subscriber')
    .selectAll()
    .where('client_id', '=', key.client_id)
    .where('user_id', '=', key.user_id)
    .where('organization_id', '=', key.organization_id)
    .$castTo<SubscriberRow>()
    .executeTakeFirst()
}

/** The shops a person has in the platform's bot, the one chosen last first. */
export async function listOfPerson(
  db: Db,
  client_id: string,
  user_id: string,
): Promise<(SubscriberRow & { shop_name: string })[]> {
  return db
    .selectFrom('subscriber')
    .innerJoin('organization', 'organization.id', 'subscriber.organization_id')
    .selectAll('subscriber')
    .select('organization.name as shop_name')
    .where('client_id', '=', client_id)
    .where('user_id', '=', user_id)
    .where('organization.deleted_at', 'is', null)
    .orderBy('chosen_at', 'desc')
    .$castTo<SubscriberRow & { shop_name: string }>()
    .execute()
}

export async function findSubscriberById(
  db: Db | Tx,
  organization_id: string,
  id: string,
): Promise<SubscriberRow | undefined> {
  return db
    .selectFrom('subscriber')
    .selectAll()
    .where('organization_id', '=', organization_id)
    .where('id', '=', id)
    .$castTo<SubscriberRow>()
    .executeTakeFirst()
}

/** Where a buyer talks, the one used last first; blocked ones are left out. */
export async function listReachable(
  db: Db | Tx,
  organization_id: string,
  buyer_id: string,
): Promise<SubscriberRow[]> {
  return db
    .selectFrom('subscriber')
    .selectAll()
    .where('organization_id', '=', organization_id)
    .where('buyer_id', '=', buyer_id)
    .where('blocked_at', 'is', null)
    .where('step', '=', 'active')
    .where((eb) =>
      eb.exists(eb.selectFrom('bot_client').select('id').whereRef('id', '=', 'client_id')),
    )
    .orderBy('last_active_at', 'desc')
    .$castTo<SubscriberRow>()
    .execute()
}

/** A person who comes for the first time; one who is there stays. */
export async function insertSubscriber(db: Db | Tx, row: SubscriberRow): Promise<void> {
  await db
    .insertInto('subscriber')
    .values(row)
    .onConflict((on) => on.doNothing())
    .execute()
}

/**
 * Takes an update and moves its chat on, in one statement. `taken` false: the update was taken
 * before; `moved` false: another update of the chat came between, and this one must not stay taken.
 */
export async function takeTurn(
  tx: Tx,
  update: { client_id: string; key: string; created_at: Date },
  row: Pick<SubscriberRow, 'organization_id' | 'id' | 'version'>,
  changes: Partial<SubscriberRow>,
): Promise<{ taken: boolean; moved: boolean }> {
  const done = await tx
    .with('taken', (db) =>
      db
        .insertInto('bot_update')
        .values(update)
        .onConflict((on) => on.doNothing())
        .returning('key'),
    )
    .with('moved', (db) =>
      db
        .updateTable('subscriber')
        .set({ ...changes, version: row.version + 1 })
        .where('organization_id', '=', row.organization_id)
        .where('id', '=', row.id)
        .where('version', '=', row.version)
        .where(({ exists, selectFrom }) => exists(selectFrom('taken').select('taken.key')))
        .returning('subscriber.id'),
    )
    .selectNoFrom(({ exists, selectFrom }) => [
      exists(selectFrom('taken').select('taken.key')).as('taken'),
      exists(selectFrom('moved').select('moved.id')).as('moved'),
    ])
    .executeTakeFirstOrThrow()
  return { taken: Boolean(done.taken), moved: Boolean(done.moved) }
}

/** Marks a person who cannot be reached; answers whose chat it was. */
export async function markBlocked(
  tx: Tx,
  organization_id: string,
  id: string,
  now: Date,
): Promise<{ buyer_id: string | null } | undefined> {
  return tx
    .updateTable('subscriber')
    .set({ blocked_at: now, version: sql`version + 1` })
    .where('organization_id', '=', organization_id)
    .where('id', '=', id)
    .where('blocked_at', 'is', null)
    .returning('buyer_id')
    .executeTakeFirst()
}

/** Those who talk to this bot, as buyers of which shops. */
export async function listBuyersOfClient(
  db: Db,
  client_id: string,
): Promise<{ organization_id: string; buyer_id: string }[]> {
  const rows = await db
    .selectFrom('subscriber')
    .select(['organization_id', 'buyer_id'])
    .distinct()
    .where('client_id', '=', client_id)
    .where('buyer_id', 'is not', null)
    .execute()
  return rows.flatMap(({ organization_id, buyer_id }) =>
    buyer_id === null ? [] : [{ organization_id, buyer_id }],
  )
}

/** Cuts every chat of a buyer off what it knew of the person. */
export async function forgetSubscribers(
  tx: Tx,
  key: { organization_id: string; buyer_id: string },
): Promise<void> {
  await tx
    .updateTable('subscriber')
    .set({
      ...{ step: 'forgotten', name: '', memory: '{}', buyer_id: null, source: null },
      version: sql`version + 1`,
    })
    .where('organization_id', '=', key.organization_id)
    .where('buyer_id', '=', key.buyer_id)
    .execute()
}

/** The chats of a merged card are the living one's. */
export async function moveSubscribers(
  tx: Tx,
  pair: { organization_id: string; buyer_id: string; merged_id: string },
): Promise<void> {
  await tx
    .updateTable('subscriber')
    .set({ buyer_id: pair.buyer_id, version: sql`version + 1` })
    .where('organization_id', '=', pair.organization_id)
    .where('buyer_id', '=', pair.merged_id)
    .execute()
}

/** Keeps a yes or a no, with the edition of what was asked. */
export async function insertConsent(
  tx: Tx,
  row: Omit<Selectable<Tables['bot_consent']>, 'kind'> & { kind: 'rules' | 'marketing' },
): Promise<void> {
  await tx.insertInto('bot_consent').values(row).execute()
}
