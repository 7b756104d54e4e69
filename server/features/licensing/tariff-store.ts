/** Every SQL of tariffs, what they limit, and promo codes. */
import { sql } from 'kysely'
import type { Feature, Limits, PromoCode, Tariff, TariffWhole } from '#contract/licensing.ts'
import type { Db, Tx } from '#server/io/db.ts'
import type { LimitedLicense } from './limit-rules.ts'
import type { StoredLicense } from './rules.ts'

type Page = { page: number; limit: number }

export async function listTariffs(
  db: Db | Tx,
  ask: Page,
): Promise<{ items: Tariff[]; total: number }> {
  const tariffs = db.selectFrom('tariff').where('on_sale', '=', true)
  const items = await tariffs
    .select(['id', 'name', 'period', 'price', 'currency', 'limits', 'features', 'trial_days'])
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

export type TariffRow = Tariff & { on_sale: boolean }

export async function findTariff(db: Db, id: string): Promise<TariffRow | undefined> {
  return db
    .selectFrom('tariff')
    .select([
      'id',
      'name',
      'period',
      'price',
      'currency',
      'limits',
      'features',
      'trial_days',
      'on_sale',
    ])
    .where('id', '=', id)
    .$narrowType<TariffRow>()
    .executeTakeFirst()
}

const whole = (db: Db) =>
  db
    .selectFrom('tariff')
    .select([
      'id',
      'name',
      'period',
      'price',
      'currency',
      'limits',
      'features',
      'trial_days',
      'position',
      'on_sale',
      'version',
    ])
    .select(({ selectFrom, fn }) =>
      selectFrom('license')
        .select(fn.countAll<number>().as('count'))
        .whereRef('license.tariff_id', '=', 'tariff.id')
        .where('license.status', 'in', ['active', 'cancelled'])
        .as('licenses_count'),
    )
    .$narrowType<TariffWhole>()

export async function listAllTariffs(
  db: Db,
  ask: Page,
): Promise<{ items: TariffWhole[]; total: number }> {
  const items = await whole(db)
    .orderBy('position')
    .orderBy('id')
    .limit(ask.limit)
    .offset((ask.page - 1) * ask.limit)
    .execute()
  const { total } = await db
    .selectFrom('tariff')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { items, total }
}

export async function findWholeTariff(db: Db, id: string): Promise<TariffWhole | undefined> {
  return whole(db).where('id', '=', id).executeTakeFirst()
}

export async function insertTariff(
  db: Db,
  tariff: Omit<TariffWhole, 'version' | 'licenses_count'>,
): Promise<void> {
  await db
    .insertInto('tariff')
    .values({ ...tariff, limits: JSON.stringify(tariff.limits) })
    .execute()
}

/** Changes a tariff that still is of `version`; false otherwise. */
export async function updateTariff(
  db: Db,
  id: string,
  version: number,
  changes: Partial<Omit<TariffWhole, 'id' | 'version' | 'licenses_count'>>,
): Promise<boolean> {
  const { limits, ...plain } = changes
  const { numUpdatedRows } = await db
    .updateTable('tariff')
    .set({
      ...plain,
      ...(limits && { limits: JSON.stringify(limits) }),
      version: version + 1,
    })
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Licenses that may hold, with what their tariffs limit. */
export async function listLimits(db: Db | Tx, organization_id: string): Promise<LimitedLicense[]> {
  return db
    .selectFrom('license')
    .leftJoin('tariff', 'tariff.id', 'license.tariff_id')
    .select(['license.status', 'license.starts_at', 'license.expires_at', 'tariff.limits'])
    .where('license.organization_id', '=', organization_id)
    .where('license.status', 'in', ['trial', 'active', 'cancelled'])
    .$narrowType<{ status: LimitedLicense['status']; limits: Limits | null }>()
    .execute()
}

/** Licenses that may hold, with what their tariffs include; null for the trial. */
export async function listFeatures(
  db: Db | Tx,
  organization_id: string,
): Promise<(StoredLicense & { features: Feature[] | null })[]> {
  return db
    .selectFrom('license')
    .leftJoin('tariff', 'tariff.id', 'license.tariff_id')
    .select(['license.status', 'license.starts_at', 'license.expires_at', 'tariff.features'])
    .where('license.organization_id', '=', organization_id)
    .where('license.status', 'in', ['trial', 'active', 'cancelled'])
    .$narrowType<{ status: StoredLicense['status']; features: Feature[] | null }>()
    .execute()
}

/** Held to the end of the transaction: who counts what a limit bounds counts alone. */
export async function lockLimit(tx: Tx, organization_id: string, kind: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`limit ${kind} ${organization_id}`}, 0))`.execute(
    tx,
  )
}

type PromoRow = Omit<PromoCode, 'ends_at'> & { ends_at: Date | null }

export async function listPromoCodes(
  db: Db,
  ask: Page,
): Promise<{ items: PromoRow[]; total: number }> {
  const items = await db
    .selectFrom('promo_code')
    .select(['code', 'percent', 'uses_max', 'uses', 'ends_at', 'enabled'])
    .orderBy('created_at', 'desc')
    .orderBy('code')
    .limit(ask.limit)
    .offset((ask.page - 1) * ask.limit)
    .execute()
  const { total } = await db
    .selectFrom('promo_code')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { items, total }
}

export async function findPromoCode(db: Db, code: string): Promise<PromoRow | undefined> {
  return db
    .selectFrom('promo_code')
    .select(['code', 'percent', 'uses_max', 'uses', 'ends_at', 'enabled'])
    .where('code', '=', code)
    .executeTakeFirst()
}

/** False when there is one of this name. */
export async function insertPromoCode(
  db: Db,
  row: { code: string; percent: number; uses_max: number | null; ends_at: Date | null },
  created_at: Date,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('promo_code')
    .values({ ...row, enabled: true, created_at })
    .onConflict((conflict) => conflict.column('code').doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

export async function enablePromoCode(db: Db, code: string, enabled: boolean): Promise<void> {
  await db.updateTable('promo_code').set({ enabled }).where('code', '=', code).execute()
}

/** The discount a code would give this organization now; undefined when it gives none. */
export async function findDiscount(
  db: Db,
  organization_id: string,
  code: string,
  now: Date,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('promo_code')
    .select('percent')
    .where('code', '=', code)
    .where('enabled', '=', true)
    .where((where) => where.or([where('ends_at', 'is', null), where('ends_at', '>', now)]))
    .where((where) =>
      where.or([where('uses_max', 'is', null), where('uses', '<', where.ref('uses_max'))]),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('promo_use')
            .select('promo_use.code')
            .whereRef('promo_use.code', '=', 'promo_code.code')
            .where('promo_use.organization_id', '=', organization_id),
        ),
      ),
    )
    .executeTakeFirst()
  return row?.percent
}

/** Takes a use of a code for a payment; false when it has none left or was used by this one. */
export async function takePromoUse(
  tx: Tx,
  use: { organization_id: string; code: string; payment_id: string; created_at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('promo_code')
    .set({ uses: sql`uses + 1` })
    .where('code', '=', use.code)
    .where('enabled', '=', true)
    .where((where) =>
      where.or([where('uses_max', 'is', null), where('uses', '<', where.ref('uses_max'))]),
    )
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('promo_use')
    .values(use)
    .onConflict((conflict) => conflict.columns(['organization_id', 'code']).doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Gives back the use that a payment took, if it took one. */
export async function returnPromoUse(
  tx: Tx,
  organization_id: string,
  payment_id: string,
): Promise<void> {
  const returned = await tx
    .deleteFrom('promo_use')
    .where('organization_id', '=', organization_id)
    .where('payment_id', '=', payment_id)
    .returning('code')
    .execute()
  for (const { code } of returned) {
    await tx
      .updateTable('promo_code')
      .set({ uses: sql`uses - 1` })
      .where('code', '=', code)
      .execute()
  }
}
