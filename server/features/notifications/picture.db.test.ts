/** The picture of a notification, as both messengers get it. */
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectBot, openBotWorld, openTelegramShop } from '#server/testing/bots.ts'
import { formOf } from '#server/testing/form.ts'
import { openReader, setNotification } from '#server/testing/readers.ts'
import { sell } from '#server/testing/receipts.ts'

let world: Awaited<ReturnType<typeof openBotWorld>>
let kava: Awaited<ReturnType<typeof openTelegramShop>>
beforeAll(async () => {
  world = await openBotWorld()
  world.t.clock.set(new Date())
  kava = await openTelegramShop(world.t, world.telegram)
})
afterAll(() => world.close())

test('the picture comes with the words, in Telegram and in Viber', async () => {
  const { t, viber } = world
  const { shop } = kava
  const reader = await openReader(world, kava)
  const bot = viber.addBot()
  const { slug } = await connectBot(shop, 'viber', bot.token)
  const other = viber.person(bot, 'anna==')
  await other.start(`p${slug}_qr`)
  for (const step of [
    () => other.tap('Отримати картку'),
    () => other.share('380671112233'),
    () => other.tap('Лише про мої бонуси'),
  ]) {
    await step()
    await world.settle()
  }
  const drawn = await sharp({
    create: { width: 600, height: 400, channels: 3, background: '#116a59' },
  })
    .png()
    .toBuffer()
  const { body, headers } = formOf(drawn, 'kava.png')
  const url = `/api/v1/images?organization_id=${shop.organization_id}&shape=wide`
  const { data } = await shop.owner.inject('POST', url, body, headers)
  const changes = { image: data.url, texts: { all: 'Дякуємо за каву' } }
  expect((await setNotification(shop, 'accrual', changes)).status).toBe(200)

  for (const phone of [reader.phone, '+380671112233']) {
    await sell(shop.till, { buyer: { phone }, body: { total: 100 } })
  }
  await world.settle()
  expect(reader.person.last).toMatchObject({ photo: true, caption: 'Дякуємо за каву' })
  const told = other.messages.filter(({ text }) => text === 'Дякуємо за каву')
  const shown = other.messages.filter(({ media }) => media?.endsWith('.jpg'))
  expect([told.length, shown.length]).toEqual([1, 1])
  const { pathname } = new URL(shown[0]?.media ?? '')
  const fetched = await t.app.inject({ method: 'GET', url: pathname })
  expect(fetched.headers['content-type']).toBe('image/jpeg')
  expect(await sharp(fetched.rawPayload).metadata()).toMatchObject({ format: 'jpeg' })
})
