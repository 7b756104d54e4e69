/** The SQL of notices to owners. A notice is kept once by what it is about. */
import type { Db, Tx } from '#server/io/db.ts'
import type { Notice, NoticeKey, NoticeWords } from './rules.ts'

/** Keeps a notice; false: of this the owner was told. */
export async function insertNotice(
  tx: Tx,
  { organization_id, code, object, words }: Notice,
  { id, created_at }: { id: string; created_at: Date },
): Promise<boolean> {
  const done = await tx
    .insertInto('owner_notice')
    .values({ organization_id, code, object, id, words: JSON.stringify(words), created_at })
    .onConflict((on) => on.doNothing())
    .returning('code')
    .executeTakeFirst()
  return done !== undefined
}

/** The words of a notice and when it was made; undefined: they have left long ago. */
export async function selectNotice(
  db: Db,
  { organization_id, notice_id }: NoticeKey,
): Promise<{ words: NoticeWords; created_at: Date } | undefined> {
  const row = await db
    .selectFrom('owner_notice')
    .select(['words', 'created_at'])
    .where('organization_id', '=', organization_id)
    .where('id', '=', notice_id)
    .executeTakeFirst()
  if (!row || row.words === null) return undefined
  return { words: JSON.parse(row.words) as NoticeWords, created_at: row.created_at }
}

/** The address of a shop's owner. */
export async function findAddress(db: Db, organization_id: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('organization')
    .innerJoin('user_account', 'user_account.id', 'organization.owner_id')
    .select('user_account.email')
    .where('organization.id', '=', organization_id)
    .where('organization.deleted_at', 'is', null)
    .where('user_account.deleted_at', 'is', null)
    .executeTakeFirst()
  return row?.email
}

/** Forgets what was said so long ago that it has left; that it was said is remembered. */
export async function forgetWords(db: Db, before: Date): Promise<void> {
  await db
    .updateTable('owner_notice')
    .set({ words: null })
    .where('created_at', '<', before)
    .where('words', 'is not', null)
    .execute()
}
