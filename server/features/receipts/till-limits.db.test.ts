import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkLedger, type Violation } from '#server/features/ledger/check-ledger.ts'
import { openTestIo, type TestIo } from '#server/testing/open-test-io.ts'
import { giveBonuses, openBuyer } from '#server/testing/buyers.ts'
import { calculate, cancel, create, idOf, newPhone, sell } from '#server/testing/receipts.ts'
import { openShop, signInTill, withToken } from '#server/testing/shop.ts'
import { dropExpiredDrafts } from './store.ts'

let t: TestIo
const DAY = 86_400_000
const HOUR = 3_600_000

beforeAll(async () => {
  t = await openTestIo()
})
afterAll(() => t.close())

const codeOf = (answer: { status: number; body: { code?: string } }) => [
  answer.status,
  answer.body.code,
]

test('a senior cashier’s PIN at the till lets one receipt pass the limits', async () => {
  const shop = await openShop(t, { program: { general: { receipt_amount_max: 500 } } })
  const senior = await shop.addTill({ role: 'senior', name: 'Ірина' })
  const colleague = await shop.addTill({})
  const buyer = { phone: newPhone() }
  await sell(shop.till, { buyer })
  const options = { buyer, body: { total: 501 } }
  const { data } = await calculate(shop.till, options)
  expect(codeOf(await create(shop.till, data.receipt_id, options))).toEqual([403, 'not_allowed'])

  const approve = (login: string | null, password: string, receipt_id = data.receipt_id) =>
    shop.till.inject('POST', '/pos-api/v1/bonuses/approve', { receipt_id, login, password })
  const wrong = senior.pin === '000000' ? '000001' : '000000'
  expect((await approve(senior.user.login, wrong)).body.code).toBe('wrong_credentials')
  expect((await approve(colleague.user.login, colleague.pin)).body.code).toBe('not_allowed')
  const stranger = await openShop(t)
  const theirs = await stranger.addTill({ role: 'senior' })
  expect((await approve(theirs.user.login, theirs.pin)).body.code).toBe('wrong_credentials')

  const { data: word } = await approve(senior.user.login, senior.pin)
  expect(word.approved_by).toBe('Ірина')
  const createWith = (receipt_id: string, approval: string) =>
    shop.till.inject(
      'POST',
      `/pos-api/v1/bonuses/create?receipt_id=${receipt_id}&discount_amount=0&bonuses_amount=0&phone=${encodeURIComponent(buyer.phone)}`,
      { approval },
    )
  const other = await calculate(shop.till, options)
  expect((await createWith(other.data.receipt_id, word.approval)).body.code).toBe('not_allowed')
  expect((await createWith(data.receipt_id, 'v1:test:a:b:c')).body.code).toBe('not_allowed')
  const made = await createWith(data.receipt_id, word.approval)
  expect(made.status).toBe(201)
  expect((await createWith(data.receipt_id, word.approval)).status).toBe(201)
  const whole = await shop.owner.inject(
    'GET',
    `/api/v1/receipts/${data.receipt_id}?organization_id=${shop.organization_id}`,
  )
  expect(whole.data.approved_by).toBe('Ірина')
})

test('a wrong PIN of an approval locks like one at sign-in', async () => {
  const shop = await openShop(t)
  const senior = await shop.addTill({ role: 'senior' })
  const approve = (password: string) =>
    shop.till.inject('POST', '/pos-api/v1/bonuses/approve', {
      receipt_id: idOf(t.clock.now()),
      login: senior.user.login,
      password,
    })
  const wrong = senior.pin === '000000' ? '000001' : '000000'
  for (let miss = 0; miss < 5; miss += 1) {
    expect((await approve(wrong)).body.code).toBe('wrong_credentials')
  }
  expect((await approve(senior.pin)).body.code).toBe('locked')
})

test('more receipts of one buyer in a day than the owner allows need a senior cashier', async () => {
  const shop = await openShop(t, { program: { general: { receipts_per_day_max: 2 } } })
  const senior = await shop.addTill({ role: 'senior' })
  const buyer = { phone: newPhone() }
  await sell(shop.till, { buyer })
  const second = await sell(shop.till, { buyer })
  const { data } = await calculate(shop.till, { buyer })
  expect(data.texts.cashier_hint).toContain('Сьогодні вже 2 чеків')
  const refused = await create(shop.till, data.receipt_id, { buyer })
  expect(codeOf(refused)).toEqual([403, 'not_allowed'])
  expect(refused.body.data.limits[0].kind).toBe('receipts_per_day')
  // The senior finishes the very receipt that the cashier calculated.
  expect((await create(senior, data.receipt_id, { buyer })).status).toBe(201)
  // A cancelled receipt does not count, and neither does yesterday.
  await cancel(senior, second.receipt_id)
  await cancel(senior, data.receipt_id)
  await sell(shop.till, { buyer })
  t.clock.advance(DAY)
  const tomorrow = await signInTill(t, shop.till.user, shop.till.pin)
  await sell(tomorrow, { buyer })
})

test('a sum above the owner’s limit needs a senior cashier', async () => {
  const shop = await openShop(t, { program: { general: { receipt_amount_max: 500 } } })
  const senior = await shop.addTill({ role: 'senior' })
  const body = { total: 500.01 }
  const { data } = await calculate(shop.till, { body })
  const refused = await create(shop.till, data.receipt_id)
  expect(codeOf(refused)).toEqual([403, 'not_allowed'])
  expect(refused.body.data.limits).toEqual([
    { kind: 'receipt_amount', text: 'Сума понад 500. Провести такий чек може старший касир.' },
  ])
  expect((await create(senior, data.receipt_id)).status).toBe(201)
  await sell(shop.till, { body: { total: 500 } })
})

test('a license that ended lets bonuses be spent for thirty days, and then nothing', async () => {
  const shop = await openShop(t)
  const { buyer_id, phone } = await openBuyer(t, shop)
  await giveBonuses(shop, buyer_id, 100)
  const buyer = { phone }
  // The trial of 14 days and its 3 days of grace.
  t.clock.advance(16 * DAY)
  let till = await signInTill(t, shop.till.user, shop.till.pin)
  await sell(till, { buyer })
  t.clock.advance(2 * DAY)
  till = await signInTill(t, shop.till.user, shop.till.pin)
  const shown = await calculate(till, { buyer })
  expect(shown.data.totals.accrual).toBe(0)
  expect(shown.data.explain.at(-1).rule).toBe('license_ended')
  expect(codeOf(await create(till, shown.data.receipt_id, { buyer }))).toEqual([
    402,
    'license_required',
  ])
  const spent = await sell(till, { buyer, spend: 10 })
  expect(spent.totals).toMatchObject({ bonuses_spent: 10, accrual: 0 })
  // History and cancelling go on as before.
  const more = await sell(till, { buyer, spend: 5 })
  const cancelled = await cancel(till, more.receipt_id)
  expect(cancelled.status, JSON.stringify(cancelled.body)).toBe(200)
  t.clock.advance(30 * DAY)
  till = await signInTill(t, shop.till.user, shop.till.pin)
  expect(codeOf(await calculate(till, { buyer, spend: 10 }))).toEqual([402, 'license_required'])
  const list = await till.inject('POST', '/pos-api/v1/bonuses/get-receipts', {})
  expect(list.data.total).toBe(3)
})

test('a point of sale without a license is inactive', async () => {
  const shop = await openShop(t)
  await shop.owner.inject('PATCH', `/api/v1/pos/${shop.pos_id}/deactivate`, {})
  expect(codeOf(await calculate(shop.till))).toEqual([403, 'pos_inactive'])
})

test('a cashier of several points of sale names one', async () => {
  const shop = await openShop(t)
  const second = await shop.owner.inject(
    'POST',
    `/api/v1/pos?organization_id=${shop.organization_id}`,
    {
      name: 'Друга',
    },
  )
  const till = await shop.addTill({ pos_ids: [shop.pos_id, second.data.id] })
  expect(codeOf(await calculate(till))).toEqual([422, 'validation_failed'])
  const named = await calculate(till, { body: { total: 10, pos_id: shop.pos_id } })
  expect(named.data.pos.id).toBe(shop.pos_id)
})

test('an offline sale of the last 72 hours earns by its own moment and spends nothing', async () => {
  const shop = await openShop(t)
  const phone = newPhone()
  await openBuyer(t, shop, { phone })
  t.clock.advance(3 * DAY)
  const till = await signInTill(t, shop.till.user, shop.till.pin)
  const ask = (hours: number, spend = 0) => {
    const moment = new Date(t.clock.now().getTime() - hours * HOUR)
    const occurred_at = moment.toISOString()
    return create(till, idOf(moment), {
      buyer: { phone },
      spend,
      receipt: { total: 100 },
      occurred_at,
    })
  }
  const late = await ask(48)
  expect(late.status).toBe(201)
  expect(late.data).toMatchObject({ offline: true, balance_after: 5 })
  expect(new Date(late.data.occurred_at).getTime()).toBe(t.clock.now().getTime() - 48 * HOUR)
  expect(codeOf(await ask(48, 1))).toEqual([403, 'spend_not_permitted'])
  expect(codeOf(await ask(73))).toEqual([422, 'validation_failed'])
})

test('the shop decides what names a buyer and what of the name is shown', async () => {
  const shop = await openShop(t, {
    program: { general: { identify_by_phone: false, buyer_shown: 'phone_only' } },
  })
  const { buyer_id, phone } = await openBuyer(t, shop, { first_name: 'Олена' })
  expect(codeOf(await calculate(shop.till, { buyer: { phone } }))).toEqual([403, 'not_allowed'])
  const { card_code } = await t.io.db
    .selectFrom('buyer')
    .select('card_code')
    .where('id', '=', buyer_id)
    .executeTakeFirstOrThrow()
  const { data } = await calculate(shop.till, { buyer: { promocode: card_code } })
  expect(data.buyer.name_masked).toBe('')
  const senior = await shop.addTill({ role: 'senior' })
  const seen = await calculate(senior, { buyer: { promocode: card_code } })
  expect(seen.data.buyer.phone_masked).toBe(phone)
})

test('where a typed phone earns nothing, a receipt by phone asks for a code', async () => {
  const shop = await openShop(t, { program: { general: { accrue_by_phone: false } } })
  const { phone } = await openBuyer(t, shop)
  const { data } = await calculate(shop.till, { buyer: { phone } })
  expect(codeOf(await create(shop.till, data.receipt_id, { buyer: { phone } }))).toEqual([
    403,
    'confirmation_required',
  ])
})

test('an integration sells with its token and is not held to a cashier’s limits', async () => {
  const shop = await openShop(t, { program: { general: { receipt_amount_max: 10 } } })
  const made = await shop.owner.inject('POST', '/api/v1/pos/create-pos-register-user', {
    pos_id: shop.pos_id,
    name: 'Каса',
    role: 'integration',
  })
  const till = { ...shop.till, inject: withToken(t, made.data.token) }
  const phone = newPhone()
  const sold = await create(till, idOf(t.clock.now()), {
    buyer: { phone },
    receipt: { total: 100 },
    register: {},
  })
  expect(sold.status).toBe(201)
  expect(sold.data.registered).toBe(true)
})

test('drafts older than a day are swept away', async () => {
  const shop = await openShop(t)
  const { data } = await calculate(shop.till)
  await dropExpiredDrafts(t.io.db, new Date(t.clock.now().getTime() + DAY + 1))
  expect(codeOf(await create(shop.till, data.receipt_id))).toEqual([404, 'receipt_not_found'])
})

test('the ledger check finds nothing after all of it', async () => {
  const violations: Violation[] = []
  const { entries } = await checkLedger(t.io, (violation) => void violations.push(violation))
  expect(violations).toEqual([])
  expect(entries).toBeGreaterThan(0)
})
