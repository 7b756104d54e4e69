import { afterAll, beforeAll, expect, test } from 'vitest'
import { confirmEmail, signUpAdministrator } from '#server/testing/administrator.ts'
import { openBrowser } from '#server/testing/identity.ts'
import { openTestIo, type TestIo } from '#server/testing/open-test-io.ts'
import { turnOnSecondFactor } from '#server/testing/second-factor.ts'
import { openShop } from '#server/testing/shop.ts'

const ADMINISTRATOR = 'platform@verta.test'
let t: TestIo
beforeAll(async () => {
  t = await openTestIo({ config: { PLATFORM_ADMIN_EMAILS: ADMINISTRATOR } })
})
afterAll(() => t.close())

test('a platform administrator signs an owner out everywhere, and the log of acts tells who', async () => {
  const administrator = await signUpAdministrator(t, ADMINISTRATOR)
  const [shop, other] = [await openShop(t), await openShop(t)]
  const { owner, organization_id } = shop
  const thief = openBrowser(t)
  const { email, password } = owner
  await thief.inject('POST', '/api/v1/user/login', { email, password })
  const url = (id: string) => `/api/v1/admin/organizations/${id}/end-sessions`
  const { status, data } = await administrator.inject('POST', url(organization_id), {})
  expect([status, data]).toEqual([200, { ended: 2 }])
  for (const browser of [owner, thief]) {
    expect((await browser.inject('GET', '/api/v1/user/profile')).status).toBe(401)
    expect((await browser.inject('POST', '/api/v1/user/refresh')).status).toBe(401)
  }
  // Neither another owner nor the tills of the shop notice.
  expect((await other.owner.inject('GET', '/api/v1/user/profile')).status).toBe(200)
  expect((await shop.till.inject('GET', '/pos-api/v1/manager')).status).toBe(200)

  await owner.inject('POST', '/api/v1/user/login', { email, password })
  const audit = await owner.inject('GET', `/api/v1/audit?organization_id=${organization_id}`)
  const told = audit.data.items.find(({ act }: { act: string }) => act === 'owner_sessions_ended')
  expect(told).toMatchObject({ by: { kind: 'platform', name: null }, facts: { sessions: 2 } })
  const events = await owner.inject('GET', '/api/v1/user/security_events')
  const kinds = events.data.items.map(({ kind }: { kind: string }) => kind)
  expect(kinds).toContain('signed_out_by_platform')

  // A lost phone: the factor goes only when it is there and asked for.
  const none = await administrator.inject('POST', url(organization_id), { second_factor: true })
  expect([none.status, none.body.code]).toEqual([404, 'not_found'])
  await owner.inject('POST', '/api/v1/user/login', { email, password })
  await confirmEmail(t, owner)
  await turnOnSecondFactor(owner, t.clock.now())
  await administrator.inject('POST', url(organization_id), { second_factor: true })
  expect((await owner.inject('POST', '/api/v1/user/login', { email, password })).status).toBe(200)
  const again = await owner.inject('GET', `/api/v1/audit?organization_id=${organization_id}`)
  const acts = again.data.items.map(({ act }: { act: string }) => act)
  expect(acts).toContain('owner_second_factor_removed')

  const absent = await administrator.inject('POST', url('01a1fd1e-8c00-7000-8000-00000000dead'), {})
  expect([absent.status, absent.body.code]).toEqual([404, 'not_found'])
})
