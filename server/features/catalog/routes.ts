import * as endpoints from '#contract/products.ts'
import type { Product } from '#contract/products.ts'
import { requireOwner } from '#server/features/identity/require-owner.ts'
import { requireOrganization } from '#server/features/organizations/require-organization.ts'
import { route, type Route } from '#server/io/http.ts'
import type { Io } from '#server/io/io.ts'
import { requireOwnProduct } from './require-own-product.ts'
import { addProduct, changeProduct, removeProduct } from './save-product.ts'
import { setMinPrice } from './set-min-price.ts'
import * as store from './store.ts'

export function routes(io: Io): Route[] {
  return [
    route(endpoints.listProducts, async ({ query }, call) => {
      const owner = await requireOwner(io, call)
      await requireOrganization(io, owner, query.organization_id)
      const { page, limit, sort } = query
      const [rows, total] = await Promise.all([
        store.listProducts(io.db, query, { sort, page, limit }),
        store.countProducts(io.db, query),
      ])
      return { items: rows.map(present), total, page, limit }
    }),

    route(endpoints.createProduct, async ({ query, body }, call) => {
      const owner = await requireOwner(io, call)
      const organization = await requireOrganization(io, owner, query.organization_id)
      return present(await addProduct(io, organization, body))
    }),

    route(endpoints.getProduct, async ({ params }, call) => {
      const owner = await requireOwner(io, call)
      return present(await requireOwnProduct(io, owner, params.id))
    }),

    route(endpoints.updateProduct, async ({ params, body }, call) => {
      const owner = await requireOwner(io, call)
      const product = await requireOwnProduct(io, owner, params.id)
      const { currency } = await requireOrganization(io, owner, product.organization_id)
      return present(await changeProduct(io, product, currency, body))
    }),

    route(endpoints.deleteProduct, async ({ params }, call) => {
      const owner = await requireOwner(io, call)
      await removeProduct(io, await requireOwnProduct(io, owner, params.id))
    }),

    route(endpoints.updateProductLink, async ({ body }, call) => {
      const owner = await requireOwner(io, call)
      const product = await requireOwnProduct(io, owner, body.product_id)
      const { currency } = await requireOrganization(io, owner, product.organization_id)
      return present(await changeProduct(io, product, currency, { link: body.link }))
    }),

    route(endpoints.listCategories, async ({ query }, call) => {
      const owner = await requireOwner(io, call)
      const { id } = await requireOrganization(io, owner, query.organization_id)
      return { items: await store.listCategories(io.db, id) }
    }),

    route(endpoints.setMinPrice, async ({ body }, call) => {
      const owner = await requireOwner(io, call)
      await requireOrganization(io, owner, body.organization_id)
      const { percent, preview, ...filter } = body
      return { changed: await setMinPrice(io, filter, percent, preview) }
    }),
  ]
}

function present(row: store.ProductRow): Product {
  const { created_at, updated_at, ...product } = row
  return {
    ...product,
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
  }
}
