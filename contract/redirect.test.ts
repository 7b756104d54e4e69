import { describe, expect, it } from 'vitest'
import { isOwnAddress, ownPath } from './redirect.ts'

// Each of these has led somewhere else in some browser, proxy or framework.
const away = [
  '//evil.example',
  '///evil.example',
  '////evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '\\/evil.example',
  '/\\/evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/\r/evil.example',
  '\t//evil.example',
  ' //evil.example',
  ' /organizations',
  'https://evil.example',
  'https:evil.example',
  'https:/evil.example',
  'https:\\\\evil.example',
  'HTTP://evil.example',
  'http:///evil.example',
  '%2f%2fevil.example',
  '/%2f/evil.example',
  '/%2fevil.example',
  '/%2Fevil.example',
  '/%5cevil.example',
  '/%5Cevil.example',
  '/%09/evil.example',
  '/%0a/evil.example',
  '/%0d%0aLocation:%20//evil.example',
  '/.//evil.example',
  '/..//evil.example',
  '/./\\evil.example',
  '/a/../..//evil.example',
  '/%2e%2e//evil.example',
  '/%2e//evil.example',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,x',
  'vbscript:x',
  'file:///etc/passwd',
  'evil.example',
  'evil.example/login',
  '@evil.example',
  'https://verta.example@evil.example',
  'https://verta.example.evil.example',
  'https://verta.example:443@evil.example',
  '?next=//evil.example',
  '#//evil.example',
  '',
  '//evil。example',
  '/\u0000/evil.example',
  '\u00a0//evil.example',
  '//[::1]',
  '//verta.example@evil.example',
  '/\u2028//evil.example',
  `/${'a'.repeat(600)}`,
]

describe('a path of our own', () => {
  it.each(away)('is not %j', (value) => {
    expect(ownPath(value)).toBeUndefined()
  })

  it.each([
    '/',
    '/organizations',
    '/organizations/main/0190-1?tab=profile#top',
    '/auth/login?message=auth',
    '/search?q=https://example.com',
    '/a//b',
    '/статті',
    '/q?x=%2F%2Fy',
  ])('is %j, and it stays on our origin', (value) => {
    const path = ownPath(value)
    expect(path).toBeDefined()
    expect(new URL(path ?? '', 'https://verta.example').origin).toBe('https://verta.example')
  })

  it('is nothing when there is nothing', () => {
    expect([ownPath(undefined), ownPath(null)]).toEqual([undefined, undefined])
  })
})

describe('an address of our reset page', () => {
  const isOurs = (value: string) =>
    isOwnAddress('https://verta.example', value, '/auth/reset-password')

  it.each(away)('is not %j', (value) => {
    expect(isOurs(value)).toBe(false)
  })

  it.each([
    'https://verta.example/auth/login',
    'https://verta.example/auth/reset-passwords',
    'http://verta.example/auth/reset-password',
    'https://verta.example:8443/auth/reset-password',
    'https://user@verta.example/auth/reset-password',
    '/auth/login',
    'https://verta.example/auth/reset-password/../../x',
    'https://verta.example/%2f/auth/reset-password',
    'https://sub.verta.example/auth/reset-password',
    'ftp://verta.example/auth/reset-password',
  ])('is not %j either', (value) => {
    expect(isOurs(value)).toBe(false)
  })

  it.each([
    'https://verta.example/auth/reset-password',
    'https://verta.example/auth/reset-password/',
    'https://verta.example:443/auth/reset-password',
    '/auth/reset-password',
    '/auth/reset-password?x=1',
  ])('is %j', (value) => {
    expect(isOurs(value)).toBe(true)
  })
})
