/**
 * Who may call what, for every operation of the OpenAPI documents × seven callers. Foreign must
 * answer exactly like absent, nothing of another shop may change, and an operation without a
 * sample fails.
 */
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { allRoutes } from '#server/app.ts'
import { openBrowser, signUpOwner, type Answer, type Browser } from '#server/testing/identity.ts'
import { openTestIo, type TestIo } from '#server/testing/open-test-io.ts'
import { turnOnSecondFactor } from '#server/testing/second-factor.ts'
import { addressOf, readOperations, sampleOf, type Operation } from '#server/testing/operations.ts'
import { digestOf } from '#server/testing/shop-digest.ts'
import { stockShop } from '#server/testing/stock.ts'
import { samples, type Ids } from './permission-samples.ts'

type Shop = { owner: Browser; ids: Ids; cashier: Caller; disabled: Caller }
type Caller = (method: Operation['method'], url: string, body?: object) => Promise<Answer>

let t: TestIo
let operations: Operation[]
let ours: Shop
let theirs: Shop
let administrator: Browser
let anonymous: Browser

const bearer =
  (token: string): Caller =>
  (method, url, body) =>
    openBrowser(t).inject(method, url, body ?? (method === 'POST' ? {} : undefined), {
      authorization: `Bearer ${token}`,
    })

async function must(answer: Promise<Answer>): Promise<Answer['data']> {
  const { status, data, body } = await answer
  if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`)
  return data
}

async function sell(cashier: Caller, phone: string, pos_id: string): Promise<string> {
  const encoded = encodeURIComponent(phone)
  const draft = await must(
    cashier('POST', `/pos-api/v1/receipt?phone=${encoded}`, { pos_id, total: 500 }),
  )
  const query = `receipt_id=${draft.receipt_id}&discount_amount=0&bonuses_amount=0&phone=${encoded}`
  await must(cashier('POST', `/pos-api/v1/bonuses/create?${query}`, { register: {} }))
  return draft.receipt_id
}

async function openShop(phone: string): Promise<Shop> {
  const owner = await signUpOwner(t)
  const organization = await must(
    owner.inject('POST', '/api/v1/organizations', { name: 'Кава', cashier: { name: 'Ірина' } }),
  )
  const organization_id: string = organization.id
  const { pos_id, license_id, cashier: first } = organization.opened
  const spare = await must(
    owner.inject('POST', `/api/v1/pos?organization_id=${organization_id}`, { name: 'Запасна' }),
  )
  const add = (name: string) =>
    must(
      owner.inject('POST', '/api/v1/pos/create-pos-register-user', {
        pos_id,
        name,
        role: 'senior',
      }),
    )
  const [leaver, spareCashier] = [await add('Оксана'), await add('Марія')]
  const enter = async (login: string, password: string) =>
    bearer(
      (await must(openBrowser(t).inject('POST', '/pos-api/v1/manager-auth', { login, password })))
        .token,
    )
  const cashier = await enter(first.user.login, first.pin)
  const disabled = await enter(leaver.user.login, leaver.pin)
  await must(
    owner.inject('POST', '/api/v1/pos/update-cash-register-user', {
      id: leaver.user.id,
      enabled: false,
    }),
  )
  const receipt_id = await sell(cashier, phone, pos_id)
  const cashier_cancel_id = await sell(cashier, phone, pos_id)
  const owner_cancel_id = await sell(cashier, phone, pos_id)
  const draft = await must(
    cashier('POST', `/pos-api/v1/receipt?phone=${encodeURIComponent(phone)}`, {
      pos_id,
      total: 100,
    }),
  )
  const buyers = await must(
    owner.inject('POST', '/api/v1/buyers/get_buyers_data', { organization_id }),
  )
  const stock = await stockShop(owner, organization_id)
  const cities = await must(owner.inject('GET', '/api/v1/locations/cities'))
  const sessions = await must(owner.inject('GET', '/api/v1/user/sessions'))
  return {
    owner,
    cashier,
    disabled,
    ids: {
      organization_id,
      pos_id,
      spare_pos_id: spare.id,
      license_id,
      cashier_id: first.user.id,
      spare_cashier_id: spareCashier.user.id,
      buyer_id: buyers.items[0].id,
      phone,
      receipt_id,
      cashier_cancel_id,
      owner_cancel_id,
      draft_id: draft.receipt_id,
      ...stock,
      city_id: cities.items[0].id,
      country_id: cities.items[0].country_id,
      session_id: (Array.isArray(sessions) ? sessions : sessions.items)[0].id,
    },
  }
}

/** The same request about things that do not exist. */
const absent = (ids: Ids): Ids =>
  Object.fromEntries(
    Object.entries(ids).map(([name, value]) => [
      name,
      ['phone', 'country_id', 'city_id'].includes(name) ? value : randomUUID(),
    ]),
  ) as Ids

function send(caller: Caller, operation: Operation, ids: Ids): Promise<Answer> {
  const sample = sampleOf(operation, ids)
  return caller(operation.method, addressOf(operation, sample, ids), sample.body)
}

const withoutId = ({ status, body }: Answer) => ({ status, body: { ...body, request_id: '' } })

beforeAll(async () => {
  t = await openTestIo({ config: { PLATFORM_ADMIN_EMAILS: 'platform@verta.test' } })
  operations = readOperations(t.io)
  ours = await openShop('+380671112233')
  theirs = await openShop('+380672223344')
  anonymous = openBrowser(t)
  const platform = await signUpOwner(t, { email: 'platform@verta.test' })
  const client = new pg.Client({ connectionString: t.owner_url })
  await client.connect()
  await client.query(
    `update user_account set email_confirmed_at = now() where email = 'platform@verta.test'`,
  )
  await client.end()
  await turnOnSecondFactor(platform, t.io.clock.now())
  administrator = platform
}, 120_000)
afterAll(() => t.close())

const of = (...access: string[]) =>
  operations.filter((operation) => access.includes(operation.access))

test('every operation has a sample, and every sample an operation', () => {
  expect(operations.length).toBeGreaterThan(70)
  const names = operations.map(({ name }) => name).toSorted()
  expect(names).toEqual(Object.keys(samples).toSorted())
})

type Schema = { properties?: object; additionalProperties?: unknown } & Record<string, unknown>

/** Where a schema lets a field in that it does not name. */
function open(schema: unknown, at: string): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const { properties, additionalProperties } = schema as Schema
  const inner = Object.entries(schema).flatMap(([name, value]) => open(value, `${at}/${name}`))
  return properties && additionalProperties !== false ? [at, ...inner] : inner
}

test('no operation takes a field that it does not name, at any depth', () => {
  const asks = allRoutes(t.io).flatMap(({ endpoint: { method, path, query, body } }) =>
    [query, body].flatMap((schema) =>
      schema
        ? [
            {
              name: `${method} ${path}`,
              fields: z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }),
            },
          ]
        : [],
    ),
  )
  expect(asks.length).toBeGreaterThan(100)
  expect(asks.flatMap(({ name, fields }) => open(fields, name))).toEqual([])
})

describe('who did not sign in', () => {
  test('is refused everywhere but at the open operations', async () => {
    for (const operation of of('owner', 'cashier', 'member', 'platform_administrator')) {
      const { status, body } = await send(anonymous.inject, operation, ours.ids)
      expect([operation.name, status, body.code]).toEqual([operation.name, 401, 'not_signed_in'])
    }
  })

  test('is not asked to sign in by an open operation', async () => {
    for (const operation of of('anyone')) {
      const { status, body } = await send(openBrowser(t).inject, operation, ours.ids)
      // A wrong password and a refresh without a session are answers of these operations' own.
      const own = /login|manager-auth|refresh/.test(operation.path)
      if (!own) expect([operation.name, status, body?.code]).not.toContain(401)
      expect(status, operation.name).not.toBe(500)
    }
  })
})

test('what the page of another site asks changes nothing, whoever is signed in', async () => {
  const unsafe = operations.filter(
    ({ method, path }) => method !== 'GET' && path.startsWith('/api/'),
  )
  expect(unsafe.length).toBeGreaterThan(50)
  for (const site of ['cross-site', 'same-site']) {
    for (const operation of unsafe) {
      const forged: Caller = (method, url, body) =>
        ours.owner.inject(method, url, body, { 'sec-fetch-site': site })
      const { status, body } = await send(forged, operation, ours.ids)
      expect([operation.name, status, body.code]).toEqual([operation.name, 403, 'not_allowed'])
    }
  }
})

test("a cashier's token opens nothing of the cabinet", async () => {
  for (const operation of of('owner', 'platform_administrator')) {
    const { status } = await send(ours.cashier, operation, ours.ids)
    expect([operation.name, status]).toEqual([operation.name, 401])
  }
})

test("an owner's session opens nothing of the till", async () => {
  for (const operation of of('cashier')) {
    const { status } = await send(ours.owner.inject, operation, ours.ids)
    expect([operation.name, status]).toEqual([operation.name, 401])
  }
})

test('a disabled cashier is refused at once', async () => {
  for (const operation of of('cashier')) {
    const { status } = await send(ours.disabled, operation, ours.ids)
    expect([operation.name, status]).toEqual([operation.name, 401])
  }
})

test('an owner is refused where platform administrators act', async () => {
  for (const operation of of('platform_administrator')) {
    const { status, body } = await send(ours.owner.inject, operation, ours.ids)
    expect([operation.name, status, body.code]).toEqual([operation.name, 403, 'not_allowed'])
  }
})

describe('what belongs to somebody else', () => {
  test('looks absent to another owner, to a platform administrator and to their cashier, and stays as it is', async () => {
    const before = await digestOf(t.owner_url, ours.ids.organization_id)
    const strangers: [string, Caller, string][] = [
      ['another owner', theirs.owner.inject, 'owner'],
      ['a platform administrator', administrator.inject, 'owner'],
      ['their cashier', theirs.cashier, 'cashier'],
    ]
    let compared = 0
    for (const [who, caller, access] of strangers) {
      for (const operation of of(access)) {
        if (!sampleOf(operation, ours.ids).names) continue
        // The phone is the same in both shops' worlds: only ids may tell them apart.
        const foreign = await send(caller, operation, ours.ids)
        const missing = await send(caller, operation, absent(ours.ids))
        expect([who, operation.name, withoutId(foreign)]).toEqual([
          who,
          operation.name,
          withoutId(missing),
        ])
        const own = sampleOf(operation, ours.ids).also ?? []
        if (!own.includes(foreign.body.code)) {
          expect([who, operation.name, foreign.status]).toEqual([who, operation.name, 404])
        }
        compared += 1
      }
    }
    expect(compared).toBeGreaterThan(80)
    expect(await digestOf(t.owner_url, ours.ids.organization_id)).toEqual(before)
  })
})

test('who may call is let in', async () => {
  const order = (operation: Operation) => (sampleOf(operation, ours.ids).last === true ? 1 : 0)
  const callers: Record<string, Caller> = {
    owner: ours.owner.inject,
    cashier: ours.cashier,
    platform_administrator: administrator.inject,
  }
  // What ends the shop, the session and the account comes last, in this order.
  const ending = ['/organizations/{', '/user/sessions/{', '/user/profile']
  const rank = ({ method, path }: Operation) =>
    method === 'DELETE' ? ending.findIndex((part) => path.includes(part)) : -1
  const sorted = of('cashier', 'owner', 'platform_administrator').toSorted(
    (a, b) => rank(a) - rank(b) || order(a) - order(b) || a.access.localeCompare(b.access),
  )
  for (const operation of sorted) {
    const caller = callers[operation.access]
    if (!caller) throw new Error(operation.access)
    const { also = [] } = sampleOf(operation, ours.ids)
    const answer = await send(caller, operation, ours.ids)
    const code = answer.body?.code ?? 'ok'
    if (also.includes(code)) continue
    expect([operation.name, answer.status, code]).not.toContain('not_allowed')
    expect([401, 403, 404, 500, 503], `${operation.name} ${code}`).not.toContain(answer.status)
  }
})
