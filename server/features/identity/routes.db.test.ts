import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openBrowser, PASSWORD, signUpOwner } from '#server/testing/identity.ts'
import { openTestIo, type TestIo } from '#server/testing/open-test-io.ts'

const MINUTE = 60_000
const DAY = 86_400_000
const api = (path: string) => `/api/v1/user/${path}`

let t: TestIo
beforeAll(async () => {
  t = await openTestIo({ config: { PLATFORM_ADMIN_EMAILS: 'admin@verta.test' } })
})
afterAll(() => t.close())
// Each test has a day of its own, so that nobody's limits and locks reach into the next.
beforeEach(() => t.clock.advance(2 * DAY))

/** The token of the last letter to an address, after the waiting jobs were done. */
async function linkTo(email: string, page: 'confirm-email' | 'reset-password'): Promise<string> {
  await t.runJobs()
  const letter = t.mails.findLast(({ to, text }) => to === email && text.includes(page))
  return (
    new RegExp(`http://verta\\.test/auth/${page}/([\\w-]+)`).exec(letter?.text ?? '')?.[1] ?? ''
  )
}

async function askForReset(email: string): Promise<string> {
  const body = { email, redirect_url: 'http://verta.test/auth/reset-password' }
  expect((await openBrowser(t).inject('POST', api('forgot'), body)).status).toBe(202)
  return linkTo(email, 'reset-password')
}

async function subjectsTo(email: string): Promise<string[]> {
  await t.runJobs()
  return t.mails.filter(({ to }) => to === email).map(({ subject }) => subject)
}

const logIn = (email: string, password = PASSWORD, browser = openBrowser(t)) =>
  browser.inject('POST', api('login'), { email, password })

const count = async (table: 'session' | 'session_token' | 'email_link') => {
  const { n } = await t.io.db
    .selectFrom(table)
    .select((e) => e.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n
}

describe('sign-up', () => {
  const body = (email: string, more: object = {}) => ({
    email,
    password: PASSWORD,
    first_name: 'Олена',
    accept_terms: true,
    ...more,
  })

  it('creates the account, signs in, and has the confirmation mailed', async () => {
    const browser = openBrowser(t)
    const { status, data } = await browser.inject('POST', api('signup'), body(' New@Verta.TEST '))
    expect(status).toBe(201)
    expect(data.user).toMatchObject({
      email: 'new@verta.test',
      first_name: 'Олена',
      last_name: '',
      email_confirmed: false,
      language: 'ua-UA',
      theme: 'auto',
    })
    expect((await browser.inject('GET', api('profile'))).status).toBe(200)
    expect(await linkTo('new@verta.test', 'confirm-email')).toMatch(/^[\w-]{43}$/)
  })

  it('gives HttpOnly cookies for the whole site', async () => {
    const { headers } = await openBrowser(t).inject('POST', api('signup'), body('flags@verta.test'))
    const [access, refresh] = headers['set-cookie'] as string[]
    expect(access).toMatch(/^at=[\w-]{43}; Max-Age=900; Path=\/; HttpOnly; SameSite=Lax$/)
    expect(refresh).toMatch(/^rt=[\w-]{43}; Max-Age=1209600; Path=\/; HttpOnly; SameSite=Lax$/)
  })

  it('answers a taken address with 409, whatever its letters', async () => {
    await signUpOwner(t, { email: 'taken@verta.test' })
    const answer = await openBrowser(t).inject('POST', api('signup'), body('TAKEN@verta.test'))
    expect([answer.status, answer.body.code]).toEqual([409, 'email_taken'])
  })

  it.each([
    ['a known password', { password: 'Password1!' }, 'password', 'password_too_common'],
    ['a short password', { password: 'short' }, 'password', 'too_short'],
    ['an endless password', { password: 'я'.repeat(129) }, 'password', 'too_long'],
    ['no e-mail', { email: 'nobody' }, 'email', 'not_an_email'],
    ['no name', { first_name: '  ' }, 'first_name', 'required'],
    ['no consent', { accept_terms: false }, 'accept_terms', 'terms_not_accepted'],
    [
      'a role of one’s own choice',
      { is_platform_administrator: true },
      'is_platform_administrator',
      'unknown_field',
    ],
    [
      'a confirmed address of one’s own choice',
      { email_confirmed: true },
      'email_confirmed',
      'unknown_field',
    ],
  ])('refuses %s', async (_what, more, path, code) => {
    const answer = await openBrowser(t).inject(
      'POST',
      api('signup'),
      body('wrong@verta.test', more),
    )
    expect([answer.status, answer.body.code]).toEqual([422, 'validation_failed'])
    expect(answer.body.fields).toMatchObject([{ path, code }])
    expect(answer.body.fields[0].message).not.toBe(code)
  })

  it('of 20 for one address at once makes one account', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        openBrowser(t).inject('POST', api('signup'), body('race@verta.test')),
      ),
    )
    const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b)
    expect(statuses).toEqual([201, ...Array.from({ length: 19 }, () => 409)])
  })

  it('is ten an hour for one address of the net', async () => {
    const visitor = openBrowser(t, { at: '203.0.113.9' })
    const statuses: number[] = []
    for (let n = 0; n < 11; n += 1) {
      const { status } = await visitor.inject('POST', api('signup'), body(`limit-${n}@verta.test`))
      statuses.push(status)
    }
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 201), 429])
  })
})

describe('login', () => {
  it('answers the user and opens a session', async () => {
    const { email, user } = await signUpOwner(t)
    const browser = openBrowser(t)
    const { status, data } = await logIn(email.toUpperCase(), PASSWORD, browser)
    expect(status).toBe(200)
    expect(data.user).toEqual(user)
    expect((await browser.inject('GET', api('profile'))).data.id).toBe(user.id)
  })

  it('over a living session ends that one, whoever’s it was, and no other', async () => {
    const [first, second] = [await signUpOwner(t), await signUpOwner(t)]
    const elsewhere = openBrowser(t)
    await logIn(first.email, PASSWORD, elsewhere)
    const copy = first.copy()
    expect((await logIn(second.email, PASSWORD, first)).status).toBe(200)
    expect((await copy.inject('GET', api('profile'))).status).toBe(401)
    expect((await copy.inject('POST', api('refresh'))).status).toBe(401)
    for (const browser of [first, second, elsewhere]) {
      expect((await browser.inject('GET', api('profile'))).status).toBe(200)
    }
    const signedUp = first.copy()
    await first.inject('POST', api('signup'), {
      ...{ email: 'over@verta.test', password: PASSWORD, first_name: 'Олена', accept_terms: true },
    })
    expect((await signedUp.inject('GET', api('profile'))).status).toBe(401)
  })

  it('without remember ends with the browser', async () => {
    const { email } = await signUpOwner(t)
    const body = { email, password: PASSWORD, remember: false }
    const { headers } = await openBrowser(t).inject('POST', api('login'), body)
    for (const line of headers['set-cookie'] as string[])
      expect(line).not.toMatch(/max-age|expires/i)
  })

  it('answers alike for a wrong password and an unknown address', async () => {
    const { email } = await signUpOwner(t)
    const [wrong, unknown] = [await logIn(email, 'wrong'), await logIn('ghost@verta.test', 'wrong')]
    const bare = ({ status, body }: typeof wrong) => [status, { ...body, request_id: '' }]
    expect(wrong.status).toBe(401)
    expect(wrong.body.code).toBe('wrong_credentials')
    expect(bare(wrong)).toEqual(bare(unknown))
    expect([wrong, unknown].map(({ headers }) => headers['set-cookie'])).toEqual([
      undefined,
      undefined,
    ])
  })

  it.each(['known', 'unknown'])(
    'locks a %s address after five misses for 15 minutes',
    async (kind) => {
      const known = await signUpOwner(t)
      const email = kind === 'known' ? known.email : 'nobody-here@verta.test'
      const answers = []
      for (let n = 0; n < 6; n += 1) answers.push(await logIn(email, `wrong ${n}`))
      expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401, 429])
      expect(answers[5]?.body.code).toBe('locked')
      expect(answers[5]?.headers['retry-after']).toBe('900')
      // The right password does not help while the lock holds, and does afterwards.
      expect((await logIn(email)).status).toBe(429)
      t.clock.advance(15 * MINUTE)
      expect((await logIn(email)).status).toBe(kind === 'known' ? 200 : 401)
    },
  )

  it('of a hundred guesses at once looks at five', async () => {
    const { email } = await signUpOwner(t)
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, n) => logIn(email, `guess ${n}`)),
    )
    const looked = answers.filter(({ status }) => status === 401)
    expect(looked.length).toBeLessThanOrEqual(5)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(100 - looked.length)
  })

  it('is twenty a minute for one address of the net', async () => {
    const visitor = openBrowser(t, { at: '203.0.113.20' })
    let last = 0
    for (let n = 0; n < 21; n += 1) {
      last = (await logIn(`many-${n}@verta.test`, 'wrong', visitor)).status
    }
    expect(last).toBe(429)
  })

  it.each(['a\u0000@verta.test', "' or 1=1 --", 'x', '', `${'a'.repeat(300)}@verta.test`])(
    'does not take %j for an address',
    async (email) => {
      const { status, body } = await logIn(email)
      expect([status, body.fields[0].path]).toEqual([422, 'email'])
    },
  )

  it('takes any password for a guess, whatever signs it has', async () => {
    const { email } = await signUpOwner(t)
    for (const password of ['\u0000', '\ud800', "' or 1=1 --", '👩‍👩‍👧'.repeat(16)]) {
      expect((await logIn(email, password)).status).toBe(401)
    }
  })

  it('is refused when another site’s page caused it', async () => {
    const { email } = await signUpOwner(t)
    const body = { email, password: PASSWORD }
    const answer = await openBrowser(t).inject('POST', api('login'), body, {
      'sec-fetch-site': 'cross-site',
    })
    expect(answer.status).toBe(403)
  })
})

describe('a session', () => {
  it('is not there without a cookie, with a made-up one and with a refresh token for access', async () => {
    const owner = await signUpOwner(t)
    const without = openBrowser(t)
    const madeUp = openBrowser(t)
    madeUp.setCookie('at', 'A'.repeat(43))
    const mixed = openBrowser(t)
    mixed.setCookie('at', owner.cookie('rt') ?? '')
    for (const browser of [without, madeUp, mixed]) {
      const answer = await browser.inject('GET', api('profile'))
      expect([answer.status, answer.body.code]).toEqual([401, 'not_signed_in'])
    }
  })

  it('lets in for 15 minutes, then by the refresh cookie again', async () => {
    const owner = await signUpOwner(t)
    t.clock.advance(15 * MINUTE - 1)
    expect((await owner.inject('GET', api('profile'))).status).toBe(200)
    t.clock.advance(1)
    expect((await owner.inject('GET', api('profile'))).status).toBe(401)
    const { status, data } = await owner.inject('POST', api('refresh'))
    expect([status, data.user.id]).toEqual([200, owner.user.id])
    expect((await owner.inject('GET', api('profile'))).status).toBe(200)
  })

  it('ends after 14 idle days, and after 30 days in any case', async () => {
    const idle = await signUpOwner(t)
    const busy = await signUpOwner(t)
    for (let day = 0; day < 29; day += 1) {
      t.clock.advance(DAY)
      expect((await busy.inject('POST', api('refresh'))).status).toBe(200)
      if (day === 13) expect((await idle.inject('POST', api('refresh'))).status).toBe(401)
    }
    t.clock.advance(DAY)
    expect((await busy.inject('POST', api('refresh'))).status).toBe(401)
  })

  it('gives the same successor to 64 refreshes at once: one effect', async () => {
    const owner = await signUpOwner(t)
    const before = await count('session_token')
    const tabs = Array.from({ length: 64 }, () => owner.copy())
    const answers = await Promise.all(tabs.map((tab) => tab.inject('POST', api('refresh'))))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(tabs.map((tab) => tab.cookies())).size).toBe(1)
    expect(await count('session_token')).toBe(before + 1)
    expect((await tabs[0]?.inject('GET', api('profile')))?.status).toBe(200)
  })

  it('forgives a lost answer for ten seconds: both tabs live in one family', async () => {
    const owner = await signUpOwner(t)
    const other = owner.copy()
    await owner.inject('POST', api('refresh'))
    t.clock.advance(10_000)
    expect((await other.inject('POST', api('refresh'))).status).toBe(200)
    expect(other.cookies()).toBe(owner.cookies())
    const { data } = await owner.inject('GET', api('sessions'))
    expect(data.total).toBe(1)
  })

  it('dies whole when an old refresh token comes back later, and its owner is told', async () => {
    const owner = await signUpOwner(t)
    const thief = owner.copy()
    await owner.inject('POST', api('refresh'))
    t.clock.advance(11_000)
    expect((await thief.inject('POST', api('refresh'))).status).toBe(401)
    expect((await owner.inject('GET', api('profile'))).status).toBe(401)
    expect((await owner.inject('POST', api('refresh'))).status).toBe(401)
    expect(await subjectsTo(owner.email)).toContain('Ми завершили один із ваших сеансів · Верта')
  })

  it('dies whole when an old token comes back although its successor was used, within the grace', async () => {
    const owner = await signUpOwner(t)
    const thief = owner.copy()
    await owner.inject('POST', api('refresh'))
    await owner.inject('POST', api('refresh'))
    expect((await thief.inject('POST', api('refresh'))).status).toBe(401)
    expect((await owner.inject('POST', api('refresh'))).status).toBe(401)
  })

  it('of another account lives on when one dies', async () => {
    const owner = await signUpOwner(t)
    const second = openBrowser(t)
    await logIn(owner.email, PASSWORD, second)
    const thief = owner.copy()
    await owner.inject('POST', api('refresh'))
    t.clock.advance(11_000)
    await thief.inject('POST', api('refresh'))
    expect((await second.inject('GET', api('profile'))).status).toBe(200)
  })

  it('ends by logout, also when only the refresh cookie is left, and a second logout is fine', async () => {
    const owner = await signUpOwner(t)
    const copy = owner.copy()
    t.clock.advance(20 * MINUTE)
    const { status, headers } = await owner.inject('POST', api('logout'))
    expect(status).toBe(204)
    expect(headers['set-cookie']).toHaveLength(2)
    expect(owner.cookies()).toBe('')
    expect((await copy.inject('POST', api('refresh'))).status).toBe(401)
    expect((await copy.inject('POST', api('logout'))).status).toBe(204)
    expect((await openBrowser(t).inject('POST', api('logout'), {})).status).toBe(204)
  })

  it('ends everywhere by logout with all', async () => {
    const owner = await signUpOwner(t)
    const second = openBrowser(t)
    await logIn(owner.email, PASSWORD, second)
    const stranger = await signUpOwner(t)
    expect((await owner.inject('POST', api('logout'), { all: true })).status).toBe(204)
    expect((await second.inject('GET', api('profile'))).status).toBe(401)
    expect((await second.inject('POST', api('refresh'))).status).toBe(401)
    expect((await stranger.inject('GET', api('profile'))).status).toBe(200)
  })

  it('is listed with its device, and another can be signed out', async () => {
    const owner = await signUpOwner(t)
    const phone = openBrowser(t)
    const agent = {
      'user-agent': 'Mozilla/5.0 (Linux; Android 14) Chrome/140.0 Mobile Safari/537.36',
    }
    await phone.inject('POST', api('login'), { email: owner.email, password: PASSWORD }, agent)
    const { data } = await owner.inject('GET', api('sessions'))
    expect(data).toMatchObject({ total: 2, page: 1 })
    const other = data.items.find((item: { current: boolean }) => !item.current)
    expect(other).toMatchObject({ device: 'Chrome, Android', ip: '127.0.0.1' })
    expect((await owner.inject('DELETE', api(`sessions/${other.id}`))).status).toBe(204)
    expect((await phone.inject('GET', api('profile'))).status).toBe(401)
    expect((await owner.inject('DELETE', api(`sessions/${other.id}`))).status).toBe(404)
  })

  it('of somebody else cannot be signed out: it is not there', async () => {
    const [owner, stranger] = [await signUpOwner(t), await signUpOwner(t)]
    const { data } = await stranger.inject('GET', api('sessions'))
    const foreign = await owner.inject('DELETE', api(`sessions/${data.items[0].id}`))
    const absent = await owner.inject(
      'DELETE',
      api('sessions/0190a000-0000-7000-8000-000000000000'),
    )
    const bare = ({ status, body }: typeof foreign) => [status, { ...body, request_id: '' }]
    expect(foreign.status).toBe(404)
    expect(bare(foreign)).toEqual(bare(absent))
    expect((await stranger.inject('GET', api('profile'))).status).toBe(200)
  })

  it('keeps nothing in the database that could be used as a token', async () => {
    const owner = await signUpOwner(t)
    await owner.inject('POST', api('refresh'))
    const rows = await t.io.db.selectFrom('session_token').selectAll().execute()
    const dump = JSON.stringify(
      rows.map((row) => [
        row.refresh_hash.toString('hex'),
        row.access_hash.toString('hex'),
        row.refresh_hash.toString('latin1'),
      ]),
    )
    for (const name of ['at', 'rt']) expect(dump).not.toContain(owner.cookie(name))
  })
})

describe('verify', () => {
  it('opens the dangerous acts for five minutes and replaces the session', async () => {
    const owner = await signUpOwner(t)
    const copy = owner.copy()
    t.clock.advance(6 * MINUTE)
    const change = { email: 'moved-1@verta.test' }
    const refused = await owner.inject('PATCH', api('profile'), change)
    expect([refused.status, refused.body.code]).toEqual([403, 'verification_required'])
    const { status, data } = await owner.inject('POST', api('verify'), { password: PASSWORD })
    expect(status).toBe(200)
    expect(data.verified_until).toBe(new Date(t.clock.now().getTime() + 5 * MINUTE).toISOString())
    expect((await copy.inject('GET', api('profile'))).status).toBe(401)
    expect((await owner.inject('PATCH', api('profile'), change)).status).toBe(200)
  })

  it('refuses a wrong password and locks after five', async () => {
    const owner = await signUpOwner(t)
    const codes: string[] = []
    for (let n = 0; n < 6; n += 1) {
      const { body } = await owner.inject('POST', api('verify'), { password: 'wrong' })
      codes.push(body.code)
    }
    expect(codes).toEqual([...Array.from({ length: 5 }, () => 'password_wrong'), 'locked'])
  })

  it('needs a session', async () => {
    expect((await openBrowser(t).inject('POST', api('verify'), { password: 'x' })).status).toBe(401)
  })
})

describe('the profile', () => {
  it('is read and changed in part', async () => {
    const owner = await signUpOwner(t)
    const { data } = await owner.inject('PATCH', api('profile'), {
      last_name: 'Коваленко',
      phone: '067 123 45 67',
      theme: 'dark',
      language: 'ru-RU',
      hotkeys: false,
    })
    expect(data).toMatchObject({
      first_name: 'Олена',
      last_name: 'Коваленко',
      phone: '+380671234567',
      theme: 'dark',
      language: 'ru-RU',
      hotkeys: false,
      email_reports: true,
      has_password: true,
      providers: [],
      pending_email: null,
      is_platform_administrator: false,
    })
    expect((await owner.inject('GET', api('profile'))).data).toEqual(data)
    expect((await owner.inject('PATCH', api('profile'), { phone: null })).data.phone).toBeNull()
    expect((await owner.inject('PATCH', api('profile'), {})).status).toBe(200)
  })

  it.each([
    { id: '0190a000-0000-7000-8000-000000000000' },
    { email_confirmed: true },
    { is_platform_administrator: true },
    { password_hash: 'x' },
    { deleted_at: null },
    { user_id: 'x' },
    { created_at: '2020-01-01' },
    { phone: '123' },
    { theme: 'pink' },
    { language: 'tlh' },
    { first_name: '' },
    { first_name: 'a\u0000b' },
  ])('does not take %j', async (change) => {
    const owner = await signUpOwner(t)
    const before = (await owner.inject('GET', api('profile'))).data
    expect((await owner.inject('PATCH', api('profile'), change)).status).toBe(422)
    expect((await owner.inject('GET', api('profile'))).data).toEqual(before)
  })

  it('keeps the old address until the link to the new one is opened, then tells the old one', async () => {
    const owner = await signUpOwner(t)
    const email = 'moved-2@verta.test'
    const { data } = await owner.inject('PATCH', api('profile'), { email })
    expect(data).toMatchObject({ email: owner.email, pending_email: email })
    const token = await linkTo(email, 'confirm-email')
    const confirmed = await openBrowser(t).inject('POST', api('confirm_email'), { token })
    expect([confirmed.status, confirmed.data]).toEqual([200, { email }])
    expect((await logIn(email)).status).toBe(200)
    expect((await logIn(owner.email)).status).toBe(401)
    await t.runJobs()
    expect(t.mails.findLast(({ to }) => to === owner.email)?.text).toContain(email)
  })

  it('does not move to an address that somebody has, nor to one taken while waiting', async () => {
    const [owner, other] = [await signUpOwner(t), await signUpOwner(t)]
    const answer = await owner.inject('PATCH', api('profile'), { email: other.email })
    expect([answer.status, answer.body.code]).toEqual([409, 'email_taken'])
    const email = 'wanted@verta.test'
    await owner.inject('PATCH', api('profile'), { email })
    const token = await linkTo(email, 'confirm-email')
    await signUpOwner(t, { email })
    const late = await openBrowser(t).inject('POST', api('confirm_email'), { token })
    expect([late.status, late.body.code]).toEqual([409, 'email_taken'])
  })

  it('gives the wait up when the present address is named', async () => {
    const owner = await signUpOwner(t)
    const email = 'regretted@verta.test'
    await owner.inject('PATCH', api('profile'), { email })
    const token = await linkTo(email, 'confirm-email')
    expect(
      (await owner.inject('PATCH', api('profile'), { email: owner.email })).data.pending_email,
    ).toBeNull()
    expect((await openBrowser(t).inject('POST', api('confirm_email'), { token })).status).toBe(410)
  })

  it('is deleted after verify: nobody can sign in, nothing personal stays, the address is free', async () => {
    const owner = await signUpOwner(t, { first_name: 'Незабутня' })
    t.clock.advance(6 * MINUTE)
    expect((await owner.inject('DELETE', api('profile'))).status).toBe(403)
    await owner.inject('POST', api('verify'), { password: PASSWORD })
    const copy = owner.copy()
    expect((await owner.inject('DELETE', api('profile'))).status).toBe(204)
    expect(owner.cookies()).toBe('')
    expect((await copy.inject('GET', api('profile'))).status).toBe(401)
    expect((await logIn(owner.email)).status).toBe(401)
    const row = await t.io.db
      .selectFrom('user_account')
      .selectAll()
      .where('id', '=', owner.user.id)
      .executeTakeFirst()
    expect(JSON.stringify(row)).not.toMatch(new RegExp(`${owner.email}|Незабутня|argon2id`))
    await signUpOwner(t, { email: owner.email })
  })
})

describe('changing the password', () => {
  const fresh = 'Нові каштани біля ґанку'

  it('wants the old one, ends every other session and keeps this browser in', async () => {
    const owner = await signUpOwner(t)
    const second = openBrowser(t)
    await logIn(owner.email, PASSWORD, second)
    const copy = owner.copy()
    const body = { old_password: PASSWORD, new_password: fresh }
    expect((await owner.inject('PATCH', api('change_password'), body)).status).toBe(200)
    expect((await owner.inject('GET', api('profile'))).status).toBe(200)
    for (const browser of [second, copy]) {
      expect((await browser.inject('POST', api('refresh'))).status).toBe(401)
    }
    expect((await logIn(owner.email)).status).toBe(401)
    expect((await logIn(owner.email, fresh)).status).toBe(200)
    expect(await subjectsTo(owner.email)).toContain('Пароль змінено · Верта')
  })

  it('refuses a wrong old password, none at all, and a known new one', async () => {
    const owner = await signUpOwner(t)
    const ask = (body: object) => owner.inject('PATCH', api('change_password'), body)
    expect((await ask({ old_password: 'wrong', new_password: fresh })).body.code).toBe(
      'password_wrong',
    )
    expect((await ask({ new_password: fresh })).body.code).toBe('password_wrong')
    const known = await ask({ old_password: PASSWORD, new_password: 'password123' })
    expect(known.body.fields).toMatchObject([{ path: 'new_password', code: 'password_too_common' }])
    expect((await logIn(owner.email)).status).toBe(200)
  })
})

describe('forgot and reset', () => {
  it('answers 202 for a known and an unknown address and writes to the known one only', async () => {
    const { email } = await signUpOwner(t)
    await t.runJobs()
    const before = t.mails.length
    const ask = (to: string) =>
      openBrowser(t).inject('POST', api('forgot'), {
        email: to,
        redirect_url: '/auth/reset-password',
      })
    const [known, unknown] = [await ask(email), await ask('nobody@verta.test')]
    expect([known.status, known.body]).toEqual([unknown.status, unknown.body])
    expect(known.status).toBe(202)
    await t.runJobs()
    expect(t.mails.slice(before).map(({ to }) => to)).toEqual([email])
  })

  it.each([
    'https://evil.example/auth/reset-password',
    '//evil.example/auth/reset-password',
    '/auth/login',
    'javascript:alert(1)',
    '',
  ])('refuses to send people to %j', async (redirect_url) => {
    const { status, body } = await openBrowser(t).inject('POST', api('forgot'), {
      email: 'a@verta.test',
      redirect_url,
    })
    expect(status).toBe(422)
    expect(body.fields).toMatchObject([{ path: 'redirect_url', code: 'not_our_address' }])
  })

  it('builds the link from our settings, never from the Host of the call', async () => {
    const { email } = await signUpOwner(t)
    const body = { email, redirect_url: 'http://evil.example/auth/reset-password' }
    await openBrowser(t).inject('POST', api('forgot'), body, { host: 'evil.example' })
    await t.runJobs()
    expect(t.mails.map(({ text, html }) => text + html).join()).not.toContain('evil.example')
  })

  it('is three an hour for one address of mail, known or not', async () => {
    const { email } = await signUpOwner(t)
    for (const to of [email, 'unknown-limit@verta.test']) {
      const statuses: number[] = []
      for (let n = 0; n < 4; n += 1) {
        const body = { email: to, redirect_url: '/auth/reset-password' }
        statuses.push((await openBrowser(t).inject('POST', api('forgot'), body)).status)
      }
      expect(statuses).toEqual([202, 202, 202, 429])
    }
  })

  it('sets the password, signs in, confirms the address, lifts a lock and ends other sessions', async () => {
    const owner = await signUpOwner(t)
    for (let n = 0; n < 5; n += 1) await logIn(owner.email, 'wrong')
    const token = await askForReset(owner.email)
    const browser = openBrowser(t)
    const password = 'Осінній дощ за вікном'
    const { status, data } = await browser.inject('POST', api('reset_password'), {
      token,
      password,
    })
    expect([status, data.user.email_confirmed]).toEqual([200, true])
    expect((await browser.inject('GET', api('profile'))).status).toBe(200)
    expect((await owner.inject('GET', api('profile'))).status).toBe(401)
    expect((await logIn(owner.email, password)).status).toBe(200)
  })

  it('of 64 uses of one link at once lets one through', async () => {
    const owner = await signUpOwner(t)
    const token = await askForReset(owner.email)
    const sessions = await count('session')
    const answers = await Promise.all(
      Array.from({ length: 64 }, (_, n) =>
        openBrowser(t).inject('POST', api('reset_password'), {
          token,
          password: `Осінній дощ ${n} вікон`,
        }),
      ),
    )
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    // The rest were too late, or too many for the hashes at once.
    expect(statuses.filter((status) => status === 410 || status === 429)).toHaveLength(63)
    expect(await count('session')).toBe(sessions + 1)
    expect((await logIn(owner.email, `Осінній дощ ${statuses.indexOf(200)} вікон`)).status).toBe(
      200,
    )
  })

  it('keeps the link working when the chosen password is refused', async () => {
    const owner = await signUpOwner(t)
    const token = await askForReset(owner.email)
    const ask = (password: string) =>
      openBrowser(t).inject('POST', api('reset_password'), { token, password })
    expect((await ask('password123')).status).toBe(422)
    expect((await ask('Осінній дощ за вікном')).status).toBe(200)
    expect((await ask('Осінній дощ за вікном')).status).toBe(410)
  })

  it('refuses a link after 30 minutes, after a change of address, and of the other kind', async () => {
    const owner = await signUpOwner(t)
    const reset = (token: string) =>
      openBrowser(t).inject('POST', api('reset_password'), {
        token,
        password: 'Осінній дощ за вікном',
      })
    const confirmation = await linkTo(owner.email, 'confirm-email')
    expect((await reset(confirmation)).status).toBe(410)
    expect((await reset('A'.repeat(43))).status).toBe(410)

    const early = await askForReset(owner.email)
    const email = 'moved-3@verta.test'
    await owner.inject('PATCH', api('profile'), { email })
    const change = await linkTo(email, 'confirm-email')
    expect(
      (await openBrowser(t).inject('POST', api('confirm_email'), { token: change })).status,
    ).toBe(200)
    expect((await reset(early)).status).toBe(410)

    const late = await askForReset(email)
    t.clock.advance(30 * MINUTE)
    expect((await reset(late)).status).toBe(410)
  })

  it('takes a waiting new address away, which a thief of the session may have asked for', async () => {
    const owner = await signUpOwner(t)
    const email = 'thief@verta.test'
    await owner.inject('PATCH', api('profile'), { email })
    const change = await linkTo(email, 'confirm-email')
    const token = await askForReset(owner.email)
    await openBrowser(t).inject('POST', api('reset_password'), {
      token,
      password: 'Осінній дощ за вікном',
    })
    expect(
      (await openBrowser(t).inject('POST', api('confirm_email'), { token: change })).status,
    ).toBe(410)
  })
})

describe('confirming the e-mail', () => {
  it('happens once, not by opening the page, and for 48 hours', async () => {
    const owner = await signUpOwner(t)
    const token = await linkTo(owner.email, 'confirm-email')
    for (const method of ['GET', 'HEAD'] as const) {
      await t.app.inject({ method, url: `/auth/confirm-email/${token}` })
      await t.app.inject({ method, url: `/api/v1/user/confirm_email?token=${token}` })
    }
    const answers = await Promise.all(
      Array.from({ length: 64 }, () =>
        openBrowser(t).inject('POST', api('confirm_email'), { token }),
      ),
    )
    const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b)
    expect(statuses).toEqual([200, ...Array.from({ length: 63 }, () => 410)])
    expect((await owner.inject('GET', api('profile'))).data.email_confirmed).toBe(true)

    const slow = await signUpOwner(t)
    const stale = await linkTo(slow.email, 'confirm-email')
    t.clock.advance(2 * DAY)
    expect(
      (await openBrowser(t).inject('POST', api('confirm_email'), { token: stale })).status,
    ).toBe(410)
  })

  it('can be asked for again, five times an hour, and not once it is done', async () => {
    const owner = await signUpOwner(t)
    await t.runJobs()
    const before = t.mails.length
    const ask = () => owner.inject('POST', api('resend_confirmation'))
    expect((await ask()).status).toBe(202)
    const token = await linkTo(owner.email, 'confirm-email')
    expect(t.mails).toHaveLength(before + 1)
    await owner.inject('POST', api('confirm_email'), { token })
    expect((await ask()).status).toBe(202)
    await t.runJobs()
    expect(t.mails).toHaveLength(before + 1)
    for (let n = 0; n < 3; n += 1) await ask()
    expect((await ask()).status).toBe(429)
  })
})

describe('a platform administrator', () => {
  it('is who confirmed an address that the settings name, and nobody else', async () => {
    const admin = await signUpOwner(t, { email: 'admin@verta.test' })
    expect((await admin.inject('GET', api('profile'))).data.is_platform_administrator).toBe(false)
    const token = await linkTo(admin.email, 'confirm-email')
    await admin.inject('POST', api('confirm_email'), { token })
    expect((await admin.inject('GET', api('profile'))).data.is_platform_administrator).toBe(true)
  })
})

describe('the account’s history', () => {
  it('tells its owner what happened to its keys, the newest first', async () => {
    const owner = await signUpOwner(t)
    t.clock.advance(1000)
    await logIn(owner.email, 'wrong')
    t.clock.advance(1000)
    await logIn(owner.email)
    const { data } = await owner.inject('GET', api('security_events'))
    const kinds = data.items.map(({ kind }: { kind: string }) => kind)
    expect(kinds).toEqual(['signed_in', 'sign_in_failed', 'signed_up'])
  })
})

it('forgets what has ended, every night', async () => {
  const owner = await signUpOwner(t)
  await askForReset(owner.email)
  await owner.inject('POST', api('logout'))
  t.clock.advance(200 * DAY)
  await signUpOwner(t, { email: 'still-here@verta.test' })
  await t.io.jobs.send('identity.clean', {})
  await t.runJobs()
  expect(await count('session')).toBe(1)
  // The job runs first; the new account's own link is made afterwards.
  expect(await count('email_link')).toBe(1)
  const events = await t.io.db.selectFrom('security_event').select('kind').execute()
  expect(events).toEqual([{ kind: 'signed_up' }])
})

it('a night does not forgive misses: the next lock is longer still', async () => {
  const { email } = await signUpOwner(t)
  const missFive = async () => {
    for (let n = 0; n < 5; n += 1) await logIn(email, 'not the password')
    return Number((await logIn(email)).headers['retry-after'])
  }
  expect(await missFive()).toBe(15 * 60)
  t.clock.advance(DAY)
  await t.io.jobs.send('identity.clean', {})
  await t.runJobs()
  expect(await missFive()).toBe(30 * 60)
  t.clock.advance(8 * DAY)
  await t.io.jobs.send('identity.clean', {})
  await t.runJobs()
  expect(await missFive()).toBe(15 * 60)
})

it('no error or letter tells a password or a token of a session', async () => {
  const owner = await signUpOwner(t)
  await askForReset(owner.email)
  const said = JSON.stringify(t.mails)
  for (const secret of [PASSWORD, owner.cookie('at') ?? '', owner.cookie('rt') ?? '']) {
    expect(said).not.toContain(secret)
  }
})
