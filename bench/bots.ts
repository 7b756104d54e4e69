/**
 * The card in a messenger: updates handled a second, the way of a spend from the till over the
 * buyer's tap back to the till, pictures of cards a second. The messenger is our stand-in on the
 * same machine. `node bench/bots.ts`; `npm run bench` prints the same beside the rest.
 */
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { drawCard } from '#server/features/bots/draw-card.ts'
import { defaultCard } from '#server/features/bots/rules.ts'
import { readConfig } from '#server/io/config.ts'
import { asManyAsUsual, prepareProgram } from '#server/testing/program.ts'
import { callPos, openRemoteShop, type RemoteShop } from '#server/testing/remote-shop.ts'
import {
  openTelegramStandIn,
  type TelegramBot,
  type TelegramStandIn,
} from '#server/testing/telegram-stand-in.ts'
import { change } from './all-rules.ts'

const PEOPLE = 50
const UPDATES = 1_500
const AT_ONCE = 24
const SPENDS = 60
/** A spend is several messages: sooner after one another they would wait for the messenger's pace. */
const SPEND_EVERY_MS = 200
const PICTURES = 60
const TALK = ['/balance', '/menu', '/card', '/balance', '/menu']

const at = (values: number[], share: number) =>
  values.toSorted((a, b) => a - b)[
    Math.min(values.length - 1, Math.floor(values.length * share))
  ] ?? 0

/** Answers figures by name. */
export async function measureBots(): Promise<[name: string, value: string][]> {
  let base = ''
  const telegram = await openTelegramStandIn({
    per_second: 100_000,
    // The world's address is not ours: what goes to it is carried to the program.
    carry: (url, body, headers) => post(base + new URL(url).pathname, body, headers),
  })
  const program = await prepareProgram({
    ...{ LOG_LEVEL: 'silent', DEMO: 'false', PUBLIC_URL: 'https://verta.test' },
    ...asManyAsUsual,
    TELEGRAM_API_URL: telegram.url,
  })
  await program.start()
  ;({ base } = program)
  try {
    const shop = await openRemoteShop(base)
    const bot = await connect(shop, telegram)
    const people = await joinAll(telegram, bot)
    // First: what an update is answered goes out at the messenger's pace, for a minute after it.
    const ways = await measureSpends(shop, people)
    const updates = await measureUpdates(bot, people)
    const picture = await measurePictures()
    const ms = (list: number[]) => `${at(list, 0.5).toFixed(0)} / ${at(list, 0.99).toFixed(0)}`
    return [
      [`bot: updates handled per second (${AT_ONCE} at once)`, updates.toFixed(0)],
      ['bot: spend, till → question in the chat, p50 / p99 ms', ms(ways.map(({ ask }) => ask))],
      ['bot: spend, tap → till knows, p50 / p99 ms', ms(ways.map(({ settle }) => settle))],
      ['bot: spend, the whole way without the person, p50 / p99 ms', ms(ways.map(whole))],
      ['bot: card pictures per second', picture.toFixed(1)],
    ]
  } finally {
    await program.remove()
    await telegram.close()
  }
}

const whole = ({ ask, settle }: { ask: number; settle: number }) => ask + settle

async function post(url: string, body: string, headers: Record<string, string>) {
  const answer = await fetch(url, { method: 'POST', body, headers })
  return { status: answer.status, body: await answer.text() }
}

async function connect(shop: RemoteShop, telegram: TelegramStandIn): Promise<TelegramBot> {
  const bot = telegram.addBot()
  const path = `/api/v1/bots?organization_id=${shop.organization_id}`
  const made = await shop.owner.call('POST', path, {})
  const { id } = (made.body as { data: { id: string } }).data
  const client = { type: 'telegram', token: bot.token }
  const { status, body } = await shop.owner.call('POST', `/api/v1/bots/${id}/client`, client)
  if (status !== 201) throw new Error(`the bot was not connected: ${JSON.stringify(body)}`)
  await change(shop, 'general', { receipts_per_day_max: 0, spend_confirmation_from: 0.01 })
  return bot
}

type Person = ReturnType<TelegramStandIn['person']>
const phoneOf = (index: number) => `380671${String(index).padStart(6, '0')}`

async function joinAll(telegram: TelegramStandIn, bot: TelegramBot): Promise<Person[]> {
  const people = Array.from({ length: PEOPLE }, (_, index) => telegram.person(bot, 5_000 + index))
  const waiting = [...people.entries()]
  await together(async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [index, person] = next
      await person.start()
      await person.share(phoneOf(index))
    }
  })
  await until(() => people.every((person) => person.messages.some(({ photo }) => photo)))
  return people
}

const together = (work: () => Promise<void>) => Promise.all(Array.from({ length: AT_ONCE }, work))

async function until(done: () => boolean, ms = 60_000): Promise<void> {
  const deadline = performance.now() + ms
  while (!done()) {
    if (performance.now() > deadline) throw new Error('what was waited for did not come')
    await sleep(2)
  }
}

/** People talk at once, each in their own order; what they are answered is sent meanwhile. */
async function measureUpdates(bot: TelegramBot, people: Person[]): Promise<number> {
  const updates = Array.from({ length: UPDATES }, (_, index) => {
    const text = TALK[Math.floor(index / people.length) % TALK.length] ?? '/menu'
    return people[index % people.length]?.message({ text }) ?? {}
  })
  const count = updates.length
  const from = performance.now()
  await together(async () => {
    for (let update = updates.shift(); update; update = updates.shift()) {
      const { status } = (await people[0]?.send(update)) ?? { status: 0 }
      if (status !== 200) throw new Error(`an update of ${bot.username} was answered ${status}`)
    }
  })
  return (count * 1000) / (performance.now() - from)
}

/** Spends that are asked about, one after another at a pace, as the till follows them. */
async function measureSpends(shop: RemoteShop, people: Person[]) {
  const ways: { ask: number; settle: number }[] = []
  // What was said before is still on its way.
  const quiet = () => people.reduce((sum, person) => sum + person.messages.length, 0)
  for (let before = -1; before !== quiet();) {
    before = quiet()
    await sleep(1_500)
  }
  for (let index = 0; index < SPENDS; index += 1) {
    const person = people[index % people.length]
    if (!person) break
    const phone = `+${phoneOf(index % people.length)}`
    const pace = sleep(SPEND_EVERY_MS)
    await giveBonuses(shop, phone)
    ways.push(await spendOnce(shop, person, phone))
    await pace
  }
  return ways
}

async function giveBonuses({ organization_id, owner }: RemoteShop, phone: string) {
  const { status, body } = await owner.call('POST', '/api/v1/buyers/make_handle_accrual', {
    ...{ organization_id, phone, amount: 100, reason: 'gift', notify: false },
    idempotency_key: crypto.randomUUID(),
  })
  if (status !== 201) throw new Error(`bonuses were not given: ${JSON.stringify(body)}`)
}

async function spendOnce({ base, cashier }: RemoteShop, person: Person, phone: string) {
  const query = `discount_amount=50&phone=${encodeURIComponent(phone)}`
  const draft = await callPos(base, cashier.token, `/pos-api/v1/receipt?${query}`, { total: 100 })
  const { receipt_id } = (draft.body as { data: { receipt_id: string } }).data
  const questions = () => person.messages.filter(({ reply_markup }) => asks(reply_markup)).length
  const before = questions()
  const from = performance.now()
  const path = `/pos-api/v1/bonuses/create?receipt_id=${receipt_id}&${query}`
  const asked = await callPos(base, cashier.token, path, {})
  if (asked.status !== 202) throw new Error(`not asked: ${JSON.stringify(asked.body)}`)
  const settled = follow(base, cashier.token, receipt_id)
  await until(() => questions() > before)
  const tapped = performance.now()
  await person.tap('Так, списати')
  const status = await settled
  if (status !== 'completed') throw new Error(`the waiting ended ${status}`)
  return { ask: tapped - from, settle: performance.now() - tapped }
}

const asks = (markup: Person['last']['reply_markup']) =>
  (markup?.inline_keyboard ?? []).flat().some((one) => one.callback_data?.startsWith('yes:'))

/** Reads the till's stream until the waiting is over; answers how it ended. */
async function follow(base: string, token: string, receipt_id: string): Promise<string> {
  const answer = await fetch(`${base}/pos-api/v1/receipts/${receipt_id}/events`, {
    headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream' },
  })
  if (!answer.ok || !answer.body) throw new Error(`the stream answered ${answer.status}`)
  let read = ''
  for await (const part of answer.body.pipeThrough(new TextDecoderStream())) {
    read += part
    const [, status] = /"status":"(completed|declined|expired)"/.exec(read) ?? []
    if (status !== undefined) return status
  }
  return 'without an answer'
}

async function measurePictures(): Promise<number> {
  const io = { config: readConfig({}) }
  const draw = (index: number) =>
    drawCard(io, {
      ...{ design: defaultCard('Кава на Розі'), shop_name: 'Кава на Розі', language: 'uk' },
      code: `28${String(index).padStart(10, '0')}7`,
      buyer: { name: 'Олена К.', level: 'Срібний', balance: 230_00, next_expiry: null },
    })
  await draw(0)
  const from = performance.now()
  for (let index = 1; index <= PICTURES; index += 1) await draw(index)
  return (PICTURES * 1000) / (performance.now() - from)
}

if (import.meta.main) {
  for (const [name, value] of await measureBots()) console.log(`${name}: ${value}`)
}
