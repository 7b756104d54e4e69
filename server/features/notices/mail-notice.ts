import type { Io } from '#server/io/io.ts'
import type { NoticeKey } from './rules.ts'

/** The job that mails a notice. */
export const MAIL_NOTICE = 'notices.mail'

/** Mails a notice that could not be told otherwise. */
export const mailNotice = (io: Pick<Io, 'jobs'>, key: NoticeKey): Promise<void> =>
  io.jobs.send(MAIL_NOTICE, key)
