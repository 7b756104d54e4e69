import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { registerBuyer } from '#server/features/buyers/register-buyer.ts'
import { openBuyer } from '#server/testing/buyers.ts'
import {
  balanceOf,
  entriesOf,
  forget,
  onJoin,
  profileComplete,
  violationsOf,
} from '#server/testing/gifts.ts'
import { openTestIo, type TestIo } from '#server/testing/open-test-io.ts'
import { newPhone } from '#server/testing/receipts.ts'
import { openShop, type Shop } from '#server/testing/shop.ts'
import { welcomeBuyer } from './welcome-buyer.ts'

let t: TestIo
let shop: Shop
beforeAll(async () => {
  t = await openTestIo({ pool: 16 })
  shop = await openShop(t, { program: { bonuses: { welcome: [onJoin(50), profileComplete(20)] } } })
})
afterAll(() => t.close())

const keyOf = (buyer_id: string, of = shop) => ({ organization_id: of.organization_id, buyer_id })
const profile = { first_name: 'Олена', birthday: '1990-05-14', city: 'Київ' }
const change = (buyer_id: string, changes: object) =>
  shop.owner.inject(
    'PATCH',
    `/api/v1/buyers/${buyer_id}?organization_id=${shop.organization_id}`,
    changes,
  )
const JOINED = 'welcome gift:on_join 5000'
const PROFILE = 'welcome gift:profile_complete 2000'

describe('who joins', () => {
  test('gets the gift at once, with its own term and a message to come', async () => {
    const { buyer_id } = await openBuyer(t, shop)
    await t.runJobs()
    expect(await entriesOf(t, keyOf(buyer_id))).toEqual([JOINED])
    const body = { organization_id: shop.organization_id, buyer_id }
    const { data } = await shop.owner.inject('POST', '/api/v1/buyers/get_buyers_data', body)
    // The morning of 21 November in Kyiv and 30 whole days.
    expect(data.buyer.balance).toMatchObject({
      available: 50,
      expiring: [{ date: '2026-12-21', amount: 50 }],
    })
  })

  test('gets it once, however often the job runs and beside itself', async () => {
    const { buyer_id } = await openBuyer(t, shop)
    const runs = Array.from({ length: 64 }, () => welcomeBuyer(t.io, keyOf(buyer_id), 'joined'))
    await Promise.all(runs)
    await t.runJobs()
    expect(await entriesOf(t, keyOf(buyer_id))).toEqual([JOINED])
  })

  test('gets it once when 64 tills register the phone at once', async () => {
    const phone = newPhone()
    const registered = await Promise.all(
      Array.from({ length: 64 }, () =>
        registerBuyer(t.io, { organization_id: shop.organization_id, phone, via: 'till' }),
      ),
    )
    await t.runJobs()
    expect(await entriesOf(t, keyOf(registered[0]?.buyer_id ?? ''))).toEqual([JOINED])
  })

  test('does not get it again after being forgotten and coming back with the phone', async () => {
    const { buyer_id, phone } = await openBuyer(t, shop)
    await t.runJobs()
    await forget(t, keyOf(buyer_id))
    const back = await openBuyer(t, shop, { phone })
    await t.runJobs()
    expect(back.buyer_id).not.toBe(buyer_id)
    expect(await entriesOf(t, keyOf(back.buyer_id))).toEqual([])
  })

  test('gets nothing when brought in a list, or before the gift was switched on', async () => {
    const ask = { organization_id: shop.organization_id, phone: newPhone() }
    const { buyer_id } = await registerBuyer(t.io, { ...ask, via: 'import' })
    await t.runJobs()
    expect(await entriesOf(t, keyOf(buyer_id))).toEqual([])

    const other = await openShop(t)
    const early = await openBuyer(t, other)
    await t.runJobs()
    await other.set('bonuses', { welcome: [onJoin(50)] })
    await welcomeBuyer(t.io, keyOf(early.buyer_id, other), 'changed')
    expect(await entriesOf(t, keyOf(early.buyer_id, other))).toEqual([])
  })

  test('gets nothing in a program of discounts alone, or where the gift waits for a receipt', async () => {
    for (const [general, gift] of [
      [{ mode: 'discount' }, onJoin(50)],
      [{}, onJoin(50, { when: 'after_first_receipt' })],
      [{}, onJoin(50, { on: false })],
    ] as const) {
      const other = await openShop(t, { program: { general, bonuses: { welcome: [gift] } } })
      const { buyer_id } = await openBuyer(t, other)
      await t.runJobs()
      expect(await entriesOf(t, keyOf(buyer_id, other))).toEqual([])
    }
  })
})

describe('a profile with a name, a birthday and a city', () => {
  test('is worth its gift once, when the last of the three is told', async () => {
    const { buyer_id } = await openBuyer(t, shop)
    const { city, ...rest } = profile
    await change(buyer_id, rest)
    await t.runJobs()
    expect(await entriesOf(t, keyOf(buyer_id))).toEqual([JOINED])
    await change(buyer_id, { city })
    await t.runJobs()
    await change(buyer_id, { city: null })
    await change(buyer_id, { city })
    await t.runJobs()
    expect(await entriesOf(t, keyOf(buyer_id))).toEqual([JOINED, PROFILE])
    expect(await balanceOf(t, keyOf(buyer_id))).toBe(7_000)
  })

  test('is worth nothing to a blocked buyer', async () => {
    const { buyer_id } = await openBuyer(t, shop)
    await t.runJobs()
    await change(buyer_id, { ...profile, status: 'blocked' })
    await t.runJobs()
    expect(await entriesOf(t, keyOf(buyer_id))).toEqual([JOINED])
  })
})

test('the ledger agrees with itself after all of it', async () => {
  expect(await violationsOf(t, shop.organization_id)).toEqual([])
})
