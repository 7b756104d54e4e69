import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { checkLedger } from '#server/features/ledger/check-ledger.ts'
import { openBuyer } from '#server/testing/buyers.ts'
import { openTestIo, type TestIo } from '#server/testing/open-test-io.ts'
import { calculate, create, sell } from '#server/testing/receipts.ts'
import { openShop, type Shop } from '#server/testing/shop.ts'

const CALLERS = 64
let t: TestIo
let shop: Shop

beforeAll(async () => {
  t = await openTestIo({ pool: 16 })
})
afterAll(() => t.close())
beforeEach(async () => {
  shop = await openShop(t, { program: { general: { receipts_per_day_max: 0 } } })
})

async function launch(type: 2 | 3, body: object) {
  const url = `/api/v1/promotions?organization_id=${shop.organization_id}&type=${type}`
  const answer = await shop.owner.inject('POST', url, { name: 'Акція', status: 'running', ...body })
  if (answer.status !== 201) throw new Error(JSON.stringify(answer))
  return answer.data
}
const read = async (id: string) => (await shop.owner.inject('GET', `/api/v1/promotions/${id}`)).data
const buyers = (count: number) =>
  Promise.all(Array.from({ length: count }, () => openBuyer(t, shop)))
const cancel = (receipt_id: string) =>
  shop.till.inject('POST', `/pos-api/v1/bonuses/cancel?receipt_id=${receipt_id}`, {})

async function violations() {
  const found: unknown[] = []
  await checkLedger(t.io, (violation) => found.push(violation), shop.organization_id)
  return found
}

const latte = { barcode: '4820000000017', name: 'Лате', category: 'Кава', price: 80 }
const coffee = (quantity: number) => ({ products: [{ ...latte, quantity }] })
const onCoffee = { all: false, barcodes: [], skus: [], categories: ['кава'] }
const secondHalf = {
  name: '2-га кава −50 %',
  effect: { kind: 'percent_off', percent: 25 },
  products: onCoffee,
  min_quantity: 2,
}
const card = {
  name: '6-та кава',
  effect: {
    kind: 'stamp',
    count: 'units',
    goal: 3,
    within_days: 60,
    gift: { kind: 'product' },
    gift_days: 30,
    once_per_day: false,
    repeat: true,
  },
  products: onCoffee,
}

describe('a promotion at the till', () => {
  test('works from the moment it is launched, and tells what it did', async () => {
    const [buyer] = await buyers(1)
    const before = await calculate(shop.till, { buyer: { phone: buyer!.phone }, body: coffee(2) })
    expect(before.data.totals.to_pay).toBe(160)
    const { id } = await launch(2, secondHalf)
    const { data } = await calculate(shop.till, { buyer: { phone: buyer!.phone }, body: coffee(2) })
    expect(data.totals).toMatchObject({ promotion_discount: 40, to_pay: 120 })
    expect(data.promotions).toEqual([
      {
        ...{ id, name: '2-га кава −50 %', type: 2, amount: 40, discount: 40, bonuses: 0 },
        lines: [1],
        card: null,
      },
    ])
    expect(data.lines[0]).toMatchObject({ promotion_discount: 40, promotion_id: id })
    const made = await create(shop.till, data.receipt_id, { buyer: { phone: buyer!.phone } })
    expect(made.data.totals.to_pay).toBe(120)
    expect((await read(id)).statistics).toEqual({
      ...{ uses: 1, buyers: 1, receipts: 1, discount: 40, bonuses: 0, turnover: 120 },
    })
    expect(await violations()).toEqual([])
  })

  test('stops at once when it is paused, and the cashier learns the new figures', async () => {
    const [buyer] = await buyers(1)
    const { id } = await launch(2, secondHalf)
    const options = { buyer: { phone: buyer!.phone }, body: coffee(2) }
    const shown = await calculate(shop.till, options)
    await shop.owner.inject('PATCH', `/api/v1/promotions/${id}`, { version: 1, status: 'paused' })
    const refused = await create(shop.till, shown.data.receipt_id, options)
    expect([refused.status, refused.body.code]).toEqual([409, 'version_conflict'])
    expect(refused.body.data.totals.to_pay).toBe(160)
    const made = await create(shop.till, shown.data.receipt_id, options)
    expect(made.data.totals.to_pay).toBe(160)
  })

  test('raises what is earned, and a cancellation takes all of it back', async () => {
    const [buyer] = await buyers(1)
    const { id } = await launch(3, { effect: { kind: 'multiplier', times: 2 }, budget: 5 })
    const made = await sell(shop.till, { buyer: { phone: buyer!.phone } })
    expect(made.totals.accrual).toBe(10)
    expect(made.promotions[0]).toMatchObject({ bonuses: 5, discount: 0 })
    expect(await read(id)).toMatchObject({ exhausted: 'budget', statistics: { bonuses: 5 } })
    // Nothing is left for the next one: it is told so, and earns as always.
    const next = await calculate(shop.till, { buyer: { phone: buyer!.phone } })
    expect(next.data.totals.accrual).toBe(5)
    expect(next.data.explain.map(({ rule }: { rule: string }) => rule)).toContain(
      'promotion_exhausted',
    )
    expect((await cancel(made.receipt_id)).status).toBe(200)
    expect(await read(id)).toMatchObject({
      exhausted: null,
      statistics: { uses: 0, buyers: 0, bonuses: 0, turnover: 0 },
    })
    const again = await calculate(shop.till, { buyer: { phone: buyer!.phone } })
    expect(again.data.totals.accrual).toBe(10)
    expect(await violations()).toEqual([])
  })

  test('stamps a card that the till shows, and the gift is taken with the next receipt', async () => {
    const [buyer] = await buyers(1)
    const named = { phone: buyer!.phone }
    const { id } = await launch(2, card)
    const first = await sell(shop.till, { buyer: named, body: coffee(2) })
    expect(first.promotions[0].card).toEqual({
      ...{ unit: 'units', stamps: 2, count: 2, goal: 3, gifts: 0, used: 0 },
    })
    expect(first.buyer.stamps).toEqual([
      {
        ...{ promotion_id: id, name: '6-та кава', unit: 'units', count: 2, goal: 3, gifts: 0 },
        gift: 'product',
      },
    ])
    const full = await sell(shop.till, { buyer: named, body: coffee(1) })
    expect(full.promotions[0].card).toMatchObject({ count: 0, gifts: 1 })
    const gift = await sell(shop.till, { buyer: named, body: coffee(2) })
    expect(gift.totals).toMatchObject({ promotion_discount: 80, to_pay: 80 })
    expect(gift.promotions[0].card).toMatchObject({ used: 1, stamps: 1, count: 1, gifts: 0 })
    expect((await read(id)).statistics).toMatchObject({ discount: 80 })
    expect((await cancel(gift.receipt_id)).status).toBe(200)
    const seen = await calculate(shop.till, { buyer: named, body: {} })
    expect(seen.data.buyer.stamps[0]).toMatchObject({ count: 0, gifts: 1 })
    expect(await violations()).toEqual([])
  })

  test('that has ended still gives the gift a card was filled for', async () => {
    const [buyer] = await buyers(1)
    const named = { phone: buyer!.phone }
    const { id } = await launch(2, card)
    await sell(shop.till, { buyer: named, body: coffee(3) })
    await shop.owner.inject('PATCH', `/api/v1/promotions/${id}`, { version: 1, status: 'finished' })
    const gift = await sell(shop.till, { buyer: named, body: coffee(1) })
    expect(gift.promotions[0].card).toMatchObject({ used: 1, stamps: 0 })
    expect(await violations()).toEqual([])
  })
})

describe(`${CALLERS} tills at once`, () => {
  test('give a promotion of 10 uses exactly 10 times; the others are asked again', async () => {
    const { id } = await launch(2, { ...secondHalf, max_uses_total: 10 })
    const members = await buyers(CALLERS)
    const drafts = await Promise.all(
      members.map(({ phone }) => calculate(shop.till, { buyer: { phone }, body: coffee(2) })),
    )
    const answers = await Promise.all(
      drafts.map(({ data }, index) =>
        create(shop.till, data.receipt_id, { buyer: { phone: members[index]!.phone } }),
      ),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(10)
    const refused = answers.filter(({ status }) => status === 409)
    expect(refused).toHaveLength(CALLERS - 10)
    expect(refused[0]!.body.data.totals.to_pay).toBe(160)
    expect(await read(id)).toMatchObject({
      exhausted: 'uses',
      statistics: { uses: 10, buyers: 10, discount: 400, turnover: 1200 },
    })
    expect(await violations()).toEqual([])
  })

  test('spend a budget of bonuses to its end, and everybody is served', async () => {
    const { id } = await launch(3, { effect: { kind: 'fixed_bonus', amount: 7 }, budget: 71 })
    const members = await buyers(CALLERS)
    const made = await Promise.all(
      members.map(({ phone }) => sell(shop.till, { buyer: { phone } })),
    )
    const earned = made.map(({ totals }) => totals.accrual)
    expect(earned.filter((accrual) => accrual === 12)).toHaveLength(10)
    expect(earned.filter((accrual) => accrual === 5)).toHaveLength(CALLERS - 10)
    expect((await read(id)).statistics).toMatchObject({ uses: 10, bonuses: 70 })
    expect(await violations()).toEqual([])
  })
})
