/**
 * The SQL of codes that join two cards.
 * Invariants kept here: a later code of a card ends its earlier ones; a code is one card's for ever
 * once it was typed there, and is used once.
 */
import { sql, type Selectable } from 'kysely'
import type { Db, Tables, Tx } from '#server/io/db.ts'

export type LinkCodeRow = Selectable<Tables['buyer_link_code']>
type NewLinkCode = Omit<LinkCodeRow, 'claimed_by' | 'used_at'>

/** Keeps a new code in the place of the card's earlier one; false when these digits are taken. */
export async function insertLinkCode(db: Db, code: NewLinkCode): Promise<boolean> {
  const { rows } = await sql`
    with earlier as (
      delete from buyer_link_code where organization_id = ${code.organization_id}
        and buyer_id = ${code.buyer_id} and used_at is null
    )
    insert into buyer_link_code (organization_id, id, code_hash, buyer_id, by_till, expires_at,
      created_at)
    values (${code.organization_id}, ${code.id}, ${code.code_hash}, ${code.buyer_id},
      ${code.by_till}, ${code.expires_at}, ${code.created_at})
    on conflict on constraint buyer_link_code_unique do nothing
    returning 1`.execute(db)
  return rows.length > 0
}

/**
 * A living code by its hashes, claimed for the card `by` beside which it was typed. A card's own
 * code is answered as it is. Undefined: there is none, or it is another card's.
 */
export async function claimLinkCode(
  db: Db,
  organization_id: string,
  hashes: string[],
  by: string,
  now: Date,
): Promise<LinkCodeRow | undefined> {
  const { rows } = await sql<LinkCodeRow>`
    update buyer_link_code set
      claimed_by = case when buyer_id = ${by} then claimed_by else ${by}::uuid end
    where organization_id = ${organization_id} and code_hash = any(${hashes})
      and used_at is null and expires_at > ${now}
      and (claimed_by is null or claimed_by = ${by})
    returning *`.execute(db)
  return rows[0]
}

export async function findLinkCode(
  db: Db,
  organization_id: string,
  id: string,
): Promise<LinkCodeRow | undefined> {
  return db
    .selectFrom('buyer_link_code')
    .selectAll()
    .where('organization_id', '=', organization_id)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Uses a code up; false: it ended or was used before. */
export async function useLinkCode(
  tx: Tx,
  key: { organization_id: string; id: string; claimed_by: string },
  now: Date,
): Promise<boolean> {
  const done = await tx
    .updateTable('buyer_link_code')
    .set({ used_at: now })
    .where('organization_id', '=', key.organization_id)
    .where('id', '=', key.id)
    .where('claimed_by', '=', key.claimed_by)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('id')
    .executeTakeFirst()
  return done !== undefined
}

/** Forgets codes that ended before `before`. */
export async function deleteLinkCodes(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('buyer_link_code').where('expires_at', '<', before).execute()
}

/** Takes every code of a buyer away. */
export async function deleteLinkCodesOf(
  tx: Tx,
  key: { organization_id: string; buyer_id: string },
): Promise<void> {
  await tx
    .deleteFrom('buyer_link_code')
    .where('organization_id', '=', key.organization_id)
    .where('buyer_id', '=', key.buyer_id)
    .execute()
}
