import { createPublicKey, createHmac } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT, type JWK } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openFacebookStandIn } from '#server/testing/facebook.ts'
import { openBrowser, PASSWORD, signUpOwner, type Browser } from '#server/testing/identity.ts'
import { openOpenIdProvider } from '#server/testing/openid-provider.ts'
import { openTestIo, type TestIo } from '#server/testing/open-test-io.ts'
import { appCode, turnOnSecondFactor } from '#server/testing/second-factor.ts'

const GOOGLE_PAGE = 'http://verta.test/auth/google'
const FACEBOOK_PAGE = 'http://verta.test/auth/facebook'
const MINUTE = 60_000

type SigningKey = Awaited<ReturnType<typeof generateKeyPair>>['privateKey']
type Which = 'google' | 'facebook'

const start = (browser: Browser, which: Which, query = '') =>
  browser.inject('GET', `/api/v1/${which}/start${query}`)
const signIn = (
  browser: Browser,
  which: Which,
  back: { code: string; state: string },
  more: object = {},
) =>
  browser.inject('POST', `/api/v1/${which}/signin`, {
    ...back,
    redirect_uri: which === 'google' ? GOOGLE_PAGE : FACEBOOK_PAGE,
    ...more,
  })
const read = (back: URL) => ({
  code: back.searchParams.get('code') ?? '',
  state: back.searchParams.get('state') ?? '',
})
const profileOf = async (browser: Browser) =>
  (await browser.inject('GET', '/api/v1/user/profile')).data

async function confirm(t: TestIo, email: string): Promise<void> {
  await t.runJobs()
  const letter = t.mails.findLast(({ to, text }) => to === email && text.includes('confirm-email'))
  const token = /confirm-email\/([\w-]+)/.exec(letter?.text ?? '')?.[1]
  const { status } = await openBrowser(t).inject('POST', '/api/v1/user/confirm_email', { token })
  expect(status).toBe(200)
}

describe('sign-in with Google', () => {
  let t: TestIo
  let google: Awaited<ReturnType<typeof openOpenIdProvider>>
  beforeAll(async () => {
    google = await openOpenIdProvider(GOOGLE_PAGE)
    t = await openTestIo({ config: google.settings })
  })
  afterAll(async () => {
    await t.close()
    await google.close()
  })
  beforeEach(() => t.clock.advance(60 * MINUTE))

  /** The whole way in one browser: our start, the provider, our end. */
  async function enter(browser = openBrowser(t), query = '') {
    const { data } = await start(browser, 'google', query)
    return signIn(browser, 'google', read(await google.authorize(data.url)))
  }

  it('makes an account with a confirmed address, and finds it again by its subject', async () => {
    google.become({
      sub: 'g-1',
      email: 'Google1@Example.com',
      email_verified: true,
      given_name: 'Ірина',
      family_name: 'Мельник',
    })
    const browser = openBrowser(t)
    const first = await enter(browser, '?redirect=/organizations%3Ftab%3D1')
    expect(first.status).toBe(200)
    expect(first.data).toMatchObject({
      is_new: true,
      redirect: '/organizations?tab=1',
      user: {
        email: 'google1@example.com',
        first_name: 'Ірина',
        last_name: 'Мельник',
        email_confirmed: true,
      },
    })
    expect(await profileOf(browser)).toMatchObject({ has_password: false, providers: ['google'] })
    // Another address at the provider is still the same person.
    google.become({ sub: 'g-1', email: 'renamed@example.com', email_verified: true })
    const again = await enter()
    expect(again.data).toMatchObject({ is_new: false, redirect: '/organizations' })
    expect(again.data.user).toEqual(first.data.user)
  })

  it('asks for the second factor too, and leads where it was to lead', async () => {
    google.become({ sub: 'g-2f', email: 'guarded@example.com', email_verified: true })
    const browser = openBrowser(t)
    await enter(browser)
    const { key } = await turnOnSecondFactor(browser, t.clock.now())
    t.clock.advance(MINUTE)
    const next = openBrowser(t)
    const { status, body } = await enter(next, '?redirect=/account')
    expect([status, body.code, body.data]).toEqual([
      403,
      'second_factor_required',
      { redirect: '/account' },
    ])
    expect((await next.inject('GET', '/api/v1/user/profile')).status).toBe(401)
    const code = appCode(key, t.clock.now())
    const done = await next.inject('POST', '/api/v1/user/login/second_factor', { code })
    expect([done.status, done.data.user.email]).toEqual([200, 'guarded@example.com'])
  })

  it('sends the browser with state, nonce and a PKCE challenge, and keeps the rest here', async () => {
    const browser = openBrowser(t)
    const { status, data } = await start(browser, 'google')
    expect(status).toBe(200)
    const query = Object.fromEntries(new URL(data.url).searchParams)
    expect(query).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
      redirect_uri: GOOGLE_PAGE,
      client_id: 'verta',
    })
    for (const name of ['state', 'nonce', 'code_challenge'])
      expect(query[name]).toMatch(/^[\w-]{43}$/)
    expect(data.redirect_uri).toBe(GOOGLE_PAGE)
    const rows = await t.io.db.selectFrom('social_attempt').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(query['state'])
    expect(browser.cookie('oa')).toMatch(/^[\w-]{43}$/)
  })

  it.each(['//evil.example', 'https://evil.example', '/\\evil.example'])(
    'does not lead to %s afterwards',
    async (redirect) => {
      google.become({ sub: 'g-redirect', email: 'redirect@example.com', email_verified: true })
      const { data } = await enter(openBrowser(t), `?redirect=${encodeURIComponent(redirect)}`)
      expect(data.redirect).toBe('/organizations')
    },
  )

  it('refuses a state that is foreign, used, old, made up or of another browser', async () => {
    google.become({ sub: 'g-state', email: 'state@example.com', email_verified: true })
    const begin = async (browser: Browser) => {
      const { data } = await start(browser, 'google')
      return read(await google.authorize(data.url))
    }
    const [one, two] = [openBrowser(t), openBrowser(t)]
    const foreign = await begin(one)
    await begin(two)
    const refused = async (
      browser: Browser,
      back: { code: string; state: string },
      more: object = {},
    ) => {
      const { status, body } = await signIn(browser, 'google', back, more)
      expect([status, body.code]).toEqual([410, 'link_expired'])
      expect(browser.cookie('at')).toBeUndefined()
    }
    await refused(two, foreign)
    await refused(openBrowser(t), foreign)
    await refused(one, { ...foreign, state: 'A'.repeat(43) })
    await refused(one, foreign, { redirect_uri: FACEBOOK_PAGE })
    // The attempt was taken by the try before, so the right redirect comes too late.
    await refused(one, foreign)

    const old = await begin(one)
    t.clock.advance(10 * MINUTE)
    await refused(one, old)

    const fine = await begin(one)
    expect((await signIn(one.copy(), 'google', fine)).status).toBe(200)
    await refused(one, fine)
  })

  it('refuses a code that another attempt was given: its verifier does not fit', async () => {
    google.become({ sub: 'g-code', email: 'code@example.com', email_verified: true })
    const [victim, attacker] = [openBrowser(t), openBrowser(t)]
    const stolen = read(await google.authorize((await start(attacker, 'google')).data.url))
    const own = read(await google.authorize((await start(victim, 'google')).data.url))
    const { status, body } = await signIn(victim, 'google', { code: stolen.code, state: own.state })
    expect([status, body.code]).toEqual([502, 'provider_refused'])
  })

  it('joins an account whose owner confirmed the address, and tells the owner', async () => {
    const owner = await signUpOwner(t, { email: 'join@example.com' })
    await confirm(t, owner.email)
    google.become({ sub: 'g-join', email: 'join@example.com', email_verified: true })
    const { data } = await enter()
    expect(data.user.id).toBe(owner.user.id)
    expect(await profileOf(owner)).toMatchObject({ has_password: true, providers: ['google'] })
    await t.runJobs()
    expect(
      t.mails.some(({ to, text }) => to === owner.email && text.includes('через Google')),
    ).toBe(true)
  })

  it('takes an unconfirmed account from who set it up beforehand: password, sessions and links die', async () => {
    const hijacker = await signUpOwner(t, { email: 'victim@example.com' })
    await hijacker.inject('PATCH', '/api/v1/user/profile', { email: 'hijacker@example.com' })
    await t.runJobs()
    const trap = /confirm-email\/([\w-]+)/.exec(
      t.mails.findLast(({ to }) => to === 'hijacker@example.com')?.text ?? '',
    )?.[1]
    google.become({ sub: 'g-victim', email: 'victim@example.com', email_verified: true })
    const { status, data } = await enter()
    expect([status, data.user.email_confirmed]).toEqual([200, true])
    expect((await hijacker.inject('GET', '/api/v1/user/profile')).status).toBe(401)
    expect((await hijacker.inject('POST', '/api/v1/user/refresh')).status).toBe(401)
    const login = await openBrowser(t).inject('POST', '/api/v1/user/login', {
      email: 'victim@example.com',
      password: PASSWORD,
    })
    expect(login.status).toBe(401)
    expect(
      (await openBrowser(t).inject('POST', '/api/v1/user/confirm_email', { token: trap })).status,
    ).toBe(410)
  })

  it('does not join by an address that Google has not verified', async () => {
    const owner = await signUpOwner(t, { email: 'unproved@example.com' })
    await confirm(t, owner.email)
    google.become({ sub: 'g-unproved', email: 'unproved@example.com', email_verified: false })
    const browser = openBrowser(t)
    const { status, body } = await enter(browser)
    expect([status, body.code]).toEqual([409, 'email_taken'])
    expect(browser.cookie('at')).toBeUndefined()
    expect((await profileOf(owner)).providers).toEqual([])
  })

  it('makes an account whose address is to be confirmed when Google has not verified it', async () => {
    google.become({ sub: 'g-fresh', email: 'fresh@example.com', email_verified: false })
    const { data } = await enter()
    expect(data).toMatchObject({ is_new: true, user: { email_confirmed: false } })
    await t.runJobs()
    expect(
      t.mails.some(({ to, text }) => to === 'fresh@example.com' && text.includes('confirm-email')),
    ).toBe(true)
  })

  it('of many first sign-ins of one person at once makes one account', async () => {
    google.become({ sub: 'g-race', email: 'race@example.com', email_verified: true })
    const browsers = Array.from({ length: 12 }, () => openBrowser(t))
    const backs: { code: string; state: string }[] = []
    for (const browser of browsers)
      backs.push(read(await google.authorize((await start(browser, 'google')).data.url)))
    const answers = await Promise.all(
      browsers.map((browser, n) => signIn(browser, 'google', backs[n] ?? { code: '', state: '' })),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(answers.map(({ data }) => data.user.id)).size).toBe(1)
    expect(answers.filter(({ data }) => data.is_new)).toHaveLength(1)
  })

  it('is added to the account that is signed in, and taken away again, but not as the last way in', async () => {
    const owner = await signUpOwner(t)
    google.become({ sub: 'g-link', email: 'quite-another@example.com', email_verified: true })
    t.clock.advance(6 * MINUTE)
    expect((await start(owner, 'google', '?link=true')).body.code).toBe('verification_required')
    await owner.inject('POST', '/api/v1/user/verify', { password: PASSWORD })
    const linked = await enter(owner, '?link=true&redirect=/account')
    expect(linked.data).toMatchObject({
      redirect: '/account',
      is_new: false,
      user: { id: owner.user.id },
    })
    expect((await profileOf(owner)).providers).toEqual(['google'])
    const elsewhere = await enter()
    expect(elsewhere.data.user.id).toBe(owner.user.id)

    const second = await signUpOwner(t)
    const taken = await enter(second, '?link=true')
    expect([taken.status, taken.body.fields[0].code]).toEqual([422, 'taken'])

    const unlink = (browser: Browser) => browser.inject('DELETE', '/api/v1/user/providers/google')
    expect((await unlink(owner)).status).toBe(204)
    expect((await unlink(owner)).status).toBe(404)
    expect((await openBrowser(t).inject('GET', '/api/v1/google/start?link=true')).status).toBe(401)

    google.become({ sub: 'g-only', email: 'only@example.com', email_verified: true })
    const only = openBrowser(t)
    await enter(only)
    expect((await unlink(only)).body.fields[0].code).toBe('last_sign_in_way')
    // With a password it is no longer the only way.
    const set = await only.inject('PATCH', '/api/v1/user/change_password', {
      new_password: 'Перший пароль на світі',
    })
    expect(set.status).toBe(200)
    expect((await unlink(only)).status).toBe(204)
  })

  it('links only for who began: a prepared link does not attach to somebody else’s session', async () => {
    const [owner, attacker] = [await signUpOwner(t), await signUpOwner(t)]
    google.become({ sub: 'g-attacker', email: 'attacker@example.com', email_verified: true })
    const back = read(
      await google.authorize((await start(attacker, 'google', '?link=true')).data.url),
    )
    owner.setCookie('oa', attacker.cookie('oa') ?? '')
    const { status, body } = await signIn(owner, 'google', back)
    expect([status, body.code]).toEqual([410, 'link_expired'])
    expect((await profileOf(owner)).providers).toEqual([])
  })

  it('says which providers there are', async () => {
    const { data } = await openBrowser(t).inject('GET', '/api/v1/user/providers')
    expect(data).toEqual({ google: true, facebook: false })
  })
})

describe('a provider that lies', () => {
  const CLIENT_SECRET = 'a secret of at least thirty-two letters'
  let t: TestIo
  let server: Server
  let issuer = ''
  let jwk: JWK
  let key: SigningKey
  let strangerKey: SigningKey
  let nextIdToken: (nonce: string) => Promise<string | undefined>
  let nonce = ''

  beforeAll(async () => {
    const pair = await generateKeyPair('RS256', { extractable: true })
    key = pair.privateKey
    strangerKey = (await generateKeyPair('RS256')).privateKey
    jwk = { ...(await exportJWK(pair.publicKey)), kid: 'k1', alg: 'RS256', use: 'sig' }
    server = createServer((request, response) => {
      const json = (body: object) => {
        response.writeHead(200, { 'content-type': 'application/json' })
        response.end(JSON.stringify(body))
      }
      if (request.url === '/.well-known/openid-configuration') {
        return json({
          issuer,
          authorization_endpoint: `${issuer}/auth`,
          token_endpoint: `${issuer}/token`,
          jwks_uri: `${issuer}/jwks`,
          response_types_supported: ['code'],
          subject_types_supported: ['public'],
          // It even says that it may sign like this; we do not follow.
          id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
        })
      }
      if (request.url === '/jwks') return json({ keys: [jwk] })
      request.resume()
      request.on('end', () => {
        void nextIdToken(nonce).then((id_token) =>
          json({
            access_token: 'x',
            token_type: 'Bearer',
            ...(id_token !== undefined && { id_token }),
          }),
        )
      })
      return undefined
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    t = await openTestIo({
      config: {
        GOOGLE_ISSUER_URL: issuer,
        GOOGLE_CLIENT_ID: 'verta',
        GOOGLE_CLIENT_SECRET: CLIENT_SECRET,
      },
    })
    const owner = await signUpOwner(t, { email: 'target@example.com' })
    await confirm(t, owner.email)
  })
  afterAll(async () => {
    await t.close()
    server.closeAllConnections()
    server.close()
  })

  const claims = (change: object = {}) => ({
    iss: issuer,
    aud: 'verta',
    sub: 'target',
    email: 'target@example.com',
    email_verified: true,
    nonce,
    iat: Math.floor(Date.now() / 1000),
    exp: Math.floor(Date.now() / 1000) + 60,
    ...change,
  })
  const sign = (payload: object, by = key, header: object = {}) =>
    new SignJWT({ ...payload }).setProtectedHeader({ alg: 'RS256', kid: 'k1', ...header }).sign(by)
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const hs256 = (payload: object, secret: string) => {
    const text = `${part({ alg: 'HS256', kid: 'k1' })}.${part(payload)}`
    return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`
  }

  async function enter() {
    const browser = openBrowser(t)
    const { data } = await start(browser, 'google')
    const query = new URL(data.url).searchParams
    nonce = query.get('nonce') ?? ''
    const answer = await signIn(browser, 'google', { code: 'any', state: query.get('state') ?? '' })
    return { answer, browser }
  }

  const lies: [string, () => Promise<string | undefined>][] = [
    ['an unsigned token', async () => `${part({ alg: 'none' })}.${part(claims())}.`],
    [
      'a token signed with the public key as a secret',
      async () =>
        hs256(
          claims(),
          createPublicKey({ key: jwk, format: 'jwk' }).export({
            type: 'spki',
            format: 'pem',
          }) as string,
        ),
    ],
    ['a token signed with our client secret', async () => hs256(claims(), CLIENT_SECRET)],
    ['a token signed with a stranger’s key', () => sign(claims(), strangerKey)],
    ['a token with an unknown key’s name', () => sign(claims(), strangerKey, { kid: 'k2' })],
    ['a token for another application', () => sign(claims({ aud: 'another' }))],
    [
      'a token for two, meant for the other',
      () => sign(claims({ aud: ['verta', 'another'], azp: 'another' })),
    ],
    [
      'a token of another issuer with the same subject',
      () => sign(claims({ iss: 'https://accounts.example' })),
    ],
    ['a token with another nonce', () => sign(claims({ nonce: 'A'.repeat(43) }))],
    ['a token without a nonce', () => sign(claims({ nonce: undefined }))],
    ['a token that has expired', () => sign(claims({ exp: Math.floor(Date.now() / 1000) - 600 }))],
    ['a token that never expires', () => sign(claims({ exp: undefined }))],
    ['a token that names nobody', () => sign(claims({ sub: '' }))],
    [
      'a token that was changed after signing',
      async () => {
        const [header, , signature] = (await sign(claims())).split('.')
        return `${header}.${part(claims({ sub: 'somebody else' }))}.${signature}`
      },
    ],
    ['no token at all', async () => undefined],
  ]

  it.each(lies)('is refused: %s', async (_what, lie) => {
    nextIdToken = lie
    const { answer, browser } = await enter()
    expect([answer.status, answer.body.code]).toEqual([502, 'provider_refused'])
    expect(browser.cookie('at')).toBeUndefined()
    expect(JSON.stringify(answer.body)).not.toMatch(/jwt|signature|claim|nonce|127\.0\.0\.1/i)
  })

  it.each([false, 'true', undefined])(
    'does not join by an address with email_verified = %j',
    async (email_verified) => {
      nextIdToken = () => sign(claims({ email_verified }))
      const { answer, browser } = await enter()
      expect([answer.status, answer.body.code]).toEqual([409, 'email_taken'])
      expect(browser.cookie('at')).toBeUndefined()
    },
  )

  it('is believed when it tells the truth, so that the refusals above mean something', async () => {
    nextIdToken = () => sign(claims())
    const { answer } = await enter()
    expect([answer.status, answer.data.user.email]).toEqual([200, 'target@example.com'])
  })
})

describe('sign-in with Facebook', () => {
  let t: TestIo
  let facebook: Awaited<ReturnType<typeof openFacebookStandIn>>
  beforeAll(async () => {
    facebook = await openFacebookStandIn()
    t = await openTestIo({ config: facebook.settings })
  })
  afterAll(async () => {
    await t.close()
    await facebook.close()
  })

  async function enter(browser = openBrowser(t), query = '') {
    const { data } = await start(browser, 'facebook', query)
    return signIn(browser, 'facebook', read(facebook.authorize(data.url)))
  }

  it('makes an account whose address is still to be confirmed, and finds it again', async () => {
    facebook.become({
      id: 'f-1',
      email: 'face@example.com',
      first_name: 'Тарас',
      last_name: 'Бондар',
    })
    const first = await enter()
    expect(first.data).toMatchObject({
      is_new: true,
      user: {
        email: 'face@example.com',
        first_name: 'Тарас',
        last_name: 'Бондар',
        email_confirmed: false,
      },
    })
    const again = await enter()
    expect(again.data).toMatchObject({ is_new: false, user: { id: first.data.user.id } })
  })

  it('never joins an account by its address, confirmed or not', async () => {
    const confirmed = await signUpOwner(t, { email: 'confirmed@example.com' })
    await confirm(t, confirmed.email)
    await signUpOwner(t, { email: 'unconfirmed@example.com' })
    for (const email of ['confirmed@example.com', 'unconfirmed@example.com']) {
      facebook.become({ id: `f-${email}`, email, first_name: 'Хтось', last_name: '' })
      const { status, body } = await enter()
      expect([status, body.code]).toEqual([409, 'email_taken'])
    }
    expect((await profileOf(confirmed)).providers).toEqual([])
  })

  it('can be added by an owner who is signed in', async () => {
    const owner = await signUpOwner(t)
    facebook.become({
      id: 'f-link',
      email: 'other@example.com',
      first_name: 'Хтось',
      last_name: '',
    })
    expect((await enter(owner, '?link=true')).status).toBe(200)
    expect((await profileOf(owner)).providers).toEqual(['facebook'])
    expect((await enter()).data.user.id).toBe(owner.user.id)
  })

  it('needs an address', async () => {
    facebook.become({ id: 'f-none', first_name: 'Без', last_name: 'Пошти' })
    const { status, body } = await enter()
    expect([status, body.code, body.data]).toEqual([
      502,
      'provider_refused',
      { reason: 'email_missing' },
    ])
  })

  it('refuses a used code and a code of another attempt', async () => {
    facebook.become({ id: 'f-code', email: 'f-code@example.com', first_name: 'Код', last_name: '' })
    const [one, two] = [openBrowser(t), openBrowser(t)]
    const stolen = read(facebook.authorize((await start(one, 'facebook')).data.url))
    const own = read(facebook.authorize((await start(two, 'facebook')).data.url))
    const mixed = await signIn(two, 'facebook', { code: stolen.code, state: own.state })
    expect([mixed.status, mixed.body.code]).toEqual([502, 'provider_refused'])
    const used = await signIn(one, 'facebook', stolen)
    expect(used.status).toBe(502)
    expect(JSON.stringify(used.body)).not.toContain('OAuthException')
  })

  it('does not take a Google attempt’s state, nor the other way round', async () => {
    const browser = openBrowser(t)
    const back = read(facebook.authorize((await start(browser, 'facebook')).data.url))
    expect((await signIn(browser, 'google', back)).status).toBe(503)
  })
})

describe('without keys', () => {
  let t: TestIo
  beforeAll(async () => {
    t = await openTestIo()
  })
  afterAll(() => t.close())

  it.each(['google', 'facebook'] as const)('%s answers that it is not set up', async (which) => {
    const browser = openBrowser(t)
    const answers = [
      await start(browser, which),
      await signIn(browser, which, { code: 'x', state: 'y' }),
    ]
    for (const { status, body } of answers) {
      expect([status, body.code]).toEqual([503, 'provider_not_configured'])
    }
    const { data } = await browser.inject('GET', '/api/v1/user/providers')
    expect(data).toEqual({ google: false, facebook: false })
  })

  it('a provider that does not answer is refused at the start', async () => {
    const silent = await openTestIo({
      config: {
        GOOGLE_ISSUER_URL: 'http://127.0.0.1:1',
        GOOGLE_CLIENT_ID: 'verta',
        GOOGLE_CLIENT_SECRET: 'x',
      },
    })
    const { status, body } = await start(openBrowser(silent), 'google')
    expect([status, body.code]).toEqual([502, 'provider_refused'])
    await silent.close()
  })
})
