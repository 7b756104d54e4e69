/** Every write of the log of acts; it is never changed. */
import type { Insertable } from 'kysely'
import type { Db, Tables, Tx } from '#server/io/db.ts'

export async function insertAct(db: Db | Tx, act: Insertable<Tables['audit_act']>): Promise<void> {
  await db.insertInto('audit_act').values(act).execute()
}
