import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deliverBulk } from '#server/features/bots/deliver-bulk.ts'
import { deliver } from '#server/features/bots/deliver.ts'
import { openBotWorld, openTelegramShop } from '#server/testing/bots.ts'
import { openReader, setNotification } from '#server/testing/readers.ts'
import { sell } from '#server/testing/receipts.ts'
import { tellOwners } from './tell-owners.ts'

let world: Awaited<ReturnType<typeof openBotWorld>>
let kava: Awaited<ReturnType<typeof openTelegramShop>>
let reader: Awaited<ReturnType<typeof openReader>>
beforeAll(async () => {
  world = await openBotWorld()
  world.t.clock.set('2026-11-21T12:00:00+02:00')
  kava = await openTelegramShop(world.t, world.telegram, { name: 'Кава на Розі' })
  await kava.shop.set('notifications', { owner_daily_summary: true })
  reader = await openReader(world, kava)
})
afterAll(() => world.close())

const call = (method: 'GET' | 'POST' | 'PATCH', path: string, body?: object) => {
  const query = `organization_id=${kava.shop.organization_id}`
  return kava.shop.owner.inject(method, `/api/v1/auto-notifications${path}?${query}`, body)
}

describe('the list of notifications', () => {
  test('tells how each is set, its standard text and its variables', async () => {
    const { data } = await call('GET', '')
    expect(data.has_bot).toBe(true)
    expect(data.items).toHaveLength(31)
    const first = data.items.find(({ code }: { code: string }) => code === 'expiring_first')
    expect(first).toMatchObject({ on: true, when: 7, min_amount: 10, version: 0, texts: {} })
    expect(first.standard['ua-UA']).toContain('{бонуси}')
    expect(first.standard.de).toContain('{bonuses}')
    expect(first.variables).toContain('імʼя')
  })

  test('is changed over its version; who is late is told the present one', async () => {
    const saved = await setNotification(kava.shop, 'winback_2', { on: true, when: 45, bonus: 20 })
    expect(saved.data).toMatchObject({ on: true, when: 45, bonus: 20, version: 1 })
    const late = await call('PATCH', '/winback_2', { version: 0, on: false })
    expect(late.status).toBe(409)
    expect(late.body).toMatchObject({ code: 'version_conflict', data: { when: 45, version: 1 } })
  })

  test.each([
    [{ when: 0 }, 'when'],
    [{ when: 400 }, 'when'],
    [{ when: null }, 'when'],
  ])('refuses %o', async (changes, path) => {
    const answer = await setNotification(kava.shop, 'winback_3', changes)
    expect(answer.status).toBe(422)
    expect(answer.body.fields).toMatchObject([{ path, code: 'out_of_range' }])
  })

  test('refuses bonuses where none are given', async () => {
    const answer = await setNotification(kava.shop, 'accrual', { bonus: 5 })
    expect(answer.body.fields).toMatchObject([{ path: 'bonus' }])
  })

  test('a variable that is written wrong is answered with the right one', async () => {
    const answer = await setNotification(kava.shop, 'winback_1', { texts: { all: 'На {бланс}' } })
    expect(answer.status).toBe(422)
    expect(answer.body.fields).toEqual([
      {
        path: 'texts.all',
        code: 'unknown_variable_near',
        message: 'Невідома змінна {бланс}. Можливо, {баланс}?',
      },
    ])
  })
})

describe('trying a notification', () => {
  test('shows it with the figures of a real buyer, or with made-up ones', async () => {
    const text = '{імʼя|Друже}, у вас {баланс} {баланс|бонус|бонуси|бонусів}'
    const ask = { text, language: 'ua-UA' }
    const example = await call('POST', '/winback_1/preview', ask)
    expect(example.data).toMatchObject({ text: 'Друже, у вас 230 бонусів', buyer: null })
    expect(example.data.buttons.at(-1)).toEqual(['Не надсилати акції'])
    const real = await call('POST', '/winback_1/preview', { ...ask, phone: reader.phone })
    expect(real.data.text).toBe('Друже, у вас 0 бонусів')
    const nobody = await call('POST', '/winback_1/preview', { ...ask, phone: '+380671110000' })
    expect(nobody.body.code).toBe('buyer_not_found')
  })

  test('advertising carries the signature of the shop, a receipt does not', async () => {
    await kava.shop.set('notifications', { signature: 'Ваша Кава' })
    const ask = { text: 'Заходьте', language: 'ua-UA' }
    const advertising = await call('POST', '/winback_1/preview', ask)
    expect(advertising.data.text).toBe('Заходьте\n\n— Ваша Кава')
    expect((await call('POST', '/accrual/preview', ask)).data.text).toBe('Заходьте')
    await kava.shop.set('notifications', { signature: '' })
  })

  test('a trial comes to the phone that is named, at once', async () => {
    const ask = { text: 'Проба для {магазин}', language: 'ua-UA', phone: reader.phone }
    expect((await call('POST', '/winback_1/test', ask)).status).toBe(200)
    await world.settle()
    expect(reader.person.read).toBe('Проба для Кава на Розі')
  })
})

describe('an owner', () => {
  test('is mailed a bad rating with its comment, once, when it is written', async () => {
    const { t } = world
    await sell(kava.shop.till, { buyer: { phone: reader.phone }, body: { total: 300 } })
    await world.settle()
    t.clock.advance(2 * 3600_000)
    await sendAll()
    await reader.person.tap('2')
    await world.settle()
    await reader.person.write('Довго чекала на каву')
    await world.settle()
    const letters = () => t.mails.filter(({ subject }) => subject.includes('оцінка'))
    await tellOwners(t.io)
    expect(letters()).toHaveLength(0)
    t.clock.advance(11 * 60_000)
    await tellOwners(t.io)
    await tellOwners(t.io)
    await world.settle()
    expect(letters()).toHaveLength(1)
    expect(letters()[0]?.text).toContain('Довго чекала на каву')
  })

  test('is mailed the sum of the day at eight in the evening, who asked for it', async () => {
    const { t } = world
    const letters = () => t.mails.filter(({ subject }) => subject.includes('підсумок'))
    t.clock.set('2026-11-21T19:59:00+02:00')
    await tellOwners(t.io)
    expect(letters()).toHaveLength(0)
    t.clock.set('2026-11-21T20:00:00+02:00')
    await tellOwners(t.io)
    await tellOwners(t.io)
    await world.settle()
    expect(letters()).toHaveLength(1)
    expect(letters()[0]?.text).toContain('Чеків: 1')
  })
})

async function sendAll() {
  const clients = await world.t.io.db.selectFrom('bot_client').select('id').execute()
  for (const { id } of clients) await deliver(world.t.io, id)
  await deliverBulk(world.t.io)
}
