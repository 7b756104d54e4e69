import { describe, expect, it } from 'vitest'
import { beginChange, endChange, openAccount } from './change-rules.ts'
import { expiryOf, moveExpiry, moveExpiryBack, type ExpirySettings } from './lifetime-rules.ts'
import { grant } from './movement-rules.ts'
import type { CreditKind, Draft } from './rules.ts'

const at = (text: string) => Date.parse(text)
const print = (moment: number | null) => (moment === null ? null : new Date(moment).toISOString())
const NOW = at('2026-05-01T09:00:00Z')

const settings = (other: Partial<ExpirySettings> = {}): ExpirySettings => ({
  expiry_mode: 'days',
  expiry_days: 180,
  expiry_months: 6,
  manual_lifetime_days: null,
  birthday_lifetime_days: null,
  referral_lifetime_days: null,
  promotion_lifetime_days: null,
  timezone: 'Europe/Kyiv',
  ...other,
})

describe('a lot', () => {
  it('of 180 days that is active from 1 May can be spent to the end of 28 October', () => {
    expect(print(expiryOf(settings(), 'accrual', NOW))).toBe('2026-10-28T22:00:00.000Z')
  })

  it('may live for ever, to the end of a month, or some days after the last purchase', () => {
    expect(expiryOf(settings({ expiry_mode: 'never' }), 'accrual', NOW)).toBeNull()
    expect(print(expiryOf(settings({ expiry_mode: 'end_of_month_after' }), 'accrual', NOW))).toBe(
      '2026-11-30T22:00:00.000Z',
    )
    const after = settings({ expiry_mode: 'after_last_purchase', expiry_days: 10 })
    expect(print(expiryOf(after, 'accrual', NOW))).toBe('2026-05-11T21:00:00.000Z')
  })

  it('given by hand may have a lifetime of its own', () => {
    const own = settings({ expiry_mode: 'never', manual_lifetime_days: 1 })
    expect(print(expiryOf(own, 'manual_accrual', NOW))).toBe('2026-05-02T21:00:00.000Z')
    expect(print(expiryOf(own, 'compensation', NOW))).toBe('2026-05-02T21:00:00.000Z')
    expect(expiryOf(own, 'accrual', NOW)).toBeNull()
    expect(expiryOf(settings({ expiry_mode: 'never' }), 'manual_accrual', NOW)).toBeNull()
  })
})

describe('after the last purchase', () => {
  const after = settings({
    expiry_mode: 'after_last_purchase',
    expiry_days: 10,
    manual_lifetime_days: 3,
  })
  const moved_to = at('2026-05-11T21:00:00Z')

  function holding(...lots: [expires_at: number | null, kind?: CreditKind][]): Draft {
    const draft = beginChange(openAccount('shop', 'buyer'), NOW)
    for (const [index, [expires_at, kind = 'accrual']] of lots.entries()) {
      grant(draft, { source: `g${index}`, actor: 'system', kind, amount: 5, expires_at })
    }
    return beginChange(endChange(draft).account, NOW)
  }
  const dates = (draft: Draft) => draft.account.lots.map((lot) => [lot.number, lot.expires_at])

  it('every lot lives on, none is shortened, and hand-given ones keep their own term', () => {
    const draft = holding(
      [NOW + 1],
      [null],
      [moved_to + 1],
      [NOW + 2, 'manual_accrual'],
      [moved_to],
    )
    expect(moveExpiry(draft, after, NOW)).toEqual({
      to: moved_to,
      lots: [{ number: 1, expires_at: NOW + 1 }],
    })
    expect(dates(draft)).toEqual([
      [4, NOW + 2],
      [1, moved_to],
      [5, moved_to],
      [3, moved_to + 1],
      [2, null],
    ])
  })

  it('moves nothing in other modes or when nothing is nearer', () => {
    expect(moveExpiry(holding([NOW + 1]), settings(), NOW)).toBeNull()
    expect(moveExpiry(holding([null], [moved_to]), after, NOW)).toBeNull()
  })

  it('a hand-given lot moves too when it has no term of its own', () => {
    const draft = holding([NOW + 1, 'manual_accrual'])
    moveExpiry(draft, { ...after, manual_lifetime_days: null }, NOW)
    expect(dates(draft)).toEqual([[1, moved_to]])
  })

  it('a cancelled purchase takes the move back, from the lots no later one moved', () => {
    const draft = holding([NOW + 1], [NOW + 5], [moved_to], [NOW + 7])
    const moved = moveExpiry(draft, after, NOW)
    if (!moved) throw new Error('nothing moved')
    const later = draft.account.lots.find((lot) => lot.number === 4)
    if (later) later.expires_at = moved_to + 9
    moveExpiryBack(draft, moved, NOW)
    expect(dates(draft)).toEqual([
      [1, NOW + 1],
      [2, NOW + 5],
      [3, moved_to],
      [4, moved_to + 9],
    ])
  })

  it('what has expired by then gets the days of grace', () => {
    const draft = holding([NOW + 1], [NOW + 5])
    const moved = moveExpiry(draft, after, NOW)
    if (!moved) throw new Error('nothing moved')
    const later = beginChange(endChange(draft).account, NOW + 1)
    moveExpiryBack(later, moved, NOW + 99)
    expect(dates(later)).toEqual([
      [2, NOW + 5],
      [1, NOW + 99],
    ])
  })
})
