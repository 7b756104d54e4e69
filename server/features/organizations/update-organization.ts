import { z } from 'zod'
import type { Ask } from '#contract/endpoint.ts'
import {
  getOrganization,
  type Organization,
  type updateOrganization as endpoint,
} from '#contract/organizations.ts'
import { noteAct } from '#server/features/audit/note-act.ts'
import { shortChanges } from '#server/features/audit/rules.ts'
import type { Owner } from '#server/features/identity/require-owner.ts'
import { dropImage, requireOwnImage } from '#server/io/images.ts'
import { inTransaction } from '#server/io/db.ts'
import type { Io } from '#server/io/io.ts'
import { Refusal } from '#server/io/refusal.ts'
import { checkChoices, refusingChoices } from './check-choices.ts'
import { readOrganization } from './read-organization.ts'
import { requireOrganization } from './require-organization.ts'
import { showOrganizations } from './show-organizations.ts'
import * as store from './store.ts'

/**
 * Changes an organization if nobody has since the version the change was made from.
 * Refuses: `not_found`, `version_conflict` with the present one, `name_taken`, `in_use` for a
 * currency that receipts are already counted in, `validation_failed`.
 */
export async function updateOrganization(
  io: Io,
  owner: Owner,
  organization_id: string,
  { version, ...asked }: Ask<typeof endpoint>['body'],
): Promise<Organization> {
  checkChoices(asked)
  const row = await requireOrganization(io, owner, organization_id)
  const [present] = await showOrganizations(io, [row])
  if (present?.currency_locked && asked.currency !== undefined && asked.currency !== row.currency) {
    throw new Refusal('in_use', { fields: [{ path: 'currency', code: 'currency_locked' }] })
  }
  const { logo = row.logo } = asked
  await requireOwnImage(io.config, row.id, logo, 'logo')
  const { onboarding, rules_text, ...plain } = asked
  const changes: store.Changes = dropUnset(plain)
  if (onboarding) changes.onboarding = { ...row.onboarding, ...dropUnset(onboarding) }
  if (rules_text !== undefined && rules_text !== row.rules_text) {
    changes.rules_text = rules_text
    changes.rules_version = row.rules_version + 1
  }
  const now = io.clock.now()
  const written = await refusingChoices(() =>
    inTransaction(io.db, async (tx) => {
      const done = await store.updateOrganization(tx, row.id, version, changes, now)
      const { onboarding: _steps, ...told } = shortChanges(row, changes)
      const act = { organization_id: row.id, by: owner, act: 'organization_changed' as const }
      if (done && Object.keys(told).length > 0) await noteAct(tx, { ...act, changes: told }, now)
      return done
    }),
  )
  const current = await readOrganization(io, owner, organization_id)
  if (!written) {
    throw new Refusal('version_conflict', { data: z.encode(getOrganization.response, current) })
  }
  if (logo !== row.logo) await dropImage(io.config, row.logo)
  return current
}

/** Zod leaves an absent field out or undefined; the table must not be told either. */
function dropUnset<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const set = Object.entries(fields).filter(([, value]) => value !== undefined)
  return Object.fromEntries(set) as { [K in keyof T]?: Exclude<T[K], undefined> }
}
