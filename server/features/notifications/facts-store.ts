/** What notifications read of other features' tables about one fact. Nothing is written here. */
import type { Db } from '#server/io/db.ts'

type BuyerKey = { organization_id: string; buyer_id: string }

export type EntryRow = {
  kind: string
  amount: number
  reason: string | null
  expires_at: Date | null
  created_at: Date
}

export async function selectEntries(
  db: Db,
  key: BuyerKey,
  from_number: number,
  to_number: number,
): Promise<EntryRow[]> {
  return db
    .selectFrom('entry')
    .select(['kind', 'amount', 'reason', 'expires_at', 'created_at'])
    .where('organization_id', '=', key.organization_id)
    .where('buyer_id', '=', key.buyer_id)
    .where('number', '>=', from_number)
    .where('number', '<=', to_number)
    .orderBy('number')
    .execute()
}

/** A cancellation as its buyer is told of it. */
export async function selectCancellation(db: Db, organization_id: string, id: string) {
  return db
    .selectFrom('cancellation as c')
    .innerJoin('receipt as r', (join) =>
      join.onRef('r.organization_id', '=', 'c.organization_id').onRef('r.id', '=', 'c.receipt_id'),
    )
    .select(['r.number', 'c.whole', 'c.bonuses_return', 'c.bonuses_withdraw'])
    .where('c.organization_id', '=', organization_id)
    .where('c.id', '=', id)
    .executeTakeFirst()
}

/** Shops that somebody talks to, with the zone of their days and the program's version. */
export async function selectShopsWithChats(
  db: Db,
): Promise<{ organization_id: string; timezone: string }[]> {
  return db
    .selectFrom('organization as o')
    .select(['o.id as organization_id', 'o.timezone'])
    .where('o.deleted_at', 'is', null)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('subscriber')
          .select('subscriber.id')
          .whereRef('subscriber.organization_id', '=', 'o.id'),
      ),
    )
    .execute()
}

export async function selectPromotionsVersion(db: Db, organization_id: string): Promise<number> {
  const row = await db
    .selectFrom('program')
    .select('promotions_version')
    .where('organization_id', '=', organization_id)
    .executeTakeFirst()
  return row?.promotions_version ?? 0
}
