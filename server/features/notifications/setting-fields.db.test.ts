/** What an owner may set of a notification beside its words, as it is obeyed. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBotWorld, openTelegramShop } from '#server/testing/bots.ts'
import { openReader, setNotification } from '#server/testing/readers.ts'
import { sell } from '#server/testing/receipts.ts'
import { planDays } from './plan-day.ts'
import { selectDue } from './store.ts'
import { tellOwners } from './tell-owners.ts'
import { workNotifications } from './work-notifications.ts'

let world: Awaited<ReturnType<typeof openBotWorld>>
beforeAll(async () => {
  world = await openBotWorld()
})
afterAll(() => world.close())

/** A shop at noon of a Saturday, and a reader who bought 30 days ago. */
async function openSleeper() {
  const { t } = world
  t.clock.set('2026-11-21T12:00:00+02:00')
  const kava = await openTelegramShop(t, world.telegram)
  const reader = await openReader(world, kava)
  await sell(kava.shop.till, { buyer: { phone: reader.phone }, body: { total: 100 } })
  await world.settle()
  const { organization_id } = kava.shop
  // Nobody's session lives so long as this reader has slept.
  await t.io.db
    .updateTable('account')
    .set({ last_receipt_at: new Date('2026-10-22T12:00:00+03:00') })
    .where('organization_id', '=', organization_id)
    .execute()
  return {
    ...{ kava, reader, organization_id },
    async plan() {
      await planDays(t.io)
      await workNotifications(t.io, organization_id)
      await world.settle()
    },
    planned: () =>
      t.io.db
        .selectFrom('notification')
        .select(['state', 'reason', 'due_at'])
        .where('organization_id', '=', organization_id)
        .where('code', '=', 'winback_1')
        .execute(),
  }
}

const WORDS = { texts: { all: 'Чекаємо вас' }, bonus: null }

describe('a planned notification', () => {
  test('waits for its day of the week and its hours', async () => {
    const { kava, reader, plan, planned, organization_id } = await openSleeper()
    const monday = { weekdays: [1], window_from: '12:00', window_to: '14:00' }
    await setNotification(kava.shop, 'winback_1', { ...WORDS, ...monday })
    await plan()
    expect(await planned()).toMatchObject([
      { state: 'waiting', due_at: new Date('2026-11-23T12:00:00+02:00') },
    ])
    world.t.clock.set('2026-11-23T12:00:00+02:00')
    await workNotifications(world.t.io, organization_id)
    await world.settle()
    expect(reader.words()).toContain('Чекаємо вас')
  })

  test('leaves its control group alone, and tells what came of it', async () => {
    const { kava, reader, plan, planned } = await openSleeper()
    await setNotification(kava.shop, 'winback_1', { ...WORDS, control_percent: 50 })
    await plan()
    const [row] = await planned()
    const left_out = row?.reason === 'control'
    expect(reader.words().includes('Чекаємо вас')).toBe(!left_out)
    world.t.clock.advance(60_000)
    await sell(kava.shop.till, { buyer: { phone: reader.phone }, body: { total: 100 } })
    const query = `organization_id=${kava.shop.organization_id}`
    const { data } = await kava.shop.owner.inject('GET', `/api/v1/auto-notifications?${query}`)
    const { trial } = data.items.find((one: { code: string }) => one.code === 'winback_1')
    expect(trial[left_out ? 'control' : 'told']).toEqual({ buyers: 1, bought: 1 })
  })

  test('carries a button of the owner’s, and goes to nobody through another bot', async () => {
    const { kava, reader, plan, planned } = await openSleeper()
    const { data: other } = await kava.shop.owner.inject(
      'POST',
      `/api/v1/bots?organization_id=${kava.shop.organization_id}`,
      {},
    )
    const button = { button_text: 'Меню', button_url: 'https://kava.ua/menu' }
    await setNotification(kava.shop, 'winback_1', { ...WORDS, ...button, bot_id: other.id })
    await plan()
    expect(await planned()).toMatchObject([{ state: 'dropped', reason: 'no_messenger' }])
    await setNotification(kava.shop, 'spent', button)
    await setNotification(kava.shop, 'accrual', button)
    await sell(kava.shop.till, { buyer: { phone: reader.phone }, body: { total: 100 } })
    await world.settle()
    const rows = reader.person.last.reply_markup?.inline_keyboard ?? []
    expect(rows.flat()).toContainEqual({ text: 'Меню', url: button.button_url })
  })

  test('has one button to the card when the owner’s own leads there', async () => {
    const { kava, reader, plan } = await openSleeper()
    const words = { button_text: 'До картки', button_leads_to: 'card' }
    const kept = await setNotification(kava.shop, 'winback_1', { ...WORDS, ...words })
    expect(kept.data).toMatchObject({ ...words, button_url: null })
    await plan()
    const rows = reader.person.last.reply_markup?.inline_keyboard ?? []
    const [first, ...rest] = rows.flat()
    const url = `https://verta.test/tg/card?client=${reader.client_id}`
    expect(first).toEqual({ text: 'До картки', web_app: { url } })
    expect(rest.map(({ text }) => text)).toEqual(['Не надсилати акції'])
  })

  test('leads to a product while it has a link', async () => {
    const { kava, reader } = await openSleeper()
    const { owner, organization_id } = kava.shop
    const of = `organization_id=${organization_id}`
    const link = 'https://kava.ua/latte'
    const add = async (name: string, its: string | null) =>
      (await owner.inject('POST', `/api/v1/products?${of}`, { name, price: 65, link: its })).data.id
    const button_product_id = await add('Лате', link)
    const button = { button_text: 'Лате', button_leads_to: 'product', button_product_id }
    const refused = await setNotification(kava.shop, 'accrual', {
      ...{ ...button, button_product_id: await add('Чай', null) },
    })
    expect(refused.status).toBe(422)
    expect(refused.body.fields).toMatchObject([{ path: 'button_product_id', code: 'without_link' }])
    const kept = await setNotification(kava.shop, 'accrual', { ...button, on: true, min_amount: 0 })
    expect(kept.data).toMatchObject({ ...button, button_url: null })
    const path = `/api/v1/auto-notifications/accrual/preview?${of}`
    const preview = async () =>
      (await owner.inject('POST', path, { ...button, text: null, language: 'ua-UA' })).data.buttons
    const keys = async () => {
      world.t.clock.advance(60_000)
      await sell(kava.shop.till, { buyer: { phone: reader.phone }, body: { total: 100 } })
      await world.settle()
      return (reader.person.last.reply_markup?.inline_keyboard ?? []).flat()
    }
    expect(await preview()).toEqual([['Лате']])
    expect(await keys()).toContainEqual({ text: 'Лате', url: link })
    const body = { product_id: button_product_id, link: null }
    await owner.inject('POST', '/api/v1/products/update-link', body)
    expect(await preview()).toEqual([])
    expect((await keys()).map(({ text }) => text)).not.toContain('Лате')
  })

  test('goes in its messengers only', async () => {
    const { kava, plan, planned } = await openSleeper()
    await setNotification(kava.shop, 'winback_1', { ...WORDS, messengers: ['viber'] })
    await plan()
    expect(await planned()).toMatchObject([{ state: 'dropped', reason: 'no_messenger' }])
  })

  test('goes before another that is wanted less', async () => {
    const { kava, organization_id } = await openSleeper()
    await setNotification(kava.shop, 'winback_1', { ...WORDS, priority: 3 })
    const second = { on: true, when: 30, texts: { all: 'Важливіше' }, priority: 1 }
    await setNotification(kava.shop, 'winback_2', second)
    const { db, clock } = world.t.io
    await planDays(world.t.io)
    const due = await selectDue(db, organization_id, clock.now(), 10)
    expect(due.map(({ code }) => code)).toEqual(['winback_2', 'winback_1'])
  })

  test('is not told again within the days of its own', async () => {
    const { kava, reader, plan, planned, organization_id } = await openSleeper()
    await setNotification(kava.shop, 'winback_1', { ...WORDS, cap_days: 3 })
    await plan()
    expect(reader.words()).toContain('Чекаємо вас')
    const { db } = world.t.io
    const again = (days: number) =>
      db
        .updateTable('notification')
        .set({ object: `${days} days`, state: 'waiting', settled_at: null, reason: null })
        .where('organization_id', '=', organization_id)
        .execute()
    world.t.clock.set('2026-11-23T12:00:00+02:00')
    await again(2)
    await workNotifications(world.t.io, organization_id)
    expect(await planned()).toMatchObject([{ state: 'dropped', reason: 'too_soon' }])
    world.t.clock.set('2026-11-25T12:00:00+02:00')
    await again(4)
    await workNotifications(world.t.io, organization_id)
    expect(await planned()).toMatchObject([{ state: 'sent' }])
  })

  test('refuses fields that its event does not have, and what is another shop’s', async () => {
    const { kava } = await openSleeper()
    const stranger = await openTelegramShop(world.t, world.telegram)
    const tried = async (code: string, changes: object) =>
      (await setNotification(kava.shop, code, changes)).status
    expect(await tried('accrual', { weekdays: [1] })).toBe(422)
    expect(await tried('winback_1', { pos_ids: [stranger.shop.pos_id] })).toBe(422)
    expect(await tried('expiring_first', { control_percent: 10 })).toBe(422)
    expect(await tried('winback_1', { window_from: '10:00' })).toBe(422)
    expect(await tried('accrual', { cap_days: 3 })).toBe(422)
    expect(await tried('expiring_first', { priority: 1 })).toBe(422)
    expect(await tried('winback_1', { scale: 'nps' })).toBe(422)
    expect(await tried('winback_1', { button_text: 'Меню' })).toBe(422)
    expect(await tried('winback_1', { button_leads_to: 'card' })).toBe(422)
    expect(await tried('accrual', { pos_ids: [stranger.shop.pos_id] })).toBe(404)
    expect(await tried('accrual', { bot_id: stranger.bot_id })).toBe(404)
  })
})

test('a receipt of another point of sale is not told of', async () => {
  const { kava, reader } = await openSleeper()
  const { shop } = kava
  const query = `organization_id=${shop.organization_id}`
  const { data } = await shop.owner.inject('POST', `/api/v1/pos?${query}`, { name: 'Друга' })
  for (const code of ['accrual', 'feedback_request']) {
    await setNotification(shop, code, { pos_ids: [data.id] })
  }
  const before = reader.words()
  await sell(shop.till, { buyer: { phone: reader.phone }, body: { total: 100 } })
  await world.settle()
  expect(reader.words()).toBe(before)
})

test('a card with one stamp to go is told of', async () => {
  const { kava, reader } = await openSleeper()
  const { shop } = kava
  const effect = {
    ...{ kind: 'stamp', count: 'receipts', goal: 3, within_days: 60, once_per_day: false },
    ...{ gift: { kind: 'product' }, gift_days: 30, repeat: true },
  }
  const promotion = { name: 'Третя кава', effect, status: 'running' }
  const made = await shop.owner.inject(
    'POST',
    `/api/v1/promotions?organization_id=${shop.organization_id}&type=2`,
    promotion,
  )
  expect(made.status).toBe(201)
  const buy = async () => {
    await sell(shop.till, { buyer: { phone: reader.phone }, body: { total: 100 } })
    await world.settle()
  }
  await buy()
  expect(reader.words()).not.toContain('Третя кава')
  await buy()
  expect(reader.words()).toContain('Третя кава')
})

test('an owner is mailed once that a bot was disconnected', async () => {
  const { kava } = await openSleeper()
  await world.t.io.db
    .updateTable('bot_client')
    .set({ status: 'revoked' })
    .where('organization_id', '=', kava.shop.organization_id)
    .execute()
  await tellOwners(world.t.io)
  await tellOwners(world.t.io)
  await world.settle()
  const letters = world.t.mails.filter(({ to }) => to === kava.shop.owner.email)
  const told = letters.filter(({ text }) => text.includes('Telegram'))
  expect(told).toHaveLength(1)
  expect(told[0]?.text).toContain(`/organizations/bots/${kava.shop.organization_id}`)
})
