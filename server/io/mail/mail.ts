import type { Clock } from '../clock.ts'
import { openInbox } from './inbox.ts'

/** A letter ready to go: the same words as plain text and as HTML (`setLetter` makes both). */
export type Letter = { to: string; subject: string; text: string; html: string }

/** Sends mail. Only jobs call this, so that a message leaves after the fact it tells is written. */
export type Mail = {
  /** Throws when the letter was not taken over; the job tries again. */
  send(letter: Letter): Promise<void>
}

type MailConfig = {
  SMTP_URL?: string | undefined
  MAIL_FROM: string
  DATA_DIR: string
  production: boolean
}

/**
 * Mail by SMTP when `SMTP_URL` is set (`smtps://user:password@host:465`, or `smtp://` which turns
 * to TLS when the server offers it). Without it, outside production, mail is kept in files under
 * DATA_DIR/mail and can be read at /dev/mail.
 */
export function openMail(config: MailConfig, clock: Clock): Mail {
  if (config.SMTP_URL !== undefined) return openSmtp(config.SMTP_URL, config.MAIL_FROM)
  if (config.production) throw new Error('SMTP_URL: is missing (needed in production)')
  const inbox = openInbox(config.DATA_DIR, clock)
  return { send: (letter) => inbox.keep(letter) }
}

function openSmtp(url: string, from: string): Mail {
  const options = {
    url,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    // A template never makes the server read a file or fetch a page.
    disableFileAccess: true,
    disableUrlAccess: true,
  }
  // Loaded with the first letter, because a start is long enough without it.
  const open = async () => (await import('nodemailer')).createTransport(options, { from })
  let transport: ReturnType<typeof open> | undefined
  return {
    async send({ to, subject, text, html }) {
      const opened = await (transport ??= open())
      await opened.sendMail({
        // As an object, so that commas and brackets cannot add receivers.
        to: { name: '', address: to },
        subject,
        text,
        html,
        headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
      })
    },
  }
}
