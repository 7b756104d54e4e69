import { describe, expect, test } from 'vitest'
import type { Promotion, StampCard } from './rules.ts'
import { forReceipts, isRewardLocked, statusOn, type PromotionState } from './status-rules.ts'
import { plainTerms } from './terms-rules.ts'

const days = (date_from: string | null, date_to: string | null) => ({ date_from, date_to })
const on = (state: PromotionState, from: string | null, to: string | null, today: string) =>
  statusOn({ state, ...days(from, to) }, today)

describe('how a promotion stands', () => {
  test('a launched one goes by its days, both ends included', () => {
    const asked = ['2026-11-22', '2026-11-23', '2026-11-24', '2026-11-25'].map((today) =>
      on('launched', '2026-11-23', '2026-11-24', today),
    )
    expect(asked).toEqual(['planned', 'running', 'running', 'finished'])
    expect(on('launched', null, null, '2030-01-01')).toBe('running')
  })

  test('a paused one is over when its last day is, a draft and a finished one stay so', () => {
    expect(on('paused', null, '2026-11-24', '2026-11-24')).toBe('paused')
    expect(on('paused', null, '2026-11-24', '2026-11-25')).toBe('finished')
    expect(on('draft', null, '2020-01-01', '2026-11-25')).toBe('draft')
    expect(on('finished', null, null, '2026-11-25')).toBe('finished')
  })

  test('the reward is free only before anybody could use it', () => {
    const locked = (['draft', 'planned', 'running', 'paused', 'finished'] as const).filter(
      isRewardLocked,
    )
    expect(locked).toEqual(['running', 'paused', 'finished'])
  })
})

const card: StampCard = {
  kind: 'stamp',
  count: 'receipts',
  goal: 6,
  within_days: 60,
  gift: { kind: 'product' },
  gift_days: 30,
  once_per_day: true,
  repeat: true,
}
function given(
  state: PromotionState,
  parts: { date_to?: string; stopped_on?: string; effect?: Promotion['effect'] },
) {
  const { effect = { kind: 'percent_off', percent: 1000 }, stopped_on = null, ...terms } = parts
  const { image: _image, ...plain } = plainTerms()
  const promotion = { ...plain, ...terms, id: 'p', version: 1, name: 'Акція', type: 2, effect }
  const today = { day: '2026-11-21', yesterday: '2026-11-20' }
  return forReceipts({ ...(promotion as Promotion), state, stopped_on }, today)
}

describe('what receipts are decided with', () => {
  test('what is launched, until a day after its last: hours may pass midnight', () => {
    expect(given('launched', {})).not.toBeNull()
    expect(given('launched', { date_to: '2026-11-20' })).not.toBeNull()
    expect(given('launched', { date_to: '2026-11-19' })).toBeNull()
    expect(given('draft', {})).toBeNull()
    expect(given('paused', {})).toBeNull()
    expect(given('finished', {})).toBeNull()
  })

  test('a stamp card that stopped, as ended, while a gift of it may wait', () => {
    const stopped = (state: PromotionState, stopped_on?: string, gift_days = 30) =>
      given(state, { ...(stopped_on && { stopped_on }), effect: { ...card, gift_days } })
    expect(stopped('paused')?.date_to).toBe('1970-01-01')
    expect(stopped('finished', '2026-11-01')?.date_to).toBe('1970-01-01')
    expect(stopped('finished', '2026-10-01')).toBeNull()
    expect(stopped('finished', '2020-01-01', 0)).not.toBeNull()
    expect(stopped('draft')).toBeNull()
  })
})
