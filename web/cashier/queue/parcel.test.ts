import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  asNow,
  discardFigures,
  foundOutcome,
  mayWait,
  mended,
  outcomeOf,
  type Parcel,
  pauseMs,
  sealed,
  summaryOf,
} from './parcel.ts'
import { receiptIdOf } from './receipt-id.ts'

const HOUR = 3_600_000
const NOW = Date.parse('2026-11-22T12:00:00Z')
const parcel: Parcel = {
  ...{ key: 'k', receipt_id: 'r', organization_id: 'o', pos_id: 'p', cashier: 'Ірина' },
  ...{ ask: { phone: '+380671234567' }, sold: { total: 100 }, gross: 10_000, earlier: [] },
  ...{ device_ms: NOW, sold_ms: NOW, calculated: false },
}

test('a phone and the permanent card may wait, one-time codes may not', () => {
  expect(mayWait({ phone: '+380671234567' })).toBe(true)
  expect(mayWait({ promocode: '2799999999997' })).toBe(true)
  expect(mayWait({ promocode: '2812345678902' })).toBe(false)
  expect(mayWait({ promocode: '12345678' })).toBe(false)
})

test('silence, failures and the server’s patience leave a sale where it is', () => {
  for (const trouble of [{ status: 0, code: 'offline' }, { status: 500, code: 'internal' }, {}]) {
    expect(outcomeOf(trouble)).toEqual({ kind: 'wait' })
  }
  const limited = { status: 429, code: 'rate_limited', retry_after: 7 }
  expect(outcomeOf(limited)).toEqual({ kind: 'wait', retry_after: 7 })
  expect(outcomeOf({ status: 401, code: 'not_signed_in' })).toEqual({ kind: 'signed_out' })
})

test('a conflict is asked about, any other refusal is the cashier’s', () => {
  expect(outcomeOf({ status: 409, code: 'idempotency_conflict' })).toEqual({ kind: 'look' })
  expect(outcomeOf({ status: 403, code: 'buyer_blocked' })).toEqual({
    kind: 'refused',
    refusal: { code: 'buyer_blocked' },
  })
  const fields = [{ path: 'occurred_at', code: 'invalid' }]
  expect(outcomeOf({ status: 422, code: 'validation_failed', fields })).toEqual({
    kind: 'refused',
    refusal: { code: 'too_old' },
  })
  const data = { limits: [{ text: 'Сума понад 20 000 ₴' }] }
  expect(outcomeOf({ status: 403, code: 'not_allowed', data })).toEqual({
    kind: 'refused',
    refusal: { code: 'over_limit', detail: 'Сума понад 20 000 ₴' },
  })
})

test('a receipt found under the id is the sale itself, unless the sale was mended since', () => {
  expect(foundOutcome(true, {})).toEqual({ kind: 'made' })
  expect(foundOutcome(true, { mended: true })).toMatchObject({ refusal: { code: 'made_before' } })
  expect(foundOutcome(false, {})).toMatchObject({ refusal: { code: 'idempotency_conflict' } })
})

test('mending keeps the id and the moment, so that the sale is made once at most', () => {
  const refused = { ...parcel, refusal: { code: 'buyer_not_found' }, approval: 'old' }
  const next = mended(refused, {
    ...{ ask: { phone: '+380507654321' }, sold: { total: 90 }, gross: 9_000 },
  })
  const { receipt_id, key, sold_ms } = parcel
  expect(next).toMatchObject({ receipt_id, key, sold_ms, gross: 9_000, mended: true })
  expect(next.refusal).toBeUndefined()
  expect(next.approval).toBeUndefined()
})

test('only what the server refused for its age is sold anew, under another id', () => {
  const now = { receipt_id: 'new', sold_ms: NOW + HOUR }
  const old = { ...parcel, refusal: { code: 'too_old' } }
  expect(asNow(old, now)).toMatchObject({ ...now, key: 'k' })
  const blocked = { ...parcel, refusal: { code: 'buyer_blocked' } }
  expect(asNow(blocked, now)).toBe(blocked)
})

test('a moment that the till could not know is written down once, with an id of it', () => {
  const unknown = { ...parcel, sold_ms: null }
  const whole = sealed(unknown, NOW, () => 'late')
  expect(whole).toMatchObject({ sold_ms: NOW, receipt_id: 'late' })
  expect(sealed(whole, NOW + HOUR, () => 'other')).toBe(whole)
  // An id that the server gave may have been sent: it stays.
  expect(sealed({ ...unknown, calculated: true }, NOW, () => 'late').receipt_id).toBe('r')
})

test('the queue is summed up: how many, how much, how old', () => {
  const refused = { ...parcel, refusal: { code: 'buyer_blocked' }, gross: 500 }
  expect(summaryOf([parcel, refused], NOW)).toEqual({
    ...{ count: 2, waiting: 1, refused: 1, gross: 10_500, age: 'fresh' },
  })
  expect(summaryOf([parcel], NOW + 25 * HOUR).age).toBe('old')
  expect(summaryOf([parcel], NOW + 73 * HOUR).age).toBe('over')
  expect(summaryOf([], NOW).age).toBe('fresh')
})

test('what was discarded is told by reason', () => {
  const one = { key: 'a', gross: 100, reason: 'amount', at_ms: NOW } as const
  expect(discardFigures([one, { ...one, key: 'b', gross: 50 }])).toEqual([
    { reason: 'amount', count: 2, gross: 150 },
  ])
})

test('any number of failures waits between one second and half a minute', () => {
  fc.assert(
    fc.property(fc.nat(), (failures) => {
      const pause = pauseMs(failures)
      expect(pause).toBeGreaterThanOrEqual(1000)
      expect(pause).toBeLessThanOrEqual(30_000)
      expect(pauseMs(failures + 1)).toBeGreaterThanOrEqual(pause)
    }),
  )
})

test('an id is a UUIDv7 of its moment: later moments have greater ids', () => {
  const moment = fc.integer({ min: 0, max: 2 ** 48 - 2 })
  fc.assert(
    fc.property(moment, (ms) => {
      const id = receiptIdOf(ms)
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
      expect(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)).toBe(ms)
      expect(receiptIdOf(ms + 1) > id).toBe(true)
    }),
  )
})

/**
 * A server that makes receipts by their id, a line that loses either way, and a cashier who mends:
 * whatever happens, a sale is made once at most, and a sale that has left the queue is made.
 */
test('no sequence of losses and mendings makes a sale twice or loses it', () => {
  const step = fc.constantFrom('lost_before', 'lost_after', 'refused', 'mend', 'sent')
  fc.assert(
    fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
      const server = new Map<string, number>()
      let now: Parcel | undefined = parcel
      const post = (one: Parcel) => {
        const known = server.get(one.receipt_id)
        if (known !== undefined && known !== one.gross) {
          return foundOutcome(server.has(one.receipt_id), one)
        }
        server.set(one.receipt_id, one.gross)
        return { kind: 'made' } as const
      }
      for (const what of [...steps, 'sent']) {
        if (!now) break
        if (what === 'mend' && now.refusal) {
          now = mended(now, { ask: now.ask, sold: now.sold, gross: now.gross + 1 })
        }
        if (now.refusal) continue
        if (what === 'lost_after') post(now)
        if (what === 'refused' && !server.has(now.receipt_id)) {
          now = { ...now, refusal: { code: 'buyer_blocked' } }
        }
        if (what !== 'sent' || now.refusal) continue
        const outcome = post(now)
        now = outcome.kind === 'refused' ? { ...now, refusal: outcome.refusal } : undefined
      }
      expect(server.size).toBeLessThanOrEqual(1)
      if (!now) expect(server.size).toBe(1)
    }),
  )
})
