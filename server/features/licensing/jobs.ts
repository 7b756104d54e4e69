import { z } from 'zod'
import { inTransaction } from '#server/io/db.ts'
import { noticeOwner } from '#server/features/notices/notice-owner.ts'
import type { Io } from '#server/io/io.ts'
import { job, type Job } from '#server/io/jobs.ts'
import { LICENSE_LETTER, letterKinds } from './letters-rules.ts'
import { writeLetter } from './messages.ts'
import { NOTICE_DAYS, noticeDue } from './renewal-rules.ts'
import { claimNotice, findReader, listEnding, type EndingLicense } from './renewal-store.ts'
import { daysAfter } from './rules.ts'

const letter = z.object({
  kind: z.enum(letterKinds),
  organization_id: z.uuid(),
  license_id: z.uuid().nullable(),
  at: z.iso.datetime(),
  amount: z.string().optional(),
  days: z.int().optional(),
})

export function jobs(io: Io): Job[] {
  return [
    job({ name: LICENSE_LETTER, payload: letter, handle: (payload) => mail(io, payload) }),
    job({
      name: 'licensing.tell_ends',
      cron: '25 * * * *',
      payload: z.object({}),
      handle: () => tellEnds(io),
    }),
  ]
}

async function mail(io: Io, payload: z.output<typeof letter>): Promise<void> {
  const reader = await findReader(io.db, payload.organization_id, payload.license_id)
  if (!reader) return
  const at = new Date(payload.at)
  const { organization_id, license_id, kind } = payload
  const words = writeLetter(io.config.PUBLIC_URL, reader, { ...payload, at })
  // What is about money goes by mail whatever an owner has chosen for notices.
  const object = [license_id, payload.at, payload.days, payload.amount].join(' ')
  await noticeOwner(io, { organization_id, code: kind, object, words, by_mail: true })
}

/** Seven, three and one day before an end its owner gets a letter; each once. */
async function tellEnds(io: Io): Promise<void> {
  const now = io.clock.now()
  const longest = Math.max(...NOTICE_DAYS)
  for (const license of await listEnding(io.db, now, daysAfter(now, longest))) {
    const days = noticeDue(license.expires_at, now)
    if (days !== undefined) await tellEnd(io, license, days, now)
  }
}

async function tellEnd(io: Io, license: EndingLicense, days: number, now: Date): Promise<void> {
  const { organization_id, id: license_id, expires_at } = license
  await inTransaction(io.db, async (tx) => {
    const notice = { organization_id, license_id, expires_at, days, created_at: now }
    if (!(await claimNotice(tx, notice))) return
    const kind = license.auto_renew ? 'license_renews' : 'license_ends'
    const at = expires_at.toISOString()
    await io.jobs.send(LICENSE_LETTER, { kind, organization_id, license_id, at, days }, { tx })
  })
}
