import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { addressOf, ApiProblem, call, configureCalls } from './call.ts'

/** A session as the server keeps it: calls answer 401 until it is refreshed. */
type Seen = { calls: string[]; refreshes: number; headers: Record<string, unknown>[] }

let server: Server
let seen: Seen
let ended: number
let alive: boolean
let refreshStatus: number

beforeEach(async () => {
  seen = { calls: [], refreshes: 0, headers: [] }
  ended = 0
  alive = false
  refreshStatus = 200
  server = createServer((request, response) => {
    const path = request.url?.split('?')[0] ?? ''
    const answer = (status: number, body: unknown) => {
      response.writeHead(status, { 'content-type': 'application/json', 'x-request-id': 'r-1' })
      response.end(JSON.stringify(body))
    }
    if (path === '/api/v1/user/refresh') {
      seen.refreshes += 1
      // Slow enough that calls made together are all waiting by now.
      setTimeout(() => {
        alive = refreshStatus === 200
        answer(refreshStatus, refreshStatus === 200 ? { data: {} } : { code: 'not_signed_in' })
      }, 30)
      return
    }
    seen.calls.push(`${request.method} ${request.url}`)
    seen.headers.push(request.headers)
    if (path === '/api/v1/user/login') return answer(401, { code: 'wrong_credentials' })
    if (path === '/api/v1/locations/countries') return answer(502, 'not json at all')
    if (path.startsWith('/pos-api/')) return answer(401, { code: 'not_signed_in' })
    if (!alive) return answer(401, { code: 'not_signed_in', detail: 'Увійдіть, щоб продовжити.' })
    answer(200, { data: { items: [], total: 0, page: 1, limit: 50 } })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const kept = new Map<string, string>()
  configureCalls({
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    marks: {
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, value) => void kept.set(key, value),
    },
    language: () => 'uk-UA',
    onSessionEnded: () => {
      ended += 1
    },
  })
})

afterEach(() => new Promise((resolve) => server.close(resolve)))

describe('a call of the owner', () => {
  it('refreshes the session once after a 401 and repeats the call', async () => {
    const answer = await call('GET /api/v1/organizations')
    expect(answer.items).toEqual([])
    expect(seen.refreshes).toBe(1)
    expect(seen.calls).toHaveLength(2)
    expect(ended).toBe(0)
  })

  it('shares one refresh among calls made together', async () => {
    await Promise.all(Array.from({ length: 8 }, () => call('GET /api/v1/organizations')))
    expect(seen.refreshes).toBe(1)
    expect(seen.calls).toHaveLength(16)
  })

  it('does not refresh again when another tab has done so in between', async () => {
    const { refreshSession } = await import('./refresh.ts')
    const marks = { getItem: () => 'a newer mark', setItem: () => {} }
    await refreshSession('the mark of before', undefined, marks)
    expect(seen.refreshes).toBe(0)
  })

  it('ends the session when the refresh is refused with a 4xx', async () => {
    refreshStatus = 401
    await expect(call('GET /api/v1/organizations')).rejects.toMatchObject({
      code: 'not_signed_in',
      status: 401,
    })
    expect(seen.calls).toHaveLength(1)
    expect(ended).toBe(1)
  })

  it('keeps the session when the refresh fails on the server’s side', async () => {
    refreshStatus = 503
    await expect(call('GET /api/v1/organizations')).rejects.toBeInstanceOf(ApiProblem)
    expect(ended).toBe(0)
  })

  it('takes wrong credentials for what they are, not for a lost session', async () => {
    const body = { email: 'olena@example.com', password: 'wrong' }
    await expect(call('POST /api/v1/user/login', { body })).rejects.toMatchObject({
      code: 'wrong_credentials',
    })
    expect(seen.refreshes).toBe(0)
  })

  it('names an answer that is not a problem internal, with the request to tell support', async () => {
    await expect(call('GET /api/v1/locations/countries')).rejects.toMatchObject({
      code: 'internal',
      status: 502,
      request_id: 'r-1',
    })
  })

  it('says offline when no answer comes at all', async () => {
    configureCalls({ origin: 'http://127.0.0.1:9' })
    await expect(call('GET /api/v1/organizations')).rejects.toMatchObject({
      code: 'offline',
      status: 0,
    })
  })

  it('asks for refusals in the language of the page', async () => {
    alive = true
    await call('GET /api/v1/organizations')
    expect(seen.headers[0]).toMatchObject({ 'accept-language': 'uk-UA' })
  })
})

describe('a call of the till', () => {
  it('carries its token and never touches the owner’s session', async () => {
    const ask = { query: { phone: '+380671234567' }, bearer: 'till-token' }
    await expect(call('POST /pos-api/v1/receipt', ask)).rejects.toMatchObject({ status: 401 })
    expect(seen.headers[0]).toMatchObject({ authorization: 'Bearer till-token' })
    expect(seen.calls).toEqual(['POST /pos-api/v1/receipt?phone=%2B380671234567'])
    expect(seen.refreshes).toBe(0)
    expect(ended).toBe(0)
  })
})

describe('an address', () => {
  it('fills its places and leaves absent values out', () => {
    expect(
      addressOf(
        '/api/v1/pos/{pos_id}/activate',
        { pos_id: 'a/b' },
        { license_id: 'x', q: '', n: 0 },
      ),
    ).toBe('/api/v1/pos/a%2Fb/activate?license_id=x&n=0')
  })
})
