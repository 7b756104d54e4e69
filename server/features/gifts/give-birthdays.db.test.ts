import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { updateBuyer } from '#server/features/buyers/update-buyer.ts'
import { openBuyer } from '#server/testing/buyers.ts'
import { birthday, entriesOf, forget, violationsOf } from '#server/testing/gifts.ts'
import { openTestIo, type TestIo } from '#server/testing/open-test-io.ts'
import { openShop, type Shop } from '#server/testing/shop.ts'
import { giveBirthdays } from './give-birthdays.ts'

let t: TestIo
let shop: Shop
beforeAll(async () => {
  t = await openTestIo({ pool: 16 })
  t.clock.set('2026-01-10T08:00:00Z')
  shop = await openShop(t, { program: { bonuses: { birthday: birthday(100) } } })
})
afterAll(() => t.close())

const keyOf = (buyer_id: string, of = shop) => ({ organization_id: of.organization_id, buyer_id })
const tell = (buyer_id: string, date: string, of = shop) =>
  updateBuyer(t.io, { user_id: of.organization_id }, keyOf(buyer_id, of), { birthday: date })

async function bornOn(date: string, of = shop) {
  const buyer = await openBuyer(t, of)
  await tell(buyer.buyer_id, date, of)
  return buyer
}
const run = (of = shop) => giveBirthdays(t.io, of.organization_id)

describe('the birthday gift', () => {
  test('comes three days before, once, by the local day of the shop', async () => {
    const { buyer_id } = await bornOn('1990-05-14')
    // In Kyiv 11 May begins at 21:00 of the 10th.
    t.clock.set('2026-05-10T20:59:00Z')
    expect(await run()).toBe(0)
    t.clock.set('2026-05-10T21:00:00Z')
    await Promise.all([run(), run(), run(), run()])
    await run()
    const given = 'birthday gift:birthday:2026 10000'
    expect(await entriesOf(t, keyOf(buyer_id))).toEqual([given])
    t.clock.set('2026-05-20T08:00:00Z')
    expect(await run()).toBe(0)
    t.clock.set('2027-05-12T08:00:00Z')
    expect(await run()).toBe(1)
    expect(await entriesOf(t, keyOf(buyer_id))).toEqual([
      given,
      // Its fourteen days were over long before.
      expect.stringMatching(/^expiry lot:1:/),
      'birthday gift:birthday:2027 10000',
    ])
  })

  test('does not come twice to a birthday that is moved ahead, nor to one entered late', async () => {
    t.clock.set('2028-03-01T08:00:00Z')
    const { buyer_id } = await bornOn('1990-04-20')
    const late = await bornOn('1990-03-20')
    t.clock.set('2028-03-18T08:00:00Z')
    expect(await run()).toBe(0)
    t.clock.set('2028-04-18T08:00:00Z')
    expect(await run()).toBe(1)
    await tell(buyer_id, '1990-06-20')
    t.clock.set('2028-06-18T08:00:00Z')
    expect(await run()).toBe(0)
    // The same date sent again is not entered anew.
    t.clock.set('2029-03-10T08:00:00Z')
    await tell(late.buyer_id, '1990-03-20')
    t.clock.set('2029-03-18T08:00:00Z')
    expect(await run()).toBe(1)
  })

  test('is not given again to who was forgotten and came back in the same year', async () => {
    t.clock.set('2030-01-01T08:00:00Z')
    const { buyer_id, phone } = await bornOn('1990-03-10')
    t.clock.set('2030-03-08T08:00:00Z')
    expect(await run()).toBe(1)
    await forget(t, keyOf(buyer_id))
    t.clock.set('2030-03-09T08:00:00Z')
    const back = await openBuyer(t, shop, { phone })
    await tell(back.buyer_id, '1990-11-10')
    t.clock.set('2030-11-08T08:00:00Z')
    expect(await run()).toBe(0)
  })

  test('finds everybody born on 29 February, in steps, by the hourly job', async () => {
    t.clock.set('2031-01-01T08:00:00Z')
    const other = await openShop(t, {
      program: { bonuses: { birthday: birthday(10, { days_before: 0 }) } },
    })
    const buyers = []
    for (let count = 0; count < 205; count += 1) buyers.push(await bornOn('1992-02-29', other))
    t.clock.set('2031-02-27T08:00:00Z')
    expect(await run(other)).toBe(0)
    t.clock.set('2031-02-28T08:00:00Z')
    await t.io.jobs.send('gifts.birthdays', {})
    await t.io.jobs.send('gifts.birthdays', {})
    await t.runJobs()
    const all = await Promise.all(buyers.map((one) => entriesOf(t, keyOf(one.buyer_id, other))))
    expect(all.every((one) => one.join() === 'birthday gift:birthday:2031 1000')).toBe(true)
    expect(await violationsOf(t, other.organization_id)).toEqual([])
  })

  test('is not given while it is switched off or a multiplier', async () => {
    t.clock.set('2032-01-01T08:00:00Z')
    for (const settings of [birthday(10, { on: false }), birthday(10, { reward: 'multiplier' })]) {
      const other = await openShop(t, { program: { bonuses: { birthday: settings } } })
      await bornOn('1990-05-14', other)
      t.clock.set('2032-05-14T08:00:00Z')
      expect(await run(other)).toBe(0)
      t.clock.set('2032-01-01T08:00:00Z')
    }
  })
})

test('the ledger agrees with itself after all of it', async () => {
  expect(await violationsOf(t, shop.organization_id)).toEqual([])
})
