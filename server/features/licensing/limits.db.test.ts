/** What a tariff limits, at the places that add it; the last place is taken once. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBotWorld, openTelegramShop } from '#server/testing/bots.ts'
import type { Answer } from '#server/testing/identity.ts'
import type { TestIo } from '#server/testing/open-test-io.ts'
import { openShop, type Shop } from '#server/testing/shop.ts'

const TIGHT = '01a1fd1e-8c00-7000-8000-00000000aaaa'
const limits = { pos: 3, cashiers: 3, buyers: 2, messages: 2, bots: 1 }

let world: Awaited<ReturnType<typeof openBotWorld>>
let t: TestIo
beforeAll(async () => {
  world = await openBotWorld()
  t = world.t
  // What is to be sent now is sent by the clock of the database too.
  t.clock.set(new Date())
  await t.io.db
    .insertInto('tariff')
    .values({
      ...{ id: TIGHT, name: 'Тісний', period: 'month', price: 100, currency: 'UAH', features: [] },
      ...{ limits: JSON.stringify(limits), position: 9, on_sale: true },
    })
    .execute()
})
afterAll(() => world.close())

/** The shop's trial becomes a paid license of the tight tariff. */
async function tighten<S extends Shop>(shop: S): Promise<S> {
  await t.io.db
    .updateTable('license')
    .set({ status: 'active', tariff_id: TIGHT, period: 'month' })
    .where('id', '=', shop.license_id)
    .execute()
  return shop
}
const addPos = (shop: Shop, name: string) =>
  shop.owner.inject('POST', `/api/v1/pos?organization_id=${shop.organization_id}`, { name })
const addCashier = ({ owner, pos_id }: Shop, name: string) =>
  owner.inject('POST', '/api/v1/pos/create-pos-register-user', { pos_id, name, role: 'cashier' })
const addBuyer = ({ owner, organization_id }: Shop, phone: string) =>
  owner.inject('POST', '/api/v1/buyers', { organization_id, phone })
const addBot = ({ owner, organization_id }: Shop) =>
  owner.inject('POST', `/api/v1/bots?organization_id=${organization_id}`, {})
const refused = (kind: keyof typeof limits) => ({
  code: 'tariff_limit',
  data: { limit: kind, allowed: limits[kind], used: limits[kind] },
})

/** Eight at once for the last place: one gets it, the others learn of the limit. */
async function race(kind: keyof typeof limits, add: (n: number) => Promise<Answer>) {
  const answers = await Promise.all(Array.from({ length: 8 }, (_, n) => add(n)))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
  for (const { status, body } of answers.filter((answer) => answer.status !== 201)) {
    expect([status, body]).toMatchObject([402, refused(kind)])
  }
}

test('points of sale: the last one is added once, and the refusal tells the limit', async () => {
  const shop = await tighten(await openShop(t))
  expect((await addPos(shop, 'Друга')).status).toBe(201)
  await race('pos', (n) => addPos(shop, `Точка № ${n}`))
  const { body } = await addPos(shop, 'Ще одна')
  expect(body.detail).toBe(
    'Ваш тариф цього вже не вміщує: дозволено не більше 3. Оберіть більший тариф у розділі «Ліцензії».',
  )
})

test('cashiers: the last one is added once; a fired one makes room', async () => {
  const shop = await tighten(await openShop(t))
  const { data } = await addCashier(shop, 'Олег')
  await race('cashiers', (n) => addCashier(shop, `Касир ${n}`))
  const fire = '/api/v1/pos/delete-cash-register-users'
  const fired = await shop.owner.inject('POST', fire, { ids: [data.user.id] })
  expect(fired.data).toEqual({ deleted: 1 })
  expect((await addCashier(shop, 'Новий')).status).toBe(201)
})

test('buyers: the last one is added once, and who is known already is found, not refused', async () => {
  const shop = await tighten(await openShop(t))
  expect((await addBuyer(shop, '+380671110000')).status).toBe(201)
  await race('buyers', (n) => addBuyer(shop, `+38067111000${n + 1}`))
  const known = await addBuyer(shop, '+380671110000')
  expect([known.status, known.data.created]).toEqual([201, false])
  const sale = await shop.till.inject(
    'POST',
    `/pos-api/v1/receipt?phone=${encodeURIComponent('+380671110000')}&discount_amount=0`,
    { pos_id: shop.pos_id, total: 100 },
  )
  expect(sale.status).toBe(200)
})

test('bots: the last one is added once, and none without a license', async () => {
  const shop = await tighten(await openShop(t))
  await race('bots', () => addBot(shop))
  // A second organization of the account has no trial.
  const second = await openShop(t, { owner: shop.owner })
  expect((await addBot(second)).body.code).toBe('license_required')
  expect((await addPos(second, 'Без ліцензії')).status).toBe(201)
})

test('who wants to join through the bot of a full shop is told so, and may come later', async () => {
  const { shop, bot } = await openTelegramShop(t, world.telegram)
  await tighten(shop)
  await addBuyer(shop, '+380671110010')
  await addBuyer(shop, '+380671110011')
  const person = world.telegram.person(bot, 901)
  const says = async (doing: Promise<{ status: number }>) => {
    expect((await doing).status).toBe(200)
    await world.settle()
    return person.read
  }
  await says(person.start())
  await says(person.tap('картку'))
  expect(await says(person.share('+380671110012'))).toContain('поки не приймає нових покупців')
  await t.io.db
    .updateTable('license')
    .set({ tariff_id: null, status: 'trial' })
    .where('id', '=', shop.license_id)
    .execute()
  await says(person.share('+380671110012'))
  expect(
    person.messages.some(({ text, caption }) => /Картку створено/.test(text ?? caption ?? '')),
  ).toBe(true)
})

test('messages: what the shop writes is counted by the month, what tells of bonuses is not', async () => {
  const { shop, bot } = await openTelegramShop(t, world.telegram)
  const person = world.telegram.person(bot, 902)
  await person.start()
  await world.settle()
  await person.tap('картку')
  await world.settle()
  await person.share('+380671110020')
  await world.settle()
  await tighten(shop)
  const { organization_id, owner } = shop
  const buyer_id = (await addBuyer(shop, '+380671110020')).data.buyer.profile.id as string
  const write = (text: string) =>
    owner.inject('POST', '/api/v1/buyers/handle_message', { organization_id, buyer_id, text })
  expect((await write('Дякуємо, що завітали')).status).toBe(201)
  await race('messages', (n) => write(`Повідомлення ${n}`))
  t.clock.advance(32 * 24 * 3_600_000)
  await owner.inject('POST', '/api/v1/user/login', { email: owner.email, password: owner.password })
  await t.io.db
    .updateTable('license')
    .set({ expires_at: new Date(t.clock.now().getTime() + 3_600_000) })
    .where('id', '=', shop.license_id)
    .execute()
  expect((await write('Новий місяць')).status).toBe(201)
})

test('the limits of several licenses add up', async () => {
  const shop = await tighten(await openShop(t))
  const { data } = await shop.owner.inject(
    'POST',
    `/api/v1/licenses?organization_id=${shop.organization_id}`,
    { tariff_id: TIGHT },
  )
  for (const name of ['Друга', 'Третя']) expect((await addPos(shop, name)).status).toBe(201)
  expect((await addPos(shop, 'Четверта')).body).toMatchObject(refused('pos'))
  const now = t.clock.now()
  await t.io.db
    .updateTable('license')
    .set({ status: 'active', starts_at: now, expires_at: new Date(now.getTime() + 86_400_000) })
    .where('id', '=', data.items[0].id)
    .execute()
  expect((await addPos(shop, 'Четверта')).status).toBe(201)
})
