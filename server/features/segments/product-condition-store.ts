/** What was bought, where and with which promotion, as conditions of SQL over `buyer b`. */
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { allOf, joined, type Ask } from './ask-store.ts'
import {
  daysOf,
  isList,
  isSet,
  productsToMatch,
  type Conditions,
  type Days,
  type Ground,
  type Products,
} from './filter-rules.ts'

type Least = { times: number; quantity: number | null; amount: number | null }

const once: Least = { times: 1, quantity: null, amount: null }

export function productAsks(set: Conditions, ground: Ground, days: Days | null): Ask[] {
  const { positive_barcodes: positive, negative_barcodes: negative, categories } = set
  const asks: Ask[] = []
  if (isSet(positive)) {
    const { min_times, min_quantity, min_amount, period } = positive
    const least = {
      times: min_times ?? 1,
      quantity: min_quantity ?? null,
      amount: min_amount ?? null,
    }
    const own = daysOf(period, ground.today.number) ?? days
    const each = productsToMatch(positive)
    asks.push(...allOf(each.map((one): Ask => sql`b.id in (${buyersOf(one, ground, own, least)})`)))
  }
  if (isSet(negative)) {
    const { period_days: last_days, period } = negative
    const own =
      daysOf(period, ground.today.number) ?? daysOf({ last_days }, ground.today.number) ?? days
    for (const products of productsToMatch({ ...negative, match: 'any' })) {
      asks.push(sql`b.id not in (${buyersOf(products, ground, own, once)})`)
    }
  }
  const [include] = productsToMatch({ categories: categories?.include ?? [] })
  const [exclude] = productsToMatch({ categories: categories?.exclude ?? [] })
  const groups = [
    ...(include ? [sql<SqlBool>`b.id in (${buyersOf(include, ground, days, once)})`] : []),
    ...(exclude ? [sql<SqlBool>`b.id not in (${buyersOf(exclude, ground, days, once)})`] : []),
  ]
  asks.push(...allOf(groups))
  return [...asks, ...placeAsks(set, ground, days), ...promotionAsks(set, ground)]
}

/** Who kept at least so much of any of the products. */
function buyersOf(
  { codes, skus, categories }: Required<Products>,
  { organization_id }: Ground,
  days: Days | null,
  least: Least,
): RawBuilder<unknown> {
  const named = [
    ...(codes.length > 0 ? [sql<SqlBool>`p.barcode = any(${codes}::text[])`] : []),
    ...(skus.length > 0 ? [sql<SqlBool>`p.sku = any(${skus}::text[])`] : []),
    ...(categories.length > 0 ? [sql<SqlBool>`p.category = any(${categories}::text[])`] : []),
  ]
  const having = [
    ...(least.times > 1 ? [sql<SqlBool>`sum(x.times) >= ${least.times}::bigint`] : []),
    ...(least.quantity === null
      ? []
      : [sql<SqlBool>`sum(x.quantity) >= ${least.quantity}::bigint`]),
    ...(least.amount === null ? [] : [sql<SqlBool>`sum(x.amount) >= ${least.amount}::bigint`]),
  ]
  const sums =
    having.length > 0 ? sql`group by x.buyer_id having ${sql.join(having, sql` and `)}` : sql``
  return sql`select x.buyer_id from bought x
    where x.organization_id = ${organization_id} and x.times > 0 and ${inDays(sql`x.day`, days)}
      and x.product = any(array(select p.number from bought_product p
        where p.organization_id = ${organization_id} and (${sql.join(named, sql` or `)})))
    ${sums}`
}

function placeAsks({ pos }: Conditions, { organization_id }: Ground, days: Days | null): Ask[] {
  if (!isSet(pos)) return []
  const visits = sql`select v.buyer_id from buyer_visit v
    where v.organization_id = ${organization_id} and ${inDays(sql`v.day`, days)}`
  const at = (ids: readonly string[]) => sql`v.pos_id = any(${ids}::uuid[]) and v.receipts > 0`
  const { include, exclude, share_percent_min: share } = pos
  const asks: Ask[] = []
  if (isList(include) && isSet(share) && share > 0) {
    asks.push(sql`b.id in (${visits} group by v.buyer_id
      having sum(v.receipts) filter (where ${at(include)}) * 10000
        >= ${share}::bigint * sum(v.receipts))`)
  } else if (isList(include)) asks.push(sql`b.id in (${visits} and ${at(include)})`)
  if (isList(exclude)) asks.push(sql`b.id not in (${visits} and ${at(exclude)})`)
  return allOf(asks)
}

function promotionAsks({ promotion_ids }: Conditions, { organization_id }: Ground): Ask[] {
  if (!isSet(promotion_ids)) return []
  const users = (ids: readonly string[]) => sql`
    select coalesce(m.merged_into, m.id) from (
      select u.buyer_id from promotion_use u
      where u.organization_id = ${organization_id} and u.promotion_id = any(${ids}::uuid[])
        and u.buyer_id is not null
      group by u.promotion_id, u.receipt_id, u.buyer_id
      having sum(u.uses) > 0 or sum(u.discount + u.bonuses) > 0
    ) k join buyer m on m.organization_id = ${organization_id} and m.id = k.buyer_id`
  const { used, not_used } = promotion_ids
  return allOf([
    ...(isList(used) ? [sql<SqlBool>`b.id in (${users(used)})`] : []),
    ...(isList(not_used) ? [sql<SqlBool>`b.id not in (${users(not_used)})`] : []),
  ])
}

function inDays(value: RawBuilder<unknown>, days: Days | null): Ask {
  if (days === null) return sql`true`
  const ends = [
    ...(days.from === null ? [] : [sql<SqlBool>`${value} >= ${days.from}::date`]),
    ...(days.to === null ? [] : [sql<SqlBool>`${value} <= ${days.to}::date`]),
  ]
  return joined(ends, 'all')
}
