/** Who is due on a day, for everything that hangs on days. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { notificationEvents } from '#contract/notification-events.ts'
import { newId } from '#server/io/id.ts'
import { openBotWorld, openTelegramShop } from '#server/testing/bots.ts'
import { openReader, setNotification } from '#server/testing/readers.ts'
import { sell } from '#server/testing/receipts.ts'
import { planDays } from './plan-day.ts'
import { workNotifications } from './work-notifications.ts'

let world: Awaited<ReturnType<typeof openBotWorld>>
beforeAll(async () => {
  world = await openBotWorld()
})
afterAll(() => world.close())

/** A promotion for everybody on these days, launched. */
async function addPromotion(organization_id: string, name: string, days: object) {
  const now = world.t.clock.now()
  await world.t.io.db
    .insertInto('promotion')
    .values({
      ...{ organization_id, id: newId(now), version: 1, type: 3, state: 'launched', name },
      ...{ description: '', show_in_bot: true, created_at: now, updated_at: now },
      rules: JSON.stringify({ segment_id: null, date_from: null, date_to: null, ...days }),
    })
    .execute()
}

const level = (name: string, min_turnover: number) => ({
  ...{ name, min_turnover, cashback_percent: 5, discount_percent: 0, max_pay_percent: null },
})

test('each finds whom it is for, once a day, and nobody else', async () => {
  const { t } = world
  t.clock.set('2026-11-21T12:00:00+02:00')
  const kava = await openTelegramShop(t, world.telegram, {
    program: {
      bonuses: {
        activation_delay_hours: 24,
        ...{ level_base: 'calendar_year', level_downgrade: 'at_period_end' },
        levels: [level('Базовий', 0), level('Срібний', 1000)],
      },
    },
  })
  const { organization_id } = kava.shop
  const newcomer = await openReader(world, kava)
  const regular = await openReader(world, kava)
  await sell(kava.shop.till, { buyer: { phone: regular.phone }, body: { total: 1200 } })
  await world.settle()
  for (const { code, when } of notificationEvents) {
    const days = when?.unit.startsWith('days') ? { when: 2 } : {}
    await setNotification(kava.shop, code, { on: true, ...days })
  }
  await setNotification(kava.shop, 'balance_digest', { when: 23 })
  await setNotification(kava.shop, 'level_expiring', { when: 38 })
  await t.io.db
    .updateTable('buyer')
    .set({ joined_at: new Date('2024-11-23T15:00:00+02:00'), birthday: '1990-11-25' })
    .where('id', '=', regular.buyer_id)
    .execute()
  await addPromotion(organization_id, 'Почалася', { date_from: '2026-11-23' })
  await addPromotion(organization_id, 'Кінчається', { date_to: '2026-11-25' })
  await addPromotion(organization_id, 'Інша', { date_from: '2026-11-24', date_to: '2026-12-24' })

  t.clock.set('2026-11-23T10:00:00+02:00')
  await Promise.all([planDays(t.io), planDays(t.io), planDays(t.io)])
  await planDays(t.io)
  const rows = await t.io.db
    .selectFrom('notification')
    .select(['buyer_id', 'code', 'object', 'facts'])
    .where('organization_id', '=', organization_id)
    .execute()
  const of = (buyer_id: string) =>
    rows.flatMap((row) => (row.buyer_id === buyer_id ? [row.code] : [])).toSorted()
  const offers = ['promo_ending', 'promo_start']
  expect(of(newcomer.buyer_id)).toEqual(['never_purchased', 'profile_incomplete', ...offers])
  expect(of(regular.buyer_id)).toEqual(
    [
      ...['anniversary', 'balance_digest', 'birthday_before', 'level_expiring'],
      ...['pending_activated', 'second_visit', 'winback_1', 'winback_2', 'winback_3', ...offers],
    ].toSorted(),
  )
  const facts = (code: string) =>
    JSON.parse(rows.find((row) => row.code === code)?.facts ?? '{}') as object
  expect(facts('promo_ending')).toMatchObject({ promotion: 'Кінчається', date: '2026-11-25' })
  expect(facts('pending_activated')).toEqual({ bonuses: 60_00 })
  expect(facts('level_expiring')).toEqual({ date: '2026-12-31' })
})

test('a level of calendar years that nobody bought for is told to have fallen, once', async () => {
  const { t } = world
  t.clock.set('2026-12-01T12:00:00+02:00')
  const kava = await openTelegramShop(t, world.telegram, {
    program: {
      bonuses: {
        ...{ level_base: 'calendar_year', level_downgrade: 'at_period_end' },
        levels: [level('Базовий', 0), level('Срібний', 1000)],
      },
    },
  })
  const reader = await openReader(world, kava)
  await sell(kava.shop.till, { buyer: { phone: reader.phone }, body: { total: 1200 } })
  await world.settle()
  await setNotification(kava.shop, 'level_down', { on: true })
  const fallen = async () => {
    await planDays(t.io)
    const rows = await t.io.db
      .selectFrom('notification')
      .select('id')
      .where('buyer_id', '=', reader.buyer_id)
      .where('code', '=', 'level_down')
      .execute()
    return rows.length
  }
  t.clock.set('2027-01-01T10:00:00+02:00')
  expect(await fallen()).toBe(0)
  t.clock.set('2028-01-01T10:00:00+02:00')
  expect(await fallen()).toBe(1)
  t.clock.set('2029-01-01T10:00:00+02:00')
  expect(await fallen()).toBe(1)
})

test('a promotion of a segment is told to nobody else, and a setting narrows it further', async () => {
  const { t } = world
  t.clock.set('2026-11-21T12:00:00+02:00')
  const kava = await openTelegramShop(t, world.telegram)
  const { organization_id, owner } = kava.shop
  const [first, second, third] = [
    await openReader(world, kava),
    await openReader(world, kava),
    await openReader(world, kava),
  ]
  const segmentOf = async (name: string, ...buyers: { buyer_id: string }[]) => {
    const filter = { buyer_ids: buyers.map(({ buyer_id }) => buyer_id) }
    const segment = { name, filter }
    const ask = { organization_id, action: 'create', segment }
    const { data } = await owner.inject('POST', '/api/v1/segmentations/buyers_segmentation', ask)
    return data.segment.id as string
  }
  const segment_id = await segmentOf('Двоє', first, second)
  const days = { date_from: '2026-11-23', date_to: '2026-11-25' }
  await addPromotion(organization_id, 'Для двох', { ...days, segment_id })
  await addPromotion(organization_id, 'Для всіх', days)
  await setNotification(kava.shop, 'promo_start', { on: true })
  const narrow = await segmentOf('Інші двоє', second, third)
  await setNotification(kava.shop, 'promo_ending', { on: true, when: 2, segment_id: narrow })
  t.clock.set('2026-11-23T10:00:00+02:00')
  await planDays(t.io)
  const rows = await t.io.db
    .selectFrom('notification')
    .select(['buyer_id', 'code', 'facts'])
    .where('organization_id', '=', organization_id)
    .execute()
  const of = ({ buyer_id }: { buyer_id: string }) =>
    rows.flatMap((row) => {
      const { promotion } = JSON.parse(row.facts) as { promotion: string }
      return row.buyer_id === buyer_id ? [`${row.code} ${promotion}`] : []
    })
  expect(of(first).toSorted()).toEqual(['promo_start Для всіх', 'promo_start Для двох'])
  expect(of(second).toSorted()).toEqual([
    ...['promo_ending Для всіх', 'promo_ending Для двох'],
    ...['promo_start Для всіх', 'promo_start Для двох'],
  ])
  expect(of(third).toSorted()).toEqual(['promo_ending Для всіх', 'promo_start Для всіх'])
})

test('a birthday gift that still waits is reminded of with what is left of it, once', async () => {
  const { t } = world
  t.clock.set('2026-11-22T09:55:00+02:00')
  const kava = await openTelegramShop(t, world.telegram)
  const { organization_id } = kava.shop
  const [saver, spender] = [await openReader(world, kava), await openReader(world, kava)]
  await t.io.db
    .updateTable('buyer')
    .set({ birthday: '1990-11-22', birthday_entered_at: new Date('2026-01-01') })
    .where('organization_id', '=', organization_id)
    .execute()
  await setNotification(kava.shop, 'birthday_day', { bonus: 50, bonus_days: 14 })
  await setNotification(kava.shop, 'birthday_last_call', { when: 3 })
  t.clock.set('2026-11-22T10:00:00+02:00')
  await planDays(t.io)
  await workNotifications(t.io, organization_id)
  await world.settle()
  expect(saver.words()).toContain('Даруємо')
  await sell(kava.shop.till, { buyer: { phone: spender.phone }, spend: 50, body: { total: 200 } })
  t.clock.set('2026-11-25T10:30:00+02:00')
  await planDays(t.io)
  const rows = await t.io.db
    .selectFrom('notification')
    .select(['buyer_id', 'facts'])
    .where('organization_id', '=', organization_id)
    .where('code', '=', 'birthday_last_call')
    .execute()
  expect(rows.map(({ buyer_id }) => buyer_id)).toEqual([saver.buyer_id])
  expect(JSON.parse(rows[0]?.facts ?? '')).toEqual({ bonuses: 50_00, until: '2026-12-06' })
})
