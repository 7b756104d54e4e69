import { expect, test } from 'vitest'
import { cameFromOwnPage } from './rules.ts'

const own = ['https://verta.test']
const from = (sec_fetch_site?: string, origin?: string) =>
  cameFromOwnPage({ sec_fetch_site, origin }, own)

test('a page of our own may send a request', () => {
  expect(from('same-origin')).toBe(true)
  expect(from(undefined, 'https://verta.test')).toBe(true)
})

test('another site’s page, a sister site and a typed address may not', () => {
  expect(from('cross-site')).toBe(false)
  expect(from('same-site')).toBe(false)
  expect(from('none')).toBe(false)
  expect(from(undefined, 'https://evil.test')).toBe(false)
  expect(from(undefined, 'null')).toBe(false)
})

test('what the browser says of the site outweighs the origin', () => {
  expect(from('cross-site', 'https://verta.test')).toBe(false)
})

test('a program that is no browser is left to the rate limit', () => {
  expect(from()).toBe(true)
})
