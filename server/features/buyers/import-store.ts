/** The SQL of many buyers at once: those brought in from another program. */
import { sql } from 'kysely'
import type { Db, Tx } from '#server/io/db.ts'
import type { NewBuyer } from './store.ts'

export type ListedBuyer = {
  id: string
  phone: string
  first_name: string | null
  last_name: string | null
  birthday: string | null
  city: string | null
  tags: string[]
  note: string | null
}

/**
 * The buyers of these phones; with `hold` they are held, in the order of ids. The phone of a merged
 * buyer finds the one it was merged into.
 */
export async function selectByPhones(
  db: Db | Tx,
  organization_id: string,
  phones: readonly string[],
  hold: boolean,
): Promise<ListedBuyer[]> {
  const { rows } = await sql<ListedBuyer>`
    select k.id, b.phone, k.first_name, k.last_name, k.birthday, k.city, k.tags, k.note
    from buyer b
    join buyer k on k.organization_id = b.organization_id and k.id = coalesce(b.merged_into, b.id)
    where b.organization_id = ${organization_id} and b.phone = any(${phones}::text[])
    order by k.id ${hold ? sql`for update of k` : sql``}`.execute(db)
  return rows
}

/** The phones of these card codes. */
export async function selectPhonesOfCards(
  db: Db | Tx,
  organization_id: string,
  cards: readonly string[],
): Promise<{ card_code: string; phone: string }[]> {
  const { rows } = await sql<{ card_code: string; phone: string }>`
    select card_code, phone from buyer
    where organization_id = ${organization_id} and card_code = any(${cards}::text[])
      and phone is not null`.execute(db)
  return rows
}

/** Which of these HMACs of phones belong to buyers who asked to be forgotten. */
export async function selectForgotten(
  db: Db | Tx,
  organization_id: string,
  hashes: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ phone_hash: string }>`
    select phone_hash from buyer
    where organization_id = ${organization_id} and status = 'forgotten'
      and phone_hash = any(${hashes}::text[])`.execute(db)
  return rows.map(({ phone_hash }) => phone_hash)
}

export type ImportedBuyer = Pick<NewBuyer, 'id' | 'phone' | 'phone_hash' | 'card_code'> & {
  first_name?: string | undefined
  last_name?: string | undefined
  birthday?: string | undefined
  city?: string | undefined
  tags?: string[] | undefined
  note?: string | undefined
}

/** Inserts buyers, without any consent; answers the ids of those who were not there. */
export async function insertImported(
  tx: Tx,
  organization_id: string,
  buyers: readonly ImportedBuyer[],
  now: Date,
): Promise<string[]> {
  if (buyers.length === 0) return []
  const rows = await tx
    .insertInto('buyer')
    .values(
      buyers.map((buyer) => ({
        ...{ organization_id, id: buyer.id, phone: buyer.phone, phone_hash: buyer.phone_hash },
        ...{ card_code: buyer.card_code, status: 'active', joined_via: 'import' },
        ...{ first_name: buyer.first_name ?? null, last_name: buyer.last_name ?? null },
        ...{ birthday: buyer.birthday ?? null, birthday_entered_at: buyer.birthday ? now : null },
        ...{ city: buyer.city ?? null, tags: buyer.tags ?? [], note: buyer.note ?? null },
        ...{ joined_at: now, created_at: now, updated_at: now },
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

export type ProfilePatch = { id: string } & Omit<
  ImportedBuyer,
  'id' | 'phone' | 'phone_hash' | 'card_code'
>

/** Changes many profiles; what is absent stays. */
export async function patchProfiles(
  tx: Tx,
  organization_id: string,
  patches: readonly ProfilePatch[],
  now: Date,
): Promise<void> {
  if (patches.length === 0) return
  await sql`
    update buyer b set
      first_name = coalesce(p.first_name, b.first_name),
      last_name = coalesce(p.last_name, b.last_name),
      birthday = coalesce(p.birthday, b.birthday),
      birthday_entered_at = case when p.birthday is not null and p.birthday is distinct from b.birthday
        then ${now}::timestamptz else b.birthday_entered_at end,
      city = coalesce(p.city, b.city), tags = coalesce(p.tags, b.tags),
      note = coalesce(p.note, b.note), updated_at = ${now}
    from json_to_recordset(${JSON.stringify(patches)}::json) as p(id uuid, first_name text,
      last_name text, birthday date, city text, tags text[], note text)
    where b.organization_id = ${organization_id} and b.id = p.id and b.status <> 'forgotten'`.execute(
    tx,
  )
}

/** Adds a tag to buyers, at most 20 for each, or takes it off. */
export async function changeTag(
  tx: Tx,
  organization_id: string,
  ids: readonly string[],
  { tag, remove }: { tag: string; remove: boolean },
  now: Date,
): Promise<void> {
  const mine = sql`organization_id = ${organization_id} and id = any(${ids}::uuid[])`
  await (
    remove
      ? sql`update buyer set tags = array_remove(tags, ${tag}), updated_at = ${now}
          where ${mine} and ${tag} = any(tags)`
      : sql`update buyer set tags = array_append(tags, ${tag}), updated_at = ${now}
          where ${mine} and not (${tag} = any(tags)) and cardinality(tags) < 20`
  ).execute(tx)
}
