/** Every SQL that shows licenses and what was paid for them; `payment` is only read here. */
import type { Db } from '#server/io/db.ts'
import type { StoredLicense } from './rules.ts'
import type { Period } from './span-rules.ts'

export type LicenseRow = StoredLicense & {
  id: string
  organization_id: string
  tariff_id: string | null
  tariff_name: string | null
  period: Period | null
  pos_id: string | null
  pos_name: string | null
  auto_renew: boolean
  provider: string | null
  price: number
  currency: string
  credit: number
  last_payment_at: Date | null
  next_charge_at: Date | null
}

const licenses = (db: Db, organization_id: string) =>
  db
    .selectFrom('license')
    .leftJoin('tariff', 'tariff.id', 'license.tariff_id')
    .leftJoin('pos', (join) =>
      join
        .onRef('pos.organization_id', '=', 'license.organization_id')
        .onRef('pos.license_id', '=', 'license.id'),
    )
    .where('license.organization_id', '=', organization_id)

const shown = (db: Db, organization_id: string) =>
  licenses(db, organization_id)
    .select([
      'license.id',
      'license.organization_id',
      'license.tariff_id',
      'tariff.name as tariff_name',
      'license.period',
      'pos.id as pos_id',
      'pos.name as pos_name',
      'license.status',
      'license.starts_at',
      'license.expires_at',
      'license.auto_renew',
      'license.provider',
      'license.price',
      'license.currency',
      'license.credit',
      'license.last_payment_at',
      'license.next_charge_at',
    ])
    .$narrowType<{ status: LicenseRow['status']; period: Period | null }>()

export async function listLicenses(
  db: Db,
  organization_id: string,
  ask: { page: number; limit: number },
): Promise<{ items: LicenseRow[]; total: number }> {
  const items = await shown(db, organization_id)
    .orderBy('license.expires_at', 'desc')
    .orderBy('license.id')
    .limit(ask.limit)
    .offset((ask.page - 1) * ask.limit)
    .execute()
  const { total } = await licenses(db, organization_id)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { items, total }
}

/** Those of the ids that are the organization's, in the order they were made. */
export async function listLicensesById(
  db: Db,
  organization_id: string,
  ids: readonly string[],
): Promise<LicenseRow[]> {
  if (ids.length === 0) return []
  return shown(db, organization_id)
    .where('license.id', 'in', [...ids])
    .orderBy('license.id')
    .execute()
}

export type LicensePayment = {
  license_id: string
  id: string
  number: number
  created_at: Date
  paid_at: Date | null
  amount: number
  currency: string
  provider: string
  status: 'pending' | 'paid' | 'failed' | 'refunded'
}

/** What was paid for the licenses, the newest first; failed tries are left out. */
export async function listPayments(
  db: Db,
  organization_id: string,
  license_ids: readonly string[],
): Promise<LicensePayment[]> {
  if (license_ids.length === 0) return []
  return db
    .selectFrom('payment_line')
    .innerJoin('payment', (join) =>
      join
        .onRef('payment.organization_id', '=', 'payment_line.organization_id')
        .onRef('payment.id', '=', 'payment_line.payment_id'),
    )
    .select([
      'payment_line.license_id',
      'payment.id',
      'payment.number',
      'payment.created_at',
      'payment.paid_at',
      'payment_line.amount',
      'payment.currency',
      'payment.provider',
      'payment.status',
    ])
    .where('payment_line.organization_id', '=', organization_id)
    .where('payment_line.license_id', 'in', [...license_ids])
    .where('payment.status', '!=', 'failed')
    .orderBy('payment.id', 'desc')
    .$narrowType<{ status: LicensePayment['status'] }>()
    .execute()
}
