import type { FileAnswer } from '#contract/endpoint.ts'
import type { Owner } from '#server/features/identity/require-owner.ts'
import {
  requireOrganization,
  type Organization,
} from '#server/features/organizations/require-organization.ts'
import { inTransaction } from '#server/io/db.ts'
import type { Io } from '#server/io/io.ts'
import { Refusal } from '#server/io/refusal.ts'
import { exportReport } from './export-report.ts'
import { fileUrl, openFileToken } from './file-link.ts'
import { writeReportLetter } from './messages.ts'
import { moved, readScope } from './read-scope.ts'
import { reportPeriod } from './report-period.ts'
import { lastDue } from './schedule-rules.ts'
import { claimSending, findOwnerOf, findSchedule, listEnabled } from './schedule-store.ts'

export const MAIL_REPORT = 'reports.mail_scheduled'
export type ReportMail = {
  organization_id: string
  schedule_id: string
  start_date: string
  end_date: string
  to: string
}

/**
 * Sends what is due: one claim per schedule and period, and with it one job per receiver, in one
 * transaction. Run twice or by two at once, nobody gets a period twice; after a long stop only the
 * last period is sent. Answers how many letters are on their way.
 */
export async function sendDue(io: Io): Promise<number> {
  const now = io.clock.now()
  let sent = 0
  for (const row of await listEnabled(io.db)) {
    const due = lastDue(now.getTime(), row.every, row.hour, row.timezone)
    const { start_date, end_date } = due
    if (due.at < row.starts_at.getTime() || row.last_start === start_date) continue
    const key = { organization_id: row.organization_id, schedule_id: row.id, start_date, end_date }
    sent += await inTransaction(io.db, async (tx) => {
      if (!(await claimSending(tx, { ...key, created_at: now }))) return 0
      const letters = row.emails.map((to): ReportMail => ({ ...key, to }))
      await io.jobs.sendAll(MAIL_REPORT, letters, { tx })
      return letters.length
    })
  }
  return sent
}

/** Mails one receiver the figures of a period and the link to its file. */
export async function mailScheduled(io: Io, mail: ReportMail): Promise<void> {
  const { organization_id, schedule_id, start_date, end_date } = mail
  const schedule = await findSchedule(io.db, { organization_id, id: schedule_id })
  const organization = await organizationOf(io, organization_id)
  // Ended or changed since: then the letter is not wanted any more.
  if (!schedule?.enabled || !organization || !schedule.emails.includes(mail.to)) return
  const scope = await readScope(io, organization, { start_date, end_date })
  const { totals, previous } = await reportPeriod(
    io,
    moved(scope, { start_date, end_date }),
    'month',
    'none',
  )
  const url = fileUrl(io, { organization_id, schedule_id, start_date, end_date })
  const letter = { schedule, organization, period: { start_date, end_date }, url }
  await io.mail.send(writeReportLetter(mail.to, { ...letter, totals, before: previous.totals }))
}

/** The file that a letter links to. Refuses: `not_found`, also once its schedule is gone. */
export async function openScheduled(io: Io, token: string): Promise<FileAnswer> {
  const file = openFileToken(io, token)
  if (!file) throw new Refusal('not_found')
  const { organization_id, schedule_id, start_date, end_date } = file
  const schedule = await findSchedule(io.db, { organization_id, id: schedule_id })
  const organization = await organizationOf(io, organization_id)
  if (!schedule || !organization) throw new Refusal('not_found')
  const { report, format, every, language } = schedule
  const group = every === 'month' ? 'day' : every
  const ask = { organization_id, report, format, start_date, end_date, group, by: 'pos' as const }
  return exportReport(io, organization, ask, language)
}

async function organizationOf(io: Io, id: string): Promise<Organization | undefined> {
  const user_id = await findOwnerOf(io.db, id)
  return user_id === undefined ? undefined : requireOrganization(io, { user_id } as Owner, id)
}
