import type { Db } from '#server/io/db.ts'
import { planFor, type Plan } from './plan-rules.ts'
import { listDue } from './renewal-store.ts'
import { readLicenses, type WholeLicense } from './store.ts'
import { findTariff } from './tariff-store.ts'

export type DueRenewal = {
  license: WholeLicense
  plan: Plan
  tariff_id: string
  tariff_name: string
  period: 'month' | 'year'
}

/** Renewals whose charge has come, each at the price its license was bought for. */
export async function planRenewals(db: Db, now: Date, limit: number): Promise<DueRenewal[]> {
  const due: DueRenewal[] = []
  for (const { organization_id, id } of await listDue(db, now, limit)) {
    const [license] = await readLicenses(db, organization_id, [id])
    if (!license || license.tariff_id === null || license.period === null) continue
    const { tariff_id, period, price } = license
    const plan = planFor(license, { id: tariff_id, price, period }, 0, now)
    const tariff_name = (await findTariff(db, tariff_id))?.name ?? ''
    due.push({ license, plan, tariff_id, tariff_name, period })
  }
  return due
}
