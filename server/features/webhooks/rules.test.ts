import { expect, test } from 'vitest'
import { afterFailure, GIVE_UP_MS, signedHeaders, waitAfter } from './rules.ts'

test('the signature is the one Standard Webhooks publishes for its example', () => {
  const headers = signedHeaders(
    'msg_p5jXN8AQM9LWM0D4loKWxJek',
    new Date(1_614_265_330_000),
    '{"test": 2432232314}',
    ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
  )
  expect(headers['webhook-signature']).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=')
  expect(headers['webhook-timestamp']).toBe('1614265330')
})

test('tries become rarer, go on for three days and end there', () => {
  const start = new Date('2026-11-21T08:00:00Z')
  const give_up_at = new Date(start.getTime() + GIVE_UP_MS)
  let now = start
  let tries = 0
  for (;;) {
    tries += 1
    const next = afterFailure(tries, now, give_up_at)
    if (next.status === 'failed') break
    expect(next.next_at > now).toBe(true)
    now = next.next_at
  }
  expect(now).toEqual(give_up_at)
  expect(tries).toBeGreaterThan(15)
  expect(tries).toBeLessThan(30)
  expect([waitAfter(1), waitAfter(2), waitAfter(100)]).toEqual([60_000, 120_000, 21_600_000])
})
