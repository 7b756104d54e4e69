/** Visits rated from 0 to 10, in both messengers, and what the owner learns of it. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deliver } from '#server/features/bots/deliver.ts'
import { connectBot, openBotWorld, openTelegramShop } from '#server/testing/bots.ts'
import { openReader, setNotification } from '#server/testing/readers.ts'
import { sell } from '#server/testing/receipts.ts'
import { signInAgain } from '#server/testing/paying.ts'
import { tellOwners } from './tell-owners.ts'

let world: Awaited<ReturnType<typeof openBotWorld>>
let kava: Awaited<ReturnType<typeof openTelegramShop>>
beforeAll(async () => {
  world = await openBotWorld()
  world.t.clock.set('2026-11-21T12:00:00+02:00')
  kava = await openTelegramShop(world.t, world.telegram, { name: 'Кава на Розі' })
})
afterAll(() => world.close())

const HOUR = 3_600_000
const VIBER_PHONE = '+380671112233'

async function openViberPerson() {
  const bot = world.viber.addBot()
  const { slug } = await connectBot(kava.shop, 'viber', bot.token)
  const person = world.viber.person(bot, 'anna==')
  await person.start(`p${slug}_qr`)
  for (const step of [
    () => person.tap('Отримати картку'),
    () => person.share(VIBER_PHONE.slice(1)),
    () => person.tap('Лише про мої бонуси'),
  ]) {
    await step()
    await world.settle()
  }
  return person
}

async function askAll(...phones: string[]) {
  for (const phone of phones) await sell(kava.shop.till, { buyer: { phone }, body: { total: 300 } })
  await world.settle()
  world.t.clock.advance(2 * HOUR)
  const clients = await world.t.io.db.selectFrom('bot_client').select('id').execute()
  for (const { id } of clients) await deliver(world.t.io, id)
}

const ratings = async () => {
  const query = `organization_id=${kava.shop.organization_id}`
  await signInAgain(kava.shop)
  return (await kava.shop.owner.inject('GET', `/api/v1/ratings?${query}`)).data
}

test('an answer from 0 to 10 is kept, counted, and a bad one told to the owner', async () => {
  const { t } = world
  const reader = await openReader(world, kava)
  const third = await openReader(world, kava)
  const other = await openViberPerson()
  const saved = await setNotification(kava.shop, 'feedback_request', { scale: 'nps', cap_days: 1 })
  expect(saved.data.standard['ua-UA']).toContain('порадите')
  expect((await ratings()).nps).toBeNull()
  await askAll(reader.phone, third.phone, VIBER_PHONE)
  const rows = reader.person.last.reply_markup?.inline_keyboard ?? []
  expect(rows.map((row) => row.map(({ text }) => text))).toEqual([
    ['0', '1', '2', '3', '4', '5'],
    ['6', '7', '8', '9', '10', expect.any(String)],
  ])
  const keys = other.last.keyboard?.Buttons.map(({ Text }) => Text.replaceAll(/<[^>]*>/g, ''))
  expect(keys?.slice(0, 11)).toEqual(Array.from({ length: 11 }, (_one, value) => String(value)))
  await reader.person.tap('10')
  await third.person.tap('8')
  await other.tap('4')
  await world.settle()
  await other.write('Довго чекала на каву')
  await world.settle()
  const { items, nps } = await ratings()
  expect(nps).toEqual({ days: 90, promoters: 1, passives: 1, detractors: 1, score: 0 })
  expect(items.map(({ stars, score }: { stars: number; score: number }) => [score, stars])).toEqual(
    expect.arrayContaining([
      [10, 5],
      [8, 4],
      [4, 2],
    ]),
  )
  t.clock.advance(11 * 60_000)
  await tellOwners(t.io)
  await world.settle()
  const letter = t.mails.find(({ subject }) => subject.includes('4 з 10'))
  expect(letter?.text).toContain('Довго чекала на каву')
  const bad = items.find(({ score }: { score: number }) => score === 4)
  expect(letter?.text).toContain(`?buyer=${bad.buyer_id}`)
})
