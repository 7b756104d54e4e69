import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBuyer } from '#server/testing/buyers.ts'
import {
  balanceOf,
  birthday,
  entriesOf,
  firstPurchase,
  flyer,
  forget,
  onJoin,
  violationsOf,
} from '#server/testing/gifts.ts'
import { openTestIo, type TestIo } from '#server/testing/open-test-io.ts'
import { calculate, cancel, create, estimate, newPhone, sell } from '#server/testing/receipts.ts'
import { openShop, type Shop } from '#server/testing/shop.ts'

let t: TestIo
const shops: Shop[] = []
beforeAll(async () => {
  t = await openTestIo({ pool: 16 })
})
afterAll(() => t.close())

async function open(bonuses: object, general: object = {}): Promise<Shop> {
  const shop = await openShop(t, { program: { bonuses, general } })
  shops.push(shop)
  return shop
}
async function enter(shop: Shop, phone = newPhone()) {
  const { buyer_id } = await openBuyer(t, shop, { phone })
  return { phone, key: { organization_id: shop.organization_id, buyer_id } }
}
const kinds = async (key: Awaited<ReturnType<typeof enter>>['key']) =>
  (await entriesOf(t, key)).map((entry) => entry.replace(/ [0-9a-f-]{36}(:\S+)? /, ' '))
const uses = async (shop: Shop) => {
  const { rows } = await sql<{ uses: number; bonuses: number }>`select uses, bonuses
    from promotion_usage where organization_id = ${shop.organization_id}`.execute(t.io.db)
  return rows
}

describe('the first purchase', () => {
  test('brings its gift from the minimum on, is explained, and is shown before it is made', async () => {
    const shop = await open({ welcome: [firstPurchase(50, { min_receipt: 200 })] })
    const { phone, key } = await enter(shop)
    const small = await calculate(shop.till, { buyer: { phone }, body: { total: 199.99 } })
    expect(small.data.totals.gifts).toBe(0)
    const shown = await calculate(shop.till, { buyer: { phone }, body: { total: 200 } })
    expect(shown.data.totals).toMatchObject({ accrual: 10, gifts: 50 })
    expect(shown.data.explain.map(({ text }: { text: string }) => text)).toContain(
      'Подарунок за першу покупку: 50.',
    )
    const made = await sell(shop.till, { buyer: { phone }, body: { total: 200 } })
    expect(made.balance_after).toBe(60)
    expect(await kinds(key)).toEqual(['accrual 1000', 'welcome 5000'])
    const second = await sell(shop.till, { buyer: { phone }, body: { total: 500 } })
    expect(second.totals.gifts).toBe(0)
  })

  test('of a percent is whole where bonuses are whole', async () => {
    const gift = firstPurchase(1, { reward: 'percent', percent: 10 })
    const shop = await open({ welcome: [gift] })
    const { phone } = await enter(shop)
    const made = await sell(shop.till, { buyer: { phone }, body: { total: 129.5 } })
    expect(made.totals.gifts).toBe(12)
  })

  test('cancelled, takes the gift back as estimated, and the next one brings it again', async () => {
    const shop = await open({ welcome: [firstPurchase(50)] })
    const { phone, key } = await enter(shop)
    const made = await sell(shop.till, { buyer: { phone }, body: { total: 100 } })
    const told = await estimate(shop.till, made.receipt_id)
    expect(told.data).toMatchObject({ bonuses_withdraw: 55, gifts_withdraw: 50, balance_after: 0 })
    const done = await cancel(shop.till, made.receipt_id, { version: told.data.version })
    expect(done.data).toMatchObject({ bonuses_withdraw: 55, balance_after: 0 })
    expect(await balanceOf(t, key)).toBe(0)
    await sell(shop.till, { buyer: { phone }, body: { total: 100 } })
    expect(await balanceOf(t, key)).toBe(5_500)
  })

  test('cancelled in part, keeps the gift until less than its minimum is left', async () => {
    const shop = await open({ welcome: [firstPurchase(50, { min_receipt: 200 })] })
    const { phone, key } = await enter(shop)
    const made = await sell(shop.till, { buyer: { phone }, body: { total: 400 } })
    await cancel(shop.till, made.receipt_id, { amount: 200 })
    expect(await balanceOf(t, key)).toBe(1_000 + 5_000)
    const told = await estimate(shop.till, made.receipt_id, { amount: 0.01 })
    expect(told.data.bonuses_withdraw).toBe(50)
    await cancel(shop.till, made.receipt_id, { amount: 0.01 })
    await cancel(shop.till, made.receipt_id)
    expect(await balanceOf(t, key)).toBe(0)
  })

  test('spent before the cancel becomes a debt like any earning', async () => {
    const shop = await open(
      { welcome: [firstPurchase(50)], max_pay_percent: 100 },
      { spend_confirmation: 'none' },
    )
    const { phone, key } = await enter(shop)
    const made = await sell(shop.till, { buyer: { phone }, body: { total: 100 } })
    await sell(shop.till, { buyer: { phone }, spend: 55, body: { total: 100 } })
    const told = await estimate(shop.till, made.receipt_id)
    expect(told.data).toMatchObject({ bonuses_withdraw: 55 })
    await cancel(shop.till, made.receipt_id)
    expect(await balanceOf(t, key)).toBe(told.data.balance_after * 100)
  })

  test('of somebody who was forgotten and came back brings nothing, at once and in the end', async () => {
    const shop = await open({ welcome: [firstPurchase(50)] })
    const { phone, key } = await enter(shop)
    await sell(shop.till, { buyer: { phone } })
    await forget(t, key)
    const back = await enter(shop, phone)
    const shown = await calculate(shop.till, { buyer: { phone } })
    expect(shown.data.totals.gifts).toBe(0)
    await sell(shop.till, { buyer: { phone } })
    expect(await kinds(back.key)).toEqual(['accrual 500'])
  })

  test('made at 64 tills at once brings one gift', async () => {
    const shop = await open(
      { welcome: [firstPurchase(50), onJoin(20, { when: 'after_first_receipt' })] },
      { receipts_per_day_max: 0 },
    )
    const { phone, key } = await enter(shop)
    const drafts = await Promise.all(
      Array.from({ length: 64 }, () => calculate(shop.till, { buyer: { phone } })),
    )
    const made = await Promise.all(
      drafts.map(({ data }) => create(shop.till, data.receipt_id, { buyer: { phone } })),
    )
    expect(made.every(({ status }) => status === 201)).toBe(true)
    const all = await kinds(key)
    expect(all.filter((entry) => entry.startsWith('welcome')).toSorted()).toEqual([
      'welcome 2000',
      'welcome 5000',
    ])
    expect(await balanceOf(t, key)).toBe(7_000 + 64 * 500)
  })
})

describe('a birthday multiplier', () => {
  test('doubles the first earning of the window, once a year', async () => {
    const shop = await open({ birthday: birthday(100, { reward: 'multiplier', times: 2 }) })
    const { phone, key } = await enter(shop)
    await sql`update buyer set birthday = '1990-11-23', birthday_entered_at = '2026-01-01'
      where id = ${key.buyer_id}`.execute(t.io.db)
    const first = await sell(shop.till, { buyer: { phone }, body: { total: 100 } })
    expect(first.totals).toMatchObject({ accrual: 5, gifts: 5 })
    const second = await sell(shop.till, { buyer: { phone }, body: { total: 100 } })
    expect(second.totals.gifts).toBe(0)
    expect(await kinds(key)).toEqual(['accrual 500', 'birthday 500', 'accrual 500'])
    // In proportion: half of the receipt leaves, half of the gift too.
    await cancel(shop.till, first.receipt_id, { amount: 50 })
    expect(await balanceOf(t, key)).toBe(500 + 250 + 250)
  })
})

describe('a flyer', () => {
  test('is told by its code alone, given beside a phone, and only once per phone', async () => {
    const shop = await open({ welcome: [flyer('KAVA-26', 30)] })
    const { phone, key } = await enter(shop)
    const alone = await calculate(shop.till, { buyer: { promocode: 'kava 26' } })
    expect(alone.status).toBe(200)
    expect(alone.data.buyer).toBeNull()
    const nobody = await create(shop.till, alone.data.receipt_id)
    expect(nobody.body.fields[0].path).toBe('phone')
    const buyer = { phone, promocode: 'KAVA26' }
    const made = await sell(shop.till, { buyer })
    expect(made.totals).toMatchObject({ accrual: 5, gifts: 30 })
    expect(await kinds(key)).toEqual(['accrual 500', 'welcome 3000'])
    expect(await uses(shop)).toEqual([{ uses: 1, bonuses: 3_000 }])
    const again = await calculate(shop.till, { buyer })
    expect(again.body.code).toBe('code_used')
    await cancel(shop.till, made.receipt_id)
    expect(await uses(shop)).toEqual([{ uses: 0, bonuses: 0 }])
    expect((await sell(shop.till, { buyer })).totals.gifts).toBe(30)
  })

  test('works between its days, at its points of sale, while it is on; else it is refused', async () => {
    const shop = await open({
      welcome: [
        flyer('LATE', 30, { date_from: '2026-11-22' }),
        flyer('OVER', 30, { date_to: '2026-11-20' }),
        flyer('TODAY', 30, { date_from: '2026-11-21', date_to: '2026-11-21' }),
        flyer('ELSEWHERE', 30, { pos_ids: ['01a1fd1e-8c00-7000-8000-000000000000'] }),
        flyer('STOPPED', 30, { on: false }),
      ],
    })
    const { phone } = await enter(shop)
    const codes = []
    for (const promocode of ['LATE', 'OVER', 'TODAY', 'ELSEWHERE', 'STOPPED', 'UNKNOWN']) {
      const answer = await calculate(shop.till, { buyer: { phone, promocode } })
      codes.push(answer.status === 200 ? answer.data.totals.gifts : answer.body.code)
    }
    const over = 'code_expired'
    expect(codes).toEqual([over, over, 30, over, over, 'validation_failed'])
  })

  test('registers a new buyer and gives the gift in one receipt', async () => {
    const shop = await open({ welcome: [flyer('NEWCOMER', 30)] })
    const phone = newPhone()
    const made = await sell(shop.till, { buyer: { phone, promocode: 'NEWCOMER' } })
    expect(made.totals.gifts).toBe(30)
  })

  test('for ten is given to ten of 64 phones at once; the others pay and earn as ever', async () => {
    const shop = await open({ welcome: [flyer('FIRST10', 30, { max_uses: 10 })] })
    const buyers = await Promise.all(Array.from({ length: 64 }, () => enter(shop)))
    const drafts = await Promise.all(
      buyers.map(({ phone }) => calculate(shop.till, { buyer: { phone, promocode: 'FIRST10' } })),
    )
    const made = await Promise.all(
      drafts.map(({ data }, index) => {
        const phone = buyers[index]?.phone ?? ''
        return create(shop.till, data.receipt_id, { buyer: { phone, promocode: 'FIRST10' } })
      }),
    )
    expect(made.filter(({ status }) => status !== 201)).toEqual([])
    expect(made.filter(({ data }) => data.totals.gifts === 30)).toHaveLength(10)
    expect(await uses(shop)).toEqual([{ uses: 10, bonuses: 30_000 }])
    const late = await enter(shop)
    const refused = await calculate(shop.till, {
      buyer: { phone: late.phone, promocode: 'FIRST10' },
    })
    expect(refused.body.code).toBe('code_expired')
  })

  test('that went to others between calculate and create costs nobody the sale', async () => {
    const shop = await open({ welcome: [flyer('LAST1', 30, { max_uses: 1 })] })
    const named = (phone: string) => ({ buyer: { phone, promocode: 'LAST1' } })
    const [first, second] = await Promise.all([enter(shop), enter(shop)])
    const shown = await calculate(shop.till, named(first.phone))
    const other = await calculate(shop.till, named(second.phone))
    const winner = await create(shop.till, other.data.receipt_id, named(second.phone))
    expect(winner.data.totals.gifts).toBe(30)
    const without = await create(shop.till, shown.data.receipt_id, named(first.phone))
    expect(without.status).toBe(201)
    expect(without.data.totals.gifts).toBe(0)
  })

  test('without the claim, more than ten would have got it', async () => {
    const shop = await open({ welcome: [flyer('NAIVE', 30, { max_uses: 10 })] })
    let given = 0
    await Promise.all(
      Array.from({ length: 64 }, async () => {
        const [row] = await uses(shop)
        if ((row?.uses ?? 0) >= 10) return
        given += 1
        await sql`update promotion_usage set uses = uses + 1
          where organization_id = ${shop.organization_id}`.execute(t.io.db)
      }),
    )
    expect(given).toBeGreaterThan(10)
    await sql`update promotion_usage set uses = 0
      where organization_id = ${shop.organization_id}`.execute(t.io.db)
  })
})

test('the ledger agrees with itself in every shop', async () => {
  for (const shop of shops) expect(await violationsOf(t, shop.organization_id)).toEqual([])
})
