import * as endpoints from '#contract/products.ts'
import { findScanned, searchProducts } from '#server/features/catalog/find-products.ts'
import { requireCashier } from '#server/features/pos/require-cashier.ts'
import { route, type Route } from '#server/io/http.ts'
import type { Io } from '#server/io/io.ts'
import { presentProduct } from './present-product.ts'

/** What a till may ask of the catalogue. */
export function productRoutes(io: Io): Route[] {
  return [
    route(endpoints.findTillProducts, async ({ query: { barcode, q = '', limit } }, call) => {
      const { organization_id, has_products } = await requireCashier(io, call)
      if (!has_products) return { items: [] }
      if (barcode === undefined) {
        return { items: (await searchProducts(io, organization_id, q, limit)).map(presentProduct) }
      }
      const product = await findScanned(io, organization_id, barcode)
      return { items: product ? [presentProduct(product)] : [] }
    }),
  ]
}
