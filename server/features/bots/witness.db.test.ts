/** The conversation against a Telegram that nobody here wrote, as far as it knows the Bot API. */
import { setTimeout as sleep } from 'node:timers/promises'
import { TelegramServer } from 'telegram-test-api/lib/telegramServer.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#server/io/id.ts'
import { openTestIo, type TestIo } from '#server/testing/open-test-io.ts'
import { freePort } from '#server/testing/program.ts'
import { openShop } from '#server/testing/shop.ts'
import { sealSecret } from './client-secrets.ts'
import { startPolling } from './poll-telegram.ts'

const TOKEN = '100200300:AAE-the-token-of-a-bot-of-the-witness'
let telegram: TelegramServer
let t: TestIo
let stop: () => Promise<void>

beforeAll(async () => {
  telegram = new TelegramServer({ port: await freePort(), host: '127.0.0.1' })
  await telegram.start()
  t = await openTestIo({ config: { TELEGRAM_API_URL: telegram.config.apiURL } })
  t.clock.set(new Date())
  const shop = await openShop(t, { name: 'Кава на Розі' })
  const url = `/api/v1/bots?organization_id=${shop.organization_id}`
  const { data: bot } = await shop.owner.inject('POST', url, {})
  const now = t.clock.now()
  const id = newId(now)
  // It knows no setMyCommands, so the connection is written as connecting leaves it.
  await t.io.db
    .insertInto('bot_client')
    .values({
      ...{ id, organization_id: shop.organization_id, bot_id: bot.id, type: 'telegram' },
      ...{ hook_id: 'witness', external_id: '100200300', username: 'test_name', title: 'Кава' },
      ...{ token_last4: 'ness', mode: 'polling', status: 'ok', connected_at: now },
      token_sealed: sealSecret(t.io, 'token', id, TOKEN),
      secret_sealed: sealSecret(t.io, 'secret', id, 'secret'),
    })
    .execute()
  stop = startPolling(t.io)
})
afterAll(async () => {
  await stop()
  await t.close()
  await telegram.stop()
})

type Sent = { text?: string; reply_markup?: object }
const sent = () =>
  telegram.storage.botMessages.map(({ messageId, message }) => ({
    ...(message as Sent),
    message_id: messageId,
  }))

/** Runs what there is to do until the bot has said these words; answers that message. */
async function heard(words: string) {
  for (let look = 0; look < 200; look += 1) {
    await t.runJobs()
    const found = sent().findLast(({ text }) => text?.includes(words))
    if (found) return found
    await sleep(50)
  }
  throw new Error(`«${words}» was not said: ${JSON.stringify(sent().map(({ text }) => text))}`)
}

test('who starts, taps and shares a number has a card, and reads the balance in place', async () => {
  const person = telegram.getClient(TOKEN, { userId: 501, chatId: 501, firstName: 'Олена' })
  await person.sendCommand(person.makeCommand('/start'))
  const welcome = await heard('Вітаємо в')
  expect(JSON.stringify(welcome.reply_markup)).toContain('Отримати картку')

  const tap = (data: string, message_id: number) =>
    person.sendCallback(person.makeCallbackQuery(data, { message: { message_id } }))
  await tap('get_card', welcome.message_id)
  await heard('потрібен номер телефону')

  const contact = { phone_number: '380671230501', first_name: 'Олена', user_id: 501 }
  await person.sendMessage(person.makeMessage('', { contact }))
  // The picture of the card is beyond this witness; what follows it is not.
  await heard('Надсилати вам акції')

  await person.sendCommand(person.makeCommand('/balance'))
  const balance = await heard('0 бонусів')
  await tap('history:0', balance.message_id)
  const history = await heard('Тут зʼявляться ваші покупки')
  expect(history.message_id).toBe(balance.message_id)

  const { buyers } = await t.io.db
    .selectFrom('buyer')
    .select((eb) => eb.fn.countAll<number>().as('buyers'))
    .executeTakeFirstOrThrow()
  expect(buyers).toBe(1)
})
