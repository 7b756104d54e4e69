/** Every SQL of archives: their rows, and the reading of a shop's tables. */
import { sql } from 'kysely'
import type { Archive } from '#contract/archives.ts'
import type { Db, Tx } from '#server/io/db.ts'
import type { ArchivedTable } from './contents-rules.ts'

export type ArchiveKey = { organization_id: string; id: string }
export type ArchiveRow = ArchiveKey & {
  status: Archive['status']
  rows_total: number
  rows_done: number
  bytes: number | null
  sha256: string | null
  ledger_head: string | null
  created_by: string
  created_at: Date
  updated_at: Date
  finished_at: Date | null
  expires_at: Date | null
}

const columns = sql.raw(`a.organization_id, a.id, a.status, a.rows_total, a.rows_done, a.bytes,
  a.sha256, a.ledger_head, a.created_by, a.created_at, a.updated_at, a.finished_at, a.expires_at`)

/** False while another archive of the shop is being made. */
export async function insertArchive(
  tx: Tx,
  row: ArchiveKey & { created_by: string; created_at: Date },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('archive')
    .values({ ...row, status: 'waiting', updated_at: row.created_at })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

export async function findArchive(db: Db, key: ArchiveKey): Promise<ArchiveRow | undefined> {
  const { rows } = await sql<ArchiveRow>`
    select ${columns} from archive a
     where a.organization_id = ${key.organization_id} and a.id = ${key.id}`.execute(db)
  return rows[0]
}

export async function lockArchive(tx: Tx, key: ArchiveKey): Promise<ArchiveRow | undefined> {
  const { rows } = await sql<ArchiveRow>`
    select ${columns} from archive a
     where a.organization_id = ${key.organization_id} and a.id = ${key.id} for update`.execute(tx)
  return rows[0]
}

export async function findOwnArchive(
  db: Db,
  owner_id: string,
  id: string,
): Promise<ArchiveRow | undefined> {
  const { rows } = await sql<ArchiveRow>`
    select ${columns} from organization o
      join archive a on a.organization_id = o.id and a.id = ${id}
     where o.owner_id = ${owner_id} and o.deleted_at is null`.execute(db)
  return rows[0]
}

export async function listArchives(
  db: Db,
  organization_id: string,
  limit: number,
): Promise<ArchiveRow[]> {
  const { rows } = await sql<ArchiveRow>`
    select ${columns} from archive a where a.organization_id = ${organization_id}
    order by a.id desc limit ${limit}`.execute(db)
  return rows
}

export async function updateArchive(
  db: Db | Tx,
  key: ArchiveKey,
  changes: Partial<Omit<ArchiveRow, keyof ArchiveKey | 'created_by' | 'created_at' | 'updated_at'>>,
  now: Date,
): Promise<void> {
  await db
    .updateTable('archive')
    .set({ ...changes, updated_at: now })
    .where('organization_id', '=', key.organization_id)
    .where('id', '=', key.id)
    .execute()
}

/** Whose days are over, whose shop is gone, and what nobody goes on making. */
export async function listOver(db: Db, now: Date, stuck_before: Date): Promise<ArchiveRow[]> {
  const { rows } = await sql<ArchiveRow>`
    select ${columns} from archive a join organization o on o.id = a.organization_id
    where (a.status = 'ready' and (a.expires_at <= ${now} or o.deleted_at is not null))
      or (a.status in ('waiting', 'making') and a.updated_at < ${stuck_before})`.execute(db)
  return rows
}

/** What an archive says of its shop; undefined: the shop is gone. */
export async function readHeading(
  tx: Tx,
  organization_id: string,
): Promise<{ name: string; schema: string } | undefined> {
  const { rows } = await sql<{ name: string; schema: string }>`
    select o.name, (select max(name) from kysely_migration) as schema
    from organization o where o.id = ${organization_id} and o.deleted_at is null`.execute(tx)
  return rows[0]
}

const ofShop = (table: string, organization_id: string) =>
  sql`${sql.ref(table === 'organization' ? 'id' : 'organization_id')} = ${sql.lit(organization_id)}`

export async function countRows(tx: Tx, table: string, organization_id: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${sql.table(table)}
    where ${ofShop(table, organization_id)}`.execute(tx)
  return rows[0]?.count ?? 0
}

/** These columns are bytes. */
const HASHES: ReadonlySet<string> = new Set(['hash', 'prev_hash', 'last_hash'])

/** The rows of a table in their order, each a line of JSON; a part of them at a time. */
export async function* readLines(
  tx: Tx,
  { table, columns: names, order }: ArchivedTable,
  organization_id: string,
  part: number,
): AsyncGenerator<string[]> {
  const list = names.map((name) =>
    HASHES.has(name) ? sql`encode(${sql.ref(name)}, 'hex') as ${sql.ref(name)}` : sql.ref(name),
  )
  const by =
    order.length === 0 ? sql`` : sql`order by ${sql.join(order.map((one) => sql.ref(one)))}`
  await sql`declare archived no scroll cursor for
    select row_to_json(r)::text as line from (
      select ${sql.join(list)} from ${sql.table(table)}
      where ${ofShop(table, organization_id)} ${by}) r`.execute(tx)
  for (;;) {
    const { rows } = await sql<{ line: string }>`fetch ${sql.lit(part)} from archived`.execute(tx)
    if (rows.length === 0) break
    yield rows.map(({ line }) => line)
  }
  await sql`close archived`.execute(tx)
}
