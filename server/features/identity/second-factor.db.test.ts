import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { confirmEmail, signUpAdministrator } from '#server/testing/administrator.ts'
import { openBrowser, PASSWORD, signUpOwner } from '#server/testing/identity.ts'
import { openTestIo, type TestIo } from '#server/testing/open-test-io.ts'
import { appCode, turnOnSecondFactor } from '#server/testing/second-factor.ts'
import { openSecrets } from '#server/io/secrets.ts'
import { resealSecondFactors } from './reseal-second-factors.ts'

const MINUTE = 60_000
const api = (path: string) => `/api/v1/user/${path}`
const FACTOR = api('second_factor')
const SECOND_STEP = api('login/second_factor')

let t: TestIo
beforeAll(async () => {
  t = await openTestIo({ config: { PLATFORM_ADMIN_EMAILS: 'admin@verta.test' } })
})
afterAll(() => t.close())
beforeEach(() => t.clock.advance(2 * 86_400_000))

type Owner = Awaited<ReturnType<typeof signUpOwner>>

async function letters(email: string): Promise<string[]> {
  await t.runJobs()
  return t.mails
    .filter(({ to }) => to === email)
    .map(({ subject }) => subject.split(' · ')[0] ?? '')
}

/** An owner whose second factor is on; the code that turned it on is of the past. */
async function openGuarded() {
  const owner = await signUpOwner(t)
  await confirmEmail(t, owner)
  const { key, recovery_codes } = await turnOnSecondFactor(owner, t.clock.now())
  t.clock.advance(MINUTE)
  return { owner, key, recovery_codes, code: () => appCode(key, t.clock.now()) }
}

const firstStep = async ({ email }: { email: string }, browser = openBrowser(t)) => ({
  browser,
  ...(await browser.inject('POST', api('login'), { email, password: PASSWORD })),
})

const kinds = async (owner: Owner) =>
  (await owner.inject('GET', api('security_events'))).data.items.map(
    ({ kind }: { kind: string }) => kind,
  )

it('is turned on by a code of the app, shows ten recovery codes once and ends other sessions', async () => {
  const owner = await signUpOwner(t)
  expect((await owner.inject('POST', FACTOR)).body.code).toBe('email_unconfirmed')
  await confirmEmail(t, owner)
  const other = (await firstStep(owner)).browser
  const { data } = await owner.inject('POST', FACTOR)
  expect(data.uri).toContain(`secret=${data.key}`)
  // Nothing asks for it before a code has proved the app.
  expect((await owner.inject('GET', api('profile'))).data.second_factor).toBeNull()
  expect((await firstStep(owner)).status).toBe(200)
  const wrong = await owner.inject('POST', `${FACTOR}/confirm`, { code: '000000' })
  expect([wrong.status, wrong.body.code]).toEqual([422, 'code_wrong'])
  // A key asked for again takes the place of the former.
  const again = (await owner.inject('POST', FACTOR)).data.key
  expect(again).not.toBe(data.key)
  const code = appCode(again, t.clock.now())
  const done = await owner.inject('POST', `${FACTOR}/confirm`, { code })
  expect(new Set(done.data.recovery_codes).size).toBe(10)
  expect((await owner.inject('GET', api('profile'))).data.second_factor).toEqual({
    since: t.clock.now().toISOString(),
    recovery_codes: 10,
  })
  expect((await other.inject('GET', api('profile'))).status).toBe(401)
  expect((await owner.inject('POST', FACTOR)).body.code).toBe('version_conflict')
  expect(await letters(owner.email)).toContain('Вхід із кодом увімкнено')
  expect(await kinds(owner)).toContain('second_factor_on')
})

it('is asked for after the password, and the waiting sign-in opens nothing', async () => {
  const { owner, code } = await openGuarded()
  const { browser, status, body } = await firstStep(owner)
  expect([status, body.code]).toEqual([403, 'second_factor_required'])
  expect([browser.cookie('at'), browser.cookie('rt')]).toEqual([undefined, undefined])
  expect((await browser.inject('GET', api('profile'))).status).toBe(401)
  expect((await browser.inject('POST', api('refresh'))).status).toBe(401)
  const wrong = await browser.inject('POST', SECOND_STEP, { code: '000000' })
  expect(wrong.body.code).toBe('code_wrong')
  const stolen = browser.copy()
  const entered = await browser.inject('POST', SECOND_STEP, { code: code() })
  expect([entered.status, entered.data.user.email]).toEqual([200, owner.email])
  expect((await browser.inject('GET', api('profile'))).status).toBe(200)
  // It is used up, and so is the code.
  t.clock.advance(MINUTE)
  const late = await stolen.inject('POST', SECOND_STEP, { code: code() })
  expect([late.status, late.body.code]).toEqual([410, 'sign_in_expired'])
})

it('ends after ten minutes, and is of the browser that gave the password', async () => {
  const { owner, code } = await openGuarded()
  const { browser } = await firstStep(owner)
  const elsewhere = await openBrowser(t).inject('POST', SECOND_STEP, { code: code() })
  expect(elsewhere.body.code).toBe('sign_in_expired')
  t.clock.advance(10 * MINUTE)
  const late = await browser.inject('POST', SECOND_STEP, { code: code() })
  expect(late.body.code).toBe('sign_in_expired')
})

it('of sixteen uses of one code at once lets one in', async () => {
  const { owner, code } = await openGuarded()
  const waiting = await Promise.all(Array.from({ length: 16 }, () => firstStep(owner)))
  const at_once = code()
  const answers = await Promise.all(
    waiting.map(({ browser }) => browser.inject('POST', SECOND_STEP, { code: at_once })),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
})

it('a recovery code opens once, tells its owner by mail, and another stays', async () => {
  const { owner, recovery_codes } = await openGuarded()
  const [spent = '', next = ''] = recovery_codes
  const enter = async (code: string) => {
    const { browser } = await firstStep(owner)
    return browser.inject('POST', SECOND_STEP, { code })
  }
  expect((await enter(spent.toUpperCase())).status).toBe(200)
  expect((await enter(spent)).body.code).toBe('code_wrong')
  expect((await enter(next.replaceAll('-', ' '))).status).toBe(200)
  expect((await owner.inject('GET', api('profile'))).data.second_factor.recovery_codes).toBe(8)
  expect(await letters(owner.email)).toContain('Ви увійшли з кодом відновлення')
  expect(await kinds(owner)).toContain('recovery_used')
})

it('five wrong codes lock, also for a right one; a mailed link does not lift it', async () => {
  const { owner, code } = await openGuarded()
  const { browser } = await firstStep(owner)
  const answers = await Promise.all(
    Array.from({ length: 30 }, () => browser.inject('POST', SECOND_STEP, { code: '000000' })),
  )
  expect(answers.filter(({ status }) => status === 422)).toHaveLength(5)
  expect((await browser.inject('POST', SECOND_STEP, { code: code() })).body.code).toBe('locked')
  expect(await letters(owner.email)).toContain('Хтось підбирає код до вашого кабінету')
  const reset = await resetPassword(owner)
  expect(reset.body.code).toBe('second_factor_required')
  expect((await reset.browser.inject('POST', SECOND_STEP, { code: code() })).body.code).toBe(
    'locked',
  )
  t.clock.advance(15 * MINUTE)
  const later = await reset.browser.inject('POST', SECOND_STEP, { code: code() })
  expect(later.body.code).toBe('sign_in_expired')
})

async function resetPassword({ email }: { email: string }) {
  const redirect_url = 'http://verta.test/auth/reset-password'
  await openBrowser(t).inject('POST', api('forgot'), { email, redirect_url })
  await letters(email)
  const letter = t.mails.findLast(({ to, text }) => to === email && /reset-password/.test(text))
  const token = /reset-password\/([\w-]+)/.exec(letter?.text ?? '')?.[1]
  const browser = openBrowser(t)
  const body = { token, password: 'двадцять пʼять слив' }
  return { browser, ...(await browser.inject('POST', api('reset_password'), body)) }
}

it('a mailed link sets the password and goes round nothing', async () => {
  const { owner, code } = await openGuarded()
  const waiting = await firstStep(owner)
  const { browser, status, body } = await resetPassword(owner)
  expect([status, body.code]).toEqual([403, 'second_factor_required'])
  expect((await browser.inject('GET', api('profile'))).status).toBe(401)
  // Whoever knew the former password waits in vain.
  const former = await waiting.browser.inject('POST', SECOND_STEP, { code: code() })
  expect(former.body.code).toBe('sign_in_expired')
  expect((await browser.inject('POST', SECOND_STEP, { code: code() })).status).toBe(200)
})

it('dangerous acts want the code beside the password', async () => {
  const { owner, code } = await openGuarded()
  t.clock.advance(6 * MINUTE)
  expect((await owner.inject('DELETE', FACTOR)).body.code).toBe('verification_required')
  const verify = (body: object) => owner.inject('POST', api('verify'), body)
  expect((await verify({ password: PASSWORD })).body.code).toBe('second_factor_required')
  expect((await verify({ password: PASSWORD, code: '000000' })).body.code).toBe('code_wrong')
  expect((await verify({ password: PASSWORD, code: code() })).status).toBe(200)
  const { data } = await owner.inject('POST', `${FACTOR}/recovery_codes`)
  expect(data.recovery_codes).toHaveLength(10)
  expect((await owner.inject('DELETE', FACTOR)).status).toBeLessThan(300)
  expect((await firstStep(owner)).status).toBe(200)
  const told = await letters(owner.email)
  expect(told).toContain('Вхід із кодом вимкнено')
  expect(told).toContain('Нові коди відновлення')
  expect((await owner.inject('DELETE', FACTOR)).body.code).toBe('not_found')
})

it('earlier recovery codes work no more when new ones are made', async () => {
  const { owner, recovery_codes } = await openGuarded()
  await owner.inject('POST', `${FACTOR}/recovery_codes`)
  const { browser } = await firstStep(owner)
  const answer = await browser.inject('POST', SECOND_STEP, { code: recovery_codes[0] })
  expect(answer.body.code).toBe('code_wrong')
})

it('who runs the platform cannot before theirs is on', async () => {
  const administrator = await signUpAdministrator(t, 'admin@verta.test')
  const list = () => administrator.inject('GET', '/api/v1/admin/organizations')
  expect((await list()).status).toBe(200)
  await administrator.inject('DELETE', FACTOR)
  const refused = await list()
  expect([refused.status, refused.body.code]).toEqual([403, 'second_factor_off'])
})

it('the key and the codes are kept sealed, and sealed anew under a new first key', async () => {
  const { owner, key, recovery_codes, code } = await openGuarded()
  const rows = async () => ({
    factor: await t.io.db
      .selectFrom('second_factor')
      .selectAll()
      .where('user_id', '=', owner.user.id)
      .executeTakeFirstOrThrow(),
    codes: await t.io.db.selectFrom('recovery_code').selectAll().execute(),
  })
  const kept = JSON.stringify(await rows())
  expect(kept).not.toContain(key)
  for (const each of recovery_codes) {
    expect(kept).not.toContain(each)
    expect(kept).not.toContain(each.replaceAll('-', ''))
  }
  const old = t.io.config.SECRET_KEYS ?? ''
  const secrets = openSecrets(`new:${Buffer.alloc(32, 7).toString('base64')},${old}`)
  expect(await resealSecondFactors({ db: t.io.db, secrets })).toBeGreaterThan(0)
  expect(await resealSecondFactors({ db: t.io.db, secrets })).toBe(0)
  expect((await rows()).factor.secret_sealed).toMatch(/^v1:new:/)
  // Back again, for the program of this test knows the old key only.
  await resealSecondFactors({
    db: t.io.db,
    secrets: openSecrets(`${old},new:${Buffer.alloc(32, 7).toString('base64')}`),
  })
  const { browser } = await firstStep(owner)
  expect((await browser.inject('POST', SECOND_STEP, { code: code() })).status).toBe(200)
})
