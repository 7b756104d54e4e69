import { describe, expect, it } from 'vitest'
import type { FlyerGift, WelcomeGift } from '#server/features/program/gift-rules.ts'
import { defaultProgram, type Program } from '#server/features/program/rules.ts'
import { candidatesOf, flyerOf, flyerWorks, type Giftee } from './gift-offer-rules.ts'

/** 21 November 2026, 11 o'clock in Kyiv. */
const NOW = Date.UTC(2026, 10, 21, 9)
const buyer: Giftee = {
  ...{ id: 'buyer', birthday: '1990-11-22', birthday_entered_at: new Date('2020-01-01') },
  ...{ joined_at: new Date(NOW), joined_via: 'till', referred_by: 'friend' },
}
const on_join = (when: 'at_once' | 'after_first_receipt'): WelcomeGift => ({
  ...{ kind: 'on_join', on: true, amount: 5_000, lifetime_days: 30 },
  when,
})
const purchase = (reward: 'amount' | 'percent'): WelcomeGift => ({
  ...{ kind: 'first_purchase', on: true, amount: 7_000, percent: 1_500 },
  ...{ reward, min_receipt: 20_000, lifetime_days: 14 },
})
const flyer: FlyerGift = {
  ...{ kind: 'flyer', on: true, id: 'f', code: 'KAVA26', amount: 3_000, lifetime_days: 7 },
  ...{ pos_ids: [], date_from: null, date_to: null, max_uses: 100 },
}
const program = (parts: Partial<Program>): Program => ({ ...defaultProgram(), ...parts })
const offered = (parts: Partial<Program>, of: Partial<Giftee> = {}, receipts = 0) =>
  candidatesOf(program(parts), { ...buyer, ...of }, { receipts }, null, NOW)

describe('the first receipt', () => {
  it('gives the gift for joining when it waits for a purchase', () => {
    expect(offered({ welcome: [on_join('after_first_receipt')] })).toEqual([
      {
        ...{ gift: 'on_join', kind: 'welcome', rule: 'gift_on_join', reward: { amount: 5_000 } },
        ...{ min_receipt: 0, lifetime_days: 30, flyer: null, inviter_id: null },
      },
    ])
    expect(offered({ welcome: [on_join('at_once')] })).toEqual([])
  })

  it('gives a sum or a share of itself, from its minimum on', () => {
    const common = {
      ...{ gift: 'first_purchase', kind: 'welcome', rule: 'gift_first_purchase' },
      ...{ min_receipt: 20_000, lifetime_days: 14, flyer: null, inviter_id: null },
    }
    expect(offered({ welcome: [purchase('amount')] })).toEqual([
      { ...common, reward: { amount: 7_000 } },
    ])
    expect(offered({ welcome: [purchase('percent')] })).toEqual([
      { ...common, reward: { percent: 1_500 } },
    ])
    expect(offered({ welcome: [{ ...purchase('amount'), on: false }] })).toEqual([])
    expect(offered({ welcome: [purchase('amount')] }, {}, 1)).toEqual([])
  })

  it('rewards a friend who was invited by somebody else, when friends are rewarded', () => {
    const referral = { ...defaultProgram().referral, on: true, friend_amount: 4_000 }
    expect(offered({ referral })).toEqual([
      {
        ...{ gift: 'friend', kind: 'referral', rule: 'gift_friend', reward: { amount: 4_000 } },
        ...{ min_receipt: referral.min_receipt, lifetime_days: null, flyer: null },
        inviter_id: 'friend',
      },
    ])
    expect(offered({ referral: { ...referral, on: false } })).toEqual([])
    expect(offered({ referral }, { referred_by: null })).toEqual([])
    expect(offered({ referral }, { referred_by: 'buyer' })).toEqual([])
  })
})

describe('a birthday multiplier', () => {
  const birthday = {
    ...defaultProgram().birthday,
    on: true,
    reward: 'multiplier' as const,
    times: 300,
  }
  it('is offered with any receipt of the window, and only as a multiplier', () => {
    expect(offered({ birthday }, {}, 5)).toEqual([
      {
        ...{ gift: 'birthday:2026', kind: 'birthday', rule: 'gift_birthday', flyer: null },
        ...{ reward: { times: 300 }, min_receipt: 0, lifetime_days: null, inviter_id: null },
      },
    ])
    expect(offered({ birthday: { ...birthday, on: false } })).toEqual([])
    expect(offered({ birthday: { ...birthday, reward: 'amount' } })).toEqual([])
    expect(offered({ birthday }, { birthday: null })).toEqual([])
    expect(offered({ birthday }, { birthday: '1990-06-01' })).toEqual([])
  })

  it('waits a year when the day was told less than 30 days ahead, or on joining just now', () => {
    expect(offered({ birthday }, { birthday_entered_at: new Date('2026-11-01') })).toEqual([])
    expect(offered({ birthday }, { birthday_entered_at: null })).toEqual([])
    const long_here = { birthday_entered_at: null, joined_at: new Date('2026-01-01') }
    expect(offered({ birthday }, long_here)).toHaveLength(1)
  })
})

describe('a flyer', () => {
  it('is found by its code however it is typed, and by no other gift', () => {
    const welcome = [purchase('amount'), flyer]
    expect(flyerOf({ welcome }, 'kava-26')).toBe(flyer)
    expect(flyerOf({ welcome }, 'KAVA27')).toBeUndefined()
  })

  it('works when it is on, at its points of sale and in its days, both whole', () => {
    const works = (parts: Partial<FlyerGift>, day = '2026-11-21', pos = 'a') =>
      flyerWorks({ ...flyer, ...parts }, pos, day)
    expect(works({})).toBe(true)
    expect(works({ on: false })).toBe(false)
    expect([works({ pos_ids: ['a'] }), works({ pos_ids: ['b'] })]).toEqual([true, false])
    const days = { date_from: '2026-11-21', date_to: '2026-11-21' }
    expect([works(days, '2026-11-20'), works(days), works(days, '2026-11-22')]).toEqual([
      false,
      true,
      false,
    ])
    expect(works({ date_from: '2026-11-21' }, '2027-01-01')).toBe(true)
    expect(works({ date_to: '2026-11-21' }, '2020-01-01')).toBe(true)
  })

  it('is offered beside the rest, with its limit; a program of discounts gives nothing', () => {
    const of = (parts: Partial<Program>) =>
      candidatesOf(program(parts), buyer, { receipts: 3 }, flyer, NOW)
    expect(of({})).toEqual([
      {
        ...{ gift: 'flyer:f', kind: 'welcome', rule: 'gift_flyer', reward: { amount: 3_000 } },
        ...{ min_receipt: 0, lifetime_days: 7, inviter_id: null },
        flyer: { id: 'f', code: 'KAVA26', max_uses: 100 },
      },
    ])
    expect(of({ mode: 'discount' })).toEqual([])
  })
})
