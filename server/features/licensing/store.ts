/**
 * Every SQL of tariffs, licenses and trials.
 *
 * Invariant: `trial` has one row per account for ever, so a trial is granted once, whatever
 * happens to the organization it was granted to. Which point of sale a license serves is told by
 * `pos`, an upper floor's table that is only read here.
 */
import type { Tariff } from '#contract/licensing.ts'
import type { Db, Tx } from '#server/io/db.ts'
import type { StoredLicense } from './rules.ts'

export async function listTariffs(
  db: Db,
  ask: { page: number; limit: number },
): Promise<{ items: Tariff[]; total: number }> {
  const tariffs = db.selectFrom('tariff').where('on_sale', '=', true)
  const items = await tariffs
    .select(['id', 'name', 'period', 'price', 'currency', 'limits', 'features'])
    .orderBy('position')
    .limit(ask.limit)
    .offset((ask.page - 1) * ask.limit)
    .$narrowType<Tariff>()
    .execute()
  const { total } = await tariffs
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { items, total }
}

export type LicenseRow = StoredLicense & {
  id: string
  organization_id: string
  tariff_id: string | null
  pos_id: string | null
  auto_renew: boolean
  provider: string | null
  price: number
  currency: string
  last_payment_at: Date | null
  next_charge_at: Date | null
}

const licenses = (db: Db, organization_id: string) =>
  db
    .selectFrom('license')
    .leftJoin('pos', (join) =>
      join
        .onRef('pos.organization_id', '=', 'license.organization_id')
        .onRef('pos.license_id', '=', 'license.id'),
    )
    .where('license.organization_id', '=', organization_id)

export async function listLicenses(
  db: Db,
  organization_id: string,
  ask: { page: number; limit: number },
): Promise<{ items: LicenseRow[]; total: number }> {
  const items = await licenses(db, organization_id)
    .select([
      'license.id',
      'license.organization_id',
      'license.tariff_id',
      'pos.id as pos_id',
      'license.status',
      'license.starts_at',
      'license.expires_at',
      'license.auto_renew',
      'license.provider',
      'license.price',
      'license.currency',
      'license.last_payment_at',
      'license.next_charge_at',
    ])
    .orderBy('license.expires_at', 'desc')
    .orderBy('license.id')
    .limit(ask.limit)
    .offset((ask.page - 1) * ask.limit)
    .$narrowType<{ status: LicenseRow['status'] }>()
    .execute()
  const { total } = await licenses(db, organization_id)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { items, total }
}

export async function hasLicense(db: Db, organization_id: string, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('license')
    .select('id')
    .where('organization_id', '=', organization_id)
    .where('id', '=', id)
    .executeTakeFirst()
  return row !== undefined
}

/** Claims the account's only trial; false when it has been used. Two at once: one wins. */
export async function claimTrial(
  tx: Tx,
  trial: { user_id: string; organization_id: string; license_id: string; created_at: Date },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('trial')
    .values(trial)
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

export async function insertLicense(
  tx: Tx,
  license: StoredLicense & {
    organization_id: string
    id: string
    tariff_id: string | null
    auto_renew: boolean
    price: number
    currency: string
    created_at: Date
  },
): Promise<void> {
  await tx.insertInto('license').values(license).execute()
}
