/**
 * Every SQL of licenses, their spans and trials. What owners are shown: `list-store.ts`; tariffs and
 * promo codes: `tariff-store.ts`.
 *
 * Invariant: `trial` has one row per account for ever, so a trial is granted once, whatever
 * happens to the organization it was granted to. Which point of sale a license serves is told by
 * `pos`, an upper floor's table that is only read here.
 */
import type { Db, Tx } from '#server/io/db.ts'
import type { StoredLicense } from './rules.ts'
import type { Period, Span } from './span-rules.ts'

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

type LicenseChanges = Partial<
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

/** Notes that an address has had its trial; false when it had, by one of the hashes it may have. */
export async function claimTrialMail(
  tx: Tx,
  hashes: readonly string[],
  created_at: Date,
): Promise<boolean> {
  const known = await tx
    .selectFrom('trial_mail')
    .select('email_hash')
    .where('email_hash', 'in', [...hashes])
    .executeTakeFirst()
  const [email_hash] = hashes
  if (known || email_hash === undefined) return false
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('trial_mail')
    .values({ email_hash, created_at })
    .onConflict((conflict) => conflict.column('email_hash').doNothing())
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
