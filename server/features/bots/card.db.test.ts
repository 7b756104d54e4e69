import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { giveBonuses, openBuyer } from '#server/testing/buyers.ts'
import { openBrowser } from '#server/testing/identity.ts'
import { initDataOf } from '#server/testing/init-data.ts'
import { newId } from '#server/io/id.ts'
import { openTestIo, type TestIo } from '#server/testing/open-test-io.ts'
import { calculate, newPhone, sell } from '#server/testing/receipts.ts'
import { openShop, type Shop } from '#server/testing/shop.ts'
import { sealSecret } from './client-secrets.ts'

const TOKEN = '123456:AAE-the-token-of-a-bot-in-tests-0000'
let t: TestIo
let shop: Shop
let client_id: string
let buyer: { buyer_id: string; phone: string }

/** A person of the shop's bot, written as a conversation leaves them. */
async function join(user_id: string, buyer_id: string | null) {
  const now = t.clock.now()
  await t.io.db
    .insertInto('subscriber')
    .values({
      ...{ organization_id: shop.organization_id, id: newId(now), client_id, type: 'telegram' },
      ...{ user_id, name: 'Олена', buyer_id, language: 'uk', memory: '{}', version: 1 },
      ...{
        step: buyer_id === null ? 'phone' : 'active',
        notify_bonuses: true,
        notify_rating: true,
      },
      ...{ chosen_at: now, last_active_at: now, created_at: now },
    })
    .execute()
}

beforeAll(async () => {
  t = await openTestIo()
  shop = await openShop(t, { name: 'Кава на Розі' })
  const url = `/api/v1/bots?organization_id=${shop.organization_id}`
  const bot = await shop.owner.inject('POST', url, {})
  const now = t.clock.now()
  client_id = newId(now)
  await t.io.db
    .insertInto('bot_client')
    .values({
      ...{ id: client_id, organization_id: shop.organization_id, bot_id: bot.data.id },
      ...{ type: 'telegram', hook_id: 'h', external_id: '123456', username: 'kava_bot' },
      ...{ title: 'Кава', token_last4: '0000', mode: 'polling', status: 'ok', connected_at: now },
      token_sealed: sealSecret(t.io, 'token', client_id, TOKEN),
      secret_sealed: sealSecret(t.io, 'secret', client_id, 'secret'),
    })
    .execute()
  buyer = await openBuyer(t, shop, { phone: newPhone(), first_name: 'Олена' })
  await giveBonuses(shop, buyer.buyer_id, 230)
  await join('77', buyer.buyer_id)
  await join('78', null)
})
afterAll(() => t.close())

const initData = (user_id: number, at = t.clock.now()) => initDataOf(TOKEN, user_id, at)

const open = (user_id: number, authorization = `tma ${initData(user_id)}`) =>
  openBrowser(t).inject('POST', `/api/v1/tg/card?client=${client_id}`, undefined, { authorization })

describe('the card in Telegram', () => {
  test('shows its buyer the balance and a code that the till takes for a spend', async () => {
    await sell(shop.till, { buyer: { phone: buyer.phone }, body: { total: 100 } })
    const { status, data } = await open(77)
    expect(status).toBe(200)
    expect(data).toMatchObject({
      shop: { name: 'Кава на Розі' },
      buyer: { name: 'Олена', balance: 235 },
    })
    expect(data.chat.points).toMatch(/^https:\/\/t\.me\/kava_bot\?start=v[a-z0-9]{10}_points$/)
    expect(data.chat.invite).toBe(data.chat.points.replace('points', 'invite'))
    expect(data.card_code).toMatch(/^27\d{11}$/)
    expect(data.entries.map(({ amount }: { amount: number }) => amount)).toEqual([5, 230])
    const options = { buyer: { promocode: data.code.digits }, spend: 100, body: { total: 1000 } }
    const figures = await calculate(shop.till, options)
    expect(figures.data.totals.bonuses_spent).toBe(100)
    expect((await open(77)).data.code.digits).not.toBe(data.code.digits)
  })

  test('opens for nobody else', async () => {
    const late = `tma ${initData(77, new Date(t.clock.now().getTime() - 61 * 60_000))}`
    for (const authorization of [
      '',
      'tma ',
      `tma ${initData(77)}0`,
      late,
      `Bearer ${shop.token}`,
    ]) {
      const { status, body } = await open(77, authorization)
      expect([authorization, status, body.code]).toEqual([authorization, 401, 'not_signed_in'])
    }
    const unknown = await openBrowser(t).inject(
      'POST',
      `/api/v1/tg/card?client=${crypto.randomUUID()}`,
      undefined,
      { authorization: `tma ${initData(77)}` },
    )
    expect(unknown.status).toBe(401)
  })

  test('says so to who has no card yet', async () => {
    for (const user_id of [78, 79]) {
      const { status, body } = await open(user_id)
      expect([status, body.code]).toEqual([404, 'buyer_not_found'])
    }
  })
})

describe('the picture for the owner', () => {
  const picture = (query: Record<string, string> = {}) =>
    t.app.inject({
      method: 'GET',
      url: `/api/v1/card-picture?${new URLSearchParams({ organization_id: shop.organization_id, ...query }).toString()}`,
      headers: { cookie: shop.owner.cookies() },
    })

  test('is drawn as saved, with what is tried, and for a buyer to print', async () => {
    const tried: Record<string, string>[] = [
      {},
      { background: '#fbbf5b', code: 'ean13', title: 'Інша', fields: 'name,balance', logo: '' },
      { buyer_id: buyer.buyer_id },
    ]
    for (const query of tried) {
      const answer = await picture(query)
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/png'])
    }
  })

  test.each([
    [{ background: 'url(x)' }, 422],
    [{ fields: 'phone' }, 422],
    [
      {
        logo: '/uploads/00000000-0000-4000-8000-000000000000/00000000000000000000000000000000.webp',
      },
      422,
    ],
    [{ buyer_id: '00000000-0000-4000-8000-000000000000' }, 404],
  ])('refuses %o', async (query, status) => {
    expect((await picture(query as Record<string, string>)).statusCode).toBe(status)
  })
})
