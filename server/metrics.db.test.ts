import { afterAll, beforeAll, expect, test } from 'vitest'
import { openMetrics } from './io/metrics.ts'
import { serveMetrics } from './metrics.ts'
import { openTestIo, type TestIo } from './testing/open-test-io.ts'
import type { OpenIo } from './open-io.ts'

const TOKEN = 'a-token-of-the-test'
let t: TestIo
let metrics: { port: number; stop(): Promise<void> }

beforeAll(async () => {
  t = await openTestIo({ config: { METRICS_PORT: '0', METRICS_TOKEN: TOKEN } })
  const beside = openMetrics({ METRICS_PORT: 0 }, {})
  beside.countReceipt()
  metrics = await serveMetrics(t.io as OpenIo, async () => [await beside.read(1)])
})

afterAll(async () => {
  await metrics.stop()
  await t.close()
})

const ask = (authorization?: string) =>
  fetch(`http://127.0.0.1:${metrics.port}/metrics`, {
    headers: { connection: 'close', ...(authorization !== undefined && { authorization }) },
  })

test('figures are for who knows the token', async () => {
  expect((await ask()).status).toBe(401)
  expect((await ask('Bearer something-else')).status).toBe(401)
  expect((await ask(`Bearer ${TOKEN}`)).status).toBe(200)
})

test('the site itself has no figures', async () => {
  expect((await t.app.inject('/metrics')).statusCode).toBe(404)
})

test('answers are told by route pattern, never by address', async () => {
  await t.app.inject('/pos-api/v1/buyers?phone=380671234567')
  await t.app.inject('/nobody/380671234567')
  const text = await (await ask(`Bearer ${TOKEN}`)).text()
  expect(text).toContain('route="none",status="4xx"')
  expect(text).not.toContain('380671234567')
})

test('each process is told apart and each name is described once', async () => {
  const text = await (await ask(`Bearer ${TOKEN}`)).text()
  expect(text).toContain('verta_receipts_total{process="0"} 0')
  expect(text).toContain('verta_receipts_total{process="1"} 1')
  const described = [...text.matchAll(/^# HELP (\S+)/gm)].map(([, name]) => name)
  expect(new Set(described).size).toBe(described.length)
  expect(described).toContain('nodejs_eventloop_lag_p99_seconds')
})

test('jobs and announced facts that wait are counted once for all processes', async () => {
  const before = await (await ask(`Bearer ${TOKEN}`)).text()
  expect(before).toContain('verta_database_up 1')
  expect(before).toMatch(/^verta_jobs_waiting 0$/m)
  await t.io.db
    .insertInto('announcement')
    .values({
      organization_id: '0199f3c2-7a10-7bd4-8f3e-000000000001',
      id: '0199f3c2-7a10-7bd4-8f3e-000000000002',
      fact: 'nothing_listens',
      payload: '{}',
      created_at: t.clock.now(),
    })
    .execute()
  expect(await (await ask(`Bearer ${TOKEN}`)).text()).toMatch(/^verta_outbox_waiting 1$/m)
})
