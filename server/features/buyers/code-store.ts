/** The SQL of one-time codes. */
import { sql } from 'kysely'
import type { Db, Tx } from '#server/io/db.ts'

/** Keeps a new code; false when a living code of the organization has the same digits. */
export async function insertCode(
  db: Db,
  code: { organization_id: string; code_hash: string; buyer_id: string; expires_at: Date },
  now: Date,
): Promise<boolean> {
  const { rows } = await sql`
    insert into buyer_code as c (organization_id, code_hash, buyer_id, expires_at, created_at)
    values (${code.organization_id}, ${code.code_hash}, ${code.buyer_id}, ${code.expires_at}, ${now})
    on conflict (organization_id, code_hash) do update set
      buyer_id = excluded.buyer_id, expires_at = excluded.expires_at,
      created_at = excluded.created_at, claimed_by = null, claimed_pos_id = null,
      claimed_until = null, used_by = null, used_at = null
      where c.expires_at <= ${now} and coalesce(c.claimed_until, c.expires_at) <= ${now}
    returning 1`.execute(db)
  return rows.length > 0
}

export type Till = { organization_id: string; cashier_id: string; pos_id: string }

/**
 * Claims a living code for this cashier and point of sale, or finds it claimed by them already.
 * Answers whose it is; undefined when it cannot be claimed (`selectCode` tells why).
 */
export async function claimLivingCode(
  db: Db,
  till: Till,
  hashes: string[],
  now: Date,
  until: Date,
): Promise<{ buyer_id: string; code_hash: string } | undefined> {
  const { rows } = await sql<{ buyer_id: string; code_hash: string }>`
    update buyer_code c set
      claimed_by = ${till.cashier_id}, claimed_pos_id = ${till.pos_id},
      claimed_until = coalesce(c.claimed_until, ${until})
    where c.organization_id = ${till.organization_id} and c.code_hash = any(${hashes})
      and c.used_at is null
      and case when c.claimed_by is null then c.expires_at > ${now}
        else c.claimed_by = ${till.cashier_id} and c.claimed_pos_id = ${till.pos_id}
          and c.claimed_until > ${now} end
    returning c.buyer_id, c.code_hash`.execute(db)
  return rows[0]
}

export async function selectCode(db: Db, organization_id: string, hashes: string[]) {
  return db
    .selectFrom('buyer_code')
    .select([
      'buyer_id',
      'code_hash',
      'expires_at',
      'claimed_by',
      'claimed_pos_id',
      'claimed_until',
      'used_by',
    ])
    .where('organization_id', '=', organization_id)
    .where('code_hash', 'in', hashes)
    .executeTakeFirst()
}

/** Gives a code to one receipt for ever; true also when this receipt has it already. */
export async function markCodeUsed(
  db: Db,
  till: Till,
  hashes: string[],
  receipt_id: string,
  now: Date,
): Promise<boolean> {
  const { rows } = await sql`
    update buyer_code c set used_by = ${receipt_id}, used_at = coalesce(c.used_at, ${now})
    where c.organization_id = ${till.organization_id} and c.code_hash = any(${hashes})
      and (c.used_by = ${receipt_id} or (c.used_by is null and case when c.claimed_by is null
        then c.expires_at > ${now}
        else c.claimed_by = ${till.cashier_id} and c.claimed_pos_id = ${till.pos_id}
          and c.claimed_until > ${now} end))
    returning 1`.execute(db)
  return rows.length > 0
}

/** Forgets codes that ended before `before`. */
export async function deleteCodes(db: Db, before: Date): Promise<void> {
  await sql`delete from buyer_code
    where expires_at < ${before} and coalesce(claimed_until, expires_at) < ${before}`.execute(db)
}

/** Takes every code of a buyer away. */
export async function deleteCodesOf(
  tx: Tx,
  key: { organization_id: string; buyer_id: string },
): Promise<void> {
  await sql`delete from buyer_code
    where organization_id = ${key.organization_id} and buyer_id = ${key.buyer_id}`.execute(tx)
}
