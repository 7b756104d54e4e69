import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#server/io/id.ts'
import { claimBulk, letLeave } from '#server/features/bots/bulk-store.ts'
import { deliverBulk } from '#server/features/bots/deliver-bulk.ts'
import { openBotWorld, openTelegramShop } from '#server/testing/bots.ts'
import { openBuyer } from '#server/testing/buyers.ts'
import type { Answer } from '#server/testing/identity.ts'
import { fieldsForm } from '#server/testing/form.ts'
import { sell } from '#server/testing/receipts.ts'
import { feedMailing } from './feed-mailing.ts'
import { takeFeedTurn } from './recipient-store.ts'

type World = Awaited<ReturnType<typeof openBotWorld>>
let world: World
let people = 0
beforeAll(async () => {
  world = await openBotWorld()
})
afterAll(() => world.close())

const HOUR = 3_600_000

/** A shop at noon whose bot so many people have opened and agreed to be written to. */
async function openAudience(count: number) {
  const { t, telegram } = world
  t.clock.set('2026-11-21T12:00:00+02:00')
  const { shop, bot } = await openTelegramShop(t, telegram)
  const { organization_id } = shop
  await t.io.db
    .updateTable('user_account')
    .set({ email_confirmed_at: t.clock.now() })
    .where('email', '=', shop.owner.email)
    .execute()
  const { id: client_id } = await t.io.db
    .selectFrom('bot_client')
    .select('id')
    .where('organization_id', '=', organization_id)
    .executeTakeFirstOrThrow()
  const now = t.clock.now()
  const readers: { buyer_id: string; phone: string; user_id: number; subscriber_id: string }[] = []
  for (let index = 0; index < count; index += 1) {
    people += 1
    const user_id = 500_000 + people
    const { buyer_id, phone } = await openBuyer(t, shop, { first_name: `Гість ${index}` })
    const subscriber_id = newId(now)
    bot.chats.set(user_id, [])
    readers.push({ buyer_id, phone, user_id, subscriber_id })
  }
  await t.io.db
    .insertInto('subscriber')
    .values(
      readers.map(({ buyer_id, user_id, subscriber_id }) => ({
        ...{ organization_id, id: subscriber_id, client_id, type: 'telegram', name: '', buyer_id },
        ...{ user_id: String(user_id), language: 'ua-UA', step: 'active', memory: '{}' },
        ...{ version: 1, marketing: true, notify_bonuses: true, notify_rating: true },
        ...{ chosen_at: now, last_active_at: now, created_at: now },
      })),
    )
    .execute()
  await t.io.db
    .updateTable('buyer')
    .set({ consent_messages: true, messengers: ['telegram'] })
    .where('organization_id', '=', organization_id)
    .execute()
  const call = (method: 'POST' | 'GET', path: string, body?: object) =>
    shop.owner.inject(method, `/api/v1/posts${path}`, body)
  return {
    ...{ shop, bot, readers, client_id, call },
    /** What each of them has in their chat. */
    got: () => readers.map(({ user_id }) => bot.chats.get(user_id)?.length ?? 0),
    async write(fields: Record<string, string>, image?: Buffer): Promise<string> {
      const { body, headers } = fieldsForm({ type: 'manual_notification', ...fields }, image)
      const query = `organization_id=${organization_id}`
      const made = await shop.owner.inject('POST', `/api/v1/posts?${query}`, body, headers)
      return must(made).data.id
    },
    async read(id: string) {
      // Hours may have passed: the session is renewed as the cabinet does.
      await shop.owner.inject('POST', '/api/v1/user/refresh')
      return must(await call('GET', `/${id}`)).data
    },
    /** Lets time pass and everybody work, as the jobs would, so many times. */
    async work(id: string, rounds = 1) {
      for (let round = 0; round < rounds; round += 1) {
        t.clock.advance(11_000)
        await feedMailing(t.io, { organization_id, post_id: id })
        await deliverBulk(t.io)
      }
      await feedMailing(t.io, { organization_id, post_id: id })
    },
  }
}

function must(answer: Answer): Answer {
  if (answer.status >= 300) throw new Error(JSON.stringify(answer.body))
  return answer
}

describe('a mailing', () => {
  test('is estimated, waits ten seconds, and can be taken back meanwhile', async () => {
    const { shop, call, write, read, got, work } = await openAudience(3)
    const { organization_id } = shop
    const { data } = await call('POST', '/estimate', { organization_id })
    expect(data).toMatchObject({ total: 3, telegram: 3, viber: 0, seconds: 1, viber_cents: 0 })
    const id = await write({ title: 'Знижка', text: '{імʼя|Друже}, чекаємо!' })
    expect(must(await call('POST', `/${id}/send`, {})).data.status).toBe('scheduled')
    expect(must(await call('POST', `/${id}/stop`)).data).toMatchObject({
      ...{ status: 'draft', scheduled_at: null },
    })
    await work(id)
    expect(got()).toEqual([0, 0, 0])
    must(await call('POST', `/${id}/send`, {}))
    expect(must(await call('POST', `/${id}/send`, {})).data.status).toBe('scheduled')
    await work(id, 2)
    expect(got()).toEqual([1, 1, 1])
    expect(await read(id)).toMatchObject({
      status: 'sent',
      stats: { targeted: 3, sent: 3, queued: 0 },
    })
  })

  test('says each reader their own, and its button counts taps and purchases', async () => {
    const { shop, bot, readers, call, write, read, work } = await openAudience(2)
    const button = { button_text: 'Меню', button_url: 'https://kava.ua/menu?a=1' }
    const id = await write({ title: 'Меню', text: '{імʼя}, нове меню', ...button })
    must(await call('POST', `/${id}/send`, {}))
    await work(id, 2)
    const [first] = readers
    const [message] = bot.chats.get(first!.user_id) ?? []
    expect(message?.text).toBe('Гість 0, нове меню')
    const [open, refuse] = (message?.reply_markup?.inline_keyboard ?? []).flat()
    expect(refuse?.text).toBe('Не надсилати акції')
    const url = new URL(open?.url ?? '')
    const followed = await world.t.app.inject({ method: 'GET', url: url.pathname })
    expect([followed.statusCode, followed.headers.location]).toEqual([303, button.button_url])
    const forged = `${url.pathname.slice(0, -2)}AA`
    expect((await world.t.app.inject({ method: 'GET', url: forged })).statusCode).toBe(404)
    world.t.clock.advance(HOUR)
    await sell(shop.till, { buyer: { phone: first!.phone }, body: { total: 150 } })
    expect((await read(id)).stats).toMatchObject({ clicked: 1, purchases: 1, revenue: 150 })
    const { data } = await call('GET', `/${id}/recipients?limit=10`)
    expect(data.total).toBe(2)
    expect(data.items[0]).toMatchObject({ state: 'sent', messenger: 'telegram' })
  })

  test('leads to a product as long as it has a link, and counts those taps too', async () => {
    const { shop, bot, readers, call, write, read, work } = await openAudience(2)
    const of = `organization_id=${shop.organization_id}`
    const product = { name: 'Гарбузове лате', price: 65, link: 'https://kava.ua/latte' }
    const { id: product_id } = must(
      await shop.owner.inject('POST', `/api/v1/products?${of}`, product),
    ).data
    const relink = async (link: string | null) =>
      must(await shop.owner.inject('POST', '/api/v1/products/update-link', { product_id, link }))
    const button = {
      button_text: 'Лате',
      button_leads_to: 'product',
      button_product_id: product_id,
    }
    const draft = () => write({ title: 'Лате', text: 'Нове лате', ...button })
    const [id, later] = [await draft(), await draft()]
    const keysOf = async (mailing: string) => {
      must(await call('POST', `/${mailing}/send`, {}))
      await work(mailing, 2)
      const last = bot.chats.get(readers[0]!.user_id)?.at(-1)
      return (last?.reply_markup?.inline_keyboard ?? []).flat()
    }
    const { pathname } = new URL((await keysOf(id))[0]?.url ?? '')
    expect(pathname).toMatch(/^\/r\//)
    const follow = async () => {
      const { statusCode, headers } = await world.t.app.inject({ method: 'GET', url: pathname })
      return [statusCode, headers.location]
    }
    await relink(null)
    expect(await follow()).toEqual([404, undefined])
    expect((await read(id)).stats.clicked).toBe(0)
    expect((await keysOf(later)).map(({ text }) => text)).toEqual(['Не надсилати акції'])
    await relink('https://kava.ua/latte-2')
    expect(await follow()).toEqual([303, 'https://kava.ua/latte-2'])
    expect((await read(id)).stats.clicked).toBe(1)
    must(await shop.owner.inject('DELETE', `/api/v1/products/${product_id}`))
    expect(await follow()).toEqual([404, undefined])
  })

  test('asks again at the moment of sending: consent, the week, the night', async () => {
    const { shop, readers, got, call, write, read, work } = await openAudience(3)
    const { db } = world.t.io
    const id = await write({ title: 'Ніч', text: 'Новина' })
    must(await call('POST', `/${id}/send`, {}))
    world.t.clock.advance(11_000)
    await feedMailing(world.t.io, { organization_id: shop.organization_id, post_id: id })
    // Handed over already; now one says /stop, and it gets late.
    await db
      .updateTable('subscriber')
      .set({ marketing: false })
      .where('id', '=', readers[0]!.subscriber_id)
      .execute()
    world.t.clock.set('2026-11-21T22:00:00+02:00')
    await deliverBulk(world.t.io)
    expect(got()).toEqual([0, 0, 0])
    world.t.clock.set('2026-11-22T09:00:01+02:00')
    await work(id)
    expect(got()).toEqual([0, 1, 1])
    expect(await read(id)).toMatchObject({ status: 'sent', stats: { sent: 2, skipped: 1 } })
    const skipped = await call('GET', `/${id}/recipients?state=skipped`)
    expect(skipped.data.items).toMatchObject([{ reason: 'no_consent' }])
  })

  test('is paused, goes on, and is stopped for good', async () => {
    const { shop, got, call, write, read, work } = await openAudience(30)
    const id = await write({ title: 'Довга', text: 'Новина' })
    must(await call('POST', `/${id}/send`, {}))
    world.t.clock.advance(11_000)
    await feedMailing(world.t.io, { organization_id: shop.organization_id, post_id: id }, 20)
    await deliverBulk(world.t.io)
    const before = got().filter(Boolean).length
    // No more of one mailing lie in the outbox at once.
    expect(before).toBe(20)
    expect(must(await call('POST', `/${id}/pause`)).data.status).toBe('paused')
    await work(id)
    expect(got().filter(Boolean)).toHaveLength(before)
    must(await call('POST', `/${id}/resume`))
    must(await call('POST', `/${id}/stop`))
    await work(id)
    const { status, stopped, stats } = await read(id)
    expect([status, stopped]).toEqual(['sent', true])
    expect(stats).toMatchObject({ targeted: 30, sent: before, skipped: 30 - before, queued: 0 })
  }, 20_000)
})

describe('in the middle of a mailing', () => {
  test('a pause takes back whatever has not left, and nobody gets it twice later', async () => {
    const { shop, got, call, write, read, work } = await openAudience(60)
    const { organization_id } = shop
    const id = await write({ title: 'Довга', text: 'Новина' })
    must(await call('POST', `/${id}/send`, {}))
    world.t.clock.advance(11_000)
    await feedMailing(world.t.io, { organization_id, post_id: id })
    const sending = deliverBulk(world.t.io)
    await expect.poll(() => got().filter(Boolean).length).toBeGreaterThan(0)
    must(await call('POST', `/${id}/pause`))
    const queued = await world.t.io.db
      .selectFrom('bot_message')
      .select('id')
      .where('organization_id', '=', organization_id)
      .where('state', '=', 'queued')
      .execute()
    expect(queued).toEqual([])
    await sending
    // What was claimed by then has left: less than a second of the bot.
    const before = got().filter(Boolean).length
    expect(before).toBeLessThan(60)
    await deliverBulk(world.t.io)
    expect(got().filter(Boolean)).toHaveLength(before)
    must(await call('POST', `/${id}/resume`))
    await work(id, 2)
    expect(got()).toEqual(Array.from({ length: 60 }, () => 1))
    expect(await read(id)).toMatchObject({ status: 'sent', stats: { sent: 60 } })
  }, 20_000)

  test('/stop in the chat is obeyed by what is to come a second later, and by all that follows', async () => {
    const { shop, bot, readers, got, call, write, work, read } = await openAudience(90)
    const id = await write({ title: 'Довга', text: 'Новина' })
    must(await call('POST', `/${id}/send`, {}))
    world.t.clock.advance(11_000)
    await feedMailing(world.t.io, { organization_id: shop.organization_id, post_id: id })
    const sending = deliverBulk(world.t.io)
    await expect.poll(() => got().filter(Boolean).length, { interval: 5 }).toBeGreaterThan(0)
    // The last of them is three seconds away at the messenger's pace.
    const { db } = world.t.io
    const last = await db
      .selectFrom('bot_message')
      .select('subscriber_id')
      .where('organization_id', '=', shop.organization_id)
      .where('state', '=', 'queued')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    const refused = readers.findIndex((one) => one.subscriber_id === last.subscriber_id)
    const person = world.telegram.person(bot, readers[refused]?.user_id ?? 0)
    expect((await person.write('/stop')).status).toBe(200)
    await sending
    expect(got()).toEqual(readers.map((_one, place) => (place === refused ? 0 : 1)))
    // Only the answer to the command comes, and no later mailing.
    await world.settle()
    expect(person.messages).toHaveLength(1)
    expect(person.read).toContain('Рекламу вимкнено')
    const second = await write({ title: 'Ще одна', text: 'Друга новина' })
    must(await call('POST', `/${second}/send`, {}))
    await work(second, 2)
    expect(got()).toEqual(readers.map((_one, place) => (place === refused ? 1 : 2)))
    expect(person.messages).toHaveLength(1)
    expect(await read(second)).toMatchObject({ status: 'sent', stats: { sent: 89 } })
  }, 20_000)

  test('readers of one bot share the upload of its picture', async () => {
    const { bot, got, call, write, work } = await openAudience(30)
    const picture = await sharp({
      create: { width: 40, height: 30, channels: 3, background: '#0b5e55' },
    })
      .png()
      .toBuffer()
    const id = await write({ title: 'Фото', text: 'Новина' }, picture)
    must(await call('POST', `/${id}/send`, {}))
    await work(id, 2)
    expect(got()).toEqual(Array.from({ length: 30 }, () => 1))
    expect(bot.files.size).toBeLessThan(30)
  }, 20_000)
})

test('of several jobs for one mailing one goes on', async () => {
  const { shop, write } = await openAudience(1)
  const id = await write({ title: 'Раз', text: 'Новина' })
  const key = { organization_id: shop.organization_id, post_id: id }
  const now = world.t.clock.now()
  const later = new Date(now.getTime() + 900)
  const { db } = world.t.io
  expect(await takeFeedTurn(db, key, now, later)).toBe(true)
  expect(await takeFeedTurn(db, key, now, later)).toBe(false)
  expect(await takeFeedTurn(db, key, later, new Date(later.getTime() + 900))).toBe(true)
})

describe('in trouble', () => {
  test('nobody gets it twice and everybody is accounted for', async () => {
    const { t, telegram } = world
    const COUNT = 70
    const shops = [await openAudience(COUNT), await openAudience(COUNT), await openAudience(COUNT)]
    const ids: string[] = []
    for (const { bot, readers, write, call } of shops) {
      for (const { user_id } of readers.slice(0, 5)) bot.blocked.add(user_id)
      const id = await write({ title: 'Усім', text: 'Новина' })
      must(await call('POST', `/${id}/send`, {}))
      ids.push(id)
    }
    const [kava] = shops
    t.clock.advance(11_000)
    await feedMailing(t.io, { organization_id: kava!.shop.organization_id, post_id: ids[0]! })
    // A worker that takes ten, sends four of them and is gone before it can write that down: the
    // other six have not left, and another worker sends them.
    const taken = await claimBulk(t.io.pool, kava!.client_id, t.clock.now(), 10)
    const sent_by_lost = taken.slice(4, 8)
    expect(await letLeave(t.io.pool, sent_by_lost, t.clock.now())).toHaveLength(4)
    for (const message of sent_by_lost) {
      kava!.bot.chats.get(Number(message.user_id))?.push({ message_id: 1, text: 'Новина' })
    }
    telegram.fail('500', 'drop', '500', 'drop')
    telegram.slowDown(kava!.bot, 5)
    for (let round = 0; round < 20; round += 1) {
      const states = await Promise.all(shops.map(({ read }, at) => read(ids[at]!)))
      if (states.every(({ status }) => status === 'sent')) break
      t.clock.advance(11_000)
      for (const [at, { shop }] of shops.entries()) {
        await feedMailing(t.io, { organization_id: shop.organization_id, post_id: ids[at]! })
      }
      // Two workers at once: the second has a database handle of its own, as another process does.
      const other = {
        ...t.io,
        db: t.io.db.withPlugin({
          transformQuery: ({ node }) => node,
          transformResult: async ({ result }) => result,
        }),
      }
      await Promise.all([deliverBulk(t.io), deliverBulk(other)])
      for (const [at, { shop }] of shops.entries()) {
        await feedMailing(t.io, { organization_id: shop.organization_id, post_id: ids[at]! })
      }
    }
    let unknown = 0
    for (const [at, { got, read }] of shops.entries()) {
      const { status, stats } = await read(ids[at]!)
      expect(status).toBe('sent')
      expect(Math.max(...got())).toBe(1)
      const { targeted, sent, failed, blocked, skipped } = stats
      expect([targeted, sent + failed + blocked + skipped]).toEqual([COUNT, COUNT])
      unknown += failed
      const known_lost = at === 0 ? sent_by_lost.length : 0
      expect(got().filter(Boolean)).toHaveLength(sent + known_lost)
    }
    // What the lost worker had let leave, and the four that got no answer.
    expect(unknown).toBe(8)
    expect(kava!.bot.impatient).toBeLessThanOrEqual(3)
  }, 40_000)
})
