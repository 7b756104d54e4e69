import { describe, expect, it } from 'vitest'
import { wayBack } from './paths.ts'

describe('the way back after sign-in', () => {
  it.each([
    ['/account', '/account'],
    ['/organizations/main/1?tab=profile#top', '/organizations/main/1?tab=profile#top'],
    [
      '/organizations/buyers/card/1?phone=%2B380671234567',
      '/organizations/buyers/card/1?phone=%2B380671234567',
    ],
  ])('goes to a path of our own site: %s', (wanted, expected) => {
    expect(wayBack(wanted, '/land')).toBe(expected)
  })

  it.each([
    ['another site', 'https://evil.example/'],
    ['another site without a scheme', '//evil.example/'],
    ['another site by a backslash', '/\\evil.example/'],
    ['another site by two backslashes', '\\\\evil.example'],
    ['another site behind a tab that browsers drop', '/\t/evil.example'],
    ['another site behind a line break', '/\n/evil.example'],
    ['another site behind dots', '/.//evil.example'],
    ['a script', 'javascript:alert(1)'],
    ['a relative path', 'account'],
    ['the sign-in itself', '/auth/login?redirect=/account'],
    ['nothing', ''],
    ['a number', 7],
    ['absence', undefined],
  ])('refuses %s', (_, wanted) => {
    expect(wayBack(wanted, '/land')).toBe('/land')
  })
})
