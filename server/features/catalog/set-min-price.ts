import type { BasisPoints } from '#contract/money.ts'
import { inTransaction } from '#server/io/db.ts'
import type { Io } from '#server/io/io.ts'
import { withPercentFloor } from './rules.ts'
import { withChanges } from './save-product.ts'
import * as store from './store.ts'
import type { ProductFilter, ProductRow } from './store.ts'

/** Products of one transaction: a till that reads them never waits long for it. */
const AT_ONCE = 500
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000'

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
  // A filter by minimum price is about what was before: what this changed is not looked at again.
  let changed = 0
  for (let after = BEFORE_ALL; ;) {
    const found = await store.nextProducts(io.db, filter, after, AT_ONCE)
    const last = found.at(-1)
    if (!last) return changed
    after = last.id
    const ids = found.filter((row) => differs(row, percent)).map(({ id }) => id)
    changed += preview ? ids.length : await change(io, filter.organization_id, ids, percent)
  }
}

function change(io: Io, organization_id: string, ids: string[], percent: BasisPoints) {
  return inTransaction(io.db, async (tx) => {
    const rows = await store.lockProducts(tx, organization_id, ids)
    const now = io.clock.now()
    await store.saveProducts(
      tx,
      rows.map((row) =>
        withChanges(row, { min_prices: withPercentFloor(row.min_prices, percent) }, now),
      ),
    )
    return rows.length
  })
}

/** Compared rule by rule: the database keeps the keys of a rule in an order of its own. */
function differs({ min_prices }: ProductRow, percent: BasisPoints): boolean {
  const wished = withPercentFloor(min_prices, percent)
  return (
    wished.length !== min_prices.length ||
    wished.some(({ kind, value }, at) => {
      const present = min_prices[at]
      return present?.kind !== kind || present.value !== value
    })
  )
}
