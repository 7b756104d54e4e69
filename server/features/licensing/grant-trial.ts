import type { Tx } from '#server/io/db.ts'
import { newId } from '#server/io/id.ts'
import type { Io } from '#server/io/io.ts'
import { readTrialDays } from './read-tariffs.ts'
import { daysAfter } from './rules.ts'
import { claimTrial, claimTrialMail, insertLicenses, saveSpans } from './store.ts'

/**
 * Grants the trial license (as long as the tariffs promise, a demo shop's longer), once per account and address:
 * a second organization gets none, nor does an account that was deleted and made again.
 * Answers the license's id, or null when the trial has been used.
 */
export async function grantTrial(
  { secrets }: Pick<Io, 'secrets'>,
  tx: Tx,
  { user_id, email }: { user_id: string; email: string },
  organization: { id: string; currency: string },
  now: Date,
  options: { days?: number | undefined; is_demo?: boolean | undefined } = {},
): Promise<string | null> {
  const license_id = newId(now)
  const trial = { user_id, organization_id: organization.id, license_id, created_at: now }
  // A demo shop has a license of its own: the account's trial stays for the real one.
  if (!options.is_demo) {
    if (!(await claimTrial(tx, trial))) return null
    const hashes = secrets.hmacAll('licensing.trial', email)
    if (!(await claimTrialMail(tx, hashes, now))) return null
  }
  const days = options.days ?? (await readTrialDays(tx))
  const covered = { starts_at: now, ends_at: daysAfter(now, days) }
  const license = { organization_id: organization.id, id: license_id }
  await insertLicenses(tx, [
    {
      ...license,
      tariff_id: null,
      period: null,
      status: 'trial',
      starts_at: covered.starts_at,
      expires_at: covered.ends_at,
      auto_renew: false,
      price: 0,
      currency: organization.currency,
      created_at: now,
    },
  ])
  const span = { id: newId(now), ...covered, price: 0, tariff_id: null, payment_id: null }
  await saveSpans(tx, license, [span], [])
  return license_id
}
