/** The examples for integrators, run as they are told to be, where their language is installed. */
import { execFile, spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signedHeaders } from '#server/features/webhooks/rules.ts'
import { openTestIo, type TestIo } from '#server/testing/open-test-io.ts'
import { newPhone } from '#server/testing/receipts.ts'
import { openShop, withToken, type Shop } from '#server/testing/shop.ts'
import { posApiDocument } from '../scripts/pos-kit/document.ts'

const run = promisify(execFile)
/** What runs an example: our own Node, whatever the machine calls so, and the shell for curl. */
const pathOf = (program: string) =>
  program === 'node' ? process.execPath : program === 'curl' ? 'sh' : program
const isThere = ([program]: readonly string[]) =>
  program === 'node' ||
  spawnSync(program ?? '', ['--version'], { stdio: 'ignore' }).error === undefined

const sales = [
  ['curl', 'examples/curl/first-receipt.sh'],
  ['node', 'examples/typescript/first-receipt.ts'],
  ['python3', 'examples/python/first_receipt.py'],
  ['php', 'examples/php/first-receipt.php'],
]
const receivers = [
  ['node', 'examples/typescript/verify-webhook.ts'],
  ['python3', 'examples/python/verify_webhook.py'],
  ['php', 'examples/php/verify-webhook.php'],
]

let t: TestIo
let shop: Shop
let token: string
let origin: string

beforeAll(async () => {
  t = await openTestIo()
  shop = await openShop(t)
  const made = await shop.owner.inject('POST', '/api/v1/pos/create-pos-register-user', {
    ...{ pos_id: shop.pos_id, name: 'Облікова програма', role: 'integration' },
  })
  token = made.data.token
  await t.app.listen({ port: 0, host: '127.0.0.1' })
  origin = `http://127.0.0.1:${(t.app.server.address() as AddressInfo).port}`
})
afterAll(() => t.close())

test.each(sales.filter(isThere))('%s %s sells once and returns a part', async (program, file) => {
  const phone = newPhone()
  const env = { ...process.env, VERTA_URL: origin, VERTA_TOKEN: token, VERTA_PHONE: phone }
  const { stdout } = await run(pathOf(program), [file], { env })
  const [receipt_id, told, refund] = stdout.trim().split(' ')
  expect([told, refund]).toEqual(['returned', '65'])
  const till = withToken(t, token)
  const { data } = await till('POST', '/pos-api/v1/bonuses/get-receipts', { phone })
  expect(data.items).toMatchObject([{ receipt_id, status: 'partially_cancelled' }])
})

test.each(receivers.filter(isThere))('%s %s tells our signature', async (program, file) => {
  const secret = `whsec_${Buffer.alloc(32, 9).toString('base64')}`
  const body = '{"type":"test","data":{"name":"Їжак"}}'
  const ask = (sent: string, now: Date, ...secrets: string[]) => {
    const headers = signedHeaders('message-1', now, body, secrets)
    const named = ['webhook-id', 'webhook-timestamp', 'webhook-signature']
    return spawnSync(pathOf(program), [file, ...named.map((name) => headers[name] ?? '')], {
      input: sent,
      env: { ...process.env, VERTA_WEBHOOK_SECRET: secret },
    }).status
  }
  // Programs of their own look at the machine's clock.
  const now = new Date()
  const other = `whsec_${Buffer.alloc(32, 8).toString('base64')}`
  expect(ask(body, now, other, secret)).toBe(0)
  expect(ask(`${body} `, now, secret)).toBe(1)
  expect(ask(body, now, other)).toBe(1)
  expect(ask(body, new Date(now.getTime() - 3_600_000), secret)).toBe(1)
})

test('every call of every example is one of the document', () => {
  const known = new Set(Object.keys(posApiDocument().paths))
  const called = globSync('examples/*/*').flatMap((file) =>
    [
      ...readFileSync(file, 'utf8').matchAll(
        /["'/](receipt|bonuses\/[a-z-]+(?:\/[a-z-]+)?)(?=[?"'])/g,
      ),
    ].map(([, path]) => ({ file, path: `/pos-api/v1/${path}` })),
  )
  expect(new Set(called.map(({ file }) => file)).size).toBe(sales.length + 1)
  expect(called.filter(({ path }) => !known.has(path))).toEqual([])
})
