import { z } from 'zod'
import type { Io } from '#server/io/io.ts'
import { job, type Job } from '#server/io/jobs.ts'
import { setLetter } from '#server/io/mail/letter.ts'
import { MAIL_NOTICE } from './mail-notice.ts'
import { findAddress, forgetWords, selectNotice } from './store.ts'

/** A notice names people: its words stay only as long as they may still be on their way. */
const KEPT_MS = 3 * 24 * 3600 * 1000

export function jobs(io: Io): Job[] {
  return [
    job({
      name: MAIL_NOTICE,
      payload: z.object({ organization_id: z.uuid(), notice_id: z.uuid() }),
      async handle(key) {
        const notice = await selectNotice(io.db, key)
        const to = await findAddress(io.db, key.organization_id)
        if (notice && to !== undefined) await io.mail.send({ to, ...setLetter(notice.words) })
      },
    }),
    job({
      name: 'notices.forget_words',
      payload: z.object({}),
      cron: '55 3 * * *',
      handle: () => forgetWords(io.db, new Date(io.clock.now().getTime() - KEPT_MS)),
    }),
  ]
}
