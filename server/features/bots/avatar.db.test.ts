/** The picture of a bot: taken from its messenger by our server, kept, and shown by us alone. */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectBot, openBotWorld } from '#server/testing/bots.ts'
import { openShop, type Shop } from '#server/testing/shop.ts'
import type { TelegramBot } from '#server/testing/telegram-stand-in.ts'
import type { ViberBot } from '#server/testing/viber-stand-in.ts'

let world: Awaited<ReturnType<typeof openBotWorld>>
let shop: Shop
let telegram: TelegramBot
let viber: ViberBot
let bot_id: string

const photo = (background: string) =>
  sharp({ create: { width: 640, height: 640, channels: 3, background } })
    .jpeg()
    .toBuffer()

beforeAll(async () => {
  world = await openBotWorld()
  shop = await openShop(world.t)
  telegram = world.telegram.addBot()
  viber = world.viber.addBot()
  world.telegram.setAvatar(telegram, await photo('#116a59'))
  bot_id = (await connectBot(shop, 'telegram', telegram.token)).bot_id
})
afterAll(() => world.close())

const kept = () =>
  readdir(join(world.t.io.config.DATA_DIR, 'uploads', shop.organization_id)).catch(() => [])

async function avatarOf(type: 'telegram' | 'viber', check = true): Promise<string | null> {
  const url = `/api/v1/bots/${bot_id}`
  if (check) await shop.owner.inject('POST', `${url}/client/check`, { type })
  const { data } = await shop.owner.inject('GET', url)
  return data.clients.find((one: { type: string }) => one.type === type).avatar
}

test('a connected bot shows its picture from our own site, small and drawn anew', async () => {
  const avatar = await avatarOf('telegram', false)
  expect(avatar).toMatch(new RegExp(`^/uploads/${shop.organization_id}/[0-9a-f]{32}\\.webp$`))
  const answer = await world.t.app.inject({ method: 'GET', url: avatar ?? '' })
  expect(answer.headers['content-type']).toBe('image/webp')
  const { width, height } = await sharp(answer.rawPayload).metadata()
  expect([width, height]).toEqual([160, 160])
})

test('a check takes another picture in the place of the old one, and leaves the same alone', async () => {
  const before = await avatarOf('telegram')
  expect(await avatarOf('telegram')).toBe(before)
  world.telegram.setAvatar(telegram, await photo('#a33b2e'))
  const after = await avatarOf('telegram')
  expect(after).not.toBe(before)
  expect(await kept()).toEqual([after?.split('/').at(-1)])
})

test('a picture that is none, or that is taken away, leaves the bot at work without one', async () => {
  world.telegram.setAvatar(telegram, Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))
  expect(await avatarOf('telegram')).toBeNull()
  world.telegram.setAvatar(telegram, null)
  expect(await avatarOf('telegram')).toBeNull()
  expect(await kept()).toEqual([])
  const { data } = await shop.owner.inject('GET', `/api/v1/bots/${bot_id}`)
  expect(data.clients[0].status).toBe('ok')
})

test('Viber tells where its picture is, and goes with the bot', async () => {
  world.viber.setIcon(viber, await photo('#4a3f8c'))
  const ask = { type: 'viber', token: viber.token }
  await shop.owner.inject('POST', `/api/v1/bots/${bot_id}/client`, ask)
  const avatar = await avatarOf('viber', false)
  expect(await kept()).toEqual([avatar?.split('/').at(-1)])
  await shop.owner.inject('DELETE', `/api/v1/bots/${bot_id}/client?type=viber`)
  expect(await kept()).toEqual([])
})

test('no other host than Viber’s own is asked for a picture', async () => {
  const { viber: api } = world.t.io.messengers
  for (const place of ['http://169.254.169.254/icon.jpg', 'https://viber.com.evil.test/i', 'x']) {
    await expect(api.download(viber.token, place)).rejects.toThrow('not an address of Viber')
  }
  const { telegram: bot_api } = world.t.io.messengers
  await expect(bot_api.download(telegram.token, '../getMe')).rejects.toThrow('no such file')
})
