import { describe, expect, it } from 'vitest'
import {
  defaultGiftSettings,
  numberFlyers,
  welcomeOf,
  welcomeProblems,
  type AskedGift,
} from './gift-rules.ts'

const flyer = (code: string, other: Partial<Extract<AskedGift, { kind: 'flyer' }>> = {}) =>
  ({
    kind: 'flyer',
    on: true,
    code,
    amount: 50_00,
    pos_ids: [],
    date_from: null,
    date_to: null,
    max_uses: null,
    lifetime_days: 30,
    ...other,
  }) satisfies AskedGift
const joining = (on = true) =>
  ({ kind: 'on_join', on, amount: 50_00, when: 'at_once', lifetime_days: 30 }) satisfies AskedGift

describe('welcome gifts', () => {
  it('are refused when a kind or a code is there twice, however it is spelt', () => {
    const problems = welcomeProblems([joining(), flyer('ОСІНЬ-26'), joining(), flyer('осінь 26')])
    expect(problems).toEqual([
      { path: 'welcome.2.kind', code: 'gift_repeated' },
      { path: 'welcome.3.code', code: 'code_repeated' },
    ])
  })

  it('are refused when a flyer ends before it begins', () => {
    const wrong = flyer('КАВА', { date_from: '2026-12-02', date_to: '2026-12-01' })
    expect(welcomeProblems([wrong])).toEqual([
      { path: 'welcome.0.date_to', code: 'end_before_start' },
    ])
    expect(welcomeProblems([flyer('КАВА', { date_from: '2026-12-01', date_to: null })])).toEqual([])
    expect(welcomeProblems([flyer('КАВА', { date_from: null, date_to: '2026-12-01' })])).toEqual([])
    const one_day = { date_from: '2026-12-01', date_to: '2026-12-01' }
    expect(welcomeProblems([flyer('КАВА', one_day)])).toEqual([])
    const days = { date_from: '2026-12-01', date_to: '2026-12-02' }
    expect(welcomeProblems([flyer('КАВА', days)])).toEqual([])
  })

  it('keep the id of a known flyer; an id somebody made up is replaced', () => {
    let made = 0
    const numbered = numberFlyers(
      [flyer('a-1 b', { id: 'known' }), flyer('new1'), flyer('made-up', { id: 'mine' }), joining()],
      new Set(['known']),
      () => `id ${++made}`,
    )
    expect(numbered).toMatchObject([
      { id: 'known', code: 'A1B' },
      { id: 'id 1', code: 'NEW1' },
      { id: 'id 2', code: 'MADEUP' },
      joining(),
    ])
  })

  it('work only when they are switched on', () => {
    expect(welcomeOf({ welcome: [joining(false)] }, 'on_join')).toBeUndefined()
    expect(welcomeOf({ welcome: [joining()] }, 'on_join')).toEqual(joining())
  })
})

it('a new organization gives nothing', () => {
  const settings = defaultGiftSettings()
  expect(settings).toMatchObject({ welcome: [], birthday: { on: false }, referral: { on: false } })
})
