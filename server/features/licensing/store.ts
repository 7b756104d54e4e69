/**
 * Every SQL of licenses, their spans and trials. Tariffs and promo codes: `tariff-store.ts`.
 *
 * Invariant: `trial` has one row per account for ever, so a trial is granted once, whatever
 * happens to the organization it was granted to. Which point of sale a license serves is told by
 * `pos`, an upper floor's table that is only read here.
 */
import type { Db, Tx } from '#server/io/db.ts'
import type { StoredLicense } from './rules.ts'
import type { Period, Span } from './span-rules.ts'

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

export async function hasLicense(db: Db, organization_id: string, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('license')
    .select('id')
    .where('organization_id', '=', organization_id)
    .where('id', '=', id)
    .executeTakeFirst()
  return row !== undefined
}

/** Whose license it is; undefined for a stranger's, of a deleted organization and an absent one. */
export async function findOrganizationOf(
  db: Db,
  owner_id: string,
  license_id: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('license')
    .innerJoin('organization', 'organization.id', 'license.organization_id')
    .select('license.organization_id')
    .where('license.id', '=', license_id)
    .where('organization.owner_id', '=', owner_id)
    .where('organization.deleted_at', 'is', null)
    .executeTakeFirst()
  return row?.organization_id
}

/** Everything a decision about one license needs. */
export type WholeLicense = StoredLicense & {
  organization_id: string
  id: string
  tariff_id: string | null
  period: Period | null
  price: number
  currency: string
  credit: number
  anchor_day: number | null
  auto_renew: boolean
  provider: string | null
  charge_attempts: number
  next_charge_at: Date | null
  spans: Span[]
}

/** Takes the licenses for a change, one after another in one order, with their spans. */
export async function lockLicenses(
  tx: Tx,
  organization_id: string,
  ids: readonly string[],
): Promise<WholeLicense[]> {
  if (ids.length === 0) return []
  const rows = await wholeLicenses(tx, organization_id, ids).forUpdate().execute()
  return withSpans(tx, organization_id, rows)
}

/** The same for reading. */
export async function readLicenses(
  db: Db,
  organization_id: string,
  ids: readonly string[],
): Promise<WholeLicense[]> {
  if (ids.length === 0) return []
  return withSpans(db, organization_id, await wholeLicenses(db, organization_id, ids).execute())
}

const wholeLicenses = (db: Db, organization_id: string, ids: readonly string[]) =>
  db
    .selectFrom('license')
    .select([
      'organization_id',
      'id',
      'tariff_id',
      'period',
      'status',
      'starts_at',
      'expires_at',
      'price',
      'currency',
      'credit',
      'anchor_day',
      'auto_renew',
      'provider',
      'charge_attempts',
      'next_charge_at',
    ])
    .where('organization_id', '=', organization_id)
    .where('id', 'in', [...ids])
    .orderBy('id')
    .$narrowType<{ status: StoredLicense['status']; period: Period | null }>()

async function withSpans(
  db: Db,
  organization_id: string,
  rows: Omit<WholeLicense, 'spans'>[],
): Promise<WholeLicense[]> {
  if (rows.length === 0) return []
  const spans = await db
    .selectFrom('license_span')
    .select(['license_id', 'id', 'starts_at', 'ends_at', 'price', 'tariff_id', 'payment_id'])
    .where('organization_id', '=', organization_id)
    .where(
      'license_id',
      'in',
      rows.map(({ id }) => id),
    )
    .orderBy('starts_at')
    .execute()
  const by_license = Map.groupBy(spans, ({ license_id }) => license_id)
  return rows.map((row) => ({
    ...row,
    spans: by_license.get(row.id) ?? [],
  }))
}

/** Puts the spans of a license to what a decision said. */
export async function saveSpans(
  tx: Tx,
  license: { organization_id: string; id: string },
  spans: readonly Span[],
  dropped: readonly Span[],
): Promise<void> {
  const { organization_id, id: license_id } = license
  if (dropped.length > 0) {
    await tx
      .deleteFrom('license_span')
      .where('organization_id', '=', organization_id)
      .where(
        'id',
        'in',
        dropped.map(({ id }) => id),
      )
      .execute()
  }
  for (const span of spans) {
    await tx
      .insertInto('license_span')
      .values({ organization_id, license_id, ...span })
      .onConflict((conflict) =>
        conflict.columns(['organization_id', 'id']).doUpdateSet({
          starts_at: span.starts_at,
          ends_at: span.ends_at,
          price: span.price,
        }),
      )
      .execute()
  }
}

export type LicenseChanges = Partial<
  Pick<
    WholeLicense,
    | 'status'
    | 'tariff_id'
    | 'period'
    | 'price'
    | 'credit'
    | 'anchor_day'
    | 'auto_renew'
    | 'provider'
    | 'starts_at'
    | 'expires_at'
    | 'next_charge_at'
    | 'charge_attempts'
  >
> & { last_payment_at?: Date }

export async function updateLicense(
  tx: Tx,
  { organization_id, id }: { organization_id: string; id: string },
  changes: LicenseChanges,
): Promise<void> {
  await tx
    .updateTable('license')
    .set(changes)
    .where('organization_id', '=', organization_id)
    .where('id', '=', id)
    .execute()
}

/** Deletes one that covers no time, waits for no money and serves no point of sale. */
export async function deleteUnpaid(
  db: Db,
  organization_id: string,
  id: string,
): Promise<'deleted' | 'in_use'> {
  const { numDeletedRows } = await db
    .deleteFrom('license')
    .where('organization_id', '=', organization_id)
    .where('id', '=', id)
    .where('status', '=', 'created')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('license_span')
            .select('license_span.id')
            .whereRef('license_span.organization_id', '=', 'license.organization_id')
            .whereRef('license_span.license_id', '=', 'license.id'),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('pos')
            .select('pos.id')
            .whereRef('pos.organization_id', '=', 'license.organization_id')
            .whereRef('pos.license_id', '=', 'license.id'),
        ),
      ),
    )
    .executeTakeFirst()
  return numDeletedRows > 0n ? 'deleted' : 'in_use'
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

export async function insertLicenses(
  tx: Tx,
  rows: (StoredLicense & {
    organization_id: string
    id: string
    tariff_id: string | null
    period: Period | null
    auto_renew: boolean
    price: number
    currency: string
    created_at: Date
  })[],
): Promise<void> {
  await tx.insertInto('license').values(rows).execute()
}
