import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CardGift, CardState } from '#server/features/ledger/rules.ts'
import { runs } from '#server/testing/property-runs.ts'
import {
  addStamps,
  countOf,
  isNewCard,
  livingCard,
  newCard,
  returnGifts,
  takeable,
  takeStamps,
  type NewStamps,
} from './card-rules.ts'

const gift = (id: string, earned_at: number, day: number, count: number): CardGift => ({
  id,
  earned_at,
  expires_at: null,
  stamps: [{ day, count }],
})
const held = (parts: Partial<CardState>): CardState => ({ ...newCard, ...parts })
/** Stamps of one receipt, for a card of products. */
const stamps = (count: number, day: number, parts: Partial<NewStamps> = {}): NewStamps => ({
  count,
  day,
  goal: 5,
  fills_max: Infinity,
  gift: (index) => ({ id: `r${day}:0${index}`, earned_at: day, expires_at: null }),
  ...parts,
})
const taken = (count: number, day: number) => ({ count, day, goal: 5, ended: null })

describe('stamps come onto a card', () => {
  it('a day each, the oldest first, also when a late one comes', () => {
    let card = addStamps(newCard, stamps(1, 12)).card
    card = addStamps(card, stamps(1, 10)).card
    expect(card.last_day).toBe(12)
    card = addStamps(card, stamps(1, 12)).card
    expect(card).toEqual(
      held({
        stamps: [
          { day: 10, count: 1 },
          { day: 12, count: 2 },
        ],
        last_day: 12,
      }),
    )
  })
  it('and a full card takes the oldest; what is left stays', () => {
    const card = held({
      stamps: [
        { day: 8, count: 2 },
        { day: 9, count: 2 },
      ],
      last_day: 9,
    })
    const filled = addStamps(card, stamps(3, 10))
    expect(filled.times).toBe(1)
    expect(filled.stamps).toEqual([])
    expect(filled.card).toEqual(
      held({
        stamps: [{ day: 10, count: 2 }],
        filled: 1,
        last_day: 10,
        gifts: [
          {
            ...gift('r10:00', 10, 0, 0),
            stamps: [
              { day: 8, count: 2 },
              { day: 9, count: 2 },
              { day: 10, count: 1 },
            ],
          },
        ],
      }),
    )
    expect(card.stamps).toHaveLength(2)
  })
  it('and bonuses for it are told with the stamps they took, since nothing keeps them', () => {
    const filled = addStamps(
      held({ stamps: [{ day: 9, count: 4 }] }),
      stamps(7, 10, { gift: null }),
    )
    expect(filled).toEqual({
      times: 2,
      stamps: [
        { day: 9, count: 4 },
        { day: 10, count: 6 },
      ],
      card: held({ stamps: [{ day: 10, count: 1 }], filled: 2, last_day: 10 }),
    })
  })
  it('and work off first what is owed', () => {
    const owing = held({ owed: 2 })
    expect(addStamps(owing, stamps(1, 10)).card).toEqual(held({ owed: 1, last_day: 10 }))
    expect(addStamps(owing, stamps(5, 10)).card).toMatchObject({
      owed: 0,
      stamps: [{ day: 10, count: 3 }],
    })
  })
  it('and fill it no more often than is allowed, with twenty gifts at most', () => {
    expect(addStamps(newCard, stamps(12, 10, { fills_max: 1 }))).toMatchObject({
      times: 1,
      card: { stamps: [{ day: 10, count: 7 }] },
    })
    const nineteen = held({ gifts: Array.from({ length: 19 }, () => gift('old', 1, 1, 5)) })
    expect(addStamps(nineteen, stamps(12, 10)).card).toMatchObject({
      stamps: [{ day: 10, count: 7 }],
      gifts: { length: 20 },
    })
    const full = held({ gifts: Array.from({ length: 21 }, () => gift('old', 1, 1, 5)) })
    expect(addStamps(full, stamps(12, 10))).toMatchObject({ times: 0, card: { filled: 0 } })
  })
})

describe('stamps are taken back', () => {
  const one = gift('r8:00', 8, 8, 5)
  const two = gift('r9:00', 9, 9, 5)

  it('from their own day', () => {
    const card = held({
      stamps: [
        { day: 9, count: 2 },
        { day: 10, count: 3 },
      ],
      gifts: [one],
    })
    expect(takeStamps(card, taken(2, 9))).toEqual({ ...card, stamps: [{ day: 10, count: 3 }] })
  })
  it('then out of the gift they went into, which is no gift any more', () => {
    const card = held({ stamps: [{ day: 10, count: 3 }], gifts: [one, two], filled: 2 })
    expect(takeStamps(card, taken(3, 8))).toEqual(
      held({
        stamps: [],
        filled: 2,
        gifts: [
          {
            ...one,
            stamps: [
              { day: 8, count: 2 },
              { day: 10, count: 3 },
            ],
          },
          two,
        ],
      }),
    )
    expect(takeStamps(card, taken(4, 8))).toEqual(
      held({
        stamps: [
          { day: 8, count: 1 },
          { day: 10, count: 3 },
        ],
        filled: 1,
        gifts: [two],
      }),
    )
  })
  it('then from other days, the newest first, then out of other gifts', () => {
    const card = held({
      stamps: [
        { day: 10, count: 1 },
        { day: 12, count: 2 },
      ],
      gifts: [one, two],
      filled: 2,
    })
    expect(takeStamps(card, taken(2, 7)).stamps).toEqual([{ day: 10, count: 1 }])
    expect(takeStamps(card, taken(4, 7))).toEqual(
      held({ stamps: [{ day: 9, count: 4 }], gifts: [one], filled: 1 }),
    )
  })
  it('and a gift is opened only when the card has nothing left', () => {
    const card = held({ stamps: [{ day: 5, count: 1 }], gifts: [one], filled: 1 })
    expect(takeStamps(card, taken(1, 4))).toEqual(held({ gifts: [one], filled: 1 }))
  })
  it('and what is not there is owed', () => {
    expect(takeStamps(held({ stamps: [{ day: 9, count: 1 }], filled: 3 }), taken(3, 9))).toEqual(
      held({ owed: 2, filled: 3 }),
    )
    expect(takeStamps(held({ owed: 2 }), taken(1, 9))).toEqual(held({ owed: 3 }))
  })
  it('with the gifts of a receipt of which nothing is left, which is not filled again', () => {
    const card = held({ stamps: [{ day: 9, count: 9 }], gifts: [one, two], filled: 5 })
    const given = { times: 2, stamps: [{ day: 7, count: 10 }] }
    const ended = { given, receipt_id: 'r9' }
    expect(takeStamps(card, { ...taken(12, 9), ended })).toEqual(
      held({
        stamps: [
          { day: 7, count: 10 },
          { day: 9, count: 2 },
        ],
        gifts: [one],
        filled: 2,
      }),
    )
  })
  it('in parts as at once, and as if they had never been given', () => {
    const day = fc.integer({ min: 1, max: 6 })
    const receipts = fc.array(fc.tuple(fc.integer({ min: 1, max: 12 }), day), { maxLength: 8 })
    fc.assert(
      fc.property(
        receipts,
        fc.integer({ min: 1, max: 12 }),
        day,
        fc.nat(12),
        (all, count, at, cut) => {
          let card = newCard
          for (const [index, [many, on]] of all.entries()) {
            card = addStamps(
              card,
              stamps(many, on, { gift: (n) => idOf(`x${index}`, n, index) }),
            ).card
          }
          const before = structuredClone(card)
          const last = { gift: (n: number) => idOf('last', n, 99) }
          const { card: after } = addStamps(card, stamps(count, at, last))
          const ended = { given: { times: 0, stamps: [] }, receipt_id: 'last' }
          const whole = takeStamps(after, { count, day: at, goal: 5, ended })
          expect({ ...whole, last_day: null }).toEqual({ ...before, last_day: null })
          const first = Math.min(cut, count)
          const part = takeStamps(after, taken(first, at))
          const rest = takeStamps(part, { ...taken(count - first, at), ended })
          expect(rest).toEqual(whole)
        },
      ),
      runs(500),
    )
  })
})
const idOf = (receipt: string, index: number, earned_at: number) => ({
  id: `${receipt}:0${index}`,
  earned_at,
  expires_at: null,
})

describe('a card', () => {
  const ending = (id: string, expires_at: number | null) => ({ ...gift(id, 1, 1, 1), expires_at })
  it('is new when it says nothing', () => {
    expect(isNewCard(newCard)).toBe(true)
    for (const said of [
      { stamps: [{ day: 1, count: 1 }] },
      { owed: 1 },
      { filled: 1 },
      { last_day: 1 },
      { gifts: [gift('a', 1, 1, 1)] },
    ]) {
      expect(isNewCard(held(said))).toBe(false)
    }
    expect(
      countOf([
        { day: 1, count: 2 },
        { day: 2, count: 3 },
      ]),
    ).toBe(5)
  })
  it('gives the gift first that ends first; one that has ended is none', () => {
    const card = held({
      gifts: [ending('a', null), ending('b', 20), ending('c', 15), ending('d', 10)],
    })
    expect(takeable(card, 10).map(({ id }) => id)).toEqual(['c', 'b', 'a'])
    expect(takeable(card, 9).map(({ id }) => id)).toEqual(['d', 'c', 'b', 'a'])
  })
  it('lives as long as its stamps are kept', () => {
    const card = held({
      stamps: [
        { day: 9, count: 1 },
        { day: 10, count: 1 },
      ],
      gifts: [ending('a', null), ending('b', 500), ending('c', 501)],
    })
    expect(livingCard(card, 0, 99, 500)).toMatchObject({
      stamps: { length: 2 },
      gifts: [{ id: 'a' }, { id: 'c' }],
    })
    expect(livingCard(card, 5, 15, 500)).toMatchObject({ stamps: [{ day: 10 }] })
    expect(livingCard(card, 5, 14, 500)).toMatchObject({ stamps: { length: 2 } })
  })
  it('keeps gifts in the order they were earned in when one comes back', () => {
    const card = held({ gifts: [gift('b:00', 2, 1, 1), gift('d:00', 4, 1, 1)] })
    const back = returnGifts(card, [
      gift('c:00', 3, 1, 1),
      gift('b:01', 2, 1, 1),
      gift('e:00', 5, 1, 1),
    ])
    expect(back.gifts.map(({ id }) => id)).toEqual(['b:00', 'b:01', 'c:00', 'd:00', 'e:00'])
    expect(card.gifts).toHaveLength(2)
  })
})
