/** Taps on a mailing's button that opens the reader's own card, in both messengers. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deliverBulk } from '#server/features/bots/deliver-bulk.ts'
import { connectBot, openBotWorld, openTelegramShop } from '#server/testing/bots.ts'
import { fieldsForm } from '#server/testing/form.ts'
import { openReader } from '#server/testing/readers.ts'
import { feedMailing } from './feed-mailing.ts'

const button = { button_text: 'Показати картку', button_leads_to: 'card' }

let world: Awaited<ReturnType<typeof openBotWorld>>
let kava: Awaited<ReturnType<typeof openTelegramShop>>
let olena: Awaited<ReturnType<typeof openReader>>
let ivan: typeof olena
let viber: Awaited<ReturnType<typeof openViberReaders>>
let post_id: string

beforeAll(async () => {
  world = await openBotWorld()
  world.t.clock.set('2026-11-21T12:00:00+02:00')
  kava = await openTelegramShop(world.t, world.telegram)
  olena = await openReader(world, kava)
  ivan = await openReader(world, kava)
  viber = await openViberReaders()
  post_id = await sendToAll()
})
afterAll(() => world.close())

/** Two people who joined in Viber and agreed to be written to. */
async function openViberReaders() {
  const bot = world.viber.addBot()
  const { slug } = await connectBot(kava.shop, 'viber', bot.token)
  const join = async (id: string, phone: string) => {
    const person = world.viber.person(bot, id)
    await person.start(`p${slug}_qr`)
    await person.tap('Отримати картку')
    await world.settle()
    await person.share(phone)
    await world.settle()
    await person.tap('Так, надсилати')
    await world.settle()
    return person
  }
  return {
    olha: await join('olha==', '380671112244'),
    petro: await join('petro==', '380671112255'),
  }
}

/** A mailing with the button to everybody who is here, brought. */
async function sendToAll(): Promise<string> {
  const { t } = world
  const { organization_id, owner } = kava.shop
  await t.io.db
    .updateTable('user_account')
    .set({ email_confirmed_at: t.clock.now() })
    .where('email', '=', owner.email)
    .execute()
  const content = { type: 'manual_notification', title: 'Картка', text: 'Завжди з вами' }
  const { body, headers } = fieldsForm({ ...content, ...button })
  const path = `/api/v1/posts?organization_id=${organization_id}`
  const { id } = (await owner.inject('POST', path, body, headers)).data
  const trial = { test_phone: olena.phone }
  expect((await owner.inject('POST', `/api/v1/posts/${id}/send`, trial)).status).toBe(200)
  await world.settle()
  const page = `https://verta.test/tg/card?client=${olena.client_id}`
  expect(keyOf(olena)).toEqual({ text: button.button_text, web_app: { url: page } })
  await owner.inject('POST', `/api/v1/posts/${id}/send`, {})
  for (let round = 0; round < 2; round += 1) {
    t.clock.advance(11_000)
    await feedMailing(t.io, { organization_id, post_id: id })
    await deliverBulk(t.io)
  }
  await feedMailing(t.io, { organization_id, post_id: id })
  expect((await figures(id)).sent).toBe(4)
  return id
}

const figures = async (id: string) =>
  (await kava.shop.owner.inject('GET', `/api/v1/posts/${id}`)).data.stats
const tapped = async () => (await figures(post_id)).clicked

const keyOf = ({ person }: typeof olena) => person.last.reply_markup?.inline_keyboard?.[0]?.[0]
/** The address that the button in Telegram opens. */
const addressOf = (reader: typeof olena) => new URL(keyOf(reader)?.web_app?.url ?? '')

const other = (text: string) => `${text.slice(0, -3)}${text.endsWith('AAA') ? 'BBB' : 'AAA'}`

test('a tap in Telegram leads through our address to the card’s page, and counts once', async () => {
  const before = await tapped()
  const url = addressOf(olena)
  expect(`${url.origin}${url.pathname}`).toMatch(/^https:\/\/verta\.test\/r\/[\w-]{59}$/)
  const open = (path: string) =>
    world.t.app.inject({
      ...{ method: 'GET', url: path },
      headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'iframe' },
    })
  for (let time = 0; time < 2; time += 1) {
    const { statusCode, headers } = await open(url.pathname)
    expect(statusCode).toBe(303)
    // Of the same host and without `#`: what Telegram tells the page behind it goes along.
    expect(headers.location).toBe(`/tg/card?client=${olena.client_id}`)
    expect(headers['cache-control']).toBe('no-store')
    // Telegram's web client opens it in a frame.
    expect(headers).not.toHaveProperty('x-frame-options')
    expect(headers).not.toHaveProperty('content-security-policy')
    expect(await tapped()).toBe(before + 1)
  }
  const { data } = await kava.shop.owner.inject('GET', `/api/v1/posts/${post_id}/recipients`)
  const told = data.items.find((one: { buyer_id: string }) => one.buyer_id === olena.buyer_id)
  expect(told.clicked_at).toBe(world.t.clock.now().toISOString())
  expect((await open(other(url.pathname))).statusCode).toBe(404)
})

test('a tap in Viber shows the card, and counts once', async () => {
  const before = await tapped()
  const { olha } = viber
  const keys = olha.last.keyboard?.Buttons ?? []
  const { ActionBody } = keys.find(({ Text }) => Text.includes(button.button_text)) ?? {}
  expect(ActionBody).toMatch(/^act:card:[\w-]{59}$/)
  for (let time = 0; time < 2; time += 1) {
    await olha.write(ActionBody ?? '')
    await world.settle()
    expect(olha.read).toMatch(/Код: \d{4} \d{4} \d{4} \d/u)
    expect(await tapped()).toBe(before + 1)
  }
})

test('what somebody else taps, or a token that was changed, shows the card and counts nothing', async () => {
  const before = await tapped()
  const { petro } = viber
  const keys = petro.last.keyboard?.Buttons ?? []
  const { ActionBody: act = '' } = keys.find(({ Text }) => Text.includes(button.button_text)) ?? {}
  for (const changed of [other(act), `${act}AA`, 'act:card:nothing']) {
    await petro.write(changed)
    await world.settle()
    expect(petro.read).toMatch(/Код: /u)
  }
  await viber.olha.write(act)
  await world.settle()
  expect(viber.olha.read).toMatch(/Код: /u)
  expect(await tapped()).toBe(before)
  await petro.write(act)
  await world.settle()
  expect(await tapped()).toBe(before + 1)
})

test('an act in Telegram counts alike, also when the card was merged since', async () => {
  const before = await tapped()
  const token = addressOf(ivan).pathname.replace('/r/', '')
  const { db } = world.t.io
  const merged = { merged_into: olena.buyer_id, merged_at: world.t.clock.now() }
  await db.updateTable('buyer').set(merged).where('id', '=', ivan.buyer_id).execute()
  await db
    .updateTable('subscriber')
    .set({ buyer_id: olena.buyer_id })
    .where('buyer_id', '=', ivan.buyer_id)
    .execute()
  await ivan.person.send(ivan.person.tapOf(ivan.person.last, `card:${token}`))
  await world.settle()
  expect(ivan.person.last.photo).toBe(true)
  expect(await tapped()).toBe(before + 1)
})
