/** Bots that Telegram makes for owners: from the link in the cabinet to a bot that works. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openBotWorld } from '#server/testing/bots.ts'
import { openShop, type Shop } from '#server/testing/shop.ts'
import type { TelegramPerson } from '#server/testing/telegram-person.ts'
import type { TelegramBot } from '#server/testing/telegram-stand-in.ts'
import { listAllClients } from './client-store.ts'
import { ensureSharedBots } from './ensure-shared.ts'

let world: Awaited<ReturnType<typeof openBotWorld>>
let manager: TelegramBot
let shop: Shop
let other: Shop
let people = 100
let names = 0

const look = () => {
  const config = { ...world.t.io.config, TELEGRAM_PLATFORM_TOKEN: manager.token }
  return ensureSharedBots({ ...world.t.io, config })
}

beforeAll(async () => {
  world = await openBotWorld()
  world.t.clock.set(new Date())
  manager = world.telegram.addBot('verta_bot')
  await look()
  shop = await openShop(world.t, { name: 'Кава на Розі' })
  other = await openShop(world.t, { name: 'Квіти' })
})
afterAll(() => world.close())
beforeEach(async () => {
  manager.can_manage = true
  await look()
})

/** The shop's bot, free of Telegram. */
async function botOf(at: Shop): Promise<string> {
  const url = `/api/v1/bots?organization_id=${at.organization_id}`
  const { data } = await at.owner.inject('GET', url)
  const [known] = data.items
  const bot = known ?? (await at.owner.inject('POST', url, {})).data
  if (bot.clients.length > 0) {
    await at.owner.inject('DELETE', `/api/v1/bots/${bot.id}/client?type=telegram`)
  }
  return bot.id
}

const show = async (at: Shop, id: string) =>
  (await at.owner.inject('GET', `/api/v1/bots/${id}`)).data

async function ask(at: Shop, id: string) {
  const answer = await at.owner.inject('POST', `/api/v1/bots/${id}/managed`)
  expect(answer.status).toBe(201)
  return new URL(answer.data.link).searchParams.get('start') ?? ''
}

const newPerson = () => world.telegram.person(manager, (people += 1))

async function started(at: Shop, id: string): Promise<TelegramPerson> {
  const person = newPerson()
  await person.start(await ask(at, id))
  await world.settle()
  return person
}

const make = (person: TelegramPerson) => {
  names += 1
  return world.telegram.makeBot(person, `kava_${names}_bot`)
}

const clients = async (at: Shop) =>
  (await listAllClients(world.t.io.db)).filter((one) => one.organization_id === at.organization_id)

test('the way is shown only where the platform’s bot may make others', async () => {
  const id = await botOf(shop)
  expect((await show(shop, id)).managed).toEqual({ state: 'offered', problem: null })
  manager.can_manage = false
  // It was taken away since the last look: asked for, it is refused, and shown no more.
  const refused = await shop.owner.inject('POST', `/api/v1/bots/${id}/managed`)
  expect(refused.body).toMatchObject({ status: 403, code: 'not_allowed' })
  expect((await show(shop, id)).managed).toBeNull()
  const again = await shop.owner.inject('POST', `/api/v1/bots/${id}/managed`)
  expect(again.status).toBe(403)
})

test('two taps: the link, the name, and the bot of the shop works', async () => {
  const id = await botOf(shop)
  const answer = await shop.owner.inject('POST', `/api/v1/bots/${id}/managed`)
  expect(answer.data.link).toMatch(/^https:\/\/t\.me\/verta_bot\?start=m[\w-]{43}$/)
  const [kept] = await world.t.io.db.selectFrom('managed_bot_request').selectAll().execute()
  expect(JSON.stringify(kept)).not.toContain(answer.data.link.slice(-43))
  expect((await show(shop, id)).managed.state).toBe('waiting')

  const person = newPerson()
  await person.start(new URL(answer.data.link).searchParams.get('start') ?? '')
  await world.settle()
  expect(person.read).toContain('Кава на Розі отримає власного бота')
  expect(person.last.reply_markup?.keyboard?.[0]?.[0]?.request_managed_bot).toMatchObject({
    suggested_name: 'Кава на Розі',
    suggested_username: expect.stringMatching(/^kava_na_rozi_\w{4}_bot$/),
  })
  expect((await show(shop, id)).managed.state).toBe('started')

  const { bot, told } = world.telegram.makeBot(person)
  for (const update of told) await person.send(update)
  await world.settle()
  const after = await show(shop, id)
  expect(after).toMatchObject({
    clients: [{ type: 'telegram', username: bot.username, status: 'ok' }],
    managed: null,
  })
  expect(bot.hook?.url).toContain('https://verta.test/webhooks/telegram/')
  expect(bot.commands).toBeGreaterThan(0)
  expect(person.read).toContain(`Бот @${bot.username} працює для магазину Кава на Розі`)
  expect(person.last.reply_markup).toEqual({ remove_keyboard: true })
  // A buyer is served by it like by any other.
  const buyer = world.telegram.person(bot, 9_001)
  await buyer.start(`p${after.slug}_qr`)
  await world.settle()
  expect(buyer.read).toContain('Кава на Розі')
  const acts = await world.t.io.db
    .selectFrom('audit_act')
    .select('act')
    .where('organization_id', '=', shop.organization_id)
    .where('act', '=', 'bot_connected')
    .execute()
  expect(acts).toHaveLength(1)
  const asked = await shop.owner.inject('POST', `/api/v1/bots/${id}/managed`)
  expect(asked.body).toMatchObject({ status: 409, code: 'in_use' })
})

test.each([
  ['the message first', ([a, b]: object[]) => [b, a]],
  ['the update alone', ([a]: object[]) => [a]],
  ['the message alone', ([, b]: object[]) => [b]],
  ['each three times', ([a, b]: object[]) => [a, b, b, a, a, b]],
])('Telegram tells of the bot: %s; it is connected once and told once', async (_how, order) => {
  const id = await botOf(shop)
  const person = await started(shop, id)
  const { bot, told } = make(person)
  for (const update of order(told)) await person.send(update as Record<string, unknown>)
  await world.settle()
  expect(await clients(shop)).toMatchObject([{ username: bot.username, status: 'ok' }])
  expect(person.messages.filter(({ text }) => text?.includes('працює'))).toHaveLength(1)
  expect(person.messages).toHaveLength(2)
})

test('both words at once, and both jobs at once: one connection, whose webhook is the one kept', async () => {
  const id = await botOf(shop)
  const person = await started(shop, id)
  const { bot, told } = make(person)
  await Promise.all([...told, ...told].map((update) => person.send(update)))
  await Promise.all([world.settle(), world.settle()])
  const [client, ...more] = await clients(shop)
  expect(more).toEqual([])
  expect(bot.hook?.url).toContain(client?.hook_id)
  expect(person.messages.filter(({ text }) => text?.includes('працює'))).toHaveLength(1)
})

test('a link works for an hour, for one person and for one bot; an earlier one not at all', async () => {
  const id = await botOf(shop)
  const earlier = await ask(shop, id)
  const link = await ask(shop, id)
  const [late, first, second] = [newPerson(), newPerson(), newPerson()]
  const over = 'Це посилання вже не діє'
  await late.start(earlier)
  await first.start(link)
  await second.start(link)
  await world.settle()
  expect(late.read).toContain(over)
  expect(second.read).toContain(over)
  // The same person may open it again.
  await first.start(link)
  await world.settle()
  expect(first.read).toContain('отримає власного бота')
  const { bot, told } = make(first)
  for (const update of told) await first.send(update)
  await world.settle()
  await first.start(link)
  await world.settle()
  expect(first.read).toContain(over)
  expect(await clients(shop)).toMatchObject([{ username: bot.username }])

  const free = await botOf(shop)
  const old = await ask(shop, free)
  const slow = await started(other, await botOf(other))
  world.t.clock.advance(3_601_000)
  await second.start(old)
  const forgotten = make(slow)
  for (const update of forgotten.told) await slow.send(update)
  await world.settle()
  expect(second.read).toContain(over)
  expect(slow.read).toContain('не підключено до жодного магазину')
  expect(await clients(other)).toEqual([])
  // The owners' sessions are as short.
  world.t.clock.advance(-3_601_000)
})

test('a bot made without a link of ours is nobody’s, and the person hears of it once', async () => {
  const person = await started(shop, await botOf(shop))
  const stranger = newPerson()
  await stranger.start()
  const { told } = make(person)
  // Telegram's word is of another person than the one who asked.
  const [update] = told
  const made = update['managed_bot'] as object
  const foreign = { ...update, managed_bot: { ...made, user: stranger.from } }
  await stranger.send(foreign)
  await stranger.send({ ...foreign, update_id: Number(update['update_id']) + 1_000_000 })
  await world.settle()
  expect(stranger.messages.filter(({ text }) => text?.includes('не підключено'))).toHaveLength(1)
  expect(await clients(shop)).toEqual([])
})

test('a person with links of two shops makes the bot of the one opened last', async () => {
  const [id, foreign_id] = [await botOf(shop), await botOf(other)]
  const person = await started(shop, id)
  world.t.clock.advance(1_000)
  await person.start(await ask(other, foreign_id))
  await world.settle()
  const { bot, told } = make(person)
  await Promise.all(told.map((update) => person.send(update)))
  await world.settle()
  expect(await clients(other)).toMatchObject([{ username: bot.username }])
  expect(await clients(shop)).toEqual([])
  expect((await show(shop, id)).managed.state).toBe('started')
  // Another shop's owner neither asks for this bot nor sees it.
  const stranger = await shop.owner.inject('POST', `/api/v1/bots/${foreign_id}/managed`)
  expect(stranger.status).toBe(404)
})

test('Telegram does not give the token: said in the chat and on the page, and a new link helps', async () => {
  const id = await botOf(shop)
  const person = await started(shop, id)
  const { bot, told } = make(person)
  bot.manager = null
  for (const update of told) await person.send(update)
  await world.settle()
  expect(person.read).toContain('Telegram не віддав токен бота')
  expect(person.messages).toHaveLength(2)
  expect((await show(shop, id)).managed).toEqual({ state: 'failed', problem: 'token_refused' })
  await person.start(await ask(shop, id))
  await world.settle()
  expect((await show(shop, id)).managed).toEqual({ state: 'started', problem: null })
})

test('a token pasted meanwhile stays', async () => {
  const id = await botOf(shop)
  const person = await started(shop, id)
  const own = world.telegram.addBot('pasted_bot')
  const body = { type: 'telegram', token: own.token }
  expect((await shop.owner.inject('POST', `/api/v1/bots/${id}/client`, body)).status).toBe(201)
  for (const update of make(person).told) await person.send(update)
  await world.settle()
  expect(await clients(shop)).toMatchObject([{ username: 'pasted_bot' }])
  expect(person.read).toContain('Магазин уже має бота @pasted_bot')
  expect(person.messages).toHaveLength(2)
})

test('a new token of a connected bot is taken, and takes no link of another shop with it', async () => {
  const id = await botOf(shop)
  const person = await started(shop, id)
  const { bot, told } = make(person)
  for (const update of told) await person.send(update)
  await world.settle()
  const [before] = await clients(shop)
  const foreign_id = await botOf(other)
  await person.start(await ask(other, foreign_id))
  await world.settle()
  await world.telegram.replaceToken(bot)
  await world.settle()
  const [after] = await clients(shop)
  expect(after).toMatchObject({ id: before?.id, status: 'ok', token_last4: bot.token.slice(-4) })
  expect(after?.token_last4).not.toBe(before?.token_last4)
  expect(bot.hook?.url).toContain(after?.hook_id)
  expect(person.read).toContain('Новий уже підключено')
  expect((await show(other, foreign_id)).managed.state).toBe('started')
  expect(await clients(other)).toEqual([])
})

test('a bot deleted in the cabinet takes its link along', async () => {
  const id = await botOf(shop)
  const link = await ask(shop, id)
  expect((await shop.owner.inject('DELETE', `/api/v1/bots/${id}`)).status).toBe(204)
  const person = newPerson()
  await person.start(link)
  await world.settle()
  expect(person.read).toContain('Це посилання вже не діє')
})

test('a bot that asked for less hears of bots to be made after the next look', async () => {
  manager.allowed = ['message']
  await look()
  expect(manager.allowed).toContain('managed_bot')
})
