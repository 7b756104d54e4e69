import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openBrowser } from '#server/testing/identity.ts'
import { openTestIo, type TestIo } from '#server/testing/open-test-io.ts'
import { openShop, signInTill, withToken, type Shop } from '#server/testing/shop.ts'

const ABSENT = '01a1fd1e-8c00-7000-8000-000000000000'
const HOUR_MS = 60 * 60 * 1000
const call = (name: string) => `/api/v1/pos/${name}`
const allPos = '/pos-api/v1/bonuses/get-all-pos'

let t: TestIo
let shop: Shop
let stranger: Shop

beforeAll(async () => {
  t = await openTestIo()
  shop = await openShop(t, { name: 'Кава' })
  stranger = await openShop(t, { name: 'Кава' })
})
afterAll(() => t.close())
// An owner's session is short; tests that let time pass outlive it.
beforeEach(() => wake())

const wake = () => {
  const { email, password } = shop.owner
  return shop.owner.inject('POST', '/api/v1/user/login', { email, password })
}

const create = (body: object) =>
  shop.owner.inject('POST', call('create-pos-register-user'), { pos_id: shop.pos_id, ...body })
const update = (body: object) => shop.owner.inject('POST', call('update-cash-register-user'), body)
const signIn = (login: string | null, password: string, at?: string) =>
  openBrowser(t, at === undefined ? {} : { at }).inject('POST', '/pos-api/v1/manager-auth', {
    login,
    password,
  })
const later = (ms: number) => new Date(t.clock.now().getTime() + ms).toISOString()
const withoutId = ({ request_id: _id, ...body }: Record<string, unknown>) => body

describe('adding a cashier', () => {
  test('shows a PIN of six digits once and makes up a login', async () => {
    const { status, data } = await create({ name: 'Оксана' })
    expect(status).toBe(201)
    expect(data.pin).toMatch(/^\d{6}$/)
    expect(data.user).toMatchObject({
      name: 'Оксана',
      role: 'cashier',
      pos_ids: [shop.pos_id],
      enabled: true,
      last_login_at: null,
      permissions: { spend: true, cancel: true, compensate: false },
    })
    expect(data.user.login).toMatch(/^kava-\d\d$/)
    const rows = await t.io.db.selectFrom('cashier').select('pin_hash').execute()
    expect(JSON.stringify(rows)).not.toContain(data.pin)
    const { data: list } = await shop.owner.inject('POST', call('get-cash-register-users'), {
      pos_id: shop.pos_id,
    })
    expect(JSON.stringify(list)).not.toContain(data.pin)
  })

  test('takes a chosen login if nobody has it in any shop', async () => {
    expect((await create({ name: 'Оксана', login: 'Oksana.K' })).data.user.login).toBe('oksana.k')
    expect((await create({ name: 'Інша', login: 'oksana.k' })).body).toMatchObject({
      code: 'name_taken',
      fields: [{ path: 'login', code: 'taken' }],
    })
    for (const login of ['ok', 'кіт', 'a b', '-abc', 'x'.repeat(41)]) {
      expect((await create({ name: 'Інша', login })).status, login).toBe(422)
    }
  })

  test('sixteen times at once makes sixteen logins', async () => {
    const answers = await Promise.all(Array.from({ length: 16 }, () => create({ name: 'Разом' })))
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201))
    expect(new Set(answers.map(({ data }) => data.user.login)).size).toBe(16)
  })

  test('needs a point of sale', async () => {
    const body = { name: 'Ніхто' }
    const { status } = await shop.owner.inject('POST', call('create-pos-register-user'), body)
    expect(status).toBe(422)
    expect((await create({ name: 'Двічі', pos_ids: [shop.pos_id] })).status).toBe(422)
  })

  test('an integration gets a token that lasts, and no login', async () => {
    const { data } = await create({ name: 'Каса 1С', role: 'integration' })
    expect(data.pin).toBeUndefined()
    expect(data.user).toMatchObject({ role: 'integration', login: null })
    expect((await create({ name: 'Каса', role: 'integration', login: 'kasa-x' })).status).toBe(422)
    const inject = withToken(t, data.token)
    const later = await inject('GET', '/pos-api/v1/manager')
    expect(later.data).toMatchObject({ expires_at: null, manager: { role: 'integration' } })
    const rows = await t.io.db.selectFrom('cashier_session').select('token_hash').execute()
    expect(rows.map(({ token_hash }) => token_hash.toString('base64url'))).not.toContain(data.token)
  })
})

describe('the list of cashiers', () => {
  test('is of one point of sale or of the organization', async () => {
    const own = await openShop(t)
    const { data: second } = await own.owner.inject(
      'POST',
      `/api/v1/pos?organization_id=${own.organization_id}`,
      { name: 'Друга' },
    )
    t.clock.advance(1)
    await own.addTill({ name: 'Обидві', pos_ids: [own.pos_id, second.id] })
    const names = async (body: object) =>
      (await own.owner.inject('POST', call('get-cash-register-users'), body)).data.items.map(
        ({ name }: { name: string }) => name,
      )
    expect(await names({ organization_id: own.organization_id })).toEqual(['Марія', 'Обидві'])
    expect(await names({ pos_id: second.id })).toEqual(['Обидві'])
    expect(await names({ pos_id: own.pos_id, page: 2, limit: 1 })).toEqual(['Обидві'])
    for (const body of [{}, { pos_id: second.id, organization_id: own.organization_id }]) {
      const answer = await own.owner.inject('POST', call('get-cash-register-users'), body)
      expect(answer.status).toBe(422)
    }
  })

  test('tells when each last signed in', async () => {
    const { data } = await shop.owner.inject('POST', call('get-cash-register-users'), {
      pos_id: shop.pos_id,
    })
    const first = data.items.find(({ id }: { id: string }) => id === shop.cashier.id)
    expect(first.last_login_at).toBe('2026-11-21T08:00:00.000Z')
  })
})

describe('signing a till in', () => {
  test('answers the token, who, where, and the shop’s settings', async () => {
    const { status, data } = await signIn(shop.cashier.login, shop.till.pin)
    expect(status).toBe(200)
    expect(data).toMatchObject({
      expires_at: later(14 * HOUR_MS),
      manager: { id: shop.cashier.id, name: 'Марія', role: 'cashier' },
      organization: {
        id: shop.organization_id,
        name: 'Кава',
        currency: 'UAH',
        mode: 'bonus',
        spend_step: 1,
      },
      pos: [{ id: shop.pos_id, name: 'Точка 1', license_state: 'active' }],
    })
    expect(data.token).toMatch(/^[\w-]{43}$/)
    expect((await withToken(t, data.token)('POST', allPos, {})).data.items).toEqual(data.pos)
  })

  test('does not tell an unknown login from a wrong PIN', async () => {
    const unknown = await signIn('nobody-01', '111111')
    const wrong = await signIn(shop.cashier.login, '000000')
    expect([unknown.status, wrong.status]).toEqual([401, 401])
    expect(withoutId(unknown.body)).toEqual(withoutId(wrong.body))
    expect((await signIn(shop.cashier.login, shop.till.pin)).status).toBe(200)
  })

  test('locks a login for a quarter of an hour after five misses, known or not', async () => {
    const till = await shop.addTill()
    for (const login of [till.user.login, 'nobody-02']) {
      for (let miss = 0; miss < 5; miss += 1) {
        expect((await signIn(login, '000000')).status).toBe(401)
      }
      const { status, body, headers } = await signIn(login, till.pin)
      expect([status, body.code]).toEqual([429, 'locked'])
      expect(Number(headers['retry-after'])).toBe(15 * 60)
    }
    const { data } = await shop.owner.inject('POST', call('get-cash-register-users'), {
      pos_id: shop.pos_id,
      limit: 1000,
    })
    const seen = data.items.find(({ id }: { id: string }) => id === till.user.id)
    expect(seen.locked_until).toBe(later(HOUR_MS / 4))
    // What is open stays open: the lock is for the door.
    expect((await till.inject('POST', allPos, {})).status).toBe(200)
    t.clock.advance(15 * 60_000)
    expect((await signIn(till.user.login, till.pin)).status).toBe(200)
  })

  test('of sixty-four wrong PINs at once looks at five', async () => {
    const till = await shop.addTill()
    const answers = await Promise.all(
      Array.from({ length: 64 }, (_, n) => signIn(till.user.login, String(100_000 + n))),
    )
    expect(answers.filter(({ status }) => status === 401).length).toBe(5)
    expect(answers.filter(({ body }) => body.code === 'locked').length).toBe(59)
  })

  test('after twenty misses in a day waits for the day to end, or for the owner', async () => {
    const till = await shop.addTill()
    const began = t.clock.now().getTime()
    for (let round = 0; round < 4; round += 1) {
      for (let miss = 0; miss < 5; miss += 1) await signIn(till.user.login, '000000')
      t.clock.advance(16 * 60_000)
    }
    const { status, headers } = await signIn(till.user.login, till.pin)
    expect(status).toBe(429)
    const waited_ms = t.clock.now().getTime() - began
    expect(Number(headers['retry-after'])).toBe((24 * HOUR_MS - waited_ms) / 1000)
    await wake()
    const reset = await shop.owner.inject('POST', call('reset-cash-register-user-pin'), {
      id: till.user.id,
    })
    expect((await signIn(till.user.login, till.pin)).status).toBe(401)
    expect((await signIn(till.user.login, reset.data.pin)).status).toBe(200)
  })

  test('is limited by address', async () => {
    const at = '198.51.100.9'
    const tries = await Promise.all(
      Array.from({ length: 62 }, (_, n) => signIn(`guess-${n}`, '000000', at)),
    )
    expect(tries.filter(({ body }) => body.code === 'rate_limited').length).toBeGreaterThanOrEqual(
      2,
    )
  })
})

describe('a till’s session', () => {
  test('ends after fourteen hours without use, and not before', async () => {
    const till = await shop.addTill()
    for (let use = 0; use < 3; use += 1) {
      t.clock.advance(13 * HOUR_MS)
      expect((await till.inject('POST', allPos, {})).status).toBe(200)
    }
    t.clock.advance(14 * HOUR_MS)
    expect((await till.inject('POST', allPos, {})).status).toBe(401)
  })

  test('ends after thirty days however much it is used', async () => {
    const till = await shop.addTill()
    for (let use = 0; use < 60; use += 1) {
      t.clock.advance(12 * HOUR_MS - 1000)
      expect((await till.inject('POST', allPos, {})).status).toBe(200)
    }
    t.clock.advance(60_000)
    expect((await till.inject('POST', allPos, {})).status).toBe(401)
  })

  test('ends when the cashier leaves the till, and only that one', async () => {
    const till = await shop.addTill()
    const other = await signInTill(t, till.user, till.pin)
    expect((await till.inject('POST', '/pos-api/v1/manager-logout')).status).toBe(204)
    expect((await till.inject('POST', allPos, {})).status).toBe(401)
    expect((await other.inject('POST', allPos, {})).status).toBe(200)
    expect((await openBrowser(t).inject('POST', '/pos-api/v1/manager-logout')).status).toBe(204)
  })

  test('is not opened by anything but its token', async () => {
    for (const authorization of ['', 'Bearer', 'Bearer x', `Basic ${shop.token}`, shop.token]) {
      const answer = await openBrowser(t).inject('POST', allPos, {}, { authorization })
      expect(answer.status, authorization).toBe(401)
    }
    // The owner's cookies open no till, a till's token opens no cabinet.
    expect((await shop.owner.inject('POST', allPos, {})).status).toBe(401)
    const till = await shop.addTill()
    expect((await till.inject('GET', '/api/v1/organizations')).status).toBe(401)
  })

  test('and old wrong PINs are forgotten by the nightly job', async () => {
    await signIn('nobody-03', '000000')
    t.clock.advance(31 * 24 * HOUR_MS)
    await t.io.jobs.send('pos.forget_ended_tills', {})
    await t.runJobs()
    const sessions = await t.io.db.selectFrom('cashier_session').select('expires_at').execute()
    // Integrations stay.
    expect(sessions.every(({ expires_at }) => expires_at === null)).toBe(true)
    expect(await t.io.db.selectFrom('cashier_guard').selectAll().execute()).toEqual([])
  })
})

describe('changing a cashier', () => {
  test('switching off ends every session at once, and the right PIN is told why', async () => {
    const own = await openShop(t)
    const second = await signInTill(t, own.cashier, own.till.pin)
    const set = (enabled: boolean) =>
      own.owner.inject('POST', call('update-cash-register-user'), { id: own.cashier.id, enabled })
    expect((await set(false)).data.enabled).toBe(false)
    expect((await own.till.inject('POST', allPos, {})).status).toBe(401)
    expect((await second.inject('POST', allPos, {})).status).toBe(401)
    expect((await signIn(own.cashier.login, own.till.pin)).body.code).toBe('not_allowed')
    expect((await signIn(own.cashier.login, '000000')).body.code).toBe('wrong_credentials')
    expect((await set(true)).data.enabled).toBe(true)
    // The old session does not come back with it.
    expect((await own.till.inject('POST', allPos, {})).status).toBe(401)
    expect((await signIn(own.cashier.login, own.till.pin)).status).toBe(200)
  })

  test('the last use of a token is told: the first at once, later ones every few minutes', async () => {
    const own = await openShop(t)
    const { data } = await own.owner.inject('POST', call('create-pos-register-user'), {
      ...{ pos_id: own.pos_id, name: 'Облік', role: 'integration' },
    })
    const inject = withToken(t, data.token)
    const lastUse = async (): Promise<string | null> => {
      const ask = { organization_id: own.organization_id }
      const list = await own.owner.inject('POST', call('get-cash-register-users'), ask)
      const { items } = list.data as { items: { id: string; last_used_at: string | null }[] }
      return items.find(({ id }) => id === data.user.id)?.last_used_at ?? null
    }
    expect(await lastUse()).toBeNull()
    const first = t.clock.now().toISOString()
    await inject('POST', allPos, {})
    expect(await lastUse()).toBe(first)
    t.clock.advance(60_000)
    await inject('POST', allPos, {})
    expect(await lastUse()).toBe(first)
    t.clock.advance(5 * 60_000)
    await inject('POST', allPos, {})
    expect(await lastUse()).toBe(t.clock.now().toISOString())
  })

  test('an integration that is switched off is refused, and goes on with its token when back', async () => {
    const own = await openShop(t)
    const { data } = await own.owner.inject('POST', call('create-pos-register-user'), {
      pos_id: own.pos_id,
      name: 'Облік',
      role: 'integration',
    })
    const inject = withToken(t, data.token)
    const { id } = data.user
    await own.owner.inject('POST', call('update-cash-register-user'), { id, enabled: false })
    expect((await inject('POST', allPos, {})).status).toBe(401)
    await own.owner.inject('POST', call('update-cash-register-user'), { id, enabled: true })
    expect((await inject('POST', allPos, {})).status).toBe(200)
    const reset = await own.owner.inject('POST', call('reset-cash-register-user-pin'), { id })
    expect((await inject('POST', allPos, {})).status).toBe(401)
    expect((await withToken(t, reset.data.token)('POST', allPos, {})).status).toBe(200)
  })

  test('rights hold at the next call', async () => {
    const own = await openShop(t)
    const rights = async () =>
      (await own.till.inject('GET', '/pos-api/v1/manager')).data.manager.permissions
    expect(await rights()).toMatchObject({ compensate: false, cancel: true })
    const { id } = own.cashier
    await own.owner.inject('POST', call('update-cash-register-user'), {
      id,
      permissions: { compensate: true },
    })
    expect(await rights()).toMatchObject({ compensate: true, cancel: true })
    const promoted = await own.owner.inject('POST', call('update-cash-register-user'), {
      id,
      role: 'senior',
    })
    expect(promoted.data).toMatchObject({ role: 'senior', permissions: { cancel_others: true } })
  })

  test('a cashier moved to another point of sale sells only there', async () => {
    const own = await openShop(t)
    const { data: second } = await own.owner.inject(
      'POST',
      `/api/v1/pos?organization_id=${own.organization_id}`,
      { name: 'Друга' },
    )
    const { id } = own.cashier
    const moved = { id, pos_ids: [second.id] }
    await own.owner.inject('POST', call('update-cash-register-user'), moved)
    const { data } = await own.till.inject('POST', allPos, {})
    expect(data.items.map((pos: { id: string }) => pos.id)).toEqual([second.id])
    const astray = { id, pos_ids: [second.id, stranger.pos_id] }
    const refused = await own.owner.inject('POST', call('update-cash-register-user'), astray)
    expect(refused.status).toBe(404)
  })

  test('takes another login if it is free', async () => {
    const { data } = await create({ name: 'Нова' })
    const { id } = data.user
    expect((await update({ id, login: 'nova-kasa' })).data.login).toBe('nova-kasa')
    expect((await update({ id, login: stranger.cashier.login })).body.code).toBe('name_taken')
    expect((await signIn('nova-kasa', data.pin)).status).toBe(200)
    expect((await signIn(data.user.login, data.pin)).status).toBe(401)
  })

  test('a new PIN ends the old one and its sessions', async () => {
    const own = await openShop(t)
    const { data } = await own.owner.inject('POST', call('reset-cash-register-user-pin'), {
      id: own.cashier.id,
    })
    expect((await own.till.inject('POST', allPos, {})).status).toBe(401)
    expect((await signIn(own.cashier.login, own.till.pin)).status).toBe(401)
    expect((await signIn(own.cashier.login, data.pin)).status).toBe(200)
  })
})

describe('deleting cashiers', () => {
  test('ends their sessions, frees their logins, and takes all or none', async () => {
    const own = await openShop(t)
    const [one, two] = [await own.addTill({ name: 'Раз' }), await own.addTill({ name: 'Два' })]
    const remove = (ids: string[]) =>
      own.owner.inject('POST', call('delete-cash-register-users'), { ids })
    expect((await remove([one.user.id, stranger.cashier.id])).status).toBe(404)
    expect((await one.inject('POST', allPos, {})).status).toBe(200)
    expect((await remove([one.user.id, two.user.id])).data).toEqual({ deleted: 2 })
    expect((await one.inject('POST', allPos, {})).status).toBe(401)
    expect((await signIn(two.user.login, two.pin)).body.code).toBe('wrong_credentials')
    expect((await remove([one.user.id])).status).toBe(404)
    const reused = await create({ name: 'Новий', login: one.user.login })
    expect(reused.status).toBe(201)
    // What they sold keeps their names.
    const rows = await t.io.db
      .selectFrom('cashier')
      .select('name')
      .where('id', '=', one.user.id)
      .execute()
    expect(rows).toEqual([{ name: 'Раз' }])
  })
})

test('cashiers of somebody else answer like absent ones, to the byte, in every call', async () => {
  const calls = (id: string) =>
    [
      ['delete-cash-register-users', { ids: [id] }],
      ['update-cash-register-user', { id, enabled: false }],
      ['reset-cash-register-user-pin', { id }],
    ] as const
  const [foreign, absent] = [calls(stranger.cashier.id), calls(ABSENT)]
  for (const [index, [name, body]] of foreign.entries()) {
    const seen = await shop.owner.inject('POST', call(name), body)
    const expected = await shop.owner.inject('POST', call(name), absent[index]?.[1])
    expect(seen.status, name).toBe(404)
    expect(withoutId(seen.body)).toEqual(withoutId(expected.body))
    expect((await openBrowser(t).inject('POST', call(name), body)).status).toBe(401)
  }
  expect((await signIn(stranger.cashier.login, stranger.till.pin)).status).toBe(200)
})
