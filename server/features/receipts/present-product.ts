import type { TillProduct } from '#contract/products.ts'
import type { SoldProduct } from '#server/features/catalog/find-products.ts'

/** A product as a till needs it: what it costs the shop is nobody's business there. */
export function presentProduct(product: SoldProduct): TillProduct {
  const { id, barcode, sku, name, category, unit, price } = product
  return { id, barcode, sku, name, category, unit, price }
}
