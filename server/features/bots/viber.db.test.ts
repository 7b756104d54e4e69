import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectBot, openBotWorld } from '#server/testing/bots.ts'
import { openShop, type Shop } from '#server/testing/shop.ts'
import type { ViberBot, ViberPerson } from '#server/testing/viber-stand-in.ts'

let world: Awaited<ReturnType<typeof openBotWorld>>
let shop: Shop
let bot: ViberBot
let slug: string
let person: ViberPerson

async function then(doing: Promise<{ status: number }>): Promise<string> {
  const { status } = await doing
  expect(status).toBe(200)
  await world.settle()
  return person.read
}

beforeAll(async () => {
  world = await openBotWorld()
  world.t.clock.set(new Date())
  shop = await openShop(world.t, { name: 'Кава на Розі' })
  bot = world.viber.addBot()
  slug = (await connectBot(shop, 'viber', bot.token)).slug
  person = world.viber.person(bot, 'anna==')
})
afterAll(() => world.close())

test('the welcome is our answer to an opened chat, with a keyboard to join by', async () => {
  await person.start(`p${slug}_qr`)
  expect(person.read).toContain('Вітаємо в Кава на Розі')
  const keys = person.last.keyboard?.Buttons.map(({ Text, Columns }) => `${Columns} ${Text}`)
  expect(keys?.join()).toContain('Отримати картку')
  await world.settle()
  expect(person.messages).toHaveLength(1)
})

test('the number is taken from our key only, under the name of who sends it', async () => {
  expect(await then(person.tap('Отримати картку'))).toContain('потрібен номер телефону')
  expect(person.last.keyboard?.InputFieldState).toBe('hidden')
  expect(await then(person.share('380671112233', 'Тато'))).toContain('Це не ваш номер')
  await then(person.share('380671112233'))
  const all = person.messages.map(({ text }) => text).join('\n')
  expect(all).toContain('Картку створено')
  expect(all).toContain('Надсилати вам акції')
})

test('the card has a picture that Viber can fetch, for a while', async () => {
  await then(person.tap('Лише про мої бонуси'))
  await then(person.write('/menu'))
  await then(person.tap('Картка'))
  const picture = person.messages.findLast(({ type }) => type === 'picture')
  const url = new URL(picture?.media ?? '').pathname
  const fetched = await world.t.app.inject({ method: 'GET', url })
  expect(fetched.headers['content-type']).toBe('image/png')
  expect(fetched.rawPayload.length).toBeLessThan(2 ** 20)
  world.t.clock.advance(16 * 60_000)
  expect((await world.t.app.inject({ method: 'GET', url })).statusCode).toBe(404)
  world.t.clock.set(new Date())
  expect(person.read).toMatch(/Код: \d{4} \d{4} \d{4} \d/u)
})

test('nothing is edited: every answer is new, with the whole menu or its own keys', async () => {
  const count = person.messages.length
  expect(await then(person.tap('Меню'))).toContain('Що показати?')
  expect(await then(person.tap('Баланс'))).toContain('0 бонусів')
  expect(person.messages).toHaveLength(count + 2)
  const columns = person.last.keyboard?.Buttons.map(({ Columns }) => Columns) ?? []
  expect(columns.length).toBeGreaterThan(1)
})

test('a spend is confirmed by a key', async () => {
  await shop.set('general', { spend_confirmation_from: 10 })
  await shop.owner.inject('POST', '/api/v1/buyers/make_handle_accrual', {
    ...{ organization_id: shop.organization_id, phone: '+380671112233', amount: 100 },
    ...{ reason: 'gift', idempotency_key: 'gift-1' },
  })
  expect(await then(Promise.resolve({ status: 200 }))).toContain('Вам нараховано 100 бонусів')
  const phone = encodeURIComponent('+380671112233')
  const draft = await shop.till.inject(
    'POST',
    `/pos-api/v1/receipt?phone=${phone}&discount_amount=40`,
    { pos_id: shop.pos_id, total: 100 },
  )
  const url = `/pos-api/v1/bonuses/create?receipt_id=${draft.data.receipt_id}&discount_amount=40&phone=${phone}`
  expect((await shop.till.inject('POST', url)).status).toBe(202)
  expect(await then(Promise.resolve({ status: 200 }))).toContain('Списати 40 бонусів')
  await then(person.tap('Так, списати'))
  expect(person.messages.map(({ text }) => text).join('\n')).toContain('Списано 40 бонусів')
})

test('who unsubscribes is reached no more', async () => {
  const reached = async () => {
    const { data } = await shop.owner.inject('POST', '/api/v1/buyers/get_buyers_data', {
      organization_id: shop.organization_id,
      phone: '+380671112233',
    })
    return data.buyer.messengers as string[]
  }
  expect(await reached()).toEqual(['viber'])
  await person.unsubscribe()
  expect(await reached()).toEqual([])
})

test('what became of a message is known by its name of 64 bits', async () => {
  await then(person.write('/balance'))
  const external_id = String(person.last.message_token)
  const read = () =>
    world.t.io.db
      .selectFrom('bot_message')
      .select(['state', 'delivered_at', 'seen_at'])
      .where('external_id', '=', external_id)
      .executeTakeFirstOrThrow()
  expect(await read()).toMatchObject({ state: 'sent', delivered_at: null, seen_at: null })
  await then(person.tell('delivered'))
  expect((await read()).delivered_at).not.toBeNull()
  await then(person.tell('seen'))
  await then(person.tell('failed', { desc: 'too late' }))
  const told = await read()
  expect(told.state).toBe('sent')
  expect(told.seen_at).not.toBeNull()
  expect(bot.event_types).toContain('seen')
})
