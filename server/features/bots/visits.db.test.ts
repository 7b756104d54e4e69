/** What reaches buyers around their visits: links that brought them, reminders, ratings, places. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tellReceipt } from '#server/features/notifications/tell-facts.ts'
import { openBotWorld, openTelegramShop } from '#server/testing/bots.ts'
import { sell } from '#server/testing/receipts.ts'
import { openShop } from '#server/testing/shop.ts'
import { deliver } from './deliver.ts'

const DAY_MS = 24 * 3600 * 1000
let world: Awaited<ReturnType<typeof openBotWorld>>
let kava: Awaited<ReturnType<typeof openTelegramShop>>
let people = 0

beforeAll(async () => {
  world = await openBotWorld()
  world.t.clock.set(new Date())
  const referral = { on: true, friend_amount: 50, inviter_amount: 40, min_receipt: 100 }
  const flyer = { kind: 'flyer', on: true, lifetime_days: 30, code: 'ВЕСНА26', amount: 70 }
  kava = await openTelegramShop(world.t, world.telegram, {
    name: 'Кава на Розі',
    program: {
      general: { receipts_per_day_max: 0 },
      bonuses: {
        referral: { ...referral, monthly_cap: 10, max_friends: 100 },
        welcome: [{ ...flyer, pos_ids: [], date_from: null, date_to: null, max_uses: null }],
      },
    },
  })
})
afterAll(() => world.close())

const hexOf = (id: string) => id.replaceAll('-', '')

/** A person who has come by a link and shared the number. */
async function join(payload = `p${kava.slug}_qr`) {
  people += 1
  const phone = `+38067555${String(people).padStart(4, '0')}`
  const person = world.telegram.person(kava.bot, 880_000 + people)
  const words = () => person.messages.map((one) => one.text ?? one.caption ?? '').join('\n---\n')
  await person.start(payload)
  await person.share(phone.slice(1))
  await world.settle()
  const { organization_id } = kava.shop
  const found = await kava.shop.owner.inject('POST', '/api/v1/buyers/get_buyers_data', {
    ...{ organization_id, phone },
  })
  const buyer_id: string = found.data.buyer.profile.id
  return { person, phone, words, buyer_id }
}

/** Sends what is due by the clock of the test: jobs wait by the clock of the database. */
async function sendDue() {
  const clients = await world.t.io.db.selectFrom('bot_client').select('id').execute()
  for (const { id } of clients) await deliver(world.t.io, id)
}

describe('a link', () => {
  test('of a friend tells who invited, and both are given bonuses', async () => {
    const inviter = await join()
    const friend = await join(`f${kava.slug}_${hexOf(inviter.buyer_id)}`)
    expect(friend.words()).toContain('Картку створено')
    await sell(kava.shop.till, { buyer: { phone: friend.phone }, body: { total: 200 } })
    await world.settle()
    expect(inviter.words()).toContain('Ваш друг зробив покупку: 40 бонусів')
    await inviter.person.write('/menu')
    await world.settle()
    await inviter.person.tap('Запросити')
    await world.settle()
    expect(inviter.person.read).toContain('Запрошено: 1, отримано: 40')
    expect(inviter.person.read).toContain(`start=f${kava.slug}_${hexOf(inviter.buyer_id)}`)
  })

  test('of a flyer shows its code to newcomers and to those who have a card', async () => {
    const { data } = await kava.shop.owner.inject(
      'GET',
      `/api/v1/settings/bonuses?organization_id=${kava.shop.organization_id}`,
    )
    const flyer_id = data.welcome.find(({ kind }: { kind: string }) => kind === 'flyer').id
    const link = `y${kava.slug}_${hexOf(flyer_id)}`
    const { person, words } = await join(link)
    expect(words()).toMatch(/Флаєр на 70 бонусів.*ВЕСНА26/)
    const before = person.messages.length
    await person.start(link)
    await world.settle()
    expect(person.messages.length).toBeGreaterThan(before)
    expect(person.read).toContain('ВЕСНА26')
  })

  test('of a receipt that waits is claimed on joining, by its own buyer only', async () => {
    const phone = `+38067555${String(people + 1).padStart(4, '0')}`
    const receipt = await sell(kava.shop.till, { buyer: { phone }, body: { total: 400 } })
    const link = `p${kava.slug}_qr_${hexOf(receipt.receipt_id)}`
    const own = await join(link)
    expect(own.phone).toBe(phone)
    expect(own.words()).toMatch(/Ваш чек на 400.* уже на картці: \+20 бонусів/)
    const other = await join(link)
    expect(other.words()).toContain(
      `Цей чек — на картці •• ${phone.slice(-4, -2)}-${phone.slice(-2)}`,
    )
  })
})

describe('the till', () => {
  test('shows newcomers the code of its own point, and of no other', async () => {
    const ask = (pos_id: string) =>
      kava.shop.till.inject('GET', `/pos-api/v1/join-link?pos_id=${pos_id}`)
    const { data } = await ask(kava.shop.pos_id)
    const slug = /^https:\/\/verta\.test\/b\/([a-z0-9]+)\?src=till$/.exec(data.link)?.[1]
    const opened = await world.t.app.inject({ url: `/api/v1/bot-links/${slug}?src=till` })
    expect(opened.json().data).toMatchObject({
      ...{ pos_name: 'Точка 1', viber: null },
      telegram: `https://t.me/${kava.bot.username}?start=p${slug}_till`,
    })
    expect((await ask(crypto.randomUUID())).status).toBe(404)
    const bare = await openShop(world.t)
    const none = await bare.till.inject('GET', `/pos-api/v1/join-link?pos_id=${bare.pos_id}`)
    expect(none.data).toEqual({ link: null })
  })
})

describe('a visit', () => {
  test('is asked about two hours later, once a week, and the owner reads the answer', async () => {
    const { person, phone, words, buyer_id } = await join()
    const first = await sell(kava.shop.till, { buyer: { phone }, body: { total: 300 } })
    await world.settle()
    expect(words()).not.toContain('Як вам візит')
    world.t.clock.advance(2 * 3600_000 + 60_000)
    await sendDue()
    expect(words()).toContain('Як вам візит на Точка 1?')
    await sell(kava.shop.till, { buyer: { phone }, body: { total: 100 } })
    await world.settle()
    world.t.clock.advance(3 * 3600_000)
    await sendDue()
    expect(words().split('Як вам візит')).toHaveLength(2)
    await person.tap('2')
    await sendDue()
    expect(words()).toContain('Що пішло не так?')
    await person.write('Довго чекала на каву')
    await sendDue()
    const url = `/api/v1/ratings?organization_id=${kava.shop.organization_id}&buyer_id=${buyer_id}`
    const evening = world.t.clock.now()
    // The owner signed in at the time of the visit.
    world.t.clock.set(new Date())
    const { data } = await kava.shop.owner.inject('GET', url)
    expect(data.items).toMatchObject([
      { receipt_id: first.receipt_id, stars: 2, comment: 'Довго чекала на каву' },
    ])
    world.t.clock.set(new Date(evening.getTime() + 7 * DAY_MS))
    const { organization_id } = kava.shop
    await tellReceipt(world.t.io, { organization_id, receipt_id: first.receipt_id, buyer_id })
    world.t.clock.advance(3 * 3600_000)
    await sendDue()
    expect(words().split('Як вам візит')).toHaveLength(3)
    world.t.clock.set(new Date())
  })

  test('that was liked is told of at Google, where the shop has named its page there', async () => {
    const { owner } = kava.shop
    const rate = async () => {
      const { person, phone } = await join()
      const { receipt_id } = await sell(kava.shop.till, { buyer: { phone }, body: { total: 90 } })
      await world.settle()
      await person.send(person.tapOf(person.last, `rate:5:${receipt_id}`))
      await world.settle()
      return person
    }
    expect((await rate()).read).toContain('Раді, що вам сподобалося')
    const url = `/api/v1/bots/${kava.bot_id}`
    const { version } = (await owner.inject('GET', url)).data
    const set = (review_url: string) => owner.inject('PATCH', url, { version, review_url })
    for (const wrong of ['http://g.page/r/K/review', 'https://evil.example/google.com']) {
      expect((await set(wrong)).body).toMatchObject({
        code: 'validation_failed',
        fields: [{ path: 'review_url' }],
      })
    }
    const review_url = 'https://g.page/r/KavaNaRozi/review'
    expect((await set(review_url)).data.review_url).toBe(review_url)
    const person = await rate()
    expect(person.read).toContain('Залиште відгук у Google')
    expect(person.last.reply_markup?.inline_keyboard?.[0]).toMatchObject([{ url: review_url }])
  })

  test('begins at the nearest point, when it is told where one is', async () => {
    const { person } = await join()
    const { owner, organization_id } = kava.shop
    const places = [
      { name: 'Далека', address: 'Львів', lat: 49.84, lng: 24.03 },
      { name: 'Близька', address: 'Хрещатик, 1', lat: 50.45, lng: 30.52 },
    ]
    for (const place of places) {
      const path = `/api/v1/pos?organization_id=${organization_id}`
      const answer = await owner.inject('POST', path, place)
      expect([answer.status, answer.body.code]).toEqual([201, undefined])
    }
    await person.locate(50.46, 30.53)
    await world.settle()
    const text = person.read
    expect(text.indexOf('Близька')).toBeGreaterThanOrEqual(0)
    expect(text.indexOf('Близька')).toBeLessThan(text.indexOf('Далека'))
    expect(text).toMatch(/1,\d км/)
  })
})
