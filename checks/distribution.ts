/**
 * Where each table would live on a distributed PostgreSQL (Citus), and which statements may look at
 * several shops. A table whose key begins with the organization is distributed by it and needs no
 * line here; any other one must be named with a reason. See docs/scale.md and decision 0065.
 */
import type pg from 'pg'

/**
 * `reference`: one copy on every node, for what is small, written rarely and joined. `local`: stays
 * with the coordinator, for what no shop's statement joins.
 */
export const undistributed: Record<string, { as: 'reference' | 'local'; why: string }> = {
  user_account: { as: 'reference', why: 'shops point at their owners' },
  country: { as: 'reference', why: 'a directory' },
  city: { as: 'reference', why: 'a directory' },
  tariff: { as: 'reference', why: 'a directory' },
  organization: { as: 'reference', why: 'joined by most reads, changed rarely' },
  promo_code: { as: 'reference', why: "the platform's own, pointed at by shops" },
  bot_client: {
    as: 'reference',
    why: "found by the messenger's own names; the platform's have no shop",
  },
  bot_link: { as: 'reference', why: 'tells the shop of a short name' },
  cashier_login: { as: 'reference', why: 'tells the shop of a login' },
  cashier_session: { as: 'reference', why: 'tells the shop of a token' },
  payment: { as: 'reference', why: 'an acquirer names it by ids of its own, which must be unique' },
  payment_line: { as: 'reference', why: 'goes with payment' },
  owner_chat_link: { as: 'reference', why: 'found by a token, which must be unique' },
  managed_bot_request: { as: 'reference', why: 'found by a token, which must be unique' },
  bot_pace: { as: 'local', why: 'one row a bot, needed for seconds' },
  bot_update: { as: 'local', why: 'repeated updates, by what the messenger calls them' },
  buyer_order_progress: { as: 'local', why: 'how far a job has come' },
  purchase_progress: { as: 'local', why: 'how far a job has come' },
  cashier_guard: { as: 'local', why: 'wrong PINs, asked before the shop is known' },
  rate_bucket: { as: 'local', why: 'limits of tries, by a digest' },
  email_link: { as: 'local', why: 'of an account' },
  second_factor: { as: 'local', why: 'of an account' },
  recovery_code: { as: 'local', why: 'of an account' },
  pending_sign_in: { as: 'local', why: 'of an account' },
  security_event: { as: 'local', why: 'of an account' },
  session: { as: 'local', why: 'of an account' },
  session_token: { as: 'local', why: 'of an account' },
  sign_in_guard: { as: 'local', why: 'of an account' },
  social_attempt: { as: 'local', why: 'of an account' },
  social_identity: { as: 'local', why: 'of an account' },
  trial: { as: 'local', why: 'one for an account, whatever shops it opens' },
  trial_mail: { as: 'local', why: 'one for an address' },
  feedback_request: { as: 'local', why: "the platform's own" },
  payment_event: { as: 'local', why: 'calls of acquirers, before the shop is known' },
  kysely_migration: { as: 'local', why: 'of the schema' },
  kysely_migration_lock: { as: 'local', why: 'of the schema' },
}

/** Distributed tables by name, as their keys tell. */
export async function readTenants(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname as name from pg_class c
       join pg_index i on i.indrelid = c.oid and i.indisprimary
       join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
      where c.relnamespace = 'public'::regnamespace and a.attname = 'organization_id'
        and not c.relispartition order by 1`,
  )
  return rows.map(({ name }) => name).filter((name) => !(name in undistributed))
}

/** All tables of the product. */
export async function readTables(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace
      and relkind in ('r', 'p') and not relispartition order by 1`,
  )
  return rows.map(({ name }) => name)
}

const SWEEP = 'a nightly sweep by age, over all shops at once'
const GATHER = 'a job adds up what is new since its last run, of all shops at once'
const DUE = 'a job asks which shops have something to do; the work itself is per shop'
const PLANNER = 'held in its text; of EXISTS the planner also tells a way that reads the table once'

/** Statements that look at several shops, by how they begin or what only they say. */
export const acrossShops: Record<string, string> = {
  'exists (select 1 from product where product.organization_id': PLANNER,
  'exists (select from pos_day d where d.organization_id = asked.id)': PLANNER,
  'delete from announcement where ctid':
    'the relay takes facts of all shops in the order they come',
  'delete from ledger_answer where created_at': SWEEP,
  'update owner_notice set words': SWEEP,
  'delete from sheet_import where (status in': SWEEP,
  'delete from buyer_code where expires_at': SWEEP,
  'delete from buyer_link_code where expires_at': SWEEP,
  'delete from receipt_draft where expires_at': SWEEP,
  'delete from receipt_confirmation where created_at': SWEEP,
  'delete from replay where updated_at': SWEEP,
  'select ctid from bot_message where kind': SWEEP,
  'select ctid from bot_message where created_at': SWEEP,
  'delete from notification where state': SWEEP,
  'delete from notification_day where created_at': SWEEP,
  'delete from bulk_act where (status in': SWEEP,
  'select ctid from webhook_delivery where created_at': SWEEP,
  'with moved as ( select organization_id, buyer_id from receipt where created_at': DUE,
  'update buyer_order o set last_receipt_at = a.last_receipt_at': 'once after an upgrade',
  'select p.organization_id from program p join program_version v': DUE,
  'insert into purchase_progress': DUE,
  'insert into sale_day as s': GATHER,
  'with taken as ( delete from buyer_tally t': GATHER,
  'with woken as ( delete from owed_lot where active_from': GATHER,
  'with card as materialized ( select organization_id, buyer_id from entry where entry.created_at':
    GATHER,
  'delete from owed_lot where amount = 0': GATHER,
  'insert into entry_day as s': GATHER,
  'with moved as materialized ( select *, (select l.day from entry_last l': GATHER,
  'select (select count(*) from receipt where receipt.created_at': DUE,
  'select organization_id, id from receipt where receipt.created_at': DUE,
  'select organization_id from rfm_border where computed_at': DUE,
  'select distinct s.organization_id, s.id from promotion p join segment s': DUE,
  'select distinct client_id from bot_message where state in': DUE,
  'select distinct m.client_id from bot_message m left join bot_client c': DUE,
  'select organization_id, id as post_id from post where type': DUE,
  'select distinct organization_id from notification where state': DUE,
  'from archive a join organization o on o.id = a.organization_id where (a.status': DUE,
  'select due.organization_id, due.id from webhook_endpoint e': DUE,
}

/** A statement as the names above are looked for in it. */
export const plainText = (text: string): string =>
  text.replaceAll('"', '').replaceAll(/\s+/g, ' ').trim()

/** Unique indexes that do not name the organization: a distributed table cannot keep them. */
async function readLoneUniques(client: pg.Client, tenants: readonly string[]) {
  const { rows } = await client.query<{ table: string; name: string; columns: string }>(
    `select t.relname as table, x.relname as name,
       (select string_agg(quote_ident(a.attname), ', ' order by k.place)
          from unnest(i.indkey::int[]) with ordinality as k(number, place)
          join pg_attribute a on a.attrelid = t.oid and a.attnum = k.number) as columns
       from pg_index i join pg_class t on t.oid = i.indrelid join pg_class x on x.oid = i.indexrelid
      where i.indisunique and t.relname = any($1) and t.relnamespace = 'public'::regnamespace
        and not exists (select 1 from pg_attribute a where a.attrelid = t.oid
          and a.attname = 'organization_id' and a.attnum = any(i.indkey::int[]))
      order by 1, 2`,
    [tenants],
  )
  return rows
}

/** Triggers of distributed tables: Citus runs them on the shards only when told that they are safe. */
async function readTriggers(client: pg.Client, tenants: readonly string[]) {
  const { rows } = await client.query<{ table: string; name: string }>(
    `select c.relname as table, t.tgname as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
      where not t.tgisinternal and c.relname = any($1) order by 1, 2`,
    [tenants],
  )
  return rows
}

/** The tables so that one that others point at comes before them, `account` first of all. */
async function pointedAtFirst(client: pg.Client, tenants: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ from: string; to: string }>(
    `select f.relname as from, t.relname as to from pg_constraint k
       join pg_class f on f.oid = k.conrelid join pg_class t on t.oid = k.confrelid
      where k.contype = 'f' and f.relname = any($1) and t.relname = any($1)`,
    [tenants],
  )
  const order = ['account']
  const add = (name: string): void => {
    if (order.includes(name)) return
    for (const { from, to } of rows) if (from === name && to !== name) add(to)
    order.push(name)
  }
  tenants.forEach((name) => add(name))
  return order
}

/** `deploy/citus.sql`, out of the migrated schema: run once, on the coordinator, before the first shop. */
export async function writeCitus(client: pg.Client): Promise<string> {
  const tenants = await readTenants(client)
  const uniques = await readLoneUniques(client, tenants)
  const triggers = await readTriggers(client, tenants)
  const references = Object.keys(undistributed).filter((n) => undistributed[n]?.as === 'reference')
  const [first = '', ...others] = await pointedAtFirst(client, tenants)
  const hold = (name: string, columns: string, table: string) =>
    `alter table ${table} drop constraint if exists ${name};\n` +
    `drop index if exists ${name};\ncreate index ${name} on ${table} (${columns});`
  return [
    '-- Made by `npm run citus` out of the migrations; a check keeps it up to date. NOT run against a',
    '-- Citus by us: docs/scale.md tells what was proven and what is only reasoned.',
    '-- After the migrations, before the first shop, on the coordinator, as the owner of the schema.',
    'create extension if not exists citus;',
    '',
    '-- Unique without the organization: the ids are random, the look-ups stay.',
    ...uniques.map(({ name, columns, table }) => hold(name, columns, table)),
    '',
    `-- Triggers that only touch their own shop's rows: ${triggers.map(({ table, name }) => `${name} (${table})`).join(', ')}.`,
    'set citus.enable_unsafe_triggers = on;',
    '',
    '-- Directories: one copy on every node.',
    ...references.map((name) => `select create_reference_table('${name}');`),
    '',
    '-- Tables of shops: all rows of one shop on one shard.',
    `select create_distributed_table('${first}', 'organization_id');`,
    ...others.map(
      (name) =>
        `select create_distributed_table('${name}', 'organization_id', colocate_with => '${first}');`,
    ),
    '',
  ].join('\n')
}
