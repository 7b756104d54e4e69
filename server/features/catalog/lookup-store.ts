/** The SQL of looking products up while something is sold: prepared, one round trip. */
import type { MinPrice } from '#contract/min-price.ts'
import type { Minor } from '#contract/money.ts'
import type { ProductUnit } from '#contract/products.ts'
import { named } from '#server/io/db.ts'
import type { Io } from '#server/io/io.ts'
import { listParameter } from '#server/io/records.ts'

/** What a sale asks of a product. */
export type SoldProduct = {
  id: string
  barcode: string | null
  sku: string | null
  name: string
  category: string | null
  unit: ProductUnit
  price: Minor
  cost: Minor | null
  min_prices: MinPrice[]
  active: boolean
  exclude_discount: boolean
  exclude_accrual: boolean
  exclude_spend: boolean
  accrual_percent: number | null
}

const columns = `id, barcode, sku, name, category, unit, price, cost, min_prices, active,
  exclude_discount, exclude_accrual, exclude_spend, accrual_percent`

/** The products that have one of these barcodes or articles. */
export function selectByCodes(
  io: Io,
  organization_id: string,
  barcodes: readonly string[],
  skus: readonly string[],
): Promise<SoldProduct[]> {
  return named<SoldProduct>(
    io.pool,
    'find-sold-products',
    `select ${columns} from product
      where organization_id = $1 and (barcode = any($2::text[]) or sku = any($3::text[]))`,
    [organization_id, listParameter('text', barcodes), listParameter('text', skus)],
  )
}

/** What a cashier finds by a part of the name or of a code, by name. */
export function searchActive(
  io: Io,
  organization_id: string,
  patterns: readonly string[],
  limit: number,
): Promise<SoldProduct[]> {
  return named<SoldProduct>(
    io.pool,
    'search-sold-products',
    `select ${columns} from product
      where organization_id = $1 and active and search like all($2::text[])
      order by name collate "uk-x-icu", id limit $3`,
    [organization_id, patterns, limit],
  )
}
