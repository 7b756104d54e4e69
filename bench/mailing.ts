/**
 * A mailing beside the till: seconds for ten thousand readers of twenty bots against what the
 * messenger's own limit allows, and how late the message of a receipt is meanwhile. The messenger is
 * our stand-in on the same machine, which takes thirty messages of a bot within any second and
 * refuses the next. `node bench/mailing.ts`; `npm run bench` prints the same beside the rest.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { newId } from '#server/io/id.ts'
import {
  callAsOwner,
  openReaders,
  phoneOfReader,
  writeMailing,
} from '#server/testing/mailing-world.ts'
import { asManyAsUsual, prepareProgram, type Program } from '#server/testing/program.ts'
import { callPos, openRemoteShop, type RemoteShop } from '#server/testing/remote-shop.ts'
import { openTelegramStandIn, type TelegramBot } from '#server/testing/telegram-stand-in.ts'
import { products } from './load.ts'
import { processorTime } from './processor-time.ts'

const BOTS = 20
const PEOPLE = Number(process.env['READERS'] ?? 10_000)
/** What a messenger takes of one bot within any second. */
const LIMIT = 30
/** Between two receipts. */
const RECEIPT_MS = 150
const GIVE_UP_MS = 2 * 60_000
const TEXT = 'Чекаємо на каву'

const at = (values: number[], share: number) =>
  values.toSorted((a, b) => a - b)[
    Math.min(values.length - 1, Math.floor(values.length * share))
  ] ?? 0

/** Answers figures by name. */
export async function measureMailing(): Promise<[name: string, value: string][]> {
  /** When the mailing, and the message of a receipt, reached whom. */
  const mailed = new Map<number, number>()
  const told = new Map<number, number>()
  const telegram = await openTelegramStandIn({
    per_second: LIMIT,
    heard(chat_id, { text }) {
      const of = text === TEXT ? mailed : told
      if (!of.has(chat_id)) of.set(chat_id, performance.now())
    },
  })
  const program = await prepareProgram({
    ...{ LOG_LEVEL: 'silent', DEMO: 'false', PUBLIC_URL: 'https://verta.test' },
    ...asManyAsUsual,
    TELEGRAM_API_URL: telegram.url,
  })
  await program.start()
  try {
    const shop = await openRemoteShop(program.base)
    const bots = await openReaders(program, shop, telegram, { bots: BOTS, people: PEOPLE })
    const button = { button_text: 'Меню', button_url: 'https://kava.ua/menu' }
    const id = await writeMailing(shop, PEOPLE, { text: TEXT, ...button })
    // The trial of the text has gone to the first of them.
    await sleep(5_000)
    mailed.clear()
    return await measure({ program, shop, bots, id, mailed, told })
  } finally {
    await program.remove()
    await telegram.close()
  }
}

type World = {
  program: Program
  shop: RemoteShop
  bots: TelegramBot[]
  id: string
  mailed: Map<number, number>
  told: Map<number, number>
}

async function measure(world: World): Promise<[name: string, value: string][]> {
  const { program, shop, bots, id, mailed, told } = world
  await callAsOwner(shop, 'POST', `/api/v1/posts/${id}/send`, {})
  const deadline = performance.now() + GIVE_UP_MS
  const inTime = () => {
    if (performance.now() < deadline) return
    throw new Error(`${mailed.size} were reached, ${told.size} were told of receipts`)
  }
  for (; mailed.size === 0; inTime()) await sleep(5)
  const used = processorTime(program.database_pid())
  const answered = new Map<number, number>()
  for (let user = PEOPLE; mailed.size < PEOPLE; user -= 1, inTime()) {
    await Promise.all([sleep(RECEIPT_MS), user > 0 && sell(shop, user, answered)])
  }
  const database_us = (processorTime(program.database_pid()) - used) / PEOPLE
  for (; told.size < answered.size; inTime()) await sleep(20)
  const moments = [...mailed.values()]
  const seconds = (Math.max(...moments) - Math.min(...moments)) / 1000
  const ideal = Math.max(...bots.map(({ chats }) => chats.size)) / LIMIT
  const late = [...answered].map(([user, moment]) => (told.get(user) ?? 0) - moment)
  const refused = bots.reduce((sum, bot) => sum + bot.refused, 0)
  return [
    [
      `8  mailing to ${PEOPLE} over ${BOTS} bots: seconds ÷ ideal`,
      `${seconds.toFixed(2)} / ${ideal.toFixed(2)} = ${(seconds / ideal).toFixed(3)}   (goal ≤ 1.05)`,
    ],
    ['8  database µs per message, receipts with it', database_us.toFixed(0)],
    ['   sends that the messenger refused with 429', String(refused)],
    [
      `   message of a receipt meanwhile (${late.length}): p50 / p99 ms`,
      `${at(late, 0.5).toFixed(0)} / ${at(late, 0.99).toFixed(0)}   (goal ≤ 2000)`,
    ],
  ]
}

/** Sells something to a reader; the moment it was answered is where the message's delay begins. */
async function sell(
  { base, integration_token }: RemoteShop,
  user: number,
  answered: Map<number, number>,
): Promise<void> {
  const query = new URLSearchParams({
    ...{ receipt_id: newId(new Date()), phone: phoneOfReader(user) },
    ...{ discount_amount: '0', bonuses_amount: '0' },
  })
  const path = `/pos-api/v1/bonuses/create?${query.toString()}`
  const sale = { receipt: { products }, register: {} }
  const { status, body } = await callPos(base, integration_token, path, sale)
  if (status !== 201) throw new Error(`a receipt was answered ${status}: ${JSON.stringify(body)}`)
  answered.set(user, performance.now())
}

if (import.meta.main) {
  for (const [name, value] of await measureMailing()) console.log(`${name}: ${value}`)
}
