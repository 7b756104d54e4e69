import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { issueCode } from '#server/features/buyers/issue-code.ts'
import { checkLedger, type Violation } from '#server/features/ledger/check-ledger.ts'
import { openTestIo, type TestIo } from '#server/testing/open-test-io.ts'
import { giveBonuses, openBuyer } from '#server/testing/buyers.ts'
import {
  calculate,
  cancel,
  create,
  idOf,
  newKey,
  newPhone,
  sell,
} from '#server/testing/receipts.ts'
import { openShop, type Shop } from '#server/testing/shop.ts'

const MANY = 64
let t: TestIo
let shop: Shop

beforeAll(async () => {
  t = await openTestIo({ pool: 16 })
  shop = await openShop(t, { program: { general: { receipts_per_day_max: 0 } } })
})
afterAll(() => t.close())

const times = <T>(make: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: MANY }, (_, index) => make(index)))
const accountOf = (buyer_id: string) =>
  t.io.db
    .selectFrom('account')
    .select(['balance', 'debt', 'turnover', 'receipts', 'version'])
    .where('buyer_id', '=', buyer_id)
    .executeTakeFirstOrThrow()
const countReceipts = async () => {
  const { count } = await t.io.db
    .selectFrom('receipt')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

describe('sixty-four at once', () => {
  test('creates of one receipt make one receipt and answer the same', async () => {
    const { buyer_id, phone } = await openBuyer(t, shop)
    await giveBonuses(shop, buyer_id, 100)
    const options = { buyer: { phone }, spend: 100, body: { total: 400 } }
    const { data } = await calculate(shop.till, options)
    const before = await countReceipts()
    const answers = await times(() => create(shop.till, data.receipt_id, options))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    expect(
      answers.filter(({ headers }) => headers['idempotency-replayed'] === 'true'),
    ).toHaveLength(MANY - 1)
    expect((await countReceipts()) - before).toBe(1)
    expect(await accountOf(buyer_id)).toMatchObject({
      balance: 1500,
      receipts: 1,
      turnover: 30_000,
    })
  })

  test('creates of one key make one receipt', async () => {
    const { phone } = await openBuyer(t, shop)
    const key = newKey()
    const before = await countReceipts()
    const id = idOf(t.clock.now())
    const ask = { buyer: { phone }, receipt: { total: 10 }, key }
    const answers = await times((index) =>
      create(shop.till, index % 2 === 0 ? id : idOf(t.clock.now()), ask),
    )
    expect((await countReceipts()) - before).toBe(1)
    const made = answers.filter(({ status }) => status === 201)
    expect(new Set(made.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    const rest = answers.filter(({ status }) => status !== 201)
    expect(new Set(rest.map(({ body }) => body.code))).toEqual(new Set(['idempotency_conflict']))
  })

  test('receipts that together spend more than there is never overdraw', async () => {
    const { buyer_id, phone } = await openBuyer(t, shop)
    await giveBonuses(shop, buyer_id, 100)
    const answers = await times(() =>
      create(shop.till, idOf(t.clock.now()), {
        buyer: { phone },
        spend: 10,
        receipt: { total: 20 },
      }),
    )
    const made = answers.filter(({ status }) => status === 201)
    const refused = answers.filter(({ status }) => status !== 201)
    expect(new Set(refused.map(({ body }) => body.code))).toEqual(new Set(['insufficient_bonuses']))
    const { balance, debt, receipts } = await accountOf(buyer_id)
    expect({ balance, debt, receipts }).toEqual({
      balance: 10_000 - made.length * 1000,
      debt: 0,
      receipts: made.length,
    })
    expect(made).toHaveLength(10)
  })

  test('cancels of one receipt have one effect', async () => {
    const { buyer_id, phone } = await openBuyer(t, shop)
    await giveBonuses(shop, buyer_id, 50)
    const sold = await sell(shop.till, { buyer: { phone }, spend: 50 })
    const answers = await times(() => cancel(shop.till, sold.receipt_id))
    const done = answers.filter(({ status }) => status === 200)
    expect(done).toHaveLength(1)
    const rest = answers.filter(({ status }) => status !== 200)
    expect(new Set(rest.map(({ body }) => body.code))).toEqual(new Set(['already_cancelled']))
    const { balance, debt, turnover, receipts } = await accountOf(buyer_id)
    expect({ balance, debt, turnover, receipts }).toEqual({
      balance: 5000,
      debt: 0,
      turnover: 0,
      receipts: 0,
    })
  })

  test('cancels of one key answer the same, also without a buyer', async () => {
    for (const buyer of [null, { phone: newPhone() }]) {
      const sold = await sell(shop.till, { buyer })
      const key = newKey()
      const answers = await times(() => cancel(shop.till, sold.receipt_id, {}, key))
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
      expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    }
  })

  test('partial cancels never give back more than was paid', async () => {
    const { buyer_id, phone } = await openBuyer(t, shop)
    const sold = await sell(shop.till, { buyer: { phone }, body: { total: 100 } })
    const answers = await times(() => cancel(shop.till, sold.receipt_id, { amount: 30 }))
    const done = answers.filter(({ status }) => status === 200)
    expect(done).toHaveLength(3)
    expect(await accountOf(buyer_id)).toMatchObject({ turnover: 1000 })
  })

  test('one new phone is one buyer', async () => {
    const phone = newPhone()
    const answers = await times(() =>
      create(shop.till, idOf(t.clock.now()), {
        buyer: { phone },
        receipt: { total: 20 },
        register: {},
      }),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
    expect(new Set(answers.map(({ data }) => data.buyer.id)).size).toBe(1)
    expect(await accountOf(answers[0]?.data.buyer.id)).toMatchObject({
      receipts: MANY,
      balance: 6400,
    })
  })

  test('one one-time code pays for one receipt', async () => {
    const { organization_id } = shop
    const { buyer_id } = await openBuyer(t, shop)
    await giveBonuses(shop, buyer_id, 1000)
    const { code } = await issueCode(t.io, { organization_id, buyer_id, ttl_seconds: 120 })
    const answers = await times(() =>
      create(shop.till, idOf(t.clock.now()), {
        buyer: { promocode: code },
        spend: 10,
        receipt: { total: 100 },
      }),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
  })

  test('one number of the till is one receipt', async () => {
    const answers = await times(() =>
      create(shop.till, idOf(t.clock.now()), { receipt: { total: 5, number: 'R-1' } }),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    const rest = answers.filter(({ status }) => status !== 201)
    expect(new Set(rest.map(({ body }) => body.code))).toEqual(new Set(['duplicate_number']))
  })
})

test('the ledger check finds nothing after all of it', async () => {
  const violations: Violation[] = []
  const { entries } = await checkLedger(t.io, (violation) => void violations.push(violation))
  expect(violations).toEqual([])
  expect(entries).toBeGreaterThan(0)
})
