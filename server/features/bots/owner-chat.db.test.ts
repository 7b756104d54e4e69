import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { noticeOwner } from '#server/features/notices/notice-owner.ts'
import { openBotWorld, openTelegramShop } from '#server/testing/bots.ts'
import { openReader } from '#server/testing/readers.ts'
import { signInAgain } from '#server/testing/paying.ts'

let world: Awaited<ReturnType<typeof openBotWorld>>
let kava: Awaited<ReturnType<typeof openTelegramShop>>
beforeAll(async () => {
  world = await openBotWorld()
  // A job that waits does so by the clock on the wall.
  world.t.clock.set(new Date())
  kava = await openTelegramShop(world.t, world.telegram, { name: 'Кава на Розі' })
})
afterAll(() => world.close())
beforeEach(() => void (world.t.mails.length = 0))

let people = 910_000
const newPerson = () => world.telegram.person(kava.bot, (people += 1), 'Ольга')
const call = async (method: 'GET' | 'POST' | 'DELETE', shop = kava.shop) => {
  const url = `/api/v1/owner-chat?organization_id=${shop.organization_id}`
  return shop.owner.inject(method, url)
}
const takeLink = async () => {
  const { data } = await call('POST')
  const { searchParams, pathname } = new URL(data.link)
  expect(pathname).toBe(`/${kava.bot.username}`)
  return searchParams.get('start') ?? ''
}
const answered = ({ body }: { body: string }) =>
  (JSON.parse(body) as { text?: string } | null)?.text

let notices = 0
/** Tells the owner something; answers its subject. */
async function tell(by_mail: boolean): Promise<string> {
  notices += 1
  const subject = `Новина № ${notices}`
  const words = {
    ...{ language: 'ua-UA', subject, paragraphs: ['Покупець **пише**'] },
    button: { title: 'Відкрити', url: 'https://verta.test/x' },
    note: '',
  }
  const { organization_id } = kava.shop
  const notice = { organization_id, code: 'trial', object: subject, words, by_mail }
  await noticeOwner(world.t.io, notice)
  await noticeOwner(world.t.io, notice)
  await world.settle()
  return subject
}
const mailed = (subject: string) => world.t.mails.filter((one) => one.subject.includes(subject))

test('an owner links a chat by a link of one use and one hour, and reads notices there', async () => {
  expect((await call('GET')).data).toEqual({ chat: null, can_link: true })
  const person = newPerson()
  const late = await takeLink()
  world.t.clock.advance(3_600_001)
  await signInAgain(kava.shop)
  expect(answered(await person.start(late))).toContain('вже не діє')
  const earlier = await takeLink()
  const token = await takeLink()
  expect(answered(await person.start(earlier))).toContain('вже не діє')
  expect(answered(await person.start(token))).toContain('Кава на Розі')
  expect(answered(await newPerson().start(token))).toContain('вже не діє')
  const { data } = await call('GET')
  expect(data.chat).toMatchObject({ name: 'Ольга' })
  const kept = await world.t.io.db.selectFrom('owner_chat_link').selectAll().execute()
  expect(JSON.stringify(kept)).not.toContain(token.slice(1))

  const subject = await tell(true)
  expect(person.messages).toHaveLength(1)
  expect(person.last.text).toBe(`${subject}\n\nПокупець ∗∗пише∗∗`)
  expect(person.last.reply_markup?.inline_keyboard).toEqual([
    [{ text: 'Відкрити', url: 'https://verta.test/x' }],
  ])
  expect(mailed(subject)).toHaveLength(1)
  const subscribers = await world.t.io.db.selectFrom('subscriber').selectAll().execute()
  expect(subscribers).toEqual([])

  await kava.shop.set('notifications', { owner_by_telegram: false })
  await tell(false)
  expect(person.messages).toHaveLength(1)
  await kava.shop.set('notifications', { owner_by_telegram: true })

  expect(answered(await person.write('/stop'))).toContain('вимкнено')
  expect((await call('GET')).data.chat).toBeNull()
  await tell(true)
  expect(person.messages).toHaveLength(1)
})

test('a card in the same chat stays as it is, and /stop means both', async () => {
  const reader = await openReader(world, kava)
  const asked = reader.person.messages.length
  await reader.person.start(await takeLink())
  await world.settle()
  expect(reader.person.messages).toHaveLength(asked)
  await tell(false)
  expect(reader.person.messages).toHaveLength(asked + 1)
  const chat = () =>
    world.t.io.db
      .selectFrom('subscriber')
      .select(['step', 'marketing', 'blocked_at'])
      .where('buyer_id', '=', reader.buyer_id)
      .executeTakeFirstOrThrow()
  expect(await chat()).toEqual({ step: 'active', marketing: true, blocked_at: null })
  expect((await call('DELETE')).status).toBe(204)
  expect(await chat()).toMatchObject({ marketing: true })
  await reader.person.start(await takeLink())
  expect(answered(await reader.person.write('/stop'))).toContain('вимкнено')
  await world.settle()
  expect(await chat()).toEqual({ step: 'active', marketing: false, blocked_at: null })
  expect((await call('GET')).data.chat).toBeNull()
})

test('what the messenger does not take comes later or by mail', async () => {
  const { t, telegram } = world
  const person = newPerson()
  await person.start(await takeLink())
  telegram.slowDown(kava.bot, 30)
  const slow = await tell(false)
  expect(person.messages).toHaveLength(0)
  t.clock.advance(31_000)
  await t.io.jobs.send('owner_noticed.tell_chat', await keyOf(slow))
  await world.settle()
  expect(person.read).toContain(slow)
  expect(mailed(slow)).toHaveLength(0)

  kava.bot.blocked.add(person.id)
  const blocked = await tell(false)
  expect(mailed(blocked)).toHaveLength(1)
  expect((await call('GET')).data.chat).toBeNull()
  const both = await tell(true)
  expect(mailed(both)).toHaveLength(1)
})

const keyOf = async (object: string) => {
  const row = await world.t.io.db
    .selectFrom('owner_notice')
    .select(['organization_id', 'id as notice_id'])
    .where('object', '=', object)
    .executeTakeFirstOrThrow()
  return { ...row, mailed: false }
}
