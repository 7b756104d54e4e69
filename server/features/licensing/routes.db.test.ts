import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser } from '#server/testing/identity.ts'
import { openTestIo, type TestIo } from '#server/testing/open-test-io.ts'
import { openShop, type Shop } from '#server/testing/shop.ts'

const ABSENT = '01a1fd1e-8c00-7000-8000-000000000000'
const DAY_MS = 24 * 60 * 60 * 1000

let t: TestIo
let shop: Shop
let stranger: Shop

beforeAll(async () => {
  t = await openTestIo()
  shop = await openShop(t)
  stranger = await openShop(t)
})
afterAll(() => t.close())

const list = (organization_id: string) =>
  shop.owner.inject('GET', `/api/v1/licenses?organization_id=${organization_id}&page=1&limit=1000`)

test('tariffs are told to everyone, with prices, limits and features', async () => {
  const { status, data } = await openBrowser(t).inject('GET', '/api/v1/organizations/tariffs')
  expect(status).toBe(200)
  expect(data.items[0]).toMatchObject({
    name: 'Старт',
    period: 'month',
    price: 290,
    currency: 'UAH',
    limits: { pos: 1, buyers: 1000 },
  })
  expect(data.items.length).toBe(data.total)
  expect(data.items.some(({ limits }: { limits: { pos: unknown } }) => limits.pos === null)).toBe(
    true,
  )
})

test('the trial of a new organization lasts fourteen days and serves its first point of sale', async () => {
  const { status, data } = await list(shop.organization_id)
  expect(status).toBe(200)
  expect(data.items).toEqual([
    {
      id: shop.license_id,
      organization_id: shop.organization_id,
      tariff_id: null,
      tariff_name: null,
      period: null,
      pos_id: shop.pos_id,
      pos_name: 'Точка 1',
      status: 'trial',
      state: 'active',
      starts_at: '2026-11-21T08:00:00.000Z',
      expires_at: '2026-12-05T08:00:00.000Z',
      auto_renew: false,
      provider: null,
      price: 0,
      credit: 0,
      currency: 'UAH',
      last_payment_at: null,
      next_charge_at: null,
      payments: [],
    },
  ])
})

test('licenses of somebody else’s organization are as absent as those of none', async () => {
  const [foreign, absent] = [await list(stranger.organization_id), await list(ABSENT)]
  expect(foreign.status).toBe(404)
  expect({ ...foreign.body, request_id: '' }).toEqual({ ...absent.body, request_id: '' })
  const anonymous = await openBrowser(t).inject('GET', `/api/v1/licenses?organization_id=${ABSENT}`)
  expect(anonymous.status).toBe(401)
})

test('a license that ended is past due for three days, then expired; the till is told what it may', async () => {
  // A session sleeps less than a license: the owner and the till sign in again each time.
  const seen = async (days: number) => {
    t.clock.set(new Date(new Date('2026-12-05T08:00:00Z').getTime() + days * DAY_MS))
    await shop.owner.inject('POST', '/api/v1/user/login', {
      email: shop.owner.email,
      password: shop.owner.password,
    })
    const { data } = await list(shop.organization_id)
    const { login } = shop.cashier
    const body = { login, password: shop.till.pin }
    const till = await openBrowser(t).inject('POST', '/pos-api/v1/manager-auth', body)
    return [data.items[0].status, data.items[0].state, till.data.pos[0].license_state]
  }
  expect(await seen(-0.5)).toEqual(['trial', 'active', 'active'])
  expect(await seen(0)).toEqual(['past_due', 'grace', 'grace'])
  expect(await seen(3)).toEqual(['expired', 'spend_only', 'spend_only'])
  expect(await seen(33)).toEqual(['expired', 'none', 'none'])
})
