import { afterAll, beforeAll, expect, it } from 'vitest'
import { openBrowser, PASSWORD, signUpOwner } from '#server/testing/identity.ts'
import { openTestIo, type TestIo } from '#server/testing/open-test-io.ts'

let t: TestIo
beforeAll(async () => {
  t = await openTestIo({ config: { PUBLIC_URL: 'https://verta.example' } })
})
afterAll(() => t.close())

it('behind https every cookie is Secure and bound to the host', async () => {
  const owner = await signUpOwner(t)
  expect(owner.cookies()).toMatch(/^__Host-at=[\w-]{43}; __Host-rt=[\w-]{43}$/)
  const login = await openBrowser(t).inject('POST', '/api/v1/user/login', {
    email: owner.email,
    password: PASSWORD,
  })
  const refresh = await owner.inject('POST', '/api/v1/user/refresh')
  const logout = await owner.inject('POST', '/api/v1/user/logout')
  const lines = [login, refresh, logout].flatMap(({ headers }) => headers['set-cookie'] as string[])
  expect(lines).toHaveLength(6)
  for (const line of lines) {
    expect(line).toMatch(/^__Host-(?:at|rt)=/)
    expect(line).toMatch(
      /; Path=\/; HttpOnly; Secure; SameSite=Lax$|; Path=\/; Expires=.*; HttpOnly; Secure; SameSite=Lax$/,
    )
    expect(line).not.toMatch(/domain/i)
  }
  expect(owner.cookies()).toBe('')
})

it('behind https every answer asks for TLS, and no answer of the API may be framed or run', async () => {
  const owner = await signUpOwner(t)
  const answers = await Promise.all(
    [
      ['/api/v1/user/profile', 200],
      ['/api/v1/organizations/nothing', 422],
      ['/api/v1/nothing', 404],
      ['/pos-api/v1/manager', 401],
      ['/pos-api/v1/openapi.json', 200],
    ].map(async ([url, expected]) => {
      const { status, headers } = await owner.inject('GET', String(url))
      return { url, expected, status, headers }
    }),
  )
  for (const { url, expected, status, headers } of answers) {
    expect([url, status]).toEqual([url, expected])
    expect(headers, String(url)).toMatchObject({
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
      'content-type': expect.stringContaining('charset=utf-8'),
    })
    expect(headers).not.toHaveProperty('access-control-allow-origin')
    expect(headers).not.toHaveProperty('server')
  }
})

it('a cookie without the prefix opens nothing there', async () => {
  const owner = await signUpOwner(t)
  const browser = openBrowser(t)
  browser.setCookie('at', owner.cookie('__Host-at') ?? '')
  expect((await browser.inject('GET', '/api/v1/user/profile')).status).toBe(401)
})

it('a refresh whose answer was lost is repeated also when a new key was put first meanwhile', async () => {
  const keys = (...names: string[]) =>
    names
      .map((name, n) => `${name}:${Buffer.alloc(32, n + names.length * 7).toString('base64')}`)
      .join(',')
  const owner = await signUpOwner(t)
  const tab = owner.copy()
  await owner.inject('POST', '/api/v1/user/refresh')
  const { openSecrets } = await import('#server/io/secrets.ts')
  const before = t.io.secrets
  const old = `test:${Buffer.alloc(32, 7).toString('base64')}`
  Object.assign(t.io, { secrets: openSecrets(`${keys('newer')},${old}`) })
  expect((await tab.inject('POST', '/api/v1/user/refresh')).status).toBe(200)
  expect(tab.cookies()).toBe(owner.cookies())
  Object.assign(t.io, { secrets: before })
})
