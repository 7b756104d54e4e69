import fc from 'fast-check'
import { expect, it } from 'vitest'
import { runs } from '#server/testing/property-runs.ts'
import { maskedAddress } from './masked-address.ts'

it('takes the device out of an address', () => {
  expect(maskedAddress('203.0.113.77')).toBe('203.0.113.*')
  expect(maskedAddress('::ffff:203.0.113.77')).toBe('203.0.113.*')
  expect(maskedAddress('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:*')
  expect(maskedAddress('::1')).toBe('::*')
  expect(maskedAddress('fe80::1%eth0')).toBe('fe80:*')
})

it('never tells the last part of an address', () => {
  fc.assert(
    fc.property(fc.ipV4(), (ip) => {
      expect(maskedAddress(ip).split('.')).toEqual([...ip.split('.').slice(0, 3), '*'])
    }),
    runs(200),
  )
})
