import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { signUpAdministrator } from '#server/testing/administrator.ts'
import { openBrowser, signUpOwner } from '#server/testing/identity.ts'
import { openTestIo, type TestIo } from '#server/testing/open-test-io.ts'

let t: TestIo
beforeAll(async () => {
  t = await openTestIo({ config: { PLATFORM_ADMIN_EMAILS: 'one@verta.test,two@verta.test' } })
})
afterAll(() => t.close())
// The next test has tries of its own.
afterEach(() => t.clock.advance(3_600_000))

const ask = (query: Record<string, string>, headers?: Record<string, string>, at?: string) =>
  openBrowser(t, at === undefined ? {} : { at }).inject(
    'GET',
    `/api/v1/stats/feedback_message?${new URLSearchParams(query).toString()}`,
    undefined,
    headers,
  )
const phone = '+380671234567'
const count = async () => {
  const rows = await t.io.db.selectFrom('feedback_request').selectAll().execute()
  return rows.length
}

describe('a call-back request', () => {
  test('is kept and mailed to every platform administrator', async () => {
    const { status, data, headers } = await ask({ name: 'Олег <b>', phone })
    expect(status).toBe(200)
    expect(data).toEqual({ accepted: true })
    expect(headers['cache-control']).toBe('no-store')
    expect(await t.io.db.selectFrom('feedback_request').selectAll().execute()).toMatchObject([
      { name: 'Олег <b>', phone },
    ])
    expect(t.mails).toEqual([])
    await t.runJobs()
    expect(t.mails.map(({ to }) => to)).toEqual(['one@verta.test', 'two@verta.test'])
    expect(t.mails[0]?.text).toContain('+380 67 123-45-67')
    expect(t.mails[0]?.text).toContain('Олег <b>')
    expect(t.mails[0]?.html).not.toContain('<b>')
  })

  test('needs no name', async () => {
    expect((await ask({ phone })).status).toBe(200)
    expect((await ask({ name: '', phone })).status).toBe(200)
  })

  test('with a phone against the rule is refused and nothing is kept', async () => {
    const before = await count()
    for (const wrong of ['', '+38067123456', '380671234567', '0671234567', '+48123456789012']) {
      const { status, body } = await ask({ name: 'Олег', phone: wrong })
      expect(status, wrong).toBe(422)
      expect(body.fields[0].path).toBe('phone')
    }
    expect(await count()).toBe(before)
  })

  test('of another site’s page is refused', async () => {
    const before = await count()
    expect((await ask({ phone }, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    expect((await ask({ phone }, { 'sec-fetch-site': 'none' })).status).toBe(403)
    expect(await count()).toBe(before)
  })

  test('of a robot that filled the hidden field is answered and dropped', async () => {
    const before = await count()
    const { status, data } = await ask({ phone, website: 'https://spam.test' })
    expect([status, data]).toEqual([200, { accepted: true }])
    expect(await count()).toBe(before)
  })

  test('may be sent five times an hour from one address', async () => {
    const at = '203.0.113.7'
    for (let n = 0; n < 5; n += 1) expect((await ask({ phone }, {}, at)).status).toBe(200)
    const sixth = await ask({ phone }, {}, at)
    expect(sixth.status).toBe(429)
    expect(Number(sixth.headers['retry-after'])).toBeGreaterThan(0)
    expect((await ask({ phone }, {}, '203.0.113.8')).status).toBe(200)
    t.clock.advance(3_600_000)
    expect((await ask({ phone }, {}, at)).status).toBe(200)
  })
})

test('an administrator notes what came of a call, and nobody else sees requests', async () => {
  await ask({ name: 'Ірина', phone })
  const admin = await signUpAdministrator(t, 'one@verta.test')
  const list = async (state: string) =>
    (await admin.inject('GET', `/api/v1/admin/feedback?state=${state}`)).data
  const [first] = (await list('open')).items
  expect(first).toMatchObject({ name: 'Ірина', done_at: null, note: '' })
  const url = `/api/v1/admin/feedback/${first.id}`
  const open_before = (await list('open')).total
  const { data } = await admin.inject('PATCH', url, { done: true, note: 'Чекає на рахунок' })
  expect(data).toMatchObject({ note: 'Чекає на рахунок', done_at: t.clock.now().toISOString() })
  expect([(await list('open')).total, (await list('done')).total]).toEqual([open_before - 1, 1])
  const again = await admin.inject('PATCH', url, { done: false, note: 'Передзвонити завтра' })
  expect(again.data).toMatchObject({ done_at: null, note: 'Передзвонити завтра' })
  const stranger = await signUpOwner(t)
  const refused = await stranger.inject('PATCH', url, { done: true, note: '' })
  expect(refused.body.code).toBe('not_allowed')
  const absent = '/api/v1/admin/feedback/01a1fd1e-8c00-7000-8000-000000000000'
  expect((await admin.inject('PATCH', absent, { done: true, note: '' })).status).toBe(404)
})
