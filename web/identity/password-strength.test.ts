import { describe, expect, it } from 'vitest'
import { strengthOf } from './password-strength.tsx'

describe('the hint of a password’s strength', () => {
  it.each([
    ['коротк', 'short'],
    ['aaaaaaaaaaaaaaaaaaaa', 'weak'],
    ['password', 'weak'],
    ['kavyarnya2026', 'fair'],
    ['сонячна кава на розі', 'good'],
    ['K4va!na.Rozi-21', 'good'],
  ] as const)('%s is %s', (password, strength) => {
    expect(strengthOf(password)).toBe(strength)
  })
})
