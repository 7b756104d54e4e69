import { describe, expect, test } from 'vitest'
import { grantLine, planFor, type PlannedTariff } from './plan-rules.ts'
import { boundaryOf, coveredUntil, giveUp, nextStart, periodEnd, revoke } from './span-rules.ts'
import type { Span } from './span-rules.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const at = (text: string) => new Date(`${text}T12:00:00Z`)
const days = (from: Date, count: number) => new Date(from.getTime() + count * DAY_MS)
const span = (id: string, from: Date, to: Date, price: number, payment_id: string | null = id) =>
  ({ id, starts_at: from, ends_at: to, price, tariff_id: 'a', payment_id }) satisfies Span

describe('a period', () => {
  test('of a month ends on the same day, or on the last one where the month is shorter', () => {
    expect(periodEnd(at('2026-11-21'), 'month', 21)).toEqual(at('2026-12-21'))
    expect(periodEnd(at('2027-01-31'), 'month', 31)).toEqual(at('2027-02-28'))
    expect(periodEnd(at('2027-02-28'), 'month', 31)).toEqual(at('2027-03-31'))
    expect(periodEnd(at('2028-01-30'), 'month', 30)).toEqual(at('2028-02-29'))
  })

  test('of a year begun on 29 February ends on the 28th', () => {
    expect(periodEnd(at('2028-02-29'), 'year', 29)).toEqual(at('2029-02-28'))
    expect(periodEnd(at('2026-12-31'), 'year', 31)).toEqual(at('2027-12-31'))
  })

  test('follows what is covered, also within the grace, and begins now after it', () => {
    const end = at('2026-12-01')
    expect(nextStart(null, end)).toEqual(end)
    expect(nextStart(end, at('2026-11-20'))).toEqual(end)
    expect(nextStart(end, days(end, 2.9))).toEqual(end)
    expect(nextStart(end, days(end, 3))).toEqual(days(end, 3))
  })
})

describe('giving up time', () => {
  const month = span('m', at('2026-11-01'), at('2026-12-01'), 30_000)

  test('keeps the days that were used at their price and frees the rest', () => {
    const now = new Date('2026-11-11T18:00:00Z')
    expect(boundaryOf([month], now)).toEqual(at('2026-11-11'))
    const { kept, worth } = giveUp([month], at('2026-11-11'))
    expect(kept).toEqual([{ ...month, ends_at: at('2026-11-11'), price: 10_000 }])
    expect(worth).toBe(20_000)
  })

  test('never touches the trial', () => {
    const trial = span('t', at('2026-10-18'), at('2026-11-01'), 0, null)
    expect(boundaryOf([trial], at('2026-10-20'))).toBeUndefined()
    expect(boundaryOf([trial, month], at('2026-10-20'))).toEqual(at('2026-11-01'))
    expect(giveUp([trial, month], at('2026-11-01'))).toEqual({
      kept: [trial],
      dropped: [month],
      worth: 30_000,
    })
  })
})

test('time of money that went back is taken away and later payments move up', () => {
  const first = span('1', at('2026-11-01'), at('2026-12-01'), 100)
  const second = span('2', at('2026-12-01'), at('2027-01-01'), 100)
  const now = at('2026-11-11')
  expect(revoke([first, second], '1', now).kept).toEqual([
    { ...first, ends_at: now, price: 0 },
    { ...second, starts_at: now, ends_at: days(now, 31) },
  ])
  expect(revoke([first, second], '2', now)).toEqual({ kept: [first], dropped: [second] })
})

/** A reproducible stream of numbers. */
function randomOf(seed: number) {
  let state = seed
  return (max: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return state % max
  }
}

test('whatever is bought and changed in a year, no day is charged twice and no kopeck is lost', () => {
  const tariffs: PlannedTariff[] = [
    { id: 'a', price: 29_000, period: 'month' },
    { id: 'b', price: 59_000, period: 'month' },
    { id: 'c', price: 990_001, period: 'year' },
    { id: 'd', price: 7, period: 'month' },
  ]
  for (let seed = 1; seed <= 300; seed += 1) {
    const random = randomOf(seed)
    let now = at('2026-11-21')
    let license = {
      tariff_id: null as string | null,
      anchor_day: null as number | null,
      credit: 0,
      spans: [span('trial', now, days(now, 14), 0, null)] as Span[],
    }
    let paid = 0
    for (let step = 0; step < 25; step += 1) {
      now = new Date(now.getTime() + random(40 * 24) * 3_600_000 + random(3_600_000))
      const tariff = tariffs[random(tariffs.length)]
      if (!tariff) continue
      const plan = planFor(license, tariff, random(3) === 0 ? 1_050 : 0, now)
      expect(plan.discount + plan.left_over + plan.credit + plan.amount).toBe(plan.price)
      // The payment is made up to a day later than agreed on.
      const reserved = { ...license, credit: license.credit - plan.credit }
      now = new Date(now.getTime() + random(DAY_MS))
      const line = { ...plan, tariff_id: tariff.id, period: tariff.period }
      const ids = { span_id: `${seed}-${step}`, payment_id: `${seed}-${step}` }
      const after = grantLine(reserved, line, ids, now)
      paid += plan.amount
      license = { ...after, tariff_id: tariff.id }
      const sorted = license.spans.toSorted((x, y) => +x.starts_at - +y.starts_at)
      sorted.forEach((one, index) => {
        const next = sorted[index + 1]
        if (next) expect(+next.starts_at).toBeGreaterThanOrEqual(+one.ends_at)
      })
      const bought = license.spans.reduce((sum, { price }) => sum + price, 0)
      expect(bought + license.credit).toBe(paid)
      expect(coveredUntil(license.spans)).toEqual(after.granted.ends_at)
      expect(license.credit).toBeGreaterThanOrEqual(0)
    }
  }
})
