import type { Ask } from '#contract/endpoint.ts'
import type { openOrganization } from '#contract/organizations.ts'
import type { Owner } from '#server/features/identity/require-owner.ts'
import type { Tx } from '#server/io/db.ts'
import { newId } from '#server/io/id.ts'
import { checkChoices, refusingChoices } from './check-choices.ts'
import type { OrganizationId } from './rules.ts'
import { insertOrganization } from './store.ts'

type AddOrganization = Omit<Ask<typeof openOrganization>['body'], 'cashier'>

/**
 * Adds the bare organization: the first step of opening one, whose other steps live on upper
 * floors (`pos/open-organization.ts`). Unset choices are those of a Ukrainian shop.
 * Refuses: `name_taken`, `validation_failed`.
 */
export async function addOrganization(
  tx: Tx,
  owner: Owner,
  ask: AddOrganization,
  now: Date,
  is_demo = false,
): Promise<{ id: OrganizationId; currency: string; timezone: string }> {
  checkChoices(ask)
  const id = newId(now) as OrganizationId
  const { currency = 'UAH', timezone = 'Europe/Kyiv' } = ask
  await refusingChoices(() =>
    insertOrganization(tx, {
      id,
      owner_id: owner.user_id,
      name: ask.name,
      business_category: ask.business_category ?? 'other',
      country_id: ask.country_id ?? null,
      city_id: ask.city_id ?? null,
      address: ask.address ?? '',
      currency,
      timezone,
      language: ask.language ?? 'ua-UA',
      phone: ask.phone ?? null,
      email: ask.email ?? null,
      onboarding: { step: 'percent', checklist_hidden: false, qr_printed: false },
      is_demo,
      created_at: now,
    }),
  )
  return { id, currency, timezone }
}
