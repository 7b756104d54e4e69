import type { BasisPoints } from '#contract/money.ts'
import { inTransaction } from '#server/io/db.ts'
import type { Io } from '#server/io/io.ts'
import { percentRule, withPercentFloor } from './rules.ts'
import { withChanges } from './save-product.ts'
import * as store from './store.ts'
import type { ProductFilter } from './store.ts'

/** Products of one transaction: a till that reads them never waits long for it. */
const AT_ONCE = 500

/**
 * Makes x % of the price the minimum price of all products of a filter; rules of single points of
 * sale or of some days stay. With `preview` nothing is written. Answers how many are, or would be,
 * another. Broken off, it has changed the first of them; done again, it changes the rest.
 */
export async function setMinPrice(
  io: Io,
  filter: ProductFilter,
  percent: BasisPoints,
  preview: boolean,
): Promise<number> {
  const differing = { ...filter, other_than: percentRule(percent) }
  if (preview) return store.countProducts(io.db, differing)
  let changed = 0
  for (let after: string | null = null; ;) {
    const ids = await store.nextProducts(io.db, differing, after, AT_ONCE)
    const last = ids.at(-1)
    if (last === undefined) return changed
    after = last
    changed += await inTransaction(io.db, async (tx) => {
      const rows = await store.lockProducts(tx, filter.organization_id, ids)
      const now = io.clock.now()
      const change = (row: store.ProductRow) =>
        withChanges(row, { min_prices: withPercentFloor(row.min_prices, percent) }, now)
      await store.saveProducts(tx, rows.map(change))
      return rows.length
    })
  }
}
