import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestIo, type TestIo } from '#server/testing/open-test-io.ts'
import { dropEndedRates, takeRate } from './rate-limit.ts'
import { Refusal } from './refusal.ts'

let t: TestIo
beforeAll(async () => {
  t = await openTestIo()
})
afterAll(() => t.close())

const tryMany = async (bucket: string, times: number, limit: number) => {
  const results = await Promise.allSettled(
    Array.from({ length: times }, () => takeRate(t.io, bucket, limit, 60)),
  )
  return results.filter(({ status }) => status === 'fulfilled').length
}

it('lets exactly the limit through, however many come at once', async () => {
  expect(await tryMany('at once', 64, 10)).toBe(10)
})

it('says how long to wait, and opens again when the window ends', async () => {
  await takeRate(t.io, 'wait', 1, 60)
  t.clock.advance(15_000)
  const refusal = await takeRate(t.io, 'wait', 1, 60).catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(Refusal)
  expect(refusal).toMatchObject({ code: 'rate_limited', detail: { retry_after: 45 } })
  t.clock.advance(45_000)
  expect(await tryMany('wait', 3, 1)).toBe(1)
})

it('counts each bucket for itself', async () => {
  expect(await tryMany('one', 3, 2)).toBe(2)
  expect(await tryMany('two', 3, 2)).toBe(2)
})

it('forgets windows that ended and keeps those that have not', async () => {
  await takeRate(t.io, 'old', 1, 60)
  t.clock.advance(61_000)
  await takeRate(t.io, 'young', 1, 60)
  await dropEndedRates(t.io)
  const rows = await t.io.db.selectFrom('rate_bucket').select('taken').execute()
  expect(rows).toEqual([{ taken: 1 }])
  expect(await tryMany('young', 1, 1)).toBe(0)
})
