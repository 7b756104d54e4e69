import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkLedger, type Violation } from '#server/features/ledger/check-ledger.ts'
import { openTestIo, type TestIo } from '#server/testing/open-test-io.ts'
import { giveBonuses, openBuyer } from '#server/testing/buyers.ts'
import { cancel, estimate, newKey, newPhone, sell } from '#server/testing/receipts.ts'
import { openShop, signInTill, type Shop, type Till } from '#server/testing/shop.ts'

let t: TestIo
let shop: Shop
const HOUR = 3_600_000

beforeAll(async () => {
  t = await openTestIo()
  shop = await openShop(t, {
    program: {
      general: { receipts_per_day_max: 0, compensation_max: 50, compensation_day_max: 120 },
    },
  })
})
afterAll(() => t.close())

async function richBuyer(amount = 100) {
  const { buyer_id, phone } = await openBuyer(t, shop)
  await giveBonuses(shop, buyer_id, amount)
  return { buyer_id, phone }
}

const accountOf = (buyer_id: string) =>
  t.io.db
    .selectFrom('account')
    .select(['balance', 'debt', 'turnover', 'receipts'])
    .where('buyer_id', '=', buyer_id)
    .executeTakeFirstOrThrow()

const codeOf = (answer: { status: number; body: { code?: string } }) => [
  answer.status,
  answer.body.code,
]
const post = (till: Till, path: string, body: object = {}) =>
  till.inject('POST', `/pos-api/v1/bonuses/${path}`, body)

describe('cancel', () => {
  test('does exactly what the estimate said, and the ledger changes by it', async () => {
    const { buyer_id, phone } = await richBuyer(100)
    const sold = await sell(shop.till, { buyer: { phone }, spend: 50, body: { total: 200 } })
    const before = await accountOf(buyer_id)
    const { status, data } = await estimate(shop.till, sold.receipt_id)
    expect(status).toBe(200)
    expect(await accountOf(buyer_id)).toEqual(before)
    expect(data).toMatchObject({
      kind: 'full',
      refund_money: 150,
      bonuses_return: 50,
      bonuses_withdraw: 7,
      bonuses_already_spent: 0,
      balance_before: 57,
      balance_after: 100,
      debt_after: 0,
      level_before: 'Базовий',
      level_after: 'Базовий',
      warnings: [],
    })
    const done = await cancel(shop.till, sold.receipt_id, {
      version: data.version,
      reason: 'Помилка',
    })
    expect(done.status).toBe(200)
    const { cancellation_id, status: state, created_at, ...figures } = done.data
    expect(figures).toEqual(data)
    expect(state).toBe('cancelled')
    expect(created_at).toBe(t.clock.now().toISOString())
    const after = await accountOf(buyer_id)
    expect(after).toEqual({ balance: 10_000, debt: 0, turnover: 0, receipts: 0 })
    expect(after.balance - before.balance).toBe((data.bonuses_return - data.bonuses_withdraw) * 100)
    const whole = await shop.till.inject('GET', `/pos-api/v1/receipts/${sold.receipt_id}`)
    expect(whole.data).toMatchObject({ status: 'cancelled', refunded: 150, balance_after: 57 })
    expect(whole.data.cancellations).toEqual([
      {
        id: cancellation_id,
        created_at,
        refund_money: 150,
        bonuses_return: 50,
        bonuses_withdraw: 7,
        reason: 'Помилка',
        by: 'Марія',
      },
    ])
  })

  test('a bonus that was spent meanwhile becomes debt, and the cashier is told', async () => {
    const { buyer_id, phone } = await openBuyer(t, shop)
    const first = await sell(shop.till, { buyer: { phone }, body: { total: 200 } })
    await sell(shop.till, { buyer: { phone }, spend: 10, body: { total: 20 } })
    const { data } = await estimate(shop.till, first.receipt_id)
    expect(data).toMatchObject({ bonuses_withdraw: 10, bonuses_already_spent: 10, debt_after: 10 })
    expect(data.warnings).toEqual([
      { code: 'becomes_debt', text: '10 стане боргом, його погасять наступні нарахування.' },
    ])
    await cancel(shop.till, first.receipt_id)
    expect(await accountOf(buyer_id)).toMatchObject({ balance: 0, debt: 1000 })
  })

  test('by lines and quantities until nothing is left', async () => {
    const { buyer_id, phone } = await richBuyer(30)
    const products = [
      { name: 'Кава', price: 33.33, quantity: 3 },
      { name: 'Сир', price: 10, quantity: 1 },
    ]
    const sold = await sell(shop.till, { buyer: { phone }, spend: 30, body: { products } })
    const part = await cancel(shop.till, sold.receipt_id, { lines: [{ line: 1, quantity: 1 }] })
    expect(part.data).toMatchObject({ kind: 'lines', status: 'partially_cancelled' })
    const lines = await post(shop.till, 'get-receipt-products', { receipt_id: sold.receipt_id })
    expect(lines.data.items[0]).toMatchObject({ returned_quantity: 1 })
    expect(lines.data.items[0].returned_money).toBe(part.data.refund_money)
    const over = await estimate(shop.till, sold.receipt_id, { lines: [{ line: 1, quantity: 3 }] })
    expect(codeOf(over)).toEqual([422, 'validation_failed'])
    const rest = await cancel(shop.till, sold.receipt_id)
    expect(rest.data.status).toBe('cancelled')
    expect(Math.round((part.data.refund_money + rest.data.refund_money) * 100)).toBe(
      Math.round(sold.totals.to_pay * 100),
    )
    expect(await accountOf(buyer_id)).toEqual({ balance: 3000, debt: 0, turnover: 0, receipts: 0 })
  })

  test('a bare total by amount, and the wrong kind of part is refused', async () => {
    const sold = await sell(shop.till, { body: { total: 100 } })
    const part = await cancel(shop.till, sold.receipt_id, { amount: 40 })
    expect(part.data).toMatchObject({
      kind: 'amount',
      refund_money: 40,
      status: 'partially_cancelled',
    })
    for (const body of [{ amount: 61 }, { lines: [{ line: 1, quantity: 1 }] }, { amount: 0 }]) {
      expect(codeOf(await estimate(shop.till, sold.receipt_id, body))).toEqual([
        422,
        'validation_failed',
      ])
    }
    const both = { amount: 1, lines: [{ line: 1, quantity: 1 }] }
    expect(codeOf(await estimate(shop.till, sold.receipt_id, both))).toEqual([
      422,
      'validation_failed',
    ])
  })

  test('with a stale version it answers the new estimate and does nothing', async () => {
    const { buyer_id, phone } = await richBuyer(100)
    const sold = await sell(shop.till, { buyer: { phone } })
    const shown = await estimate(shop.till, sold.receipt_id)
    await giveBonuses(shop, buyer_id, 11)
    const before = await accountOf(buyer_id)
    const stale = await cancel(shop.till, sold.receipt_id, { version: shown.data.version })
    expect(codeOf(stale)).toEqual([409, 'version_conflict'])
    expect(await accountOf(buyer_id)).toEqual(before)
    const fresh = await estimate(shop.till, sold.receipt_id)
    expect(stale.body.data).toEqual(fresh.data)
    const done = await cancel(shop.till, sold.receipt_id, { version: stale.body.data.version })
    expect(done.status).toBe(200)
  })

  test('twice is refused, but one key answers the same again', async () => {
    const { phone } = await richBuyer(10)
    const sold = await sell(shop.till, { buyer: { phone } })
    const key = newKey()
    const first = await cancel(shop.till, sold.receipt_id, {}, key)
    const again = await cancel(shop.till, sold.receipt_id, {}, key)
    expect(again.status).toBe(200)
    expect(again.body).toEqual(first.body)
    expect(again.headers['idempotency-replayed']).toBe('true')
    expect(codeOf(await cancel(shop.till, sold.receipt_id))).toEqual([409, 'already_cancelled'])
    expect(codeOf(await estimate(shop.till, sold.receipt_id))).toEqual([409, 'already_cancelled'])
    const other = await sell(shop.till, { buyer: { phone } })
    expect(codeOf(await cancel(shop.till, other.receipt_id, {}, key))).toEqual([
      409,
      'idempotency_conflict',
    ])
  })

  test('another cashier’s receipt needs the right, and a closed window a senior', async () => {
    const other = await shop.addTill()
    const barred = await shop.addTill({ permissions: { cancel: false } })
    const senior = await shop.addTill({ role: 'senior' })
    const sold = await sell(shop.till)
    expect(codeOf(await estimate(other, sold.receipt_id))).toEqual([403, 'not_allowed'])
    expect(codeOf(await cancel(other, sold.receipt_id))).toEqual([403, 'not_allowed'])
    expect(codeOf(await cancel(barred, sold.receipt_id))).toEqual([403, 'not_allowed'])
    t.clock.advance(24 * HOUR)
    const back = await signInTill(t, shop.till.user, shop.till.pin)
    expect(codeOf(await estimate(back, sold.receipt_id))).toEqual([403, 'cancel_window_closed'])
    expect(codeOf(await cancel(back, sold.receipt_id))).toEqual([403, 'cancel_window_closed'])
    const again = await signInTill(t, senior.user, senior.pin)
    expect((await cancel(again, sold.receipt_id)).status).toBe(200)
    shop.till = back
  })

  test('a receipt of another shop, or of another point of sale, is absent', async () => {
    const foreign = await openShop(t)
    const sold = await sell(shop.till)
    const calls = [
      await estimate(foreign.till, sold.receipt_id),
      await cancel(foreign.till, sold.receipt_id),
      await post(foreign.till, 'get-receipt-products', { receipt_id: sold.receipt_id }),
      await foreign.till.inject('GET', `/pos-api/v1/receipts/${sold.receipt_id}`),
    ]
    expect(calls.map(codeOf)).toEqual(Array.from({ length: 4 }, () => [404, 'receipt_not_found']))
    const owner = await signInOwner()
    const pos = await owner.inject('POST', `/api/v1/pos?organization_id=${shop.organization_id}`, {
      name: `Друга ${newPhone()}`,
    })
    const neighbour = await shop.addTill({ role: 'senior', pos_ids: [pos.data.id] })
    expect(codeOf(await cancel(neighbour, sold.receipt_id))).toEqual([404, 'receipt_not_found'])
    await shop.set('general', { cancel_at_other_pos: true })
    expect((await cancel(neighbour, sold.receipt_id)).status).toBe(200)
    await shop.set('general', { cancel_at_other_pos: false })
  })

  test('of a forgotten buyer only the money goes back', async () => {
    const { buyer_id, phone } = await richBuyer(10)
    const sold = await sell(shop.till, { buyer: { phone } })
    await t.io.db
      .updateTable('buyer')
      .set({ status: 'forgotten', phone: null })
      .where('id', '=', buyer_id)
      .execute()
    const before = await accountOf(buyer_id)
    const done = await cancel(shop.till, sold.receipt_id)
    expect(done.data).toMatchObject({ refund_money: 100, bonuses_withdraw: 0, status: 'cancelled' })
    expect(await accountOf(buyer_id)).toEqual(before)
  })
})

/** The owner's access ends after a quarter of an hour; the tests above moved the clock further. */
async function signInOwner() {
  const { owner } = shop
  await owner.inject('POST', '/api/v1/user/login', { email: owner.email, password: owner.password })
  return owner
}

describe('compensation', () => {
  const give = (till: Till, phone: string, amount: number, more = '', key?: string) =>
    till.inject(
      'POST',
      `/pos-api/v1/bonuses/add-bonuses-for-cancel?phone=${encodeURIComponent(phone)}&amount=${amount}&reason=${encodeURIComponent('Товар залишили')}${more}`,
      undefined,
      key === undefined ? undefined : { 'idempotency-key': key },
    )

  test('gives bonuses within the caps of one operation and of the cashier’s day', async () => {
    const senior = await shop.addTill({ role: 'senior' })
    const { buyer_id, phone } = await openBuyer(t, shop)
    const sold = await sell(shop.till, { buyer: { phone } })
    const first = await give(senior, phone, 50, `&receipt_id=${sold.receipt_id}`)
    expect(first.status).toBe(201)
    expect(first.data).toMatchObject({ amount: 50, balance_after: 55, left_today: 70 })
    expect(codeOf(await give(senior, phone, 50.01))).toEqual([403, 'not_allowed'])
    expect((await give(senior, phone, 50)).status).toBe(201)
    const over = await give(senior, phone, 21)
    expect(codeOf(over)).toEqual([403, 'not_allowed'])
    expect(over.body.data).toEqual({ max: 20, left_today: 20 })
    expect((await give(senior, phone, 20)).status).toBe(201)
    expect(await accountOf(buyer_id)).toMatchObject({ balance: 12_500 })
    const entry = await t.io.db
      .selectFrom('entry')
      .select(['kind', 'reason', 'receipt_id', 'actor'])
      .where('buyer_id', '=', buyer_id)
      .where('receipt_id', '=', sold.receipt_id)
      .where('kind', '=', 'compensation')
      .executeTakeFirstOrThrow()
    expect(entry).toMatchObject({ reason: 'Товар залишили', actor: `cashier:${senior.user.id}` })
  })

  test('one key gives once, and two at once never pass the cap together', async () => {
    const senior = await shop.addTill({ role: 'senior' })
    const { buyer_id, phone } = await openBuyer(t, shop)
    const key = newKey()
    const first = await give(senior, phone, 30, '', key)
    const again = await give(senior, phone, 30, '', key)
    expect(again.body).toEqual(first.body)
    expect(again.headers['idempotency-replayed']).toBe('true')
    expect(codeOf(await give(senior, phone, 31, '', key))).toEqual([409, 'idempotency_conflict'])
    const many = await Promise.all(Array.from({ length: 16 }, () => give(senior, phone, 30)))
    expect(many.filter(({ status }) => status === 201)).toHaveLength(3)
    expect(await accountOf(buyer_id)).toMatchObject({ balance: 12_000 })
  })

  test('needs the right, a known buyer, a reason and a receipt of this shop', async () => {
    const senior = await shop.addTill({ role: 'senior' })
    const { phone } = await openBuyer(t, shop)
    expect(codeOf(await give(shop.till, phone, 5))).toEqual([403, 'not_allowed'])
    expect(codeOf(await give(senior, newPhone(), 5))).toEqual([404, 'buyer_not_found'])
    const absent = '&receipt_id=019b0000-0000-7000-8000-000000000009'
    expect(codeOf(await give(senior, phone, 5, absent))).toEqual([404, 'receipt_not_found'])
    const silent = `add-bonuses-for-cancel?phone=${encodeURIComponent(phone)}&amount=5&reason=`
    expect(codeOf(await post(senior, silent))).toEqual([422, 'validation_failed'])
    expect(codeOf(await give(senior, phone, 0))).toEqual([422, 'validation_failed'])
  })
})

describe('lists', () => {
  test('a cashier sees the receipts of the own point of sale, newest first, and filters them', async () => {
    const quiet = await openShop(t, { program: { general: { receipts_per_day_max: 0 } } })
    const { phone } = await openBuyer(t, quiet, { first_name: 'Іван', last_name: 'Гнатюк' })
    const first = await sell(quiet.till, { buyer: { phone }, body: { total: 10, number: '1' } })
    t.clock.advance(1000)
    const second = await sell(quiet.till, { body: { total: 77, number: '2' } })
    await cancel(quiet.till, second.receipt_id)
    const list = (body: object) => post(quiet.till, 'get-receipts', body)
    const ids = async (body: object) =>
      (await list(body)).data.items.map((row: { receipt_id: string }) => row.receipt_id)
    const all = await list({})
    expect(all.data).toMatchObject({ total: 2, page: 1, limit: 50 })
    expect(all.data.items[1]).toMatchObject({
      number: '1',
      status: 'completed',
      to_pay: 10,
      buyer: {
        name_masked: 'Іван Г.',
        phone_masked: `•• ${phone.slice(-4, -2)}-${phone.slice(-2)}`,
      },
      cashier: { name: 'Марія' },
    })
    expect(await ids({})).toEqual([second.receipt_id, first.receipt_id])
    expect(await ids({ limit: 1, page: 2 })).toEqual([first.receipt_id])
    expect(await ids({ status: 'cancelled' })).toEqual([second.receipt_id])
    expect(await ids({ number: '1' })).toEqual([first.receipt_id])
    expect(await ids({ phone })).toEqual([first.receipt_id])
    expect(await ids({ q: phone.slice(-4) })).toEqual([first.receipt_id])
    expect(await ids({ q: '77' })).toEqual([second.receipt_id])
    const today = second.occurred_at.slice(0, 10)
    expect(await ids({ date_from: today, date_to: today })).toHaveLength(2)
    expect(await ids({ date_to: '2026-01-01' })).toEqual([])
    expect(codeOf(await list({ pos_id: shop.pos_id }))).toEqual([404, 'not_found'])
    expect(codeOf(await list({ colour: 'red' }))).toEqual([422, 'validation_failed'])
  })

  test('a shift sums up what this cashier did since it began', async () => {
    const busy = await openShop(t, { program: { general: { receipts_per_day_max: 0 } } })
    const from = t.clock.now().toISOString()
    t.clock.advance(1000)
    const buyer = { phone: newPhone() }
    const first = await sell(busy.till, { buyer, body: { total: 200 } })
    await sell(busy.till, { buyer, spend: 10, body: { total: 100 } })
    await cancel(busy.till, first.receipt_id, { amount: 50, reason: 'Повернення' })
    const other = await busy.addTill()
    await sell(other, { body: { total: 1000 } })
    const shift = (more = '') => busy.till.inject('GET', `/pos-api/v1/shift?from=${from}${more}`)
    const { data } = await shift()
    expect(data).toMatchObject({
      timezone: 'Europe/Kyiv',
      receipts: 2,
      gross: 300,
      to_pay: 290,
      spent: 10,
      accrued: 14,
      average_receipt: 145,
      new_buyers: 1,
      compensated: 0,
    })
    expect(data.cancelled).toMatchObject({ count: 1, refund_money: 50 })
    expect(data.cancelled.items[0]).toMatchObject({
      receipt_id: first.receipt_id,
      reason: 'Повернення',
    })
    expect((await shift('&all_cashiers=true')).data).toMatchObject({ receipts: 3, gross: 1300 })
    expect(codeOf(await shift(`&pos_id=${shop.pos_id}`))).toEqual([404, 'not_found'])
    const long_ago = new Date(t.clock.now().getTime() - 8 * 24 * HOUR).toISOString()
    const refused = await busy.till.inject('GET', `/pos-api/v1/shift?from=${long_ago}`)
    expect(codeOf(refused)).toEqual([422, 'validation_failed'])
  })
})

test('the ledger check finds nothing after all of it', async () => {
  const violations: Violation[] = []
  const { entries } = await checkLedger(t.io, (violation) => void violations.push(violation))
  expect(violations).toEqual([])
  expect(entries).toBeGreaterThan(0)
})
