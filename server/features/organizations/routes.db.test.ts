import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBrowser, signUpOwner } from '#server/testing/identity.ts'
import { openTestIo, type TestIo } from '#server/testing/open-test-io.ts'
import { openShop, type Shop } from '#server/testing/shop.ts'

const organizations = '/api/v1/organizations'
const ABSENT = '01a1fd1e-8c00-7000-8000-000000000000'

let t: TestIo
let shop: Shop
let stranger: Shop

beforeAll(async () => {
  t = await openTestIo()
  shop = await openShop(t, { name: 'Кава на розі' })
  stranger = await openShop(t, { name: 'Чужа крамниця' })
})
afterAll(() => t.close())

const url = () => `${organizations}/${shop.organization_id}`
const read = async () => (await shop.owner.inject('GET', url())).data
/** A change over the present version. */
const change = async (body: object) => {
  const { version } = await read()
  return shop.owner.inject('PATCH', url(), { version, ...body })
}
const withoutId = ({ request_id: _id, ...body }: Record<string, unknown>) => body

describe('the list', () => {
  test('holds the owner’s organizations only, by name, with their figures', async () => {
    const owner = await signUpOwner(t)
    for (const name of ['Ящик', 'Їжак', 'Аптека', 'Івасик']) await openShop(t, { owner, name })
    const { status, data } = await owner.inject('GET', `${organizations}?page=1&limit=1000`)
    expect(status).toBe(200)
    expect(data.items.map(({ name }: { name: string }) => name)).toEqual([
      'Аптека',
      'Івасик',
      'Їжак',
      'Ящик',
    ])
    expect(data).toMatchObject({ total: 4, page: 1, limit: 1000 })
    expect(data.items[0].stats_brief).toMatchObject({
      pos_count: 1,
      buyers_count: 0,
      month_turnover: 0,
    })
  })

  test('is searched and paged', async () => {
    const owner = await signUpOwner(t)
    for (const name of ['Перша кава', 'Друга КАВА', 'Квіти']) await openShop(t, { owner, name })
    const find = async (query: string) =>
      (await owner.inject('GET', `${organizations}?${query}`)).data
    expect((await find(`q=${encodeURIComponent('кава')}`)).total).toBe(2)
    expect((await find('limit=2&page=2')).items.length).toBe(1)
    expect((await find('q=%25')).total).toBe(0)
  })

  test('counts the purchases of members since the month began in the shop’s zone', async () => {
    const owner = await signUpOwner(t)
    const { organization_id, pos_id } = await openShop(t, { owner })
    const zeroes = {
      ...{ receipts: 1, member_receipts: 1, cancelled: 0, gross: 0, paid: 0, refunded: 0 },
      ...{ accrued: 0, withdrawn: 0, spent: 0, returned: 0, expired: 0, given: 0, taken: 0 },
    }
    const days = [
      { day: '2026-10-31', member_paid: 100_00, member_refunded: 0 },
      { day: '2026-11-01', member_paid: 250_50, member_refunded: 50_00 },
      { day: '2026-11-20', member_paid: 10_00, member_refunded: 0 },
    ]
    const rows = days.map((row) => ({ ...zeroes, ...row, organization_id, pos_id }))
    await t.io.db.insertInto('pos_day').values(rows).execute()
    const { data } = await owner.inject('GET', `${organizations}/${organization_id}`)
    expect(data.stats_brief.month_turnover).toBe(210.5)
    expect(data.currency_locked).toBe(true)
    const locked = { version: data.version, currency: 'EUR' }
    const { status, body } = await owner.inject(
      'PATCH',
      `${organizations}/${organization_id}`,
      locked,
    )
    expect(status).toBe(409)
    expect(body).toMatchObject({ code: 'in_use', fields: [{ code: 'currency_locked' }] })
  })

  test('asks who is there', async () => {
    expect((await openBrowser(t).inject('GET', organizations)).status).toBe(401)
  })
})

describe('opening', () => {
  test('makes the program, a point of sale, the trial, its assignment and a cashier at once', async () => {
    const owner = await signUpOwner(t)
    const { status, data } = await owner.inject('POST', organizations, {
      name: 'Квіти',
      business_category: 'flowers',
      phone: '067 123 45 67',
      cashier: { name: 'Марія' },
    })
    expect(status).toBe(201)
    expect(data).toMatchObject({
      name: 'Квіти',
      currency: 'UAH',
      timezone: 'Europe/Kyiv',
      language: 'ua-UA',
      phone: '+380671234567',
      version: 1,
      onboarding: { step: 'percent', checklist_hidden: false, qr_printed: false },
    })
    expect(data.stats_brief).toMatchObject({
      pos_count: 1,
      license: { is_trial: true, expires_at: '2026-12-05T08:00:00.000Z' },
    })
    const { opened } = data
    expect(opened.cashier.user).toMatchObject({
      login: expect.stringMatching(/^kvity-\d\d$/),
      role: 'cashier',
      enabled: true,
    })
    expect(opened.cashier.user.pos_ids).toEqual([opened.pos_id])
    expect(opened.cashier.pin).toMatch(/^\d{6}$/)

    const pos = await owner.inject('GET', `/api/v1/pos?organization_id=${data.id}`)
    expect(pos.data.items).toMatchObject([
      {
        id: opened.pos_id,
        name: 'Точка 1',
        license_id: opened.license_id,
        license: { status: 'trial' },
      },
    ])
    const settings = await owner.inject(
      'GET',
      `/api/v1/settings/bonuses?organization_id=${data.id}`,
    )
    expect(settings.data).toMatchObject({ version: 1, expiry_days: 180, max_pay_percent: 50 })
  })

  test('grants the trial once per account, two organizations at once included', async () => {
    const owner = await signUpOwner(t)
    const names = Array.from({ length: 8 }, (_, n) => `Мережа ${n}`)
    const answers = await Promise.all(
      names.map((name) => owner.inject('POST', organizations, { name })),
    )
    expect(answers.map(({ status }) => status)).toEqual(names.map(() => 201))
    expect(answers.filter(({ data }) => data.opened.license_id !== null).length).toBe(1)
    // Deleting the one that had it does not bring another.
    const first = answers.find(({ data }) => data.opened.license_id !== null)
    await owner.inject('DELETE', `${organizations}/${first?.data.id}`)
    const again = await owner.inject('POST', organizations, { name: 'Ще одна' })
    expect(again.data.opened.license_id).toBeNull()
  })

  test('of the same name twice is refused, of many at once lets one through', async () => {
    const owner = await signUpOwner(t)
    const open = (name: string) => owner.inject('POST', organizations, { name })
    const answers = await Promise.all(Array.from({ length: 8 }, () => open('Одна')))
    expect(answers.filter(({ status }) => status === 201).length).toBe(1)
    expect(answers.filter(({ body }) => body.code === 'name_taken').length).toBe(7)
    expect((await open('ОДНА')).status).toBe(409)
    // What was begun beside it was undone with it.
    const { data } = await owner.inject('GET', organizations)
    const rows = await t.io.db
      .selectFrom('pos')
      .selectAll()
      .where('organization_id', '=', data.items[0].id)
      .execute()
    expect([data.total, rows.length]).toEqual([1, 1])
  })

  test('with a taken login leaves nothing behind', async () => {
    const owner = await signUpOwner(t)
    const body = { name: 'Невдала', cashier: { name: 'Іван', login: shop.cashier.login } }
    const answer = await owner.inject('POST', organizations, body)
    expect(answer.status).toBe(409)
    expect(answer.body.fields).toMatchObject([{ path: 'cashier.login', code: 'taken' }])
    expect((await owner.inject('GET', organizations)).data.total).toBe(0)
  })

  test('takes the logins that a cashier may be given, and no others', async () => {
    const owner = await signUpOwner(t)
    const open = (login: string) =>
      owner.inject('POST', organizations, { name: 'Вхід', cashier: { name: 'Іван', login } })
    for (const login of ['SW;n&o', '-kava', 'каса-1', 'ab']) {
      const { status, body } = await open(login)
      expect([status, body.fields[0].path], login).toEqual([422, 'cashier.login'])
    }
    expect((await open(' Nova-01 ')).data.opened.cashier.user.login).toBe('nova-01')
  })

  test('refuses what does not exist', async () => {
    const owner = await signUpOwner(t)
    const wrong = {
      timezone: ['Europe/Atlantis', '+02:00'],
      currency: ['XAU', 'uah'],
      city_id: [ABSENT],
      country_id: [ABSENT],
      language: ['uk'],
      phone: ['12'],
      business_category: ['bank'],
      is_demo: [true],
      owner_id: [ABSENT],
    }
    for (const [path, values] of Object.entries(wrong)) {
      for (const value of values) {
        const answer = await owner.inject('POST', organizations, { name: 'Нова', [path]: value })
        expect(answer.status, `${path}=${value}`).toBe(422)
        expect(answer.body.fields[0].path).toBe(path)
      }
    }
    expect((await owner.inject('GET', organizations)).data.total).toBe(0)
  })
})

describe('one organization', () => {
  test('of somebody else answers like one that is not there, to the byte', async () => {
    const calls = [
      ['GET', undefined],
      ['PATCH', { version: 1, name: 'Моя' }],
      ['DELETE', undefined],
    ] as const
    for (const [method, body] of calls) {
      const foreign = await shop.owner.inject(
        method,
        `${organizations}/${stranger.organization_id}`,
        body,
      )
      const absent = await shop.owner.inject(method, `${organizations}/${ABSENT}`, body)
      expect(foreign.status, method).toBe(404)
      expect(withoutId(foreign.body)).toEqual(withoutId(absent.body))
    }
    expect((await stranger.owner.inject('GET', organizations)).data.items[0].name).toBe(
      'Чужа крамниця',
    )
  })

  test('is changed field by field', async () => {
    const { status, data } = await change({
      description: 'Кава з собою\nі круасани',
      site: 'https://kava.example',
      socials: { instagram: 'https://instagram.com/kava' },
      tax_id: '12345678',
      city_id: null,
      onboarding: { step: 'first_bonus' },
    })
    expect(status).toBe(200)
    expect(data).toMatchObject({
      description: 'Кава з собою\nі круасани',
      site: 'https://kava.example',
      tax_id: '12345678',
      name: 'Кава на розі',
      onboarding: { step: 'first_bonus', checklist_hidden: false },
    })
  })

  test('keeps the wizard’s state on the server', async () => {
    await change({ onboarding: { step: 'bot', checklist_hidden: true } })
    expect((await read()).onboarding).toEqual({
      step: 'bot',
      checklist_hidden: true,
      qr_printed: false,
    })
  })

  test('refuses a change made from an old version and shows the present one', async () => {
    const { version } = await read()
    expect((await change({ address: 'Хрещатик, 1' })).status).toBe(200)
    const { status, body } = await shop.owner.inject('PATCH', url(), { version, address: 'Інша' })
    expect(status).toBe(409)
    expect(body).toMatchObject({
      code: 'version_conflict',
      data: { version: version + 1, address: 'Хрещатик, 1', stats_brief: { pos_count: 1 } },
    })
  })

  test('knows a version that is not there from one that cannot be', async () => {
    const at = (version: number) => shop.owner.inject('PATCH', url(), { version, address: 'Інша' })
    expect((await at(2 ** 31 - 2)).body).toMatchObject({ status: 409, code: 'version_conflict' })
    for (const version of [2 ** 31 - 1, 2 ** 31, -1]) {
      const { status, body } = await at(version)
      expect([version, status]).toEqual([version, 422])
      expect(body).toMatchObject({ fields: [{ path: 'version' }] })
    }
  })

  test('of many changes at once takes one', async () => {
    const { version } = await read()
    const answers = await Promise.all(
      Array.from({ length: 16 }, (_, n) =>
        shop.owner.inject('PATCH', url(), { version, address: `Вулиця, ${n}` }),
      ),
    )
    expect(answers.filter(({ status }) => status === 200).length).toBe(1)
    expect(answers.filter(({ body }) => body.code === 'version_conflict').length).toBe(15)
  })

  test('raises the version of its rules when their text changes, and only then', async () => {
    const before = (await read()).rules_version
    expect((await change({ rules_text: 'Бонуси діють пів року.' })).data.rules_version).toBe(
      before + 1,
    )
    expect((await change({ rules_text: 'Бонуси діють пів року.' })).data.rules_version).toBe(
      before + 1,
    )
    expect((await change({ address: '' })).data.rules_version).toBe(before + 1)
  })

  test('refuses a link that is no web address and a tax number of wrong length', async () => {
    for (const body of [
      { site: 'javascript:alert(1)' },
      { site: 'ftp://kava.example' },
      { socials: { tiktok: 'data:text/html,x' } },
      { tax_id: '1234567' },
      { timezone: 'Mars/Olympus' },
      { name: 'Я' },
      { stats_brief: {} },
      { is_demo: true },
    ]) {
      expect((await change(body)).status, JSON.stringify(body)).toBe(422)
    }
  })

  test('may change its currency before the first receipt', async () => {
    expect((await change({ currency: 'EUR' })).data.currency).toBe('EUR')
    expect((await change({ currency: 'UAH' })).data.currency).toBe('UAH')
  })

  test('that was deleted is gone from everything, its tills too, and its name is free', async () => {
    const gone = await openShop(t, { name: 'Тимчасова' })
    const { owner, organization_id } = gone
    expect((await owner.inject('DELETE', `${organizations}/${organization_id}`)).status).toBe(204)
    expect((await owner.inject('GET', `${organizations}/${organization_id}`)).status).toBe(404)
    expect((await owner.inject('DELETE', `${organizations}/${organization_id}`)).status).toBe(404)
    expect((await owner.inject('GET', organizations)).data.total).toBe(0)
    expect(
      (await owner.inject('GET', `/api/v1/pos?organization_id=${organization_id}`)).status,
    ).toBe(404)
    const { status } = await gone.till.inject('POST', '/pos-api/v1/bonuses/get-all-pos', {})
    expect(status).toBe(401)
    expect((await owner.inject('POST', organizations, { name: 'Тимчасова' })).status).toBe(201)
  })
})

describe('currencies', () => {
  test('come with name, sign and digits', async () => {
    const { status, data } = await shop.owner.inject('GET', `${organizations}/currencies`)
    expect(status).toBe(200)
    expect(data.items[0]).toEqual({
      code: 'UAH',
      name: 'українська гривня',
      symbol: '₴',
      minor_digits: 2,
    })
    expect(data.total).toBeGreaterThan(100)
  })
})
