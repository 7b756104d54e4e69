import { announce } from '#server/features/ledger/events.ts'
import { inTransaction } from '#server/io/db.ts'
import { newId } from '#server/io/id.ts'
import type { Io } from '#server/io/io.ts'
import { ownerNoticed } from './events.ts'
import { MAIL_NOTICE } from './mail-notice.ts'
import type { Notice } from './rules.ts'
import { insertNotice } from './store.ts'

/**
 * Tells the owner of a shop something, once: by mail where it is wanted there, and in the owner's
 * chat, of which an upper floor knows. The notice and the jobs that carry it are one transaction.
 * Telling the same again changes nothing.
 */
export async function noticeOwner(io: Io, notice: Notice): Promise<void> {
  const created_at = io.clock.now()
  const { organization_id, by_mail } = notice
  const key = { organization_id, notice_id: newId(created_at) }
  await inTransaction(io.db, async (tx) => {
    if (!(await insertNotice(tx, notice, { id: key.notice_id, created_at }))) return
    if (by_mail) await io.jobs.send(MAIL_NOTICE, key, { tx })
    await announce(io, tx, organization_id, [ownerNoticed({ ...key, mailed: by_mail })])
  })
}
