import { afterAll, beforeAll, expect, test } from 'vitest'
import { giveBonuses, openBuyer } from '#server/testing/buyers.ts'
import { openTestIo, type TestIo } from '#server/testing/open-test-io.ts'
import { cancel, sell } from '#server/testing/receipts.ts'
import { openShop, type Shop } from '#server/testing/shop.ts'
import { keepOrder, orderAnew } from './keep-order.ts'
import { isOfAccount, selectBuyers, type Way } from './list-store.ts'

let t: TestIo
let shop: Shop
beforeAll(async () => {
  t = await openTestIo()
  shop = await openShop(t)
})
afterAll(() => t.close())

const sorts = ['last_visit_at', 'joined_at', 'name', 'balance', 'turnover', 'receipts_count']
const listed = async (sort: string, way: Way) => {
  const ask = { organization_id: shop.organization_id, sort, since: null, page: 1, limit: 50 }
  return (await selectBuyers(t.io.db, ask, way)).map(({ id }) => id)
}
const exactly = { kept_order: false, gather: false }
const kept = { kept_order: true, gather: false }
/** Every sort by the kept order, in each way that a page is found, and by the accounts themselves. */
const bothOrders = async () => {
  const pairs: [string, string[], string[]][] = []
  for (const sort of sorts.flatMap((one) => [one, `-${one}`])) {
    const exact = await listed(sort, exactly)
    const near = isOfAccount(sort) ? [{ ...kept, among: 50 }] : []
    for (const way of [kept, { ...kept, gather: true }, ...near])
      pairs.push([sort, await listed(sort, way), exact])
  }
  return pairs
}
const settled = async () => {
  t.clock.advance(180_000)
  await keepOrder(t.io)
}

test('the order kept for long lists is that of the accounts, a minute later', async () => {
  await keepOrder(t.io)
  const buyers: { buyer_id: string; phone: string }[] = []
  for (const first_name of ['Яна', 'Іван', 'Ґанна', 'Богдан']) {
    t.clock.advance(1000)
    buyers.push(await openBuyer(t, shop, { first_name }))
  }
  const [first, second, third] = buyers
  // New buyers have a place at once.
  expect((await listed('-joined_at', kept)).toSorted()).toEqual(
    buyers.map(({ buyer_id }) => buyer_id).toSorted(),
  )
  await sell(shop.till, { buyer: { phone: second!.phone }, body: { total: 300 } })
  t.clock.advance(1000)
  const { receipt_id } = await sell(shop.till, {
    ...{ buyer: { phone: first!.phone }, body: { total: 500 } },
  })
  await giveBonuses(shop, third!.buyer_id, 70)
  await settled()
  for (const [sort, found, exact] of await bothOrders())
    expect([sort, found]).toEqual([sort, exact])
  await cancel(shop.till, receipt_id)
  await settled()
  await orderAnew(t.io)
  for (const [sort, found, exact] of await bothOrders())
    expect([sort, found]).toEqual([sort, exact])
})
