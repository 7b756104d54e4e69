import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#server/io/id.ts'
import { openBotWorld, openTelegramShop } from '#server/testing/bots.ts'
import { askToWrite } from './ask-to-write.ts'
import { deliverBulk } from './deliver-bulk.ts'
import { insertMessages } from './message-store.ts'

type World = Awaited<ReturnType<typeof openBotWorld>>
let world: World
let people = 0
beforeAll(async () => {
  world = await openBotWorld()
})
afterAll(() => world.close())

/** A shop at noon with one person in its bot who agreed to advertising through the chat itself. */
async function openReader() {
  const { t, telegram, settle } = world
  t.clock.set('2026-11-21T12:00:00+02:00')
  const { shop, bot, slug } = await openTelegramShop(t, telegram)
  people += 1
  const person = telegram.person(bot, 990_500 + people)
  await person.start(`p${slug}_desk`)
  await settle()
  await person.tap('Отримати картку')
  await settle()
  await person.share(`38067${String(5_550_000 + people)}`)
  await settle()
  await person.tap('Так, надсилати')
  await settle()
  const chat = await t.io.db
    .selectFrom('subscriber')
    .select(['id', 'client_id', 'buyer_id', 'organization_id'])
    .where('organization_id', '=', shop.organization_id)
    .executeTakeFirstOrThrow()
  let told = 0
  return {
    ...{ shop, person, chat },
    ask: async () =>
      (await askToWrite(t.io, shop.organization_id, [{ subscriber_id: chat.id }]))[0],
    async advertise(text: string) {
      told += 1
      const now = t.clock.now()
      await insertMessages(t.io.db, [
        {
          ...{ organization_id: shop.organization_id, id: newId(new Date(now.getTime() + told)) },
          ...{ client_id: chat.client_id, subscriber_id: chat.id, buyer_id: chat.buyer_id },
          ...{ kind: 'mailing', source: `mailing ${text}`, priority: 2, due_at: now },
          body: JSON.stringify({ text, rows: [], tapped: null, language: 'ua-UA' }),
          created_at: now,
        },
      ])
    },
    deliver: () => deliverBulk(t.io),
    rows: () =>
      t.io.db
        .selectFrom('bot_message')
        .select(['state', 'last_error', 'due_at', 'attempts'])
        .where('organization_id', '=', shop.organization_id)
        .where('priority', '=', 2)
        .orderBy('id')
        .execute(),
  }
}

describe('asking whether advertising may go', () => {
  test('who said yes may be written to until they say /stop', async () => {
    const { ask, person } = await openReader()
    expect(await ask()).toEqual({ send: true })
    await person.write('/stop')
    expect(await ask()).toEqual({ drop: 'no_consent' })
  })

  test('what the buyer blocked, the shop blocked or the owner set is obeyed', async () => {
    const { ask, person, shop, chat } = await openReader()
    await shop.set('notifications', { quiet_from: '11:00', quiet_to: '13:00' })
    expect(await ask()).toEqual({ later: new Date('2026-11-21T13:00:00+02:00') })
    await shop.set('notifications', { marketing_per_week_max: 0 })
    expect(await ask()).toEqual({ drop: 'weekly_cap' })
    await person.block()
    expect(await ask()).toEqual({ drop: 'no_messenger' })
    await world.t.io.db
      .updateTable('buyer')
      .set({ status: 'blocked' })
      .where('organization_id', '=', shop.organization_id)
      .where('id', '=', chat.buyer_id ?? '')
      .execute()
    expect(await ask()).toEqual({ drop: 'buyer_blocked' })
  })

  test('a chat of another shop is nobody’s', async () => {
    const { chat } = await openReader()
    const other = await openReader()
    const answers = await askToWrite(world.t.io, other.shop.organization_id, [
      { subscriber_id: chat.id },
    ])
    expect(answers).toEqual([{ drop: 'gone' }])
  })
})

describe('sending advertising', () => {
  test('the third piece within a week is skipped, and the week passes', async () => {
    const { advertise, deliver, rows, person } = await openReader()
    for (const text of ['перша', 'друга', 'третя']) await advertise(text)
    await deliver()
    expect((await rows()).map(({ state, last_error }) => last_error ?? state)).toEqual([
      'sent',
      'sent',
      'weekly_cap',
    ])
    world.t.clock.advance(7 * 24 * 3600 * 1000)
    await advertise('четверта')
    await deliver()
    expect(person.read).toBe('четверта')
  })

  test('/stop within the queue: what was not sent yet never is', async () => {
    const { advertise, deliver, rows, person } = await openReader()
    await advertise('перша')
    await deliver()
    await advertise('друга')
    await person.write('/stop')
    await deliver()
    expect((await rows()).map(({ state, last_error }) => last_error ?? state)).toEqual([
      'sent',
      'no_consent',
    ])
    expect(person.messages.some(({ text }) => text === 'друга')).toBe(false)
  })

  test('what is planned for the night goes in the morning, and does not hold a receipt', async () => {
    const { advertise, deliver, rows, person } = await openReader()
    world.t.clock.set('2026-11-21T23:00:00+02:00')
    await advertise('нічна')
    await deliver()
    const [held] = await rows()
    expect(held).toMatchObject({ state: 'queued', attempts: 0, last_error: null })
    expect(held?.due_at).toEqual(new Date('2026-11-22T09:00:00+02:00'))
    await person.write('/balance')
    await deliver()
    expect(person.read).not.toBe('нічна')
    world.t.clock.set('2026-11-22T09:00:00+02:00')
    await deliver()
    expect(person.read).toBe('нічна')
  })
})
