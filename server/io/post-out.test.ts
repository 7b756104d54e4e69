import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { postOut } from './post-out.ts'

let server: Server
let port = 0
let met = 0

beforeAll(async () => {
  server = createServer((_request, answer) => {
    met += 1
    answer.end('ok')
  })
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
  port = (server.address() as AddressInfo).port
})
afterAll(() => void server.close())

test('a name with one private address among public ones is refused and nobody is called', async () => {
  const outcome = await postOut('https://shop.example/hooks', {}, '{}', {
    private_allowed: false,
    timeout_ms: 2_000,
    resolve: (_host, done) =>
      done(null, [
        { address: '8.8.8.8', family: 4 },
        { address: '127.0.0.1', family: 4 },
      ]),
  })
  expect(outcome.problem).toBe('private_address')
})

test('a name is resolved once, and the connection goes to what was found then', async () => {
  const asked: string[] = []
  const outcome = await postOut(`http://rebinding.example:${port}/`, {}, '{}', {
    private_allowed: true,
    timeout_ms: 5_000,
    resolve: (host, done) => {
      asked.push(host)
      done(null, [{ address: asked.length === 1 ? '127.0.0.1' : '10.255.255.1', family: 4 }])
    },
  })
  expect(asked).toEqual(['rebinding.example'])
  expect(outcome).toEqual({ problem: null, answer_status: 200, excerpt: 'ok' })
  expect(met).toBe(1)
})
