/** What follows a buyer whose second card was merged: chats, segments, notifications, mailings. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { allJobs } from '#server/app.ts'
import { deliverBulk } from '#server/features/bots/deliver-bulk.ts'
import { relayAnnouncements } from '#server/features/ledger/relay-announcements.ts'
import { gatherPurchases } from '#server/features/segments/gather-purchases.ts'
import { newId } from '#server/io/id.ts'
import type { OpenIo } from '#server/open-io.ts'
import { openBotWorld, openTelegramShop } from '#server/testing/bots.ts'
import { fieldsForm } from '#server/testing/form.ts'
import { openReader } from '#server/testing/readers.ts'
import { newKey, sell } from '#server/testing/receipts.ts'
import { feedMailing } from './feed-mailing.ts'

type Reader = Awaited<ReturnType<typeof openReader>>
const coffee = { barcode: '4820000000017', name: 'Капучино', price: 65, quantity: 1 }

let world: Awaited<ReturnType<typeof openBotWorld>>
let kava: Awaited<ReturnType<typeof openTelegramShop>>
beforeAll(async () => {
  world = await openBotWorld()
})
beforeEach(async () => {
  world.t.clock.set('2026-11-21T12:00:00+02:00')
  kava = await openTelegramShop(world.t, world.telegram)
})
afterAll(() => world.close())

const of = () => ({ organization_id: kava.shop.organization_id })
const post = async (path: string, body: object = {}) => {
  const answer = await kava.shop.owner.inject('POST', `/api/v1/${path}`, body)
  expect([path, answer.status < 300, answer.body]).toEqual([path, true, expect.anything()])
  return answer.data
}
/** The second card becomes a part of the first. */
async function merge(keep: Reader, gone: Reader) {
  const body = { ...of(), other_id: gone.buyer_id }
  const { version } = await post(`buyers/${keep.buyer_id}/merge-preview`, body)
  await kava.shop.owner.inject(
    'POST',
    `/api/v1/buyers/${keep.buyer_id}/merge`,
    { ...body, version },
    { 'idempotency-key': newKey() },
  )
  // What hangs on the merge alone: no mailing is sent meanwhile.
  const jobs = allJobs(world.t.io).filter(({ name }) => name.startsWith('buyer_merged.'))
  await relayAnnouncements(
    world.t.io,
    jobs.map(({ name }) => name),
  )
  expect(await (world.t.io as OpenIo).jobs.drain(jobs)).toBe(jobs.length)
}

test('chats, what was said in them, and segments are the living card’s', async () => {
  const [keep, gone] = [await openReader(world, kava), await openReader(world, kava)]
  await sell(kava.shop.till, { buyer: { phone: gone.phone }, body: { products: [coffee] } })
  await gone.person.write('Чи є вівсяне молоко?')
  await world.settle()
  await gone.person.tap('Надіслати')
  await world.settle()
  world.t.clock.advance(120_000)
  await gatherPurchases(world.t.io)
  const bought = { positive_barcodes: { codes: [coffee.barcode] } }
  const segment = { name: 'Кава', mode: 'frozen', filter: bought }
  const made = await post('segmentations/buyers_segmentation', {
    ...{ ...of(), action: 'create', segment },
  })
  await merge(keep, gone)
  const { db } = world.t.io
  for (const table of ['subscriber', 'thread_message'] as const) {
    const rows = await db
      .selectFrom(table)
      .select('buyer_id')
      .where('organization_id', '=', kava.shop.organization_id)
      .execute()
    expect(new Set(rows.map(({ buyer_id }) => buyer_id))).toEqual(new Set([keep.buyer_id]))
  }
  for (const whom of [bought, { segment_id: made.segment.id }]) {
    const found = await post('segmentations/segmentation_result', { ...of(), ...whom })
    expect(found.items).toMatchObject([{ buyer_id: keep.buyer_id, receipts_count: 1 }])
  }
})

test('a notification is told once, through whichever card it was', async () => {
  const [keep, gone] = [await openReader(world, kava), await openReader(world, kava)]
  const { db } = world.t.io
  const at = world.t.clock.now()
  const row = (buyer_id: string, object: string, state: 'waiting' | 'sent') => ({
    ...{ ...of(), id: newId(at), buyer_id, code: 'birthday_day', object, facts: '{}', state },
    ...{ due_at: new Date('2027-01-01T10:00:00Z'), created_at: at },
    settled_at: state === 'sent' ? at : null,
  })
  await db
    .insertInto('notification')
    .values([
      row(gone.buyer_id, 'of the other', 'waiting'),
      row(keep.buyer_id, 'planned twice', 'waiting'),
      row(gone.buyer_id, 'planned twice', 'waiting'),
      row(keep.buyer_id, 'told to the other', 'waiting'),
      row(gone.buyer_id, 'told to the other', 'sent'),
    ])
    .execute()
  await merge(keep, gone)
  const rows = await db
    .selectFrom('notification')
    .select(['buyer_id', 'object', 'state'])
    .where('organization_id', '=', kava.shop.organization_id)
    .where('code', '=', 'birthday_day')
    .orderBy('object')
    .execute()
  expect(rows).toEqual([
    { buyer_id: keep.buyer_id, object: 'of the other', state: 'waiting' },
    { buyer_id: keep.buyer_id, object: 'planned twice', state: 'waiting' },
    { buyer_id: keep.buyer_id, object: 'told to the other', state: 'sent' },
  ])
})

/** A mailing to everybody, about to be handed over. */
async function startMailing() {
  await world.t.io.db
    .updateTable('user_account')
    .set({ email_confirmed_at: world.t.clock.now() })
    .where('email', '=', kava.shop.owner.email)
    .execute()
  const fields = { type: 'manual_notification', title: 'Знижка', text: 'Чекаємо у пʼятницю!' }
  const { body, headers } = fieldsForm(fields)
  const path = `/api/v1/posts?organization_id=${kava.shop.organization_id}`
  const { id } = (await kava.shop.owner.inject('POST', path, body, headers)).data
  await post(`posts/${id}/send`)
  world.t.clock.advance(11_000)
  return { ...of(), post_id: id }
}

test('a mailing reaches the living card once', async () => {
  const { db } = world.t.io
  const readers: Reader[] = []
  for (let index = 0; index < 3; index += 1) readers.push(await openReader(world, kava))
  // They are fed in the order of their ids.
  const [first, keep, gone] = readers.toSorted((a, b) => (a.buyer_id < b.buyer_id ? -1 : 1)) as [
    ...[Reader, Reader, Reader],
  ]
  const key = await startMailing()
  // One is handed over; the other two wait.
  await feedMailing(world.t.io, key, 1)
  await merge(keep, gone)
  await merge(first, keep)
  for (let round = 0; round < 3; round += 1) {
    world.t.clock.advance(11_000)
    await feedMailing(world.t.io, key)
    await deliverBulk(world.t.io)
  }
  const heard = readers.map(({ words }) => words().split('Чекаємо у пʼятницю!').length - 1)
  expect(heard.reduce((sum, times) => sum + times, 0)).toBe(1)
  const recipients = await db
    .selectFrom('post_recipient')
    .select('buyer_id')
    .where('post_id', '=', key.post_id)
    .execute()
  expect(recipients).toEqual([{ buyer_id: first.buyer_id }])
})

test('a purchase after a mailing counts once, with whichever card', async () => {
  const [keep, gone] = [await openReader(world, kava), await openReader(world, kava)]
  const key = await startMailing()
  await feedMailing(world.t.io, key)
  await deliverBulk(world.t.io)
  await feedMailing(world.t.io, key)
  const sale = (phone: string, total: number) =>
    sell(kava.shop.till, { buyer: { phone }, body: { total } })
  await sale(gone.phone, 40)
  await merge(keep, gone)
  world.t.clock.advance(60_000)
  await sale(keep.phone, 60)
  const { data } = await kava.shop.owner.inject('GET', `/api/v1/posts/${key.post_id}`)
  expect(data.stats).toMatchObject({ sent: 2, purchases: 1, revenue: 100 })
})
