import { afterAll, beforeAll, expect, test } from 'vitest'
import { giveBonuses, openBuyer } from '#server/testing/buyers.ts'
import { violationsOf } from '#server/testing/gifts.ts'
import { openTestIo, type TestIo } from '#server/testing/open-test-io.ts'
import { cancel, sell } from '#server/testing/receipts.ts'
import { openShop, type Shop } from '#server/testing/shop.ts'

let t: TestIo
let shop: Shop
beforeAll(async () => {
  t = await openTestIo()
  shop = await openShop(t)
})
afterAll(() => t.close())

const forget = (buyer_id: string, organization_id = shop.organization_id) =>
  shop.owner.inject('POST', `/api/v1/buyers/${buyer_id}/forget`, { organization_id })
const read = (who: object) =>
  shop.owner.inject('POST', '/api/v1/buyers/get_buyers_data', {
    organization_id: shop.organization_id,
    ...who,
  })

test('an owner forgets a buyer for good; what was sold and booked stays', async () => {
  const { buyer_id, phone } = await openBuyer(t, shop, { first_name: 'Олена' })
  await giveBonuses(shop, buyer_id, 50)
  const { receipt_id } = await sell(shop.till, { buyer: { phone } })
  const answers = await Promise.all([forget(buyer_id), forget(buyer_id), forget(buyer_id)])
  expect(answers.map(({ status }) => status)).toEqual([204, 204, 204])

  const { data } = await read({ buyer_id })
  expect(data.buyer.profile).toMatchObject({
    ...{ status: 'forgotten', first_name: null, phone_masked: null },
  })
  expect(data.buyer.balance).toMatchObject({ available: 0, pending: 0, debt: 0 })
  expect(data.buyer.entries.items[0]).toMatchObject({ kind: 'forfeit' })
  expect((await read({ q: 'Олена' })).data.total).toBe(0)
  expect((await read({ phone })).status).toBe(404)
  // The money of the sale can still be given back.
  expect((await cancel(shop.till, receipt_id)).status).toBe(200)
  expect(await violationsOf(t, shop.organization_id)).toEqual([])

  // The phone is free again, for somebody new.
  const again = await openBuyer(t, shop, { phone })
  expect(again.buyer_id).not.toBe(buyer_id)
})

test('nobody is forgotten in a shop of somebody else', async () => {
  const rival = await openShop(t)
  const { buyer_id } = await openBuyer(t, rival)
  expect((await forget(buyer_id)).status).toBe(404)
  expect((await forget(buyer_id, rival.organization_id)).status).toBe(404)
})
