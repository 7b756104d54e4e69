import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { move } from '#server/testing/acquirers/acquirer.ts'
import { openAcquirers, type AcquirerName } from '#server/testing/acquirers/open-acquirers.ts'
import { signUpAdministrator } from '#server/testing/administrator.ts'
import { openBrowser } from '#server/testing/identity.ts'
import { openTestIo, type TestIo } from '#server/testing/open-test-io.ts'
import {
  deliver,
  licensesOf,
  openPayingShop,
  payThrough,
  pressPay,
  signInAgain,
  TARIFF,
} from '#server/testing/paying.ts'
import { openShop, type Shop } from '#server/testing/shop.ts'

let t: TestIo
let acquirers: Awaited<ReturnType<typeof openAcquirers>>
let admin: Awaited<ReturnType<typeof signUpAdministrator>>

beforeAll(async () => {
  acquirers = await openAcquirers()
  t = await openTestIo({
    config: {
      ...acquirers.config,
      PLATFORM_ADMIN_EMAILS: 'boss@verta.test',
      INVOICE_RECIPIENT: 'ТОВ «Верта»',
      INVOICE_IBAN: 'UA213223130000026007233566001',
    },
  })
  admin = await signUpAdministrator(t, 'boss@verta.test')
})
afterAll(async () => {
  await t.close()
  await acquirers.close()
})

const add = async (shop: Shop, quantity = 1, tariff_id: string = TARIFF.business) => {
  const url = `/api/v1/licenses?organization_id=${shop.organization_id}`
  const { data } = await shop.owner.inject('POST', url, { tariff_id, quantity })
  return data.items.map(({ id }: { id: string }) => id) as string[]
}
const one = async (shop: Shop, id: string) =>
  (await licensesOf(shop)).find((license: { id: string }) => license.id === id)
const stateOf = async (id: string) =>
  (await openBrowser(t).inject('GET', `/api/v1/payments/${id}/state`)).data

describe.each<AcquirerName>(['monobank', 'liqpay', 'wayforpay'])('through %s', (provider) => {
  test('a license is paid by what the acquirer confirms, and by nothing else', async () => {
    const shop = await openPayingShop(t)
    const [id = ''] = await add(shop)
    expect(await one(shop, id)).toMatchObject({ status: 'created', state: 'none' })
    const { data } = await pressPay(shop, id, { provider })
    expect((await one(shop, id)).status).toBe('awaiting_payment')
    await acquirers.visit(data.redirect_url)
    const standIn = acquirers[provider]
    // Told of success while the acquirer itself knows of none.
    const { words } = standIn
    expect(
      await deliver(t, provider, standIn.callback(data.payment_id, { word: words.paid })),
    ).toBe(200)
    expect((await one(shop, id)).state).toBe('none')
    // The browser comes back before anything is known.
    const back = await t.app.inject({ method: 'POST', url: `/payments/return/${data.payment_id}` })
    expect([back.statusCode, back.headers.location]).toEqual([
      303,
      `/payments/return/${data.payment_id}`,
    ])
    expect(await stateOf(data.payment_id)).toMatchObject({ status: 'pending' })

    const order = standIn.orders.get(data.payment_id)
    if (order) move(order, words.paid)
    expect(await deliver(t, provider, standIn.callback(data.payment_id))).toBe(200)
    expect(await stateOf(data.payment_id)).toEqual({
      status: 'paid',
      redirect_url: `/organizations/licenses/${shop.organization_id}?payment=ok`,
    })
    const license = await one(shop, id)
    expect(license).toMatchObject({ status: 'active', state: 'active', price: 590, credit: 0 })
    expect(license.payments).toMatchObject([{ amount: 590, status: 'paid', provider }])
  })

  test('a refund goes through the acquirer and takes the time back', async () => {
    const shop = await openPayingShop(t)
    const [id = ''] = await add(shop)
    const payment_id = await payThrough(t, acquirers, shop, id, { provider })
    const url = `/api/v1/admin/payments/${payment_id}/refund`
    const { status, data } = await admin.inject('POST', url)
    expect([status, data.status]).toEqual([200, 'refunded'])
    expect((await one(shop, id)).state).not.toBe('active')
    expect((await admin.inject('POST', url)).body.code).toBe('payment_state')
  })

  test('a callback that was lost is made up for by asking', async () => {
    const shop = await openPayingShop(t)
    const [id = ''] = await add(shop)
    const { data } = await pressPay(shop, id, { provider })
    await acquirers.visit(data.redirect_url)
    const order = acquirers[provider].orders.get(data.payment_id)
    if (order) move(order, acquirers[provider].words.paid)
    await t.io.jobs.send('payments.poll', {})
    await t.runJobs()
    expect((await one(shop, id)).state).toBe('active')
  })
})

test('who has not confirmed the e-mail does not pay, and nobody pays for a stranger', async () => {
  const shop = await openShop(t)
  const [id = ''] = await add(shop)
  expect((await pressPay(shop, id, { provider: 'monobank' })).body.code).toBe('email_unconfirmed')
  const stranger = await openPayingShop(t)
  expect((await pressPay(stranger, id, { provider: 'monobank' })).status).toBe(404)
})

test('one key is one payment, and another wish under it is refused', async () => {
  const shop = await openPayingShop(t)
  const [id = ''] = await add(shop)
  const press = (provider: string) => pressPay(shop, id, { provider }, { key: 'k1' })
  const [first, second] = [await press('monobank'), await press('monobank')]
  expect(second.data).toEqual(first.data)
  expect((await press('liqpay')).body.code).toBe('idempotency_conflict')
})

test('several licenses are paid at once, with a promo code that works once', async () => {
  const made = { code: 'осінь-10', percent: 10, uses_max: 5 }
  expect((await admin.inject('POST', '/api/v1/admin/promo-codes', made)).status).toBe(201)
  const shop = await openPayingShop(t)
  const [first = '', ...license_ids] = await add(shop, 3)
  const quote = await shop.owner.inject(
    'POST',
    `/api/v1/licenses/quote?organization_id=${shop.organization_id}`,
    { license_ids: [first, ...license_ids], promo_code: 'Осінь-10' },
  )
  expect(quote.data).toMatchObject({ amount: 1593, discount: 177 })
  const ask = { provider: 'invoice', license_ids, promo_code: 'ОСІНЬ-10' }
  const { data } = await pressPay(shop, first, ask)
  expect((await pressPay(shop, first, ask)).body.fields[0].code).toBe('promo_code_invalid')
  expect(data.redirect_url).toContain(`/payments/${data.payment_id}`)

  const rows = await admin.inject('GET', '/api/v1/admin/payments?status=pending&provider=invoice')
  expect(rows.data.items[0]).toMatchObject({ id: data.payment_id, amount: 1593 })
  const confirm = `/api/v1/admin/payments/${data.payment_id}/confirm`
  expect((await shop.owner.inject('POST', confirm)).body.code).toBe('not_allowed')
  expect((await admin.inject('POST', confirm)).data.status).toBe('paid')
  expect((await admin.inject('POST', confirm)).body.code).toBe('payment_state')
  const states = (await licensesOf(shop)).map(({ state }: { state: string }) => state)
  expect(states).toEqual(['active', 'active', 'active', 'active'])
  const whole = await shop.owner.inject('GET', `/api/v1/payments/${data.payment_id}`)
  expect(whole.data).toMatchObject({
    status: 'paid',
    amount: 1593,
    seller: { name: 'ТОВ «Верта»' },
  })
  expect(whole.data.lines).toHaveLength(3)
})

test('a promo code that is over or switched off gives nothing', async () => {
  const codes = '/api/v1/admin/promo-codes'
  const shop = await openPayingShop(t)
  const [id = ''] = await add(shop)
  const use = async (promo_code: string) =>
    (await pressPay(shop, id, { provider: 'monobank', promo_code })).status
  const ends_at = new Date(t.clock.now().getTime() - 1000).toISOString()
  await admin.inject('POST', codes, { code: 'минула', percent: 10, ends_at })
  await admin.inject('POST', codes, { code: 'вимкнена', percent: 10 })
  const off = await admin.inject('PATCH', `${codes}/${encodeURIComponent('ВИМКНЕНА')}`, {
    enabled: false,
  })
  expect(off.status, JSON.stringify(off.body)).toBe(200)
  expect([await use('минула'), await use('вимкнена'), await use('нема')]).toEqual([422, 422, 422])
})

test('papers are PDF: the invoice at once, the receipt and the act once the money came', async () => {
  const shop = await openPayingShop(t)
  const [id = ''] = await add(shop)
  const { data } = await pressPay(shop, id, { provider: 'invoice' })
  const paper = (kind: string, by = shop) =>
    by.owner.inject('GET', `/api/v1/payments/${data.payment_id}/papers/${kind}`)
  const invoice = await paper('invoice')
  expect([invoice.status, invoice.headers['content-type']]).toEqual([200, 'application/pdf'])
  expect(invoice.headers['content-disposition']).toMatch(/^attachment; .*verta-rahunok-\d+\.pdf$/)
  expect((await paper('act')).body.code).toBe('payment_state')
  expect((await paper('invoice', await openPayingShop(t))).status).toBe(404)
  await admin.inject('POST', `/api/v1/admin/payments/${data.payment_id}/confirm`)
  for (const kind of ['receipt', 'act']) {
    expect((await paper(kind)).headers['content-type']).toBe('application/pdf')
  }
})

test('a dearer tariff costs what is left less, a cheaper one leaves credit for later', async () => {
  const shop = await openPayingShop(t)
  const [id = ''] = await add(shop, 1, TARIFF.start)
  await payThrough(t, acquirers, shop, id, { provider: 'liqpay' })
  // 290 ₴ for 30 days, all of them left.
  const up = await pressPay(shop, id, { provider: 'monobank', tariff_id: TARIFF.business })
  const paid = await t.io.db
    .selectFrom('payment')
    .select('amount')
    .where('id', '=', up.data.payment_id)
    .executeTakeFirstOrThrow()
  expect(paid.amount).toBe(30_000)
  const order = acquirers.monobank.orders.get(up.data.payment_id)
  if (order) move(order, 'success')
  await deliver(t, 'monobank', acquirers.monobank.callback(up.data.payment_id))
  expect(await one(shop, id)).toMatchObject({ tariff_name: 'Бізнес', credit: 0, price: 590 })
  const down = await pressPay(shop, id, { provider: 'monobank', tariff_id: TARIFF.start })
  expect(down.data.redirect_url).toContain('payment=ok')
  expect(await one(shop, id)).toMatchObject({ tariff_name: 'Старт', credit: 300, price: 290 })
})

test('a license that was never paid may be deleted, and a paid one may not', async () => {
  const shop = await openPayingShop(t)
  const [unpaid = '', paid = ''] = await add(shop, 2)
  await payThrough(t, acquirers, shop, paid, { provider: 'wayforpay' })
  const remove = async (id: string) =>
    (await shop.owner.inject('DELETE', `/api/v1/licenses/${id}`)).status
  expect([await remove(unpaid), await remove(paid), await remove(shop.license_id ?? '')]).toEqual([
    204, 409, 409,
  ])
})

test('a silent acquirer costs nothing: the payment is given up and a callback is asked again', async () => {
  const shop = await openPayingShop(t)
  const [id = ''] = await add(shop)
  const { data } = await pressPay(shop, id, { provider: 'monobank' })
  acquirers.state.silent = true
  const refused = await pressPay(shop, id, { provider: 'wayforpay' })
  expect(refused.body.code).toBe('provider_refused')
  expect(await deliver(t, 'monobank', acquirers.monobank.callback(data.payment_id))).toBe(503)
  acquirers.state.silent = false
  expect(await deliver(t, 'monobank', acquirers.monobank.callback(data.payment_id))).toBe(200)
}, 30_000)

test('of sixty-four assignments of one license at once one wins', async () => {
  const shop = await openPayingShop(t)
  const [id = ''] = await add(shop)
  const names = Array.from({ length: 4 }, (_, n) => `Точка ${n + 2}`)
  const places: string[] = []
  for (const name of names) {
    const url = `/api/v1/pos?organization_id=${shop.organization_id}`
    places.push((await shop.owner.inject('POST', url, { name })).data.id)
  }
  const answers = await Promise.all(
    Array.from({ length: 64 }, (_, n) =>
      shop.owner.inject('PATCH', `/api/v1/pos/${places[n % 4]}/activate?license_id=${id}`),
    ),
  )
  const serving = (await licensesOf(shop)).filter(
    (license: { id: string; pos_id: string | null }) => license.id === id && license.pos_id,
  )
  expect(serving).toHaveLength(1)
  const won = answers.filter(({ status }) => status < 300).map(({ data }) => data.id)
  expect(new Set(won).size).toBe(1)
})

test('the last use of a promo code goes to one shop, and a failed payment gives it back', async () => {
  const codes = '/api/v1/admin/promo-codes'
  await admin.inject('POST', codes, { code: 'остання', percent: 50, uses_max: 1 })
  const buyers: { shop: Shop; id: string }[] = []
  for (let n = 0; n < 4; n += 1) {
    const shop = await openPayingShop(t)
    const [id = ''] = await add(shop)
    buyers.push({ shop, id })
  }
  const ask = { provider: 'monobank', promo_code: 'остання' }
  const answers = await Promise.all(buyers.map(({ shop, id }) => pressPay(shop, id, ask)))
  const won = answers.filter(({ status }) => status === 200)
  expect(won).toHaveLength(1)
  for (const { body } of answers.filter(({ status }) => status !== 200)) {
    expect(body.fields[0].code).toBe('promo_code_invalid')
  }
  // The winner's bank says no, and nobody pays within the life of the page.
  t.clock.advance(25 * 3_600_000)
  await t.io.jobs.send('payments.poll', {})
  await t.runJobs()
  const other = buyers.find((_, n) => answers[n]?.status !== 200)
  if (!other) throw new Error('nobody lost')
  await signInAgain(other.shop)
  expect((await pressPay(other.shop, other.id, ask)).status).toBe(200)
})
