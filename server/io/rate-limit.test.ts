import { expect, it } from 'vitest'
import { subscriberOf } from './rate-limit.ts'

it('takes an IPv4 address whole, also when it is mapped into IPv6', () => {
  expect(subscriberOf('203.0.113.7')).toBe('203.0.113.7')
  expect(subscriberOf('::ffff:203.0.113.7')).toBe('203.0.113.7')
})

it('takes the /64 of an IPv6 address, however it is written', () => {
  expect(subscriberOf('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2')
  expect(subscriberOf('2001:0db8:0001:0002::1')).toBe('2001:db8:1:2')
  expect(subscriberOf('2001:db8::1')).toBe('2001:db8:0:0')
  expect(subscriberOf('::1')).toBe('0:0:0:0')
  expect(subscriberOf('fe80::1%eth0')).toBe('fe80:0:0:0')
})
