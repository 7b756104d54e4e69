import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkLedger } from '#server/features/ledger/check-ledger.ts'
import { giveBonuses, openBuyer } from '#server/testing/buyers.ts'
import { openTestIo, type TestIo } from '#server/testing/open-test-io.ts'
import { openShop, type Shop } from '#server/testing/shop.ts'

let t: TestIo
let shop: Shop
let stranger: Shop
beforeAll(async () => {
  t = await openTestIo({ pool: 12 })
  shop = await openShop(t)
  stranger = await openShop(t)
})
afterAll(async () => {
  const found: unknown[] = []
  await checkLedger(t.io, (violation) => found.push(violation))
  expect(found).toEqual([])
  await t.close()
})

const ask = (body: object, of: Shop = shop) =>
  of.owner.inject('POST', '/api/v1/buyers/get_buyers_data', {
    organization_id: of.organization_id,
    ...body,
  })

let keys = 0
const adjust = (call: 'accrual' | 'withdraw', body: object, key?: string, of: Shop = shop) => {
  keys += 1
  return of.owner.inject(
    'POST',
    `/api/v1/buyers/make_handle_${call}`,
    { organization_id: shop.organization_id, reason: 'gift', ...body },
    { 'idempotency-key': key ?? `key-${keys}` },
  )
}

describe('registering', () => {
  test('makes a buyer with an empty account and answers it whole', async () => {
    const answer = await shop.owner.inject('POST', '/api/v1/buyers', {
      organization_id: shop.organization_id,
      phone: '067 765 43 21',
      first_name: 'Ірина',
    })
    expect(answer.status).toBe(201)
    expect(answer.data.created).toBe(true)
    expect(answer.data.buyer).toMatchObject({
      profile: {
        first_name: 'Ірина',
        phone: '+380677654321',
        phone_masked: '•• 43-21',
        joined_via: 'cabinet',
      },
      balance: { available: 0, pending: 0, debt: 0, expiring: [] },
      lots: [],
      entries: { items: [], total: 0, page: 1, limit: 25 },
    })
    expect(answer.data.buyer.profile.card_code).toMatch(/^27\d{11}$/)
  })

  test('of one phone 16 times at once makes one buyer', async () => {
    const phone = '+380501112233'
    const answers = await Promise.all(
      Array.from({ length: 16 }, () =>
        shop.owner.inject('POST', '/api/v1/buyers', {
          organization_id: shop.organization_id,
          phone,
        }),
      ),
    )
    expect(new Set(answers.map(({ data }) => data.buyer.profile.id)).size).toBe(1)
    expect(answers.filter(({ data }) => data.created)).toHaveLength(1)
  })
})

describe('the list', () => {
  test('finds by a part of the phone, by name and by card, and masks phones', async () => {
    const list = await openShop(t)
    const olena = await openBuyer(t, list, {
      phone: '+380671230045',
      first_name: 'Олена',
      last_name: 'Коваль',
    })
    const petro = await openBuyer(t, list, { phone: '+380931230067', first_name: 'Петро' })
    const names = async (q: string) =>
      (await ask({ q }, list)).data.items.map((row: { name: string }) => row.name)
    expect(await names('0045')).toEqual(['Олена Коваль'])
    expect(await names('093')).toEqual(['Петро'])
    expect(await names('+38067')).toEqual(['Олена Коваль'])
    expect(await names('КОВАЛЬ')).toEqual(['Олена Коваль'])
    expect(await names('%')).toEqual([])
    const whole = await ask({ buyer_id: petro.buyer_id }, list)
    expect(await names(whole.data.buyer.profile.card_code)).toEqual(['Петро'])
    const { data } = await ask({ sort: 'name' }, list)
    expect(data).toMatchObject({ total: 2, page: 1, limit: 50 })
    expect(data.items.map((row: { id: string }) => row.id)).toEqual([
      olena.buyer_id,
      petro.buyer_id,
    ])
    expect(JSON.stringify(data)).not.toContain('+380')
  })

  test('tells that there are more where counting what was found stopped', async () => {
    const list = await openShop(t)
    for (let turn = 0; turn < 3; turn += 1) await openBuyer(t, list, { first_name: 'Олена' })
    const counted = async (count_up_to?: number) =>
      (await ask({ q: 'олен', count_up_to, limit: 1, page: 3 }, list)).data
    expect(await counted(2)).toMatchObject({ total: 2, more: true, items: [{ name: 'Олена' }] })
    expect(await counted(3)).toMatchObject({ total: 3, more: false })
    expect(await counted()).toMatchObject({ total: 3, more: false })
  })

  test('has letters of every alphabet in the index of parts of names', async () => {
    const { rows } = await sql<{ parts: number }>`
      select cardinality(show_trgm('Олена')) as parts`.execute(t.io.db)
    expect(rows[0]?.parts).toBeGreaterThan(0)
  })

  test('sorts by balance and pages', async () => {
    const list = await openShop(t)
    for (const amount of [10, 30, 20]) {
      const { buyer_id } = await openBuyer(t, list)
      await giveBonuses(list, buyer_id, amount, { lifetime_days: 5 })
    }
    const { data } = await ask({ sort: '-balance', page: 2, limit: 2 }, list)
    expect(data).toMatchObject({ total: 3, page: 2, limit: 2 })
    expect(data.items).toMatchObject([{ available: 10, expiring_30d: 10 }])
  })

  test("never shows a stranger's buyers", async () => {
    const { buyer_id, phone } = await openBuyer(t, shop)
    expect((await ask({ q: phone }, stranger)).data.total).toBe(0)
    expect((await ask({ buyer_id }, stranger)).body.code).toBe('buyer_not_found')
    const foreign = await stranger.owner.inject('POST', '/api/v1/buyers/get_buyers_data', {
      organization_id: shop.organization_id,
    })
    expect(foreign.status).toBe(404)
  })
})

describe('a phone', () => {
  test('is whole only for who named it, or by a recorded reveal', async () => {
    const { buyer_id, phone } = await openBuyer(t, shop)
    expect((await ask({ buyer_id })).data.buyer.profile.phone).toBeNull()
    expect((await ask({ phone })).data.buyer.profile.phone).toBe(phone)
    const revealed = await shop.owner.inject('POST', `/api/v1/buyers/${buyer_id}/reveal`, {
      organization_id: shop.organization_id,
    })
    expect(revealed.data).toEqual({ phone })
    const audit = await t.io.db
      .selectFrom('buyer_audit')
      .selectAll()
      .where('buyer_id', '=', buyer_id)
      .execute()
    expect(audit).toMatchObject([{ action: 'phone_revealed', user_id: shop.owner.user.id }])
    const foreign = await stranger.owner.inject('POST', `/api/v1/buyers/${buyer_id}/reveal`, {
      organization_id: stranger.organization_id,
    })
    expect(foreign.body.code).toBe('buyer_not_found')
  })
})

describe('the profile', () => {
  test('changes only what is given', async () => {
    const { buyer_id } = await openBuyer(t, shop, { first_name: 'Оля', last_name: 'Лис' })
    const patch = (body: object) =>
      shop.owner.inject(
        'PATCH',
        `/api/v1/buyers/${buyer_id}?organization_id=${shop.organization_id}`,
        body,
      )
    const changed = await patch({
      first_name: 'Ольга',
      birthday: '1990-02-28',
      gender: 'female',
      tags: ['vip'],
    })
    expect(changed.data).toMatchObject({
      first_name: 'Ольга',
      last_name: 'Лис',
      birthday: '1990-02-28',
      tags: ['vip'],
    })
    expect((await patch({ status: 'blocked', last_name: null })).data).toMatchObject({
      status: 'blocked',
      last_name: null,
    })
    expect((await patch({ phone: '+380670000000' })).status).toBe(422)
    expect((await ask({ tag: 'vip' })).data.items.map((row: { id: string }) => row.id)).toContain(
      buyer_id,
    )
  })
})

describe('giving and taking by hand', () => {
  test('makes lots and entries, and the history tells who and why', async () => {
    const { buyer_id } = await openBuyer(t, shop)
    const given = await adjust('accrual', {
      buyer_id,
      amount: 12.5,
      lifetime_days: 0,
      reason: 'other',
      comment: 'За очікування',
    })
    expect(given.status).toBe(201)
    expect(given.data.balance).toEqual({ available: 12.5, pending: 0, debt: 0, expiring: [] })
    await adjust('accrual', { buyer_id, amount: 10, lifetime_days: 7 })
    const taken = await adjust('withdraw', { buyer_id, amount: 11, reason: 'mistake' })
    expect(taken.data.balance).toMatchObject({ available: 11.5, expiring: [] })
    const { data } = await ask({ buyer_id })
    expect(data.buyer.lots).toMatchObject([
      { number: 1, amount: 12.5, remaining: 11.5, expires_at: null },
    ])
    expect(data.buyer.entries.items).toMatchObject([
      {
        number: 3,
        kind: 'manual_withdraw',
        amount: -11,
        balance_after: 11.5,
        reason: 'mistake',
        user_id: shop.owner.user.id,
      },
      { number: 2, kind: 'manual_accrual', amount: 10, reason: 'gift', comment: null },
      {
        number: 1,
        kind: 'manual_accrual',
        amount: 12.5,
        reason: 'other',
        comment: 'За очікування',
      },
    ])
    const page = await shop.owner.inject(
      'GET',
      `/api/v1/buyers/${buyer_id}/entries?organization_id=${shop.organization_id}&page=2&limit=2`,
    )
    expect(page.data).toMatchObject({ total: 3, page: 2, limit: 2, items: [{ number: 1 }] })
  })

  test('lets a gift live to the end of its last local day', async () => {
    const { buyer_id } = await openBuyer(t, shop)
    await adjust('accrual', { buyer_id, amount: 10, lifetime_days: 1 })
    const { data } = await ask({ buyer_id })
    expect(data.buyer.balance.expiring).toEqual([{ date: '2026-11-22', amount: 10 }])
    expect(data.buyer.lots[0].expires_at).toBe('2026-11-22T22:00:00.000Z')
  })

  test('takes no more than there is', async () => {
    const { buyer_id } = await openBuyer(t, shop)
    await adjust('accrual', { buyer_id, amount: 5 })
    const answer = await adjust('withdraw', { buyer_id, amount: 5.01 })
    expect(answer.status).toBe(422)
    expect(answer.body).toMatchObject({ code: 'insufficient_bonuses', data: { available: 5 } })
  })

  test('answers a repetition of the key as before, and refuses it for other content', async () => {
    const { buyer_id } = await openBuyer(t, shop)
    const answers = await Promise.all(
      Array.from({ length: 16 }, () =>
        adjust('accrual', { buyer_id, amount: 7 }, `once-${buyer_id}`),
      ),
    )
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    expect(
      answers.filter(({ headers }) => headers['idempotency-replayed'] === 'true'),
    ).toHaveLength(15)
    expect((await ask({ buyer_id })).data.buyer.balance.available).toBe(7)
    const other = await adjust('accrual', { buyer_id, amount: 8 }, `once-${buyer_id}`)
    expect(other.body.code).toBe('idempotency_conflict')
    const otherCall = await adjust('withdraw', { buyer_id, amount: 7 }, `once-${buyer_id}`)
    expect(otherCall.body.code).toBe('idempotency_conflict')
  })

  test.each([
    [{ amount: 0 }, 'amount'],
    [{ amount: 1.005 }, 'amount'],
    [{ amount: 5, reason: 'other' }, 'comment'],
    [{ amount: 5, phone: '0671112233' }, 'buyer_id'],
  ])('refuses %j', async (body, path) => {
    const { buyer_id } = await openBuyer(t, shop)
    const answer = await adjust('accrual', { buyer_id, ...body })
    expect(answer.status).toBe(422)
    expect(answer.body.fields).toMatchObject([{ path }])
  })

  test('needs an Idempotency-Key', async () => {
    const { buyer_id } = await openBuyer(t, shop)
    const answer = await shop.owner.inject('POST', '/api/v1/buyers/make_handle_accrual', {
      organization_id: shop.organization_id,
      buyer_id,
      amount: 5,
      reason: 'gift',
    })
    expect(answer.body.fields).toMatchObject([{ path: 'idempotency_key', code: 'required' }])
  })

  test("does not reach a stranger's buyer", async () => {
    const { buyer_id } = await openBuyer(t, stranger)
    expect((await adjust('accrual', { buyer_id, amount: 5 })).body.code).toBe('buyer_not_found')
    expect((await adjust('accrual', { buyer_id, amount: 5 }, undefined, stranger)).status).toBe(404)
  })
})

describe('the nightly job', () => {
  test('expires what is due on the local day of the shop', async () => {
    const { buyer_id } = await openBuyer(t, shop)
    await adjust('accrual', { buyer_id, amount: 9, lifetime_days: 0 })
    await adjust('accrual', { buyer_id, amount: 4, lifetime_days: 1 })
    t.clock.set('2026-11-22T22:00:00Z')
    await t.io.jobs.send('buyers.expire_lots', {})
    await t.runJobs()
    const row = await t.io.db
      .selectFrom('account')
      .select(['balance', 'entries'])
      .where('buyer_id', '=', buyer_id)
      .executeTakeFirstOrThrow()
    expect(row).toEqual({ balance: 900, entries: 3 })
    const entry = await t.io.db
      .selectFrom('entry')
      .select(['kind', 'day', 'amount'])
      .where('buyer_id', '=', buyer_id)
      .where('number', '=', 3)
      .executeTakeFirstOrThrow()
    expect(entry).toEqual({ kind: 'expiry', day: '2026-11-23', amount: -400 })
    t.clock.set('2026-11-21T08:00:00Z')
  })
})
