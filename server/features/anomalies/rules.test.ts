import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anomalyRuleNames, anomalyRules } from '#contract/anomaly-rules.ts'
import { runs } from '#server/testing/property-runs.ts'
import { findAnomalies, isOpen, type DayFacts, type DayReceipt } from './rules.ts'

const quiet: DayFacts = {
  receipts: [],
  cancellations: [],
  hands: [],
  cards: [],
  usual: { receipts: 0, accrual: 0 },
}
let ids = 0
const receipt = (parts: Partial<DayReceipt> = {}): DayReceipt => ({
  id: `r${(ids += 1)}`,
  at: ids * 7_200_000,
  open: true,
  buyer_id: `b${ids}`,
  cashier_id: 'anna',
  accrual: 100,
  ...parts,
})
const times = <T>(count: number, make: (at: number) => T): T[] =>
  Array.from({ length: count }, (_none, at) => make(at))
const found = (facts: Partial<DayFacts>) =>
  findAnomalies({ ...quiet, ...facts }).map(({ rule, found: count }) => [rule, count])

describe('each rule speaks from its border on', () => {
  it('many receipts of one buyer in a day, whoever sold', () => {
    const five = times(5, (at) => receipt({ buyer_id: 'ihor', cashier_id: `c${at}` }))
    expect(found({ receipts: five.slice(1) })).toEqual([])
    expect(found({ receipts: five })).toEqual([['many_receipts', 5]])
  })

  it('receipts of one buyer from one cashier within an hour', () => {
    const at = (minute: number) => receipt({ buyer_id: 'ihor', at: minute * 60_000 })
    expect(found({ receipts: [at(0), at(30), at(61)] })).toEqual([])
    expect(found({ receipts: [at(60), at(0), at(30)] })).toEqual([['quick_receipts', 3]])
  })

  it('a receipt with ten times the usual bonuses, where a usual one is known', () => {
    const receipts = [receipt({ accrual: 1000 })]
    expect(found({ receipts, usual: { receipts: 30, accrual: 3000 } })).toEqual([
      ['big_accrual', 10],
    ])
    expect(found({ receipts, usual: { receipts: 29, accrual: 2900 } })).toEqual([])
    expect(found({ receipts, usual: { receipts: 30, accrual: 3001 } })).toEqual([])
  })

  it('half of what a cashier sells to members goes to one of them', () => {
    const mine = times(3, () => receipt({ buyer_id: 'ihor' }))
    const others = times(3, () => receipt())
    const nobody = times(9, () => receipt({ buyer_id: null }))
    expect(found({ receipts: [...mine, ...others, ...nobody] })).toEqual([['one_buyer', 50]])
    expect(found({ receipts: [...mine, ...others, receipt()] })).toEqual([])
    expect(found({ receipts: mine })).toEqual([])
  })

  it('a card that a cashier registered and only he serves', () => {
    const card = { buyer_id: 'ihor', cashier_id: 'anna', receipts: 8, own: 8 }
    expect(found({ cards: [card] })).toEqual([['own_card', 8]])
    expect(found({ cards: [{ ...card, receipts: 9 }] })).toEqual([])
    expect(found({ cards: [{ ...card, receipts: 7, own: 7 }] })).toEqual([])
  })

  it('compensations, accruals by hand', () => {
    const hand = (kind: 'compensation' | 'manual_accrual') =>
      times(3, () => ({
        kind,
        buyer_id: 'ihor',
        cashier_id: kind === 'compensation' ? 'anna' : null,
      }))
    expect(found({ hands: hand('compensation') })).toEqual([['compensations', 3]])
    expect(found({ hands: hand('manual_accrual') })).toEqual([['by_hand', 3]])
    expect(
      found({ hands: [...hand('compensation').slice(1), ...hand('manual_accrual').slice(1)] }),
    ).toEqual([])
  })

  it('a fifth of the receipts cancelled; bonuses lost by cancelling', () => {
    const cancelled = times(4, () => ({ cashier_id: 'anna', shop_loss: 0 }))
    const sold = times(20, () => receipt())
    expect(found({ receipts: sold, cancellations: cancelled })).toEqual([['many_cancels', 20]])
    expect(found({ receipts: [...sold, receipt()], cancellations: cancelled })).toEqual([])
    expect(found({ cancellations: cancelled.slice(1) })).toEqual([])
    const lost = times(2, () => ({ cashier_id: 'anna', shop_loss: 1 }))
    expect(found({ cancellations: lost })).toEqual([['lost_bonuses', 2]])
  })

  it('selling while the point of sale is closed', () => {
    const closed = times(3, () => receipt({ open: false }))
    expect(found({ receipts: closed })).toEqual([['closed_hours', 3]])
    expect(found({ receipts: closed.slice(1) })).toEqual([])
  })
})

describe('hours', () => {
  const week = (hours: { from: string; to: string } | null) => [hours, ...times(6, () => null)]

  it('an hour early and late is still open, a day off is not', () => {
    const monday = week({ from: '09:00', to: '18:00' })
    expect(isOpen(monday, 1, 8 * 60)).toBe(true)
    expect(isOpen(monday, 1, 19 * 60)).toBe(true)
    expect(isOpen(monday, 1, 19 * 60 + 1)).toBe(false)
    expect(isOpen(monday, 2, 12 * 60)).toBe(false)
    expect(isOpen(week(null), 2, 12 * 60)).toBe(true)
  })

  it('hours that pass midnight reach into the next day, from Sunday into Monday too', () => {
    const bar = times(7, (at) => (at === 6 ? { from: '20:00', to: '03:00' } : null))
    expect(isOpen(bar, 7, 19 * 60)).toBe(true)
    expect(isOpen(bar, 1, 4 * 60)).toBe(true)
    expect(isOpen(bar, 1, 4 * 60 + 1)).toBe(false)
    expect(isOpen(bar, 7, 2 * 60)).toBe(false)
  })
})

const anyId = fc.constantFrom('a', 'b', 'c')
const anyDay: fc.Arbitrary<DayFacts> = fc.record({
  receipts: fc.array(
    fc.record({
      id: fc.uuid(),
      at: fc.integer({ min: 0, max: 86_400_000 }),
      open: fc.boolean(),
      buyer_id: fc.option(anyId),
      cashier_id: fc.option(anyId),
      accrual: fc.nat(100_000),
    }),
  ),
  cancellations: fc.array(fc.record({ cashier_id: fc.option(anyId), shop_loss: fc.nat(3) })),
  hands: fc.array(
    fc.record({
      kind: fc.constantFrom('manual_accrual', 'compensation'),
      buyer_id: anyId,
      cashier_id: fc.option(anyId),
    }),
  ),
  cards: fc.uniqueArray(
    fc
      .record({ buyer_id: anyId, cashier_id: anyId, receipts: fc.nat(20), own: fc.nat(20) })
      .map((card) => ({ ...card, own: Math.min(card.own, card.receipts) })),
    { selector: ({ buyer_id }) => buyer_id },
  ),
  usual: fc.record({ receipts: fc.nat(100), accrual: fc.nat(100_000) }),
})

describe('on any day', () => {
  it('each anomaly is told once, at or over its border, about somebody', () => {
    fc.assert(
      fc.property(anyDay, (day) => {
        const all = findAnomalies(day)
        expect(new Set(all.map(({ rule, subject }) => `${rule} ${subject}`)).size).toBe(all.length)
        for (const { rule, found: count, allowed, subject } of all) {
          expect(anomalyRuleNames).toContain(rule)
          expect(allowed).toBe(anomalyRules[rule])
          expect(count).toBeGreaterThanOrEqual(allowed)
          expect(subject).not.toBe('')
        }
      }),
      runs(300),
    )
  })

  it('the order of the facts changes nothing', () => {
    fc.assert(
      fc.property(anyDay, (day) => {
        const turned = {
          ...day,
          receipts: day.receipts.toReversed(),
          cancellations: day.cancellations.toReversed(),
          hands: day.hands.toReversed(),
          cards: day.cards.toReversed(),
        }
        expect(findAnomalies(turned)).toEqual(findAnomalies(day))
      }),
      runs(200),
    )
  })

  it('receipts without a buyer or a cashier raise no rule about them', () => {
    fc.assert(
      fc.property(anyDay, (day) => {
        const nobody = day.receipts.map((one) => ({ ...one, buyer_id: null, cashier_id: null }))
        const rules = findAnomalies({ ...quiet, receipts: nobody }).map(({ rule }) => rule)
        expect(rules).toEqual([])
      }),
      runs(100),
    )
  })
})
