import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBuyer } from '#server/testing/buyers.ts'
import { openTestIo, type TestIo } from '#server/testing/open-test-io.ts'
import { create, idOf } from '#server/testing/receipts.ts'
import { openShop } from '#server/testing/shop.ts'

let t: TestIo
beforeAll(async () => {
  t = await openTestIo({ pool: 16 })
})
afterAll(() => t.close())

test('a cashier switched off in the midst of 64 sales sells no more, and what was answered holds', async () => {
  const shop = await openShop(t, { program: { general: { receipts_per_day_max: 0 } } })
  const { phone } = await openBuyer(t, shop)
  for (let round = 0; round < 2; round += 1) {
    const till = await shop.addTill()
    const { id } = till.user
    const sales = () =>
      Array.from({ length: 64 }, () =>
        create(till, idOf(t.clock.now()), { buyer: { phone }, receipt: { total: 20 } }),
      )
    const under_way = sales()
    // Some are done by then, some are on their way.
    await Promise.race(under_way)
    const path = '/api/v1/pos/update-cash-register-user'
    const off = await shop.owner.inject('POST', path, { id, enabled: false })
    expect(off.status).toBe(200)
    const later = await Promise.all(sales())
    expect(new Set(later.map(({ status }) => status))).toEqual(new Set([401]))
    const answers = await Promise.all(under_way)
    const made = answers.filter(({ status }) => status === 201).length
    const refused = answers.filter(({ status }) => status === 401).length
    expect([made > 0, made + refused]).toEqual([true, 64])
    const receipts = await t.io.db
      .selectFrom('receipt')
      .select('id')
      .where('organization_id', '=', shop.organization_id)
      .where('cashier_id', '=', id)
      .execute()
    expect(receipts).toHaveLength(made)
  }
})
