import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBotWorld, openTelegramShop, connectBot } from '#server/testing/bots.ts'
import { openShop } from '#server/testing/shop.ts'
import { deliver } from './deliver.ts'
import { insertMessages, type MessageRow } from './message-store.ts'
import { newId } from '#server/io/id.ts'

type World = Awaited<ReturnType<typeof openBotWorld>>
let world: World
let clients = 0
beforeAll(async () => {
  world = await openBotWorld()
  world.t.clock.set(new Date())
})
afterAll(() => world.close())

type Messenger = 'telegram' | 'viber'

/** A bot with people in it, and a way to put words into its outbox. */
async function openOutbox(type: Messenger, people: number) {
  const { t, telegram, viber } = world
  const { io } = t
  const opened =
    type === 'telegram' ? await openTelegramShop(t, telegram) : await openViberShop(t, viber)
  const { organization_id } = opened.shop
  const client = await io.db
    .selectFrom('bot_client')
    .select('id')
    .where('organization_id', '=', organization_id)
    .executeTakeFirstOrThrow()
  const heard: (() => string[])[] = []
  const chats: string[] = []
  for (let index = 0; index < people; index += 1) {
    clients += 1
    const user_id = String(70_000 + clients)
    if ('chats' in opened.bot && opened.bot.chats instanceof Map) {
      const all = opened.bot.chats as Map<number | string, { text?: string }[]>
      const key = type === 'telegram' ? Number(user_id) : user_id
      all.set(key, [])
      if ('subscribed' in opened.bot) opened.bot.subscribed.add(user_id)
      heard.push(() => (all.get(key) ?? []).map(({ text }) => text ?? ''))
    }
    chats.push(await addChat(organization_id, client.id, type, user_id))
  }
  return {
    ...opened,
    client_id: client.id,
    heard,
    chats,
    say: (chat: number, text: string) =>
      say({ organization_id, client_id: client.id }, chats[chat] ?? '', text),
    deliver: () => deliver(io, client.id),
    rows: () => rowsOf(organization_id),
  }
}

async function openViberShop(t: World['t'], viber: World['viber']) {
  const shop = await openShop(t)
  const bot = viber.addBot()
  await connectBot(shop, 'viber', bot.token)
  return { shop, bot }
}

async function addChat(
  organization_id: string,
  client_id: string,
  type: Messenger,
  user_id: string,
) {
  const now = world.t.clock.now()
  const id = newId(now)
  await world.t.io.db
    .insertInto('subscriber')
    .values({
      ...{ organization_id, id, client_id, type, user_id, name: '', buyer_id: null },
      ...{ language: 'ua-UA', step: 'active', memory: '{}', version: 1 },
      ...{ notify_bonuses: true, notify_rating: true },
      ...{ chosen_at: now, last_active_at: now, created_at: now },
    })
    .execute()
  return id
}

let said = 0
async function say(
  key: { organization_id: string; client_id: string },
  subscriber_id: string,
  text: string,
) {
  said += 1
  const now = world.t.clock.now()
  await insertMessages(world.t.io.db, [
    {
      ...key,
      ...{ id: newId(new Date(now.getTime() + said)), subscriber_id, buyer_id: null },
      ...{ kind: 'manual', source: `said ${said}`, priority: 1 },
      body: JSON.stringify({ text, rows: [], tapped: null, language: 'ua-UA' }),
      ...{ due_at: now, created_at: now },
    },
  ])
}

const rowsOf = (organization_id: string) =>
  world.t.io.db
    .selectFrom('bot_message')
    .select(['state', 'attempts', 'due_at', 'last_error'])
    .where('organization_id', '=', organization_id)
    .orderBy('id')
    .$castTo<Pick<MessageRow, 'state' | 'attempts' | 'due_at' | 'last_error'>>()
    .execute()

const states = async (rows: Promise<{ state: string }[]>) => (await rows).map(({ state }) => state)

describe('sending', () => {
  test('several workers at once say everything once, each chat in its order', async () => {
    const { say, heard, deliver, rows } = await openOutbox('telegram', 12)
    const words = ['перше', 'друге', 'третє']
    for (const text of words) for (const chat of heard.keys()) await say(chat, text)
    await Promise.all(Array.from({ length: 5 }, deliver))
    for (const chat of heard) expect(chat()).toEqual(words)
    expect(new Set(await states(rows()))).toEqual(new Set(['sent']))
  })

  test('429 stops this bot for as long as it was told to, and no other', async () => {
    const slow = await openOutbox('telegram', 6)
    const other = await openOutbox('telegram', 1)
    for (const chat of slow.heard.keys()) await slow.say(chat, 'довге')
    await other.say(0, 'інше')
    const { bot } = slow
    if (!('wait_until' in bot)) throw new Error('a bot of Telegram')
    world.telegram.slowDown(bot, 30)
    await slow.deliver()
    const met = bot.impatient
    expect(met).toBeLessThanOrEqual(6)
    world.t.clock.advance(29_000)
    await slow.deliver()
    await other.deliver()
    expect(bot.impatient).toBe(met)
    expect(other.heard[0]?.()).toEqual(['інше'])
    world.t.clock.advance(2_000)
    await slow.deliver()
    for (const chat of slow.heard) expect(chat()).toEqual(['довге'])
  })

  test('5xx and lost connections are tried again later, and nothing overtakes', async () => {
    const { say, heard, deliver, rows } = await openOutbox('telegram', 1)
    await say(0, 'перше')
    await say(0, 'друге')
    world.telegram.fail('500', 'drop')
    await deliver()
    await deliver()
    expect(heard[0]?.()).toEqual([])
    expect((await rows())[0]).toMatchObject({ state: 'queued', attempts: 1 })
    world.t.clock.advance(2_100)
    await deliver()
    expect((await rows())[0]).toMatchObject({ state: 'queued', attempts: 2 })
    world.t.clock.advance(4_100)
    await deliver()
    expect(heard[0]?.()).toEqual(['перше', 'друге'])
  })

  test('what is never taken is given up after eight tries', async () => {
    const { say, heard, deliver, rows } = await openOutbox('telegram', 1)
    await say(0, 'ніколи')
    for (let attempt = 0; attempt < 9; attempt += 1) {
      world.telegram.fail('500')
      await deliver()
      world.t.clock.advance(10 * 60_000)
    }
    expect(heard[0]?.()).toEqual([])
    expect((await rows())[0]).toMatchObject({ state: 'failed', attempts: 8 })
    await deliver()
    expect((await rows())[0]?.attempts).toBe(8)
    world.telegram.forgive()
  })

  test('a message that is wrong is refused once, and the next one goes', async () => {
    const { say, heard, deliver, rows } = await openOutbox('telegram', 1)
    await say(0, ' ')
    await say(0, 'добре')
    await deliver()
    expect(await states(rows())).toEqual(['failed', 'sent'])
    expect(heard[0]?.()).toEqual(['добре'])
  })

  test('a revoked token is told of, and messages wait for the new one', async () => {
    const { say, deliver, rows, bot, client_id } = await openOutbox('telegram', 1)
    await say(0, 'чекає')
    if (!('taps' in bot)) throw new Error('a bot of Telegram')
    world.telegram.revoke(bot)
    await deliver()
    const client = await world.t.io.db
      .selectFrom('bot_client')
      .select('status')
      .where('id', '=', client_id)
      .executeTakeFirstOrThrow()
    expect(client.status).toBe('revoked')
    expect(await states(rows())).toEqual(['queued'])
  })

  test('Viber counts one person: the others go on', async () => {
    const { say, heard, deliver, rows } = await openOutbox('viber', 2)
    world.viber.fail('busy')
    await say(0, 'перше')
    await deliver()
    await say(1, 'друге')
    await deliver()
    expect(heard.map((chat) => chat())).toEqual([[], ['друге']])
    world.t.clock.advance(61_000)
    await deliver()
    expect(heard.map((chat) => chat())).toEqual([['перше'], ['друге']])
    expect(await states(rows())).toEqual(['sent', 'sent'])
  })

  test('Viber answers 5xx, breaks off, and knows who has left', async () => {
    const { say, heard, deliver, rows, bot } = await openOutbox('viber', 2)
    world.viber.fail('500', 'drop')
    await say(0, 'перше')
    await deliver()
    world.t.clock.advance(2_100)
    await deliver()
    world.t.clock.advance(4_100)
    await deliver()
    expect(heard[0]?.()).toEqual(['перше'])
    if ('subscribed' in bot) bot.subscribed.clear()
    await say(1, 'нікому')
    await deliver()
    expect(await states(rows())).toEqual(['sent', 'blocked'])
  })
})

describe('a messenger that does not answer', () => {
  test('is given up after ten seconds, and holds nobody else', async () => {
    const { say, heard, deliver, rows } = await openOutbox('telegram', 2)
    world.telegram.fail('hang')
    await say(0, 'мовчання')
    await say(1, 'відповідь')
    await deliver()
    const all = [...(heard[0]?.() ?? []), ...(heard[1]?.() ?? [])]
    expect(all).toHaveLength(1)
    expect((await states(rows())).toSorted()).toEqual(['queued', 'sent'])
  })
})

describe('whoever blocked the bot', () => {
  test('is marked at the first refusal, and the till knows', async () => {
    const { shop, bot, slug } = await openTelegramShop(world.t, world.telegram)
    const person = world.telegram.person(bot, 990_001)
    await person.start(`p${slug}_qr`)
    await person.share('380671230011')
    await world.settle()
    const ask = { organization_id: shop.organization_id, phone: '+380671230011' }
    const reached = async () =>
      (await shop.owner.inject('POST', '/api/v1/buyers/get_buyers_data', ask)).data.buyer
    const buyer = await reached()
    expect(buyer.messengers).toEqual(['telegram'])
    // Telegram tells of it by 403 alone: the update about it was lost.
    bot.blocked.add(person.id)
    const write = () =>
      shop.owner.inject('POST', '/api/v1/buyers/handle_message', {
        organization_id: shop.organization_id,
        buyer_id: buyer.profile.id,
        text: 'Ви з нами?',
      })
    expect((await write()).status).toBe(201)
    await world.settle()
    expect((await reached()).messengers).toEqual([])
    expect((await write()).body.code).toBe('no_messenger')
    bot.blocked.delete(person.id)
    await person.write('/balance')
    expect((await reached()).messengers).toEqual(['telegram'])
  })
})
