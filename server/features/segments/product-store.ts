/** The SQL of products that were bought, for choosing them in a filter. */
import { sql } from 'kysely'
import type { Tx } from '#server/io/db.ts'

export type ProductAsk = {
  organization_id: string
  q?: string | undefined
  category?: string | undefined
  page: number
  limit: number
}

export type ProductRow = {
  barcode: string | null
  sku: string | null
  name: string
  category: string | null
  buyers: number
  total: number
}

const literal = (text: string) => text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)

/**
 * Products with a code: those that were sold, then the others of the catalogue, each by name; and
 * how many buyers keep something of each.
 */
export async function selectProducts(tx: Tx, ask: ProductAsk): Promise<ProductRow[]> {
  const { organization_id, q = '', category } = ask
  const words = `%${literal(q.toLowerCase())}%`
  const { rows } = await sql<ProductRow>`
    with known as (
      select barcode, case when barcode is null then sku end as sku, name, category, false as sold
      from product where organization_id = ${organization_id} and coalesce(barcode, sku) is not null
      union all
      select barcode, case when barcode is null then sku end, coalesce(name, barcode, sku), category, true
      from bought_product
      where organization_id = ${organization_id} and coalesce(barcode, sku) is not null
    ), named as (
      select barcode, sku, min(name) as name, min(category) as category, bool_or(sold) as sold
      from known
      where (${q} = '' or lower(name || ' ' || coalesce(barcode, '') || ' ' || coalesce(sku, ''))
          like ${words})
        and (${category ?? null}::text is null or lower(category) = lower(${category ?? ''}))
      group by barcode, sku
    ), paged as (
      select *, count(*) over () as total from named
      order by sold desc, lower(name), barcode, sku limit ${ask.limit} offset ${(ask.page - 1) * ask.limit}
    )
    select n.barcode, n.sku, n.name, n.category, n.total, (
      select count(distinct x.buyer_id) from bought x
      where x.organization_id = ${organization_id} and x.times > 0
        and x.product = any(array(select p.number from bought_product p
          where p.organization_id = ${organization_id}
            and (p.barcode = n.barcode or (n.barcode is null and p.sku = n.sku))))
    ) as buyers
    from paged n order by n.sold desc, lower(n.name), n.barcode, n.sku`.execute(tx)
  return rows
}

/** Buyers who bought anything at all. */
export async function countShoppers(tx: Tx, organization_id: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from buyer_habit
    where organization_id = ${organization_id} and receipts > 0`.execute(tx)
  return rows[0]?.count ?? 0
}
