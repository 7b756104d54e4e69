import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { consumeCode } from '#server/features/buyers/claim-code.ts'
import { issueCode } from '#server/features/buyers/issue-code.ts'
import { checkLedger, type Violation } from '#server/features/ledger/check-ledger.ts'
import { openTestIo, type TestIo } from '#server/testing/open-test-io.ts'
import { giveBonuses, openBuyer } from '#server/testing/buyers.ts'
import { calculate, create, idOf, newKey, newPhone, sell } from '#server/testing/receipts.ts'
import { openShop, signInTill, withToken, type Shop } from '#server/testing/shop.ts'

let t: TestIo
let shop: Shop
const DAY = 86_400_000

beforeAll(async () => {
  t = await openTestIo()
  shop = await openShop(t, { program: { general: { receipts_per_day_max: 0 } } })
})
afterAll(() => t.close())

/** A buyer with bonuses to spend. */
async function richBuyer(amount = 100, at = shop) {
  const { buyer_id, phone } = await openBuyer(t, at, { first_name: 'Олена', last_name: 'Коваль' })
  await giveBonuses(at, buyer_id, amount)
  return { buyer_id, phone }
}

const codeOf = (answer: { status: number; body: { code?: string } }) => [
  answer.status,
  answer.body.code,
]

describe('calculate', () => {
  test('shows what a known buyer pays, may spend and will earn', async () => {
    const { phone } = await richBuyer(100)
    const options = { buyer: { phone }, spend: 30, body: { total: 200 } }
    const { status, data } = await calculate(shop.till, options)
    expect(status).toBe(200)
    expect(data.totals).toMatchObject({
      gross: 200,
      bonuses_max: 100,
      bonuses_spent: 30,
      to_pay: 170,
      accrual: 8,
    })
    expect(data.buyer).toMatchObject({
      name_masked: 'Олена К.',
      phone_masked: `•• ${phone.slice(-4, -2)}-${phone.slice(-2)}`,
      balance: 100,
      pending: 0,
      debt: 0,
      level: 'Базовий',
    })
    expect(data.buyer.next_expiry.amount).toBe(100)
    expect(data.status).toBe('calculated')
    expect(data.explain.map((step: { rule: string }) => step.rule)).toEqual([
      'bonus_spend',
      'accrual',
    ])
    expect(data.explain[1].text).toBe('Нараховано 8 (5 %).')
  })

  test('speaks the language of the caller', async () => {
    const { phone } = await richBuyer(100)
    const url = `/pos-api/v1/receipt?discount_amount=0&phone=${encodeURIComponent(phone)}`
    const headers = { 'accept-language': 'en' }
    const { data } = await shop.till.inject('POST', url, { total: 100 }, headers)
    expect(data.explain[0].text).toBe('Earned 5 (5%).')
    expect(data.texts.receipt_footer).toMatch(/^100 bonuses on your account\./)
  })

  test('without a sum it only looks the buyer up and gives no receipt id', async () => {
    const { phone } = await richBuyer(40)
    const { status, data } = await calculate(shop.till, { buyer: { phone }, body: {} })
    expect(status).toBe(200)
    expect(data).toMatchObject({ receipt_id: null, expires_at: null, lines: [] })
    expect(data.buyer.balance).toBe(40)
  })

  test('an unknown phone may be registered, and the cashier is told so', async () => {
    const { status, data } = await calculate(shop.till, { buyer: { phone: newPhone() } })
    expect(status).toBe(200)
    expect(data).toMatchObject({ buyer: null, can_register: true })
    expect(data.texts.cashier_hint).toContain('не зареєстровано')
  })

  test('lowers a spend to the limit that binds and says which', async () => {
    const { phone } = await richBuyer(500)
    const options = { buyer: { phone }, spend: 500, body: { total: 300 } }
    const { data } = await calculate(shop.till, options)
    expect(data.totals).toMatchObject({ bonuses_spent: 150, bonuses_max_reason: 'percent' })
  })

  test('a spend by phone stops below the sum that needs a confirmation', async () => {
    const { phone } = await richBuyer(1000)
    const options = { buyer: { phone }, spend: 900, body: { total: 3000 } }
    const { data } = await calculate(shop.till, options)
    expect(data.totals).toMatchObject({ bonuses_max: 199, bonuses_max_reason: 'confirmation' })
    expect(data.confirmation).toEqual({ required: true, mode: 'bot_button' })
  })

  test('product lines are returned with every amount and sum to the header', async () => {
    const products = [
      { barcode: '4820000000017', name: 'Капучино', price: 65, quantity: 2, discount_amount: 5 },
      { name: 'Яблука', price: 32.4, quantity: 1.234, category: 'Фрукти' },
    ]
    const { data } = await calculate(shop.till, { body: { products } })
    expect(data.lines.map((line: { gross: number }) => line.gross)).toEqual([130, 39.98])
    expect(data.totals).toMatchObject({ gross: 169.98, till_discount: 5, to_pay: 164.98 })
    expect(data.totals.cash_to_pay).toBe(165)
    expect(data.totals.rounding).toBe(0.02)
  })

  test.each([
    ['both a total and products', { total: 1, products: [{ price: 1, quantity: 1 }] }],
    ['an unknown field', { total: 1, colour: 'red' }],
    ['a sum finer than a kopeck', { total: 1.001 }],
    ['a discount above its line', { products: [{ price: 1, quantity: 1, discount_amount: 2 }] }],
    ['nothing', { total: 0 }],
  ])('refuses %s', async (_what, body) => {
    expect(codeOf(await calculate(shop.till, { body }))).toEqual([422, 'validation_failed'])
  })

  test('refuses a phone that is none, and a phone beside a code', async () => {
    expect(codeOf(await calculate(shop.till, { buyer: { phone: '12' } }))).toEqual([
      422,
      'validation_failed',
    ])
    const both = { phone: newPhone(), promocode: '12345678' }
    expect(codeOf(await calculate(shop.till, { buyer: both }))).toEqual([422, 'validation_failed'])
  })

  test('a blocked buyer, an unknown code and another shop’s buyer are refused', async () => {
    const { buyer_id, phone } = await richBuyer(10)
    await t.io.db
      .updateTable('buyer')
      .set({ status: 'blocked' })
      .where('id', '=', buyer_id)
      .execute()
    expect(codeOf(await calculate(shop.till, { buyer: { phone } }))).toEqual([403, 'buyer_blocked'])
    const other = await openShop(t)
    const theirs = await openBuyer(t, other)
    const { data } = await calculate(shop.till, { buyer: { phone: theirs.phone } })
    expect(data.buyer).toBeNull()
    expect(codeOf(await calculate(shop.till, { buyer: { promocode: '98765432' } }))).toEqual([
      404,
      'buyer_not_found',
    ])
  })

  test('products are demanded where the shop demands them', async () => {
    const strict = await openShop(t, { program: { general: { products_in_receipt: 'required' } } })
    expect(codeOf(await calculate(strict.till))).toEqual([422, 'validation_failed'])
  })

  test('without a token nobody calculates', async () => {
    const nobody = { ...shop.till, inject: withToken(t, 'nonsense') }
    expect(codeOf(await calculate(nobody))).toEqual([401, 'not_signed_in'])
  })

  test('another shop’s point of sale is absent', async () => {
    const other = await openShop(t)
    const answer = await calculate(shop.till, { body: { total: 10, pos_id: other.pos_id } })
    expect(codeOf(answer)).toEqual([404, 'not_found'])
  })

  test('a till that tries many phones has to wait', async () => {
    const curious = await shop.addTill()
    const answers = []
    for (let i = 0; i < 103; i += 1) {
      answers.push((await calculate(curious, { buyer: { phone: newPhone() }, body: {} })).status)
    }
    expect(answers.slice(0, 99)).not.toContain(429)
    expect(answers.at(-1)).toBe(429)
  })
})

describe('create', () => {
  test('makes the receipt that was calculated, and its figures are the ledger’s', async () => {
    const { buyer_id, phone } = await richBuyer(100)
    const options = { buyer: { phone }, spend: 50, body: { total: 200, number: '17' } }
    const made = await sell(shop.till, options)
    expect(made).toMatchObject({
      status: 'completed',
      number: '17',
      balance_after: 57,
      debt_after: 0,
      offline: false,
      registered: false,
    })
    expect(made.buyer.balance).toBe(57)
    const account = await t.io.db
      .selectFrom('account')
      .select(['balance', 'turnover', 'receipts'])
      .where('buyer_id', '=', buyer_id)
      .executeTakeFirstOrThrow()
    expect(account).toEqual({ balance: 5700, turnover: 15_000, receipts: 1 })
  })

  test('registers a new buyer with the receipt', async () => {
    const phone = newPhone()
    const calculated = await calculate(shop.till, { buyer: { phone } })
    const { receipt_id } = calculated.data
    expect(codeOf(await create(shop.till, receipt_id, { buyer: { phone } }))).toEqual([
      404,
      'buyer_not_found',
    ])
    const register = { name: 'Олена Коваль' }
    const made = await create(shop.till, receipt_id, { buyer: { phone }, register })
    expect(made.status).toBe(201)
    expect(made.data).toMatchObject({ registered: true, balance_after: 5 })
    expect(made.data.buyer.name_masked).toBe('Олена К.')
  })

  test('a cashier without that right registers nobody', async () => {
    const till = await shop.addTill({ permissions: { register_buyer: false } })
    const phone = newPhone()
    const { data } = await calculate(till, { buyer: { phone } })
    expect(data.can_register).toBe(false)
    const answer = await create(till, data.receipt_id, { buyer: { phone }, register: {} })
    expect(codeOf(answer)).toEqual([403, 'not_allowed'])
  })

  test('a sale without a buyer is counted and earns nothing', async () => {
    const made = await sell(shop.till, { body: { total: 50 } })
    expect(made).toMatchObject({ buyer: null, balance_after: null, status: 'completed' })
    expect(made.totals).toMatchObject({ to_pay: 50, accrual: 0, bonuses_max_reason: null })
  })

  test('carries the sale itself when no draft is kept', async () => {
    const { phone } = await richBuyer(20)
    const receipt_id = idOf(t.clock.now())
    const receipt = { total: 80, number: 'own-1' }
    const made = await create(shop.till, receipt_id, { buyer: { phone }, spend: 20, receipt })
    expect(made.status).toBe(201)
    expect(made.data).toMatchObject({ receipt_id, balance_after: 3 })
  })

  test('an id of the caller must be of about now', async () => {
    const receipt = { total: 10 }
    const late = idOf(new Date(t.clock.now().getTime() - 73 * 3_600_000))
    const early = idOf(new Date(t.clock.now().getTime() + 6 * 60_000))
    const other = 'b0a1c2d3-0000-4000-8000-000000000000'
    for (const id of [late, early, other]) {
      expect(codeOf(await create(shop.till, id, { receipt }))).toEqual([422, 'validation_failed'])
    }
  })

  test('repeated, it answers the same receipt and says so', async () => {
    const { phone } = await richBuyer(60)
    const options = { buyer: { phone }, spend: 50 }
    const { data } = await calculate(shop.till, options)
    const first = await create(shop.till, data.receipt_id, options)
    t.clock.advance(60_000)
    const again = await create(shop.till, data.receipt_id, options)
    expect(again.status).toBe(201)
    expect(again.body).toEqual(first.body)
    expect(first.headers['idempotency-replayed']).toBeUndefined()
    expect(again.headers['idempotency-replayed']).toBe('true')
  })

  test('the same id with other content is a conflict', async () => {
    const { phone } = await richBuyer(60)
    const { data } = await calculate(shop.till, { buyer: { phone } })
    await create(shop.till, data.receipt_id, { buyer: { phone } })
    const other = [
      await create(shop.till, data.receipt_id, { buyer: { phone }, spend: 10 }),
      await create(shop.till, data.receipt_id, {}),
      await create(shop.till, data.receipt_id, { buyer: { phone }, receipt: { total: 999 } }),
    ]
    expect(other.map(codeOf)).toEqual(
      Array.from({ length: 3 }, () => [409, 'idempotency_conflict']),
    )
    const same = await create(shop.till, data.receipt_id, {
      buyer: { phone },
      receipt: { total: 100 },
    })
    expect(same.status).toBe(201)
  })

  test('one key makes one receipt', async () => {
    const key = newKey()
    const one = await calculate(shop.till)
    const two = await calculate(shop.till)
    const first = await create(shop.till, one.data.receipt_id, { key })
    const again = await create(shop.till, one.data.receipt_id, { key })
    expect([first.status, again.status]).toEqual([201, 201])
    expect(again.body).toEqual(first.body)
    const other = await create(shop.till, two.data.receipt_id, { key })
    expect(codeOf(other)).toEqual([409, 'idempotency_conflict'])
  })

  test('a number of the till belongs to one receipt of the day', async () => {
    const first = await sell(shop.till, { body: { total: 10, number: 'A-5' } })
    const { data } = await calculate(shop.till, { body: { total: 20, number: 'A-5' } })
    const answer = await create(shop.till, data.receipt_id)
    expect(codeOf(answer)).toEqual([409, 'duplicate_number'])
    expect(answer.body.data).toEqual({ receipt_id: first.receipt_id })
  })

  test('when the figures are not the shown ones any more, the new ones come under the same id', async () => {
    const { phone } = await richBuyer(100)
    const options = { buyer: { phone }, spend: 100, body: { total: 400 } }
    const { data } = await calculate(shop.till, options)
    await sell(shop.till, { buyer: { phone }, spend: 50, body: { total: 100 } })
    const conflict = await create(shop.till, data.receipt_id, options)
    expect(codeOf(conflict)).toEqual([409, 'version_conflict'])
    const figures = conflict.body.data
    expect(figures).toMatchObject({ receipt_id: data.receipt_id, status: 'calculated' })
    expect(figures.totals).toMatchObject({ bonuses_spent: 52, to_pay: 348 })
    const made = await create(shop.till, data.receipt_id, { ...options, spend: 52 })
    expect(made.status).toBe(201)
    expect(made.data.totals).toMatchObject({ bonuses_spent: 52, to_pay: 348 })
  })

  test('when only the accrual differs, the receipt is made', async () => {
    const calm = await openShop(t)
    const { buyer_id, phone } = await openBuyer(t, calm)
    const { data } = await calculate(calm.till, { buyer: { phone } })
    await giveBonuses(calm, buyer_id, 10)
    expect((await create(calm.till, data.receipt_id, { buyer: { phone } })).status).toBe(201)
  })

  test('a spend that was not shown is asked about again, an impossible one is refused', async () => {
    const { phone } = await richBuyer(100)
    const options = { buyer: { phone }, body: { total: 400 } }
    const { data } = await calculate(shop.till, options)
    const more = await create(shop.till, data.receipt_id, { ...options, spend: 60 })
    expect(codeOf(more)).toEqual([409, 'version_conflict'])
    expect(more.body.data.totals.bonuses_spent).toBe(60)
    const too_much = await create(shop.till, data.receipt_id, { ...options, spend: 150 })
    expect(codeOf(too_much)).toEqual([422, 'insufficient_bonuses'])
    expect(too_much.body.data.totals.bonuses_max).toBe(100)
  })

  test('names the limit that a spend passes', async () => {
    const { phone } = await richBuyer(1000)
    const ask = (spend: number, receipt: object) =>
      create(shop.till, idOf(t.clock.now()), { buyer: { phone }, spend, receipt })
    expect(codeOf(await ask(60, { total: 100 }))).toEqual([422, 'spend_limit_exceeded'])
    expect(codeOf(await ask(300, { total: 900 }))).toEqual([403, 'spend_not_permitted'])
    const free = await openShop(t, { program: { bonuses: { max_pay_percent: 100 } } })
    const rich = await richBuyer(100, free)
    const all = await create(free.till, idOf(t.clock.now()), {
      buyer: { phone: rich.phone },
      spend: 50,
      receipt: { total: 50 },
    })
    expect(codeOf(all)).toEqual([422, 'min_price_violated'])
  })

  test('spending by a card code or without the right is not permitted', async () => {
    const { buyer_id, phone } = await richBuyer(100)
    const { card_code } = await t.io.db
      .selectFrom('buyer')
      .select('card_code')
      .where('id', '=', buyer_id)
      .executeTakeFirstOrThrow()
    const receipt = { total: 100 }
    const by_card = { buyer: { promocode: card_code }, receipt }
    const answer = await create(shop.till, idOf(t.clock.now()), { ...by_card, spend: 10 })
    expect(codeOf(answer)).toEqual([403, 'spend_not_permitted'])
    expect((await create(shop.till, idOf(t.clock.now()), by_card)).status).toBe(201)
    const till = await shop.addTill({ permissions: { spend: false } })
    const barred = { buyer: { phone }, spend: 10, receipt }
    expect(codeOf(await create(till, idOf(t.clock.now()), barred))).toEqual([
      403,
      'spend_not_permitted',
    ])
  })

  test('a one-time code lets its buyer spend any sum, once', async () => {
    const { buyer_id } = await richBuyer(1000)
    const { code } = await issueCode(t.io, {
      organization_id: shop.organization_id,
      buyer_id,
      ttl_seconds: 120,
    })
    const options = { buyer: { promocode: code }, spend: 500, body: { total: 2000 } }
    const { data } = await calculate(shop.till, options)
    expect(data.totals.bonuses_spent).toBe(500)
    const other = await shop.addTill()
    expect(codeOf(await calculate(other, options))).toEqual([409, 'code_used'])
    const made = await create(shop.till, data.receipt_id, options)
    expect(made.status).toBe(201)
    expect((await create(shop.till, data.receipt_id, options)).body).toEqual(made.body)
    expect(codeOf(await calculate(shop.till, options))).toEqual([409, 'code_used'])
  })

  test('a code used up by a create that was cut off still serves that receipt, and no other', async () => {
    const { buyer_id } = await richBuyer(1000)
    const { organization_id, pos_id, till } = shop
    const { code } = await issueCode(t.io, { organization_id, buyer_id, ttl_seconds: 120 })
    const options = { buyer: { promocode: code }, spend: 300, body: { total: 1000 } }
    const one = await calculate(till, options)
    const two = await calculate(till, options)
    const at = { organization_id, cashier_id: till.user.id, pos_id }
    await consumeCode(t.io, at, code, one.data.receipt_id)
    expect(codeOf(await create(till, two.data.receipt_id, options))).toEqual([409, 'code_used'])
    expect((await create(till, one.data.receipt_id, options)).status).toBe(201)
  })

  test('a draft lost in a crash is told, and the sale itself serves under the same id', async () => {
    const { phone } = await richBuyer(50)
    const options = { buyer: { phone }, spend: 10 }
    const { data } = await calculate(shop.till, options)
    await t.io.db.deleteFrom('receipt_draft').execute()
    const lost = await create(shop.till, data.receipt_id, options)
    expect(codeOf(lost)).toEqual([404, 'receipt_not_found'])
    const made = await create(shop.till, data.receipt_id, { ...options, receipt: { total: 100 } })
    expect(made.status).toBe(201)
    // A retry that leaves the sale to us is the same request.
    expect((await create(shop.till, data.receipt_id, options)).body).toEqual(made.body)
  })

  test('a key must be printable', async () => {
    const { data } = await calculate(shop.till)
    const answer = await create(shop.till, data.receipt_id, { key: 'два слова' })
    expect(codeOf(answer)).toEqual([422, 'validation_failed'])
  })

  test('a code of one buyer is no proof for another’s draft', async () => {
    const rich = await richBuyer(1000)
    const poor = await richBuyer(1)
    const { code } = await issueCode(t.io, {
      organization_id: shop.organization_id,
      buyer_id: poor.buyer_id,
      ttl_seconds: 120,
    })
    const { data } = await calculate(shop.till, {
      buyer: { phone: rich.phone },
      spend: 100,
      body: { total: 900 },
    })
    const answer = await create(shop.till, data.receipt_id, {
      buyer: { promocode: code },
      spend: 100,
    })
    expect(answer.status).toBe(409)
    expect(answer.body.data.buyer.id).toBe(poor.buyer_id)
  })

  test('an expired code is refused', async () => {
    const { buyer_id } = await richBuyer(10)
    const { code } = await issueCode(t.io, {
      organization_id: shop.organization_id,
      buyer_id,
      ttl_seconds: 60,
    })
    t.clock.advance(61_000)
    expect(codeOf(await calculate(shop.till, { buyer: { promocode: code } }))).toEqual([
      410,
      'code_expired',
    ])
  })

  test('where only codes confirm, spending by phone asks for one', async () => {
    const strict = await openShop(t, { program: { general: { spend_confirmation: 'code_only' } } })
    const { phone } = await richBuyer(100, strict)
    const ask = { buyer: { phone }, spend: 10, receipt: { total: 100 } }
    const answer = await create(strict.till, idOf(t.clock.now()), ask)
    expect(codeOf(answer)).toEqual([403, 'confirmation_required'])
  })

  test('amounts that disagree are refused', async () => {
    const { data } = await calculate(shop.till)
    const url = `/pos-api/v1/bonuses/create?receipt_id=${data.receipt_id}&discount_amount=0&bonuses_amount=5`
    expect(codeOf(await shop.till.inject('POST', url, {}))).toEqual([422, 'amounts_disagree'])
  })

  test('a draft that is not there is told from one that is too old', async () => {
    expect(codeOf(await create(shop.till, idOf(t.clock.now())))).toEqual([404, 'receipt_not_found'])
    const { data } = await calculate(shop.till)
    t.clock.advance(DAY + 1)
    const till = await signInTill(t, shop.till.user, shop.till.pin)
    expect(codeOf(await create(till, data.receipt_id))).toEqual([410, 'receipt_expired'])
  })

  test('another shop’s draft is absent', async () => {
    const other = await openShop(t)
    const { data } = await calculate(other.till)
    const mine = await openShop(t)
    expect(codeOf(await create(mine.till, data.receipt_id))).toEqual([404, 'receipt_not_found'])
  })
})

test('the ledger check finds nothing after all of it', async () => {
  const violations: Violation[] = []
  const { entries } = await checkLedger(t.io, (violation) => void violations.push(violation))
  expect(violations).toEqual([])
  expect(entries).toBeGreaterThan(0)
})
