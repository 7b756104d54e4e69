import type { Ask } from '#contract/endpoint.ts'
import type { createPos } from '#contract/pos.ts'
import type { OrganizationId } from '#server/features/organizations/rules.ts'
import type { Db } from '#server/io/db.ts'
import { newId } from '#server/io/id.ts'
import { Refusal } from '#server/io/refusal.ts'
import { defaultSchedule } from './rules.ts'
import { insertPos, refusedPos } from './store.ts'

/**
 * Adds a point of sale; without a license it sells nothing.
 * Refuses: `name_taken`, `validation_failed`.
 */
export async function addPos(
  db: Db,
  organization_id: OrganizationId,
  ask: Ask<typeof createPos>['body'] & { license_id?: string | null },
  now: Date,
): Promise<string> {
  const id = newId(now)
  await refusingPos(() =>
    insertPos(db, {
      organization_id,
      id,
      license_id: ask.license_id ?? null,
      name: ask.name,
      code: ask.code ?? '',
      city_id: ask.city_id ?? null,
      address: ask.address ?? '',
      phone: ask.phone ?? null,
      schedule: ask.schedule ?? defaultSchedule(),
      lat: ask.lat ?? null,
      lng: ask.lng ?? null,
      type: ask.type ?? 'shop',
      external_code: ask.external_code ?? '',
      created_at: now,
    }),
  )
  return id
}

/** Runs a write and says in the caller's terms what the table refused of it. */
export async function refusingPos<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    const refused = refusedPos(error)
    if (refused === undefined) throw error
    if (refused === 'license') throw new Refusal('license_already_assigned')
    if (refused === 'name')
      throw new Refusal('name_taken', { fields: [{ path: 'name', code: 'taken' }] })
    throw new Refusal('validation_failed', { fields: [{ path: 'city_id', code: 'not_an_option' }] })
  }
}
