import type { OrganizationId } from '#server/features/organizations/rules.ts'
import type { Db } from '#server/io/db.ts'
import { Refusal } from '#server/io/refusal.ts'
import { planFor, type Plan } from './plan-rules.ts'
import { requireTariff } from './require-tariff.ts'
import { readLicenses } from './store.ts'
import { findDiscount, type TariffRow } from './tariff-store.ts'

export type Purchase = {
  organization_id: OrganizationId
  license_ids: readonly string[]
  /** Licenses that do not exist yet. */
  quantity?: number
  /** The licenses' own when not told. */
  tariff_id?: string | undefined
  promo_code?: string | undefined
}

export type PlannedLine = Plan & {
  license_id: string | null
  tariff: TariffRow
}

/**
 * What a purchase costs now, line by line; changes nothing.
 * Refuses: `not_found` for a license of somebody else, `validation_failed` for a tariff that is
 * not told or not sold and for a promo code that gives nothing.
 */
export async function planPurchase(db: Db, ask: Purchase, now: Date): Promise<PlannedLine[]> {
  const { organization_id, license_ids, quantity = 0, tariff_id, promo_code } = ask
  const licenses = await readLicenses(db, organization_id, license_ids)
  if (licenses.length !== new Set(license_ids).size) throw new Refusal('not_found')
  const percent = await discountOf(db, organization_id, promo_code, now)
  const fresh = { id: null, tariff_id: null, anchor_day: null, credit: 0, spans: [] }
  const lines: PlannedLine[] = []
  for (const license of [...licenses, ...Array.from({ length: quantity }, () => fresh)]) {
    const wanted = tariff_id ?? license.tariff_id
    if (wanted === null) {
      throw new Refusal('validation_failed', { fields: [{ path: 'tariff_id', code: 'required' }] })
    }
    const tariff = await requireTariff(db, wanted)
    lines.push({ license_id: license.id, tariff, ...planFor(license, tariff, percent, now) })
  }
  return lines
}

async function discountOf(
  db: Db,
  organization_id: string,
  promo_code: string | undefined,
  now: Date,
): Promise<number> {
  if (promo_code === undefined) return 0
  const percent = await findDiscount(db, organization_id, promo_code, now)
  if (percent !== undefined) return percent
  throw new Refusal('validation_failed', {
    fields: [{ path: 'promo_code', code: 'promo_code_invalid' }],
  })
}
