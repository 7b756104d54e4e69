import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser, PASSWORD } from '#server/testing/identity.ts'
import { openTestIo, type TestIo } from '#server/testing/open-test-io.ts'
import { openShop } from '#server/testing/shop.ts'

let t: TestIo
beforeAll(async () => {
  t = await openTestIo()
})
afterAll(() => t.close())

test('an address nobody serves answers 404 as a problem, in the language of the caller', async () => {
  const answer = await t.app.inject({
    method: 'GET',
    url: '/api/v1/nothing',
    headers: { 'accept-language': 'en' },
  })
  expect(answer.statusCode).toBe(404)
  expect(answer.headers['content-type']).toContain('application/problem+json')
  expect(answer.json()).toMatchObject({ code: 'not_found', detail: 'Not found.' })
})

test('the POS API publishes its OpenAPI document and a page to read it', async () => {
  const document = await t.app.inject({ method: 'GET', url: '/pos-api/v1/openapi.json' })
  expect(document.json()).toMatchObject({ openapi: '3.1.0' })
  const page = await t.app.inject({ method: 'GET', url: '/pos-api/v1/doc' })
  expect([200, 302]).toContain(page.statusCode)
})

test('a forged X-Forwarded-For is believed from a trusted proxy only', async () => {
  const behind = await openTestIo({ config: { TRUSTED_PROXIES: '10.0.0.1' } })
  const signUp = { email: 'a@verta.test', password: PASSWORD, first_name: 'Олена' }
  const addressSeen = async (email: string, remoteAddress: string, forwarded: string) => {
    const answer = await behind.app.inject({
      method: 'POST',
      url: '/api/v1/user/signup',
      remoteAddress,
      headers: { 'sec-fetch-site': 'same-origin', 'x-forwarded-for': forwarded },
      payload: { ...signUp, email, accept_terms: true },
    })
    expect(answer.statusCode).toBe(201)
    const { user } = answer.json<{ data: { user: { id: string } } }>().data
    const { ip } = await behind.io.db
      .selectFrom('session')
      .select('ip')
      .where('user_id', '=', user.id)
      .executeTakeFirstOrThrow()
    return ip
  }
  try {
    const forged = '203.0.113.9'
    expect(await addressSeen('a@verta.test', '10.0.0.1', forged)).toBe(forged)
    expect(await addressSeen('b@verta.test', '10.0.0.2', forged)).toBe('10.0.0.2')
    // What a visitor claimed stands before what the proxy saw itself.
    expect(await addressSeen('c@verta.test', '10.0.0.1', `10.0.0.1, ${forged}, 203.0.113.7`)).toBe(
      '203.0.113.7',
    )
    const statuses: number[] = []
    for (let n = 0; n < 21; n += 1) {
      const answer = await behind.app.inject({
        method: 'POST',
        url: '/api/v1/user/confirm_email',
        remoteAddress: '10.0.0.3',
        headers: { 'sec-fetch-site': 'same-origin', 'x-forwarded-for': `203.0.113.${n}` },
        payload: { token: 'A'.repeat(43) },
      })
      statuses.push(answer.statusCode)
    }
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 410), 429])
  } finally {
    await behind.close()
  }
})

test('a refusal of rights is logged with the ids of who asked, and of whose PIN was wrong', async () => {
  const lines: string[] = []
  const loud = await openTestIo({ hear: (line) => void lines.push(line) })
  try {
    const [shop, other] = [await openShop(loud), await openShop(loud)]
    const { owner, organization_id, cashier } = shop
    await owner.inject('GET', '/api/v1/admin/organizations')
    await owner.inject('GET', `/api/v1/organizations/${other.organization_id}`)
    await shop.till.inject('GET', `/pos-api/v1/receipt/${randomUUID()}`)
    const wrong = { login: cashier.login, password: '000000' }
    for (let n = 0; n < 6; n += 1) {
      await openBrowser(loud).inject('POST', '/pos-api/v1/manager-auth', wrong)
    }
    const bad = { email: owner.email, password: 'not the password' }
    await openBrowser(loud).inject('POST', '/api/v1/user/login', bad)
    const refused = lines
      .map((line) => JSON.parse(line) as Record<string, string>)
      .filter(({ msg }) => msg === 'a call was refused')
      .map(({ route, refusal, user_id, organization_id: shop_id, cashier_id }) => {
        return [route, refusal, user_id ?? `${shop_id} ${cashier_id}`]
      })
    const guess = ['/pos-api/v1/manager-auth', 'wrong_credentials']
    const till = `${organization_id} ${cashier.id}`
    const user_id = owner.user.id
    expect(refused).toEqual([
      ['/api/v1/admin/organizations', 'not_allowed', user_id],
      ['/api/v1/organizations/{organization_id}', 'not_found', user_id],
      ...Array.from({ length: 5 }, () => [...guess, till]),
      ['/pos-api/v1/manager-auth', 'locked', till],
      ['/api/v1/user/login', 'wrong_credentials', user_id],
    ])
    const said = lines.join('')
    for (const secret of [cashier.login, '000000', owner.email, bad.password, shop.token]) {
      expect(said).not.toContain(secret)
    }
  } finally {
    await loud.close()
  }
})
