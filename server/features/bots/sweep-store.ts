/** The SQL that forgets: what messengers repeat no more, and messages nobody will look at again. */
import { sql } from 'kysely'
import type { Db } from '#server/io/db.ts'
import { deleteInParts } from '#server/io/delete-in-parts.ts'

const SETTLED = sql`('sent', 'failed', 'blocked', 'skipped')`

/** Forgets updates and answers of before `answered`, and before `told` what buyers heard by itself. */
export async function deleteOld(db: Db, { answered, told }: { answered: Date; told: Date }) {
  await deleteInParts(async (limit) => {
    const { numAffectedRows } = await sql`delete from bot_update where ctid = any(array(
      select ctid from bot_update where created_at < ${answered} limit ${limit}))`.execute(db)
    return Number(numAffectedRows)
  })
  await deleteInParts(async (limit) => {
    const { numAffectedRows } = await sql`delete from bot_message where ctid = any(array(
      select ctid from bot_message where kind = 'answer' and created_at < ${answered}
        and state in ${SETTLED} limit ${limit}))`.execute(db)
    return Number(numAffectedRows)
  })
  // What people wrote to each other stays with its thread, advertising with the figures of its mailing.
  await deleteInParts(async (limit) => {
    const { numAffectedRows } = await sql`delete from bot_message where ctid = any(array(
      select ctid from bot_message where created_at < ${told} and priority < 2
        and kind <> 'manual' and state in ${SETTLED} limit ${limit}))`.execute(db)
    return Number(numAffectedRows)
  })
}
