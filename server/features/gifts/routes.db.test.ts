import { afterAll, beforeAll, expect, test } from 'vitest'
import { giveBonuses, openBuyer } from '#server/testing/buyers.ts'
import { onJoin, profileComplete } from '#server/testing/gifts.ts'
import { openTestIo, type TestIo } from '#server/testing/open-test-io.ts'
import { cancel, newPhone, sell } from '#server/testing/receipts.ts'
import { openShop, type Shop } from '#server/testing/shop.ts'

let t: TestIo
let shop: Shop
beforeAll(async () => {
  t = await openTestIo()
  // Ten minutes before midnight in Kyiv.
  t.clock.set('2026-11-20T21:50:00Z')
  shop = await openShop(t, {
    program: {
      general: { spend_confirmation: 'none' },
      bonuses: { welcome: [onJoin(50), profileComplete(20)] },
    },
  })
})
afterAll(() => t.close())

const read = async (of = shop) => {
  const url = `/api/v1/gifts/figures?organization_id=${of.organization_id}`
  return (await of.owner.inject('GET', url)).data
}

test('a shop without newcomers has nothing to tell', async () => {
  expect(await read()).toEqual({
    gifts: [],
    newcomers: { days: 30, joined: 0, complete: 0, first_receipts: [] },
  })
})

test('figures tell what was given, what of it paid for purchases and who came back', async () => {
  const phones = [newPhone(), newPhone(), newPhone()]
  for (const phone of phones) await openBuyer(t, shop, { phone })
  await t.runJobs()
  const [first, second] = phones.map((phone) => ({ phone }))
  await sell(shop.till, { buyer: first ?? null, spend: 30, body: { total: 300 } })
  const undone = await sell(shop.till, { buyer: second ?? null, spend: 20, body: { total: 40.5 } })
  await cancel(shop.till, undone.receipt_id)
  t.clock.advance(14 * 60 * 1000)
  await sell(shop.till, { buyer: second ?? null, body: { total: 100 } })
  await sell(shop.till, { buyer: first ?? null, body: { total: 500 } })
  const { gifts, newcomers } = await read()
  expect(gifts).toEqual([
    {
      ...{ kind: 'on_join', flyer_id: null, given: 3, bonuses: 150, used: 30 },
      came_back: 2,
    },
  ])
  expect(newcomers).toEqual({ days: 30, joined: 3, complete: 0, first_receipts: [100, 300] })
})

test('bonuses of another kind, and another shop, are not counted', async () => {
  const other = await openShop(t, { owner: shop.owner })
  const { buyer_id } = await openBuyer(t, other)
  await giveBonuses(other, buyer_id, 10)
  expect(await read(other)).toMatchObject({ gifts: [], newcomers: { joined: 1 } })
})
