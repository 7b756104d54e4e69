/**
 * Updates of messengers, repeated and shuffled, and forgeries: every effect once, nothing of a
 * forgery written (bar.md "Bot webhooks").
 */
import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBotWorld, openTelegramShop, connectBot } from '#server/testing/bots.ts'
import { newPhone, sell } from '#server/testing/receipts.ts'
import { openShop } from '#server/testing/shop.ts'
import type { ViberBot } from '#server/testing/viber-stand-in.ts'
import { countOf, TRIAL_MS } from '#server/testing/trial-counts.ts'
import { expectSoundLedger } from '#server/testing/trial-ledger.ts'

const UPDATES = countOf({ quick: 300, everyday: 5_000, release: 50_000 })
const REPEATED = 0.3
const WINDOW = 50
const STEPS = 5
const AT_ONCE = 24
/** So many others go before what is sent again. */
const AGAIN_AFTER = 100
const BUSY_AT_MOST = 0.001
const WARNING = 40

/** Why the program was busy, as its log says. */
const reasons = new Set<string>()
function noteReason(line: string): void {
  const { level, err } = JSON.parse(line) as { level: number; err?: { message: string } }
  if (level >= WARNING && err) reasons.add(err.message)
}

let world: Awaited<ReturnType<typeof openBotWorld>>
let shop: Awaited<ReturnType<typeof openTelegramShop>>
let viber: ViberBot

beforeAll(async () => {
  world = await openBotWorld({ config: { DATABASE_POOL: '16' }, hear: noteReason })
  world.t.clock.set(new Date())
  shop = await openTelegramShop(world.t, world.telegram)
  viber = world.viber.addBot()
  await connectBot(shop.shop, 'viber', viber.token)
}, 60_000)
afterAll(() => world.close())

/** A chance that is the same in every run. */
function chanceOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

const count = async (
  table: 'subscriber' | 'buyer' | 'bot_update' | 'bot_message' | 'bot_consent',
) => {
  const row = await world.t.io.db
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return row.count
}

/** An update on its way to us, as its messenger proves it. */
type Update = { url: string; body: string; headers: Record<string, string> }

const pathOf = (hook: string | undefined | null) => new URL(hook ?? '').pathname

/** What somebody says in Telegram, from the first word to the last. */
function saidInTelegram(index: number, phone: string): Update[] {
  const { hook } = shop.bot
  const person = world.telegram.person(shop.bot, 10_000 + index)
  const headers = {
    'content-type': 'application/json',
    'x-telegram-bot-api-secret-token': hook?.secret ?? '',
  }
  return [
    person.message({ text: '/start' }),
    person.message({ contact: { phone_number: phone, user_id: person.id } }),
    person.message({ text: '/balance' }),
    person.message({ text: '/menu' }),
    person.message({ text: '/stop' }),
  ].map((update) => ({ url: pathOf(hook?.url), body: JSON.stringify(update), headers }))
}

/** The same in Viber. */
function saidInViber(index: number, phone: string): Update[] {
  const sender = { id: `person ${index}==`, name: 'Олена', language: 'uk' }
  const person = world.viber.person(viber, sender.id)
  const said = (message: object) => person.body({ event: 'message', sender, message })
  const contact = { phone_number: phone, name: sender.name }
  return [
    person.body({ event: 'conversation_started', context: '', user: sender, subscribed: false }),
    said({ type: 'contact', contact, tracking_data: 'phone' }),
    said({ type: 'text', text: 'act:balance' }),
    said({ type: 'text', text: 'act:menu' }),
    said({ type: 'text', text: 'act:stop' }),
  ].map((body) => ({
    ...{ url: pathOf(viber.hook), body },
    headers: {
      'content-type': 'application/json',
      'x-viber-content-signature': createHmac('sha256', viber.token).update(body).digest('hex'),
    },
  }))
}

/**
 * Carries updates as the messengers do: what is answered 503 is sent again after a while, as
 * Telegram does until it is taken and Viber a few times. Any other answer but 200 is written down.
 */
async function carryAll(updates: Update[]): Promise<{ busy: number; others: string[] }> {
  const waiting = [...updates]
  const others: string[] = []
  let busy = 0
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let update = waiting.shift(); update; update = waiting.shift()) {
        const { url, body: payload, headers } = update
        const answer = await world.t.app.inject({ method: 'POST', url, payload, headers })
        if (answer.statusCode === 503 && answer.headers['retry-after'] !== undefined) {
          busy += 1
          waiting.splice(AGAIN_AFTER, 0, update)
        } else if (answer.statusCode !== 200) others.push(`${answer.statusCode} ${answer.body}`)
      }
    }),
  )
  return { busy, others }
}

test(
  `${UPDATES} updates, 30 % repeated, shuffled: every effect once`,
  async ({ annotate }) => {
    const chance = chanceOf(20_261_121)
    const people = Math.ceil(UPDATES / (1 + REPEATED) / STEPS)
    const first: (Update & { at: number })[] = []
    for (let index = 0; index < people; index += 1) {
      const phone = `38067${String(index).padStart(7, '0')}`
      const steps = index % 2 === 0 ? saidInTelegram(index, phone) : saidInViber(index, phone)
      // People talk at the same time; each in their own order.
      for (const [step, update] of steps.entries()) {
        first.push({ ...update, at: step * people + index })
      }
    }
    const sent = first
      .toSorted((a, b) => a.at - b.at)
      .flatMap((update) => [
        update,
        // A repetition comes within a few steps of the first, before it or behind it.
        ...(chance() < REPEATED ? [{ ...update, at: update.at + (chance() - 0.3) * WINDOW }] : []),
      ])
      .toSorted((a, b) => a.at - b.at)
    const { busy, others } = await carryAll(sent)
    await annotate(
      `${sent.length} updates sent, ${sent.length - first.length} of them repeated, of ${people} people; ${busy} answered 503 and sent again ${[...reasons].join('; ')}`,
    )
    expect(others).toEqual([])
    expect(busy).toBeLessThan(UPDATES * BUSY_AT_MOST)
    expect(sent.length).toBeGreaterThan(UPDATES * 0.95)
    expect(await count('bot_update')).toBe(first.length)
    expect(await count('subscriber')).toBe(people)
    expect(await count('buyer')).toBe(people)
    // One yes to the rules each, however often the contact came.
    const rules = await world.t.io.db
      .selectFrom('bot_consent')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('kind', '=', 'rules')
      .executeTakeFirstOrThrow()
    expect(rules.count).toBe(people)
    const told = await world.t.io.db
      .selectFrom('bot_message')
      .select(['subscriber_id', 'source'])
      .execute()
    const different = new Set(told.map(({ subscriber_id, source }) => `${subscriber_id} ${source}`))
    expect(different.size).toBe(told.length)
  },
  TRIAL_MS,
)

test('ten kinds of forgery at each messenger are 401 and write nothing', async ({ annotate }) => {
  const viber_shop = await openShop(world.t)
  const viber_bot = world.viber.addBot()
  await connectBot(viber_shop, 'viber', viber_bot.token)
  const other = await openTelegramShop(world.t, world.telegram)
  const other_viber = world.viber.addBot()
  await connectBot(await openShop(world.t), 'viber', other_viber.token)
  const tables = ['subscriber', 'bot_update', 'bot_message', 'buyer', 'bot_consent'] as const
  const before = await Promise.all(tables.map(count))

  const telegram = {
    path: new URL(shop.bot.hook?.url ?? '').pathname,
    header: 'x-telegram-bot-api-secret-token',
    right: shop.bot.hook?.secret ?? '',
    another: other.bot.hook?.secret ?? '',
    body: JSON.stringify(world.telegram.person(shop.bot, 9).message({ text: '/start' })),
  }
  const body = world.viber.person(viber_bot, 'x').body({
    event: 'message',
    sender: { id: 'x', name: 'X' },
    message: { type: 'text', text: 'act:card' },
  })
  const sign = (token: string, text: string) =>
    createHmac('sha256', token).update(text).digest('hex')
  const viber = {
    path: new URL(viber_bot.hook ?? '').pathname,
    header: 'x-viber-content-signature',
    right: sign(viber_bot.token, body),
    another: sign(other_viber.token, body),
    body,
  }
  for (const { path, header, right, another, body: sent } of [telegram, viber]) {
    const flipped = `${right.slice(0, -1)}${right.endsWith('a') ? 'b' : 'a'}`
    const changed = header.includes('viber') ? right : `${right}0`
    const forgeries: [string, string, Record<string, string | string[]>, string][] = [
      ['no proof', path, {}, sent],
      ['an empty one', path, { [header]: '' }, sent],
      ['a part of it', path, { [header]: right.slice(0, 20) }, sent],
      ['one letter wrong', path, { [header]: flipped }, sent],
      ["another bot's", path, { [header]: another }, sent],
      ['more than it', path, { [header]: `${right} ` + right }, sent],
      [
        'upper case',
        path,
        { [header]: right === right.toUpperCase() ? flipped : right.toUpperCase() },
        sent,
      ],
      ['two of them', path, { [header]: [`x${right}`, right] }, sent],
      ['a body with one byte more', path, { [header]: changed }, `${sent} `],
      ['an address nobody has', `${path}x`, { [header]: right }, sent],
    ]
    await annotate(`${header}: ${forgeries.map(([kind]) => kind).join(', ')}`)
    for (const [kind, url, proof, payload] of forgeries) {
      const headers = { 'content-type': 'application/json', ...proof }
      const answer = await world.t.app.inject({ method: 'POST', url, payload, headers })
      expect([header, kind, answer.statusCode]).toEqual([header, kind, 401])
    }
  }
  expect(await Promise.all(tables.map(count))).toEqual(before)
}, 120_000)

test('what is proven but makes no sense is refused, and nothing is written', async ({
  annotate,
}) => {
  const before = await count('bot_update')
  const headers = {
    'content-type': 'application/json',
    'x-telegram-bot-api-secret-token': shop.bot.hook?.secret ?? '',
  }
  const url = new URL(shop.bot.hook?.url ?? '').pathname
  const senseless = ['', '{', '[]', '{"update_id":"x"}', '{"update_id":1e99}', '\u0000']
  for (const payload of senseless) {
    const answer = await world.t.app.inject({ method: 'POST', url, payload, headers })
    expect([payload, answer.statusCode]).toEqual([payload, 400])
  }
  const huge = await world.t.app.inject({
    method: 'POST',
    url,
    payload: 'x'.repeat(2 ** 20),
    headers,
  })
  expect(huge.statusCode).toBe(413)
  expect(await count('bot_update')).toBe(before)
  await annotate(`${senseless.length} senseless updates and one of a megabyte`)
})

test('after all of it the ledger check finds nothing', async () => {
  const till = await shop.shop.addTill()
  await sell(till, { buyer: { phone: newPhone() } })
  await expectSoundLedger(world.t.io.db)
})
