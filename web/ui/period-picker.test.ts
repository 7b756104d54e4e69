import { describe, expect, it } from 'vitest'
import { periodOf, presetOf } from './period-picker.tsx'

describe('a preset period', () => {
  it('ends today and counts today in', () => {
    expect(periodOf('today', '2026-11-21')).toEqual({ from: '2026-11-21', to: '2026-11-21' })
    expect(periodOf('week', '2026-11-21')).toEqual({ from: '2026-11-15', to: '2026-11-21' })
    expect(periodOf('days30', '2026-11-21')).toEqual({ from: '2026-10-23', to: '2026-11-21' })
  })

  it('begins a month and a year with their first day', () => {
    expect(periodOf('month', '2026-11-21').from).toBe('2026-11-01')
    expect(periodOf('year', '2026-11-21').from).toBe('2026-01-01')
  })

  it('crosses the day of 25 hours without losing a day', () => {
    expect(periodOf('week', '2026-10-28').from).toBe('2026-10-22')
  })

  it('is known again by its days', () => {
    expect(presetOf({ from: '2026-11-15', to: '2026-11-21' }, '2026-11-21')).toBe('week')
    expect(presetOf({ from: '2026-11-02', to: '2026-11-21' }, '2026-11-21')).toBe('custom')
  })
})
