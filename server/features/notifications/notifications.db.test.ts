/** What buyers are told by itself, with the clock in hand. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deliverBulk } from '#server/features/bots/deliver-bulk.ts'
import { deliver } from '#server/features/bots/deliver.ts'
import { openBotWorld, openTelegramShop } from '#server/testing/bots.ts'
import { giveBonuses } from '#server/testing/buyers.ts'
import { openReader, setNotification } from '#server/testing/readers.ts'
import { sell } from '#server/testing/receipts.ts'
import { signInTill } from '#server/testing/shop.ts'
import { planDays } from './plan-day.ts'
import { workNotifications } from './work-notifications.ts'

let world: Awaited<ReturnType<typeof openBotWorld>>
beforeAll(async () => {
  world = await openBotWorld()
})
afterAll(() => world.close())

type Kava = Awaited<ReturnType<typeof openTelegramShop>>

/** A shop that opened at this moment. */
async function openAt(moment: string, options: Parameters<typeof openTelegramShop>[2] = {}) {
  world.t.clock.set(moment)
  return openTelegramShop(world.t, world.telegram, options)
}

/** Everything that is due at this moment by the clock of the test. */
async function runAt({ shop }: Kava, moment: string) {
  world.t.clock.set(moment)
  await planDays(world.t.io)
  await workNotifications(world.t.io, shop.organization_id)
  await sendDue(shop.organization_id)
}

async function sendDue(organization_id: string) {
  const clients = await world.t.io.db
    .selectFrom('bot_client')
    .select('id')
    .where('organization_id', '=', organization_id)
    .execute()
  for (const { id } of clients) await deliver(world.t.io, id)
  await deliverBulk(world.t.io)
}

const planned = (organization_id: string) =>
  world.t.io.db
    .selectFrom('notification')
    .select(['code', 'object', 'state', 'reason', 'due_at'])
    .where('organization_id', '=', organization_id)
    .orderBy('id')
    .execute()

const setBirthday = (buyer_id: string, birthday: string) =>
  world.t.io.db.updateTable('buyer').set({ birthday }).where('id', '=', buyer_id).execute()

const times = (words: string, text: string) => words.split(text).length - 1

describe('a receipt', () => {
  test('is told once, in the words of the shop, and not where it is switched off', async () => {
    const kava = await openAt('2026-11-21T12:00:00+02:00')
    const { shop } = kava
    const reader = await openReader(world, kava)
    const buyer = { phone: reader.phone }
    await sell(shop.till, { buyer, body: { total: 400 } })
    await world.settle()
    expect(reader.words()).toMatch(/Дякуємо! Чек 400.*\n\+20 бонусів\. Баланс: 20/)
    await setNotification(shop, 'accrual', {
      texts: { all: 'Ваші {нараховано} на {точка}, {імʼя|друже}!' },
    })
    await sell(shop.till, { buyer, body: { total: 200 } })
    await world.settle()
    expect(reader.person.read).toBe('Ваші 10 бонусів на Точка 1, друже!')
    await setNotification(shop, 'accrual', { on: false })
    const before = reader.person.messages.length
    await sell(shop.till, { buyer, body: { total: 100 } })
    await world.settle()
    expect(reader.person.messages.length).toBe(before)
  })
})

describe('what burns soon', () => {
  test('is told seven days and one day before at ten, once, and not for a trifle', async () => {
    const kava = await openAt('2026-11-21T12:00:00+02:00')
    const reader = await openReader(world, kava, { ads: false })
    const trifle = await openReader(world, kava)
    await giveBonuses(kava.shop, reader.buyer_id, 30, { lifetime_days: 10 })
    await giveBonuses(kava.shop, trifle.buyer_id, 5, { lifetime_days: 10 })
    await world.settle()
    const burning = () => times(reader.words(), 'згорять 01.12.2026')
    await runAt(kava, '2026-11-23T10:00:00+02:00')
    expect(burning()).toBe(0)
    await runAt(kava, '2026-11-24T09:59:00+02:00')
    expect(burning()).toBe(0)
    await runAt(kava, '2026-11-24T10:00:00+02:00')
    await runAt(kava, '2026-11-24T11:00:00+02:00')
    expect(burning()).toBe(1)
    await runAt(kava, '2026-11-30T10:05:00+02:00')
    expect(burning()).toBe(2)
    expect(trifle.words()).not.toContain('згорять')
  })

  test('is told on the shop’s own day where its clock jumps and where it is far away', async () => {
    const spring = await openAt('2026-03-20T12:00:00+02:00')
    const early = await openReader(world, spring)
    await giveBonuses(spring.shop, early.buyer_id, 40, { lifetime_days: 16 })
    await world.settle()
    await runAt(spring, '2026-03-29T06:59:00Z')
    expect(early.words()).not.toContain('згорять')
    await runAt(spring, '2026-03-29T07:00:00Z')
    expect(early.words()).toContain('40 бонусів згорять 05.04.2026')

    const autumn = await openAt('2026-10-18T12:00:00+03:00')
    const late = await openReader(world, autumn)
    await giveBonuses(autumn.shop, late.buyer_id, 40, { lifetime_days: 14 })
    await world.settle()
    await runAt(autumn, '2026-10-25T07:59:00Z')
    expect(late.words()).not.toContain('згорять')
    await runAt(autumn, '2026-10-25T08:00:00Z')
    expect(late.words()).toContain('40 бонусів згорять 01.11.2026')

    const far = await openAt('2026-11-20T12:00:00-08:00')
    await world.t.io.db
      .updateTable('organization')
      .set({ timezone: 'America/Los_Angeles' })
      .where('id', '=', far.shop.organization_id)
      .execute()
    const abroad = await openReader(world, far)
    await giveBonuses(far.shop, abroad.buyer_id, 40, { lifetime_days: 10 })
    await world.settle()
    await runAt(far, '2026-11-23T09:59:00-08:00')
    expect(abroad.words()).not.toContain('згорять')
    await runAt(far, '2026-11-23T10:00:00-08:00')
    expect(abroad.words()).toContain('згорять 30.11.2026')
  })
})

describe('a birthday', () => {
  test('on 29 February is the 28th of other years, and the 29th of its own', async () => {
    const common = await openAt('2027-02-20T12:00:00+02:00')
    const reader = await openReader(world, common)
    await setBirthday(reader.buyer_id, '1996-02-29')
    await runAt(common, '2027-02-27T10:00:00+02:00')
    expect(reader.words()).not.toContain('З днем народження')
    await runAt(common, '2027-02-28T10:00:00+02:00')
    await runAt(common, '2027-03-01T10:00:00+02:00')
    expect(times(reader.words(), 'З днем народження')).toBe(1)

    const leap = await openAt('2028-02-20T12:00:00+02:00')
    const other = await openReader(world, leap)
    await setBirthday(other.buyer_id, '1996-02-29')
    await runAt(leap, '2028-02-28T10:00:00+02:00')
    expect(other.words()).not.toContain('З днем народження')
    await runAt(leap, '2028-02-29T10:00:00+02:00')
    expect(times(other.words(), 'З днем народження')).toBe(1)
  })

  test('is not greeted where nobody agreed to it', async () => {
    const kava = await openAt('2026-11-21T12:00:00+02:00')
    const reader = await openReader(world, kava, { ads: false })
    await setBirthday(reader.buyer_id, '1990-11-24')
    await runAt(kava, '2026-11-24T10:00:00+02:00')
    expect(reader.words()).not.toContain('З днем народження')
    expect(await planned(kava.shop.organization_id)).toMatchObject([
      { code: 'birthday_day', state: 'dropped', reason: 'no_consent' },
    ])
  })
})

/** A buyer whose only purchase was two days before the win-back of this shop is due. */
async function openSleeper(quiet_to: string) {
  const kava = await openAt('2026-11-21T12:00:00+02:00')
  const { shop } = kava
  const reader = await openReader(world, kava)
  await sell(shop.till, { buyer: { phone: reader.phone }, body: { total: 200 } })
  await world.settle()
  await setNotification(shop, 'winback_1', { when: 2, bonus: 50, bonus_days: 5 })
  await shop.set('notifications', { quiet_from: '21:00', quiet_to })
  return { kava, reader, organization_id: shop.organization_id }
}

describe('bringing a buyer back', () => {
  test('waits for the end of the quiet hours and brings bonuses of its own, once', async () => {
    const { kava, reader, organization_id } = await openSleeper('11:30')
    await runAt(kava, '2026-11-23T10:00:00+02:00')
    expect(reader.words()).not.toContain('Давно не бачились')
    expect((await planned(organization_id))[0]?.due_at).toEqual(
      new Date('2026-11-23T11:30:00+02:00'),
    )
    await runAt(kava, '2026-11-23T11:30:00+02:00')
    expect(reader.words()).toContain(
      'Давно не бачились! На картці 60 бонусів, найближчі 50 бонусів чекають до 28.11.2026.\n' +
        'Даруємо 50 бонусів.\nДіють до 28.11.2026.',
    )
    // As if a worker had died between the message and its mark.
    await world.t.io.db
      .updateTable('notification')
      .set({ state: 'waiting', settled_at: null })
      .where('organization_id', '=', organization_id)
      .execute()
    await runAt(kava, '2026-11-23T11:40:00+02:00')
    expect(times(reader.words(), 'Давно не бачились')).toBe(1)
    expect(await planned(organization_id)).toMatchObject([{ code: 'winback_1', state: 'sent' }])
    const { balance } = await world.t.io.db
      .selectFrom('account')
      .select('balance')
      .where('buyer_id', '=', reader.buyer_id)
      .executeTakeFirstOrThrow()
    expect(balance).toBe(60_00)
  })

  test('is needless when the buyer has come meanwhile', async () => {
    const { kava, reader, organization_id } = await openSleeper('11:30')
    await runAt(kava, '2026-11-23T10:00:00+02:00')
    world.t.clock.set('2026-11-23T10:30:00+02:00')
    // The till signed in two days ago.
    const { user, pin } = kava.shop.till
    const till = await signInTill(world.t, user, pin)
    await sell(till, { buyer: { phone: reader.phone }, body: { total: 100 } })
    await runAt(kava, '2026-11-23T11:30:00+02:00')
    expect(await planned(organization_id)).toMatchObject([{ state: 'dropped', reason: 'bought' }])
  })

  test('/stop within the queue is obeyed, and no bonuses are given', async () => {
    const { kava, reader, organization_id } = await openSleeper('11:30')
    await runAt(kava, '2026-11-23T10:00:00+02:00')
    await reader.person.write('/stop')
    await runAt(kava, '2026-11-23T11:30:00+02:00')
    expect(await planned(organization_id)).toMatchObject([
      { state: 'dropped', reason: 'no_consent' },
    ])
    expect(reader.words()).not.toContain('Даруємо')
  })
})

describe('a friend', () => {
  test('who joins by a link is told to who invited', async () => {
    const referral = { on: true, friend_amount: 50, inviter_amount: 40, min_receipt: 100 }
    const kava = await openAt('2026-11-21T12:00:00+02:00', {
      program: { bonuses: { referral: { ...referral, monthly_cap: 10, max_friends: 100 } } },
    })
    const inviter = await openReader(world, kava)
    const friend = world.telegram.person(kava.bot, 729_999)
    await friend.start(`f${kava.slug}_${inviter.buyer_id.replaceAll('-', '')}`)
    await friend.share('380677999999')
    await world.settle()
    expect(times(inviter.words(), 'Ваш друг отримав картку')).toBe(1)
  })
})

describe('a shop without room for messages', () => {
  test('advertises nothing and gives nothing, but receipts are told', async () => {
    const { kava, reader, organization_id } = await openSleeper('09:00')
    await world.t.io.db
      .updateTable('license')
      .set({ expires_at: new Date('2026-11-22T00:00:00+02:00') })
      .where('organization_id', '=', organization_id)
      .execute()
    await runAt(kava, '2026-11-29T10:00:00+02:00')
    await setLastReceipt(reader.buyer_id, '2026-11-28T12:00:00+02:00')
    await runAt(kava, '2026-11-30T10:00:00+02:00')
    expect(await planned(organization_id)).toMatchObject([
      { code: 'winback_1', state: 'dropped', reason: 'license_required' },
    ])
    expect(reader.words()).toContain('Дякуємо!')
    expect(reader.words()).not.toContain('Даруємо')
  })
})

const setLastReceipt = (buyer_id: string, moment: string) =>
  world.t.io.db
    .updateTable('account')
    .set({ last_receipt_at: new Date(moment) })
    .where('buyer_id', '=', buyer_id)
    .execute()

describe('levels', () => {
  test('a rise is told once, and how little is left to the next', async () => {
    const level = (name: string, min_turnover: number, cashback_percent: number) => ({
      ...{ name, min_turnover, cashback_percent, discount_percent: 0, max_pay_percent: null },
    })
    const kava = await openAt('2026-11-21T12:00:00+02:00', {
      program: { bonuses: { levels: [level('Базовий', 0, 5), level('Срібний', 1000, 7)] } },
    })
    const reader = await openReader(world, kava)
    const buyer = { phone: reader.phone }
    await sell(kava.shop.till, { buyer, body: { total: 900 } })
    await world.settle()
    expect(reader.words()).toMatch(/До рівня «Срібний» лишилося 100/)
    await sell(kava.shop.till, { buyer, body: { total: 200 } })
    await sell(kava.shop.till, { buyer, body: { total: 50 } })
    await world.settle()
    expect(times(reader.words(), 'Ваш новий рівень — «Срібний»: 7 %')).toBe(1)
  })
})
