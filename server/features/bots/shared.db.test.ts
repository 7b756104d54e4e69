import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSecrets } from '#server/io/secrets.ts'
import { openBotWorld } from '#server/testing/bots.ts'
import { openShop, type Shop } from '#server/testing/shop.ts'
import type { TelegramBot } from '#server/testing/telegram-stand-in.ts'
import { listSharedClients } from './client-store.ts'
import { tokenOf } from './client-secrets.ts'
import { ensureSharedBots } from './ensure-shared.ts'
import { resealSecrets } from './reseal-secrets.ts'

let world: Awaited<ReturnType<typeof openBotWorld>>
let bot: TelegramBot
let shops: Shop[]

beforeAll(async () => {
  world = await openBotWorld()
  world.t.clock.set(new Date())
  bot = world.telegram.addBot('verta_bot')
  const config = { ...world.t.io.config, TELEGRAM_PLATFORM_TOKEN: bot.token }
  await ensureSharedBots({ ...world.t.io, config })
  // Starting again finds it connected.
  await ensureSharedBots({ ...world.t.io, config })
  shops = [await openShop(world.t, { name: 'Кава' }), await openShop(world.t, { name: 'Квіти' })]
})
afterAll(() => world.close())

const slugOf = async (shop: Shop) => {
  const url = `/api/v1/bot-links?organization_id=${shop.organization_id}`
  const { data } = await shop.owner.inject('GET', url)
  expect(data.shared).toEqual([{ type: 'telegram', username: 'verta_bot' }])
  return data.items[0].slug as string
}

test("the platform's bot serves shops that have none, each by its link", async () => {
  const person = world.telegram.person(bot, 5)
  const nobody = await person.start()
  expect(JSON.parse(nobody.body)).toMatchObject({ method: 'sendMessage' })
  for (const [index, shop] of shops.entries()) {
    const slug = await slugOf(shop)
    const opened = await world.t.app.inject({ method: 'GET', url: `/api/v1/bot-links/${slug}` })
    expect(opened.json().data.telegram).toBe(`https://t.me/verta_bot?start=p${slug}_`)
    await person.start(`p${slug}_qr`)
    await world.settle()
    expect(person.read).toContain(['Кава', 'Квіти'][index])
    await person.share('380671112233')
    await world.settle()
  }
  await person.write('/menu')
  await world.settle()
  await person.tap('Мої картки')
  await world.settle()
  await person.tap('Кава')
  await world.settle()
  const [kava] = shops
  const { data } = (await kava?.owner.inject('POST', '/api/v1/buyers/get_buyers_data', {
    organization_id: kava.organization_id,
  })) ?? { data: { items: [] } }
  expect(data.items).toMatchObject([{ messengers: ['telegram'] }])
})

test('tokens are sealed anew under a new first key, and the old key may go', async () => {
  const { db } = world.t.io
  const keys = (...fills: number[]) =>
    openSecrets(fills.map((fill) => `k${fill}:${Buffer.alloc(32, fill).toString('base64')}`).join())
  const old = `test:${Buffer.alloc(32, 7).toString('base64')}`
  const both = openSecrets(`k9:${Buffer.alloc(32, 9).toString('base64')},${old}`)
  expect(await resealSecrets({ db, secrets: both })).toBe(1)
  expect(await resealSecrets({ db, secrets: both })).toBe(0)
  for (const client of await listSharedClients(db)) {
    expect(tokenOf({ secrets: keys(9) }, client)).toBe(bot.token)
    expect(() => tokenOf(world.t.io, client)).toThrow()
  }
})
