import { z } from 'zod'
import { printPhone } from '#contract/phone.ts'
import type { Io } from '#server/io/io.ts'
import { job, type Job } from '#server/io/jobs.ts'
import { setLetter } from '#server/io/mail/letter.ts'
import { textIn } from '#server/io/text.ts'
import { findRequest } from './store.ts'

export const FEEDBACK_LETTER = 'feedback.mail_administrators'

export function jobs(io: Io): Job[] {
  return [
    job({
      name: FEEDBACK_LETTER,
      payload: z.object({ request_id: z.uuid() }),
      /** Tells every platform administrator. A second run mails again: a call twice asked harms nobody. */
      async handle({ request_id }) {
        const request = await findRequest(io.db, request_id)
        if (!request) return
        const say = textIn('uk')
        const letter = setLetter({
          language: 'uk',
          subject: say('feedback:subject'),
          paragraphs: [
            say('feedback:name', { name: request.name === '' ? '—' : request.name }),
            say('feedback:phone', { phone: printPhone(request.phone) }),
          ],
        })
        for (const to of io.config.PLATFORM_ADMIN_EMAILS) await io.mail.send({ to, ...letter })
      },
    }),
  ]
}
