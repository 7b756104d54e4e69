/**
 * Every SQL of promotions. What was used of them is written by the ledger and only read here.
 *
 * Terms, effect and picture are kept as JSON in inner units.
 */
import { sql } from 'kysely'
import type { OrganizationId } from '#server/features/organizations/rules.ts'
import type { Db, Tx } from '#server/io/db.ts'
import type { PromotionState } from './status-rules.ts'
import type { PromotionRules } from './terms-rules.ts'

export type PromotionRow = {
  organization_id: string
  id: string
  version: number
  type: 2 | 3
  state: PromotionState
  name: string
  description: string
  show_in_bot: boolean
  rules: PromotionRules
  archived_at: Date | null
  launched_at: Date | null
  finished_at: Date | null
  created_at: Date
  updated_at: Date
}

/** The promotions of an organization, newest first. */
export async function listPromotions(
  db: Db,
  organization_id: OrganizationId,
  ask: { type?: 2 | 3 | undefined; archived: boolean },
): Promise<PromotionRow[]> {
  return db
    .selectFrom('promotion')
    .selectAll()
    .where('organization_id', '=', organization_id)
    .where('archived_at', ask.archived ? 'is not' : 'is', null)
    .$if(ask.type !== undefined, (query) => query.where('type', '=', ask.type ?? 0))
    .orderBy('id', 'desc')
    .$castTo<PromotionRow>()
    .execute()
}

/** All that were ever launched: receipts are decided from these. */
export async function listLaunched(db: Db, organization_id: string): Promise<PromotionRow[]> {
  return db
    .selectFrom('promotion')
    .selectAll()
    .where('organization_id', '=', organization_id)
    .where('state', '<>', 'draft')
    .orderBy('id')
    .$castTo<PromotionRow>()
    .execute()
}

/** The same, each as it was at a moment. */
export async function listLaunchedAt(
  db: Db,
  organization_id: string,
  at: Date,
): Promise<PromotionRow[]> {
  const rows = await db
    .selectFrom('promotion_past')
    .distinctOn('promotion_id')
    .select('content')
    .where('organization_id', '=', organization_id)
    .where('changed_at', '<=', at)
    .orderBy('promotion_id')
    .orderBy('version', 'desc')
    .$castTo<{ content: PromotionRow & { finished_at: string | null } }>()
    .execute()
  return rows.map(({ content }) => ({
    ...content,
    finished_at: content.finished_at === null ? null : new Date(content.finished_at),
  }))
}

/** Writes down what a promotion is from now on; a draft was never valid. */
async function keepPast(tx: Tx, row: PromotionRow): Promise<void> {
  if (row.state === 'draft') return
  const { organization_id, id: promotion_id, version, updated_at: changed_at } = row
  const content = JSON.stringify(row)
  await tx
    .insertInto('promotion_past')
    .values({ organization_id, promotion_id, version, changed_at, content })
    .execute()
}

/** A promotion of one of the owner's organizations, with the zone of its days. */
export async function findOwnPromotion(
  db: Db,
  owner_id: string,
  id: string,
): Promise<{ organization_id: string } | undefined> {
  return db
    .selectFrom('promotion')
    .innerJoin('organization', 'organization.id', 'promotion.organization_id')
    .select('promotion.organization_id')
    .where('promotion.id', '=', id)
    .where('organization.owner_id', '=', owner_id)
    .where('organization.deleted_at', 'is', null)
    .executeTakeFirst()
}

export async function findPromotion(
  db: Db | Tx,
  organization_id: OrganizationId,
  id: string,
): Promise<PromotionRow | undefined> {
  return db
    .selectFrom('promotion')
    .selectAll()
    .where('organization_id', '=', organization_id)
    .where('id', '=', id)
    .$castTo<PromotionRow>()
    .executeTakeFirst()
}

/** The same, held until the transaction ends: of two changes the second sees the first. */
export async function lockPromotion(
  tx: Tx,
  organization_id: OrganizationId,
  id: string,
): Promise<PromotionRow | undefined> {
  return tx
    .selectFrom('promotion')
    .selectAll()
    .where('organization_id', '=', organization_id)
    .where('id', '=', id)
    .forUpdate()
    .$castTo<PromotionRow>()
    .executeTakeFirst()
}

export async function insertPromotion(tx: Tx, row: PromotionRow): Promise<void> {
  await tx
    .insertInto('promotion')
    .values({ ...row, rules: JSON.stringify(row.rules) })
    .execute()
  await keepPast(tx, row)
}

export async function updatePromotion(tx: Tx, row: PromotionRow): Promise<void> {
  const { organization_id, id, ...changes } = row
  await tx
    .updateTable('promotion')
    .set({ ...changes, rules: JSON.stringify(row.rules) })
    .where('organization_id', '=', organization_id)
    .where('id', '=', id)
    .execute()
  await keepPast(tx, row)
}

export async function deletePromotion(
  tx: Tx,
  organization_id: OrganizationId,
  id: string,
): Promise<void> {
  await tx
    .deleteFrom('promotion')
    .where('organization_id', '=', organization_id)
    .where('id', '=', id)
    .execute()
}

/** The points of sale that an organization has. */
export async function listPosIds(db: Db | Tx, organization_id: string): Promise<string[]> {
  const rows = await db
    .selectFrom('pos')
    .select('id')
    .where('organization_id', '=', organization_id)
    .where('deleted_at', 'is', null)
    .execute()
  return rows.map(({ id }) => id)
}

/** Whether a saved segment is the organization's. */
export async function hasSegment(
  db: Db | Tx,
  organization_id: string,
  segment_id: string,
): Promise<boolean> {
  const row = await db
    .selectFrom('segment')
    .select('id')
    .where('organization_id', '=', organization_id)
    .where('id', '=', segment_id)
    .executeTakeFirst()
  return row !== undefined
}

/** What was taken of these promotions so far. */
export async function listUsed(
  db: Db,
  organization_id: string,
  promotion_ids: readonly string[],
): Promise<Map<string, { uses: number; amount: number }>> {
  const rows = await db
    .selectFrom('promotion_usage')
    .select(['promotion_id', 'uses', 'amount'])
    .where('organization_id', '=', organization_id)
    .where('promotion_id', 'in', [...promotion_ids])
    .execute()
  return new Map(rows.map((row) => [row.promotion_id, row]))
}

export type Usage = {
  promotion_id: string
  uses: number
  amount: number
  discount: number
  bonuses: number
  buyers: number
  receipts: number
  turnover: number
}

/**
 * What was used of these promotions. Buyers, receipts and turnover are of receipts of which
 * something the promotion gave still stands.
 */
export async function listUsage(
  db: Db,
  organization_id: OrganizationId,
  promotion_ids: readonly string[],
): Promise<Map<string, Usage>> {
  const { rows } = await sql<Usage>`
    with used as (
      select promotion_id, receipt_id, sum(uses) as uses, sum(discount + bonuses) as given
      from promotion_use
      where organization_id = ${organization_id} and promotion_id = any(${promotion_ids}::uuid[])
      group by promotion_id, receipt_id
    ), summed as (
      select u.promotion_id, count(distinct r.buyer_id) as buyers, count(*) as receipts,
        sum(r.to_pay - r.refunded)::bigint as turnover
      from used u join receipt r on r.organization_id = ${organization_id} and r.id = u.receipt_id
      where u.uses > 0 or u.given > 0
      group by u.promotion_id
    )
    select g.promotion_id, g.uses, g.amount, g.discount, g.bonuses,
      coalesce(s.buyers, 0) as buyers, coalesce(s.receipts, 0) as receipts,
      coalesce(s.turnover, 0) as turnover
    from promotion_usage g left join summed s using (promotion_id)
    where g.organization_id = ${organization_id}
      and g.promotion_id = any(${promotion_ids}::uuid[])`.execute(db)
  return new Map(rows.map((row) => [row.promotion_id, row]))
}
