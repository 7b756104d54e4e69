/**
 * A shop opened over HTTP on a program that runs elsewhere: for trials, benchmarks and the browser
 * tests, which must not reach around the API.
 */
import { newId } from '#server/io/id.ts'

export type Answered = { status: number; body: never; headers: Headers }

/** Calls a program as a browser of its own page would: cookies kept, JSON both ways. */
export function openVisitor(base: string) {
  const cookies = new Map<string, string>()
  return {
    cookies,
    async call(method: string, path: string, body?: unknown): Promise<Answered> {
      const answer = await fetch(base + path, {
        method,
        headers: {
          'sec-fetch-site': 'same-origin',
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...(cookies.size > 0 && {
            cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
          }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      for (const line of answer.headers.getSetCookie()) {
        const [pair = ''] = line.split(';')
        const at = pair.indexOf('=')
        cookies.set(pair.slice(0, at), pair.slice(at + 1))
      }
      const text = await answer.text()
      return {
        status: answer.status,
        headers: answer.headers,
        body: (text === '' ? undefined : JSON.parse(text)) as never,
      }
    },
  }
}

type Opened = {
  data: {
    id: string
    opened: { pos_id: string; cashier: { user: { login: string }; pin: string } }
  }
}
type Authenticated = { data: { token: string } }
type Integrated = { data: { token: string } }

export type RemoteShop = {
  base: string
  owner: ReturnType<typeof openVisitor>
  email: string
  password: string
  organization_id: string
  pos_id: string
  cashier: { login: string; pin: string; token: string }
  /** A token for a program that sells: its limits are a program's, not a person's. */
  integration_token: string
}

/** Signs an owner up and opens a shop with a cashier and an integration. */
export async function openRemoteShop(base: string, name = 'Кава на Розі'): Promise<RemoteShop> {
  const owner = openVisitor(base)
  const email = `owner-${newId(new Date())}@example.com`
  const password = 'a-long-owner-passphrase'
  await expectStatus(
    owner.call('POST', '/api/v1/user/signup', {
      email,
      password,
      first_name: 'Олена',
      accept_terms: true,
    }),
    201,
  )
  const opened: Opened = (
    await expectStatus(
      owner.call('POST', '/api/v1/organizations', { name, cashier: { name: 'Ірина' } }),
      201,
    )
  ).body
  const { id: organization_id, opened: shop } = opened.data
  const { login } = shop.cashier.user
  const authenticated: Authenticated = (
    await expectStatus(
      openVisitor(base).call('POST', '/pos-api/v1/manager-auth', {
        login,
        password: shop.cashier.pin,
      }),
      200,
    )
  ).body
  return {
    base,
    owner,
    email,
    password,
    organization_id,
    pos_id: shop.pos_id,
    cashier: { login, pin: shop.cashier.pin, token: authenticated.data.token },
    integration_token: await addIntegration(owner, shop.pos_id),
  }
}

/** A token for one more program that sells at the point. */
export async function addIntegration(owner: RemoteShop['owner'], pos_id: string): Promise<string> {
  const ask = { pos_id, name: 'Каса', role: 'integration' }
  const path = '/api/v1/pos/create-pos-register-user'
  const { body } = await expectStatus(owner.call('POST', path, ask), 201)
  return (body as Integrated).data.token
}

async function expectStatus(answered: Promise<Answered>, status: number): Promise<Answered> {
  const answer = await answered
  if (answer.status !== status) {
    throw new Error(`expected ${status}, got ${answer.status}: ${JSON.stringify(answer.body)}`)
  }
  return answer
}

/** A POS call with a bearer token. */
export async function callPos(
  base: string,
  token: string,
  path: string,
  body: unknown,
  options: { timeout_ms?: number } = {},
): Promise<Answered> {
  const answer = await fetch(base + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body ?? {}),
    signal: AbortSignal.timeout(options.timeout_ms ?? 10_000),
  })
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as never }
}
