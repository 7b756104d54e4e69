import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestIo, type TestIo } from '#server/testing/open-test-io.ts'
import { openShop, type Shop } from '#server/testing/shop.ts'

const ABSENT = '01a1fd1e-8c00-7000-8000-000000000000'

let t: TestIo
let shop: Shop

beforeAll(async () => {
  t = await openTestIo()
  shop = await openShop(t)
})
afterAll(() => t.close())

/** Asks as somebody who has never signed in. */
const ask = async (organization_id = shop.organization_id, query = '') => {
  const answer = await t.app.inject({
    method: 'GET',
    url: `/api/v1/organizations/${organization_id}/conditions${query}`,
  })
  return { status: answer.statusCode, text: answer.body, data: answer.json().data }
}
const change = (body: object) =>
  shop.owner.inject(
    'PATCH',
    `/api/v1/settings/bonuses?organization_id=${shop.organization_id}`,
    body,
  )

test('anybody may read the rules of a shop', async () => {
  const { status, data } = await ask()
  expect(status).toBe(200)
  expect(data).toMatchObject({
    shop: { id: shop.organization_id, name: shop.organization.name, currency: 'UAH' },
    version: 1,
    current_version: 1,
    mode: 'bonus',
    levels: [{ name: 'Базовий', min_turnover: 0, cashback_percent: 5 }],
    max_pay_percent: 50,
    expiry_days: 180,
    welcome: [],
    birthday: null,
    referral: null,
  })
})

test('an earlier version stays readable after a change, with the moment it began', async () => {
  const before = (await ask()).data
  t.clock.advance(300_000)
  const flyer = { kind: 'flyer', on: true, lifetime_days: 30, code: 'SECRET7', amount: 40 }
  const limits = { pos_ids: [], date_from: null, date_to: null, max_uses: null }
  const join = { kind: 'on_join', on: true, amount: 50, lifetime_days: 30, when: 'at_once' }
  const asleep = { kind: 'profile_complete', on: false, amount: 20, lifetime_days: 30 }
  const changed = await change({
    version: 1,
    max_pay_percent: 30,
    welcome: [join, asleep, { ...flyer, ...limits }],
  })
  expect(changed.status).toBe(200)

  const now = await ask()
  expect(now.data).toMatchObject({ version: 2, current_version: 2, max_pay_percent: 30 })
  expect(now.data.valid_from > before.valid_from).toBe(true)
  expect(now.data.welcome).toEqual([
    { kind: 'on_join', amount: 50, lifetime_days: 30, when: 'at_once' },
    { kind: 'flyer' },
  ])
  expect(now.text).not.toContain('SECRET7')
  expect((await ask(shop.organization_id, '?version=1')).data).toEqual({
    ...before,
    current_version: 2,
  })
})

test('a flyer of another season is not told of', async () => {
  const welcome = [
    {
      ...{ kind: 'flyer', on: true, lifetime_days: 30, code: 'WINTER', amount: 40 },
      ...{ pos_ids: [], date_from: null, date_to: '2020-01-31', max_uses: null },
    },
  ]
  const { version } = (
    await shop.owner.inject(
      'GET',
      `/api/v1/settings/bonuses?organization_id=${shop.organization_id}`,
    )
  ).data
  expect((await change({ version, welcome })).status).toBe(200)
  expect((await ask()).data.welcome).toEqual([])
})

test('no version, no shop and a deleted shop look alike', async () => {
  const gone = await openShop(t)
  await gone.owner.inject('DELETE', `/api/v1/organizations/${gone.organization_id}`)
  const answers = await Promise.all([
    ask(shop.organization_id, '?version=99'),
    ask(ABSENT),
    ask(gone.organization_id),
  ])
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404])
})
