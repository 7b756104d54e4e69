import { expect, test } from 'vitest'
import { isPostable } from './post-out.ts'
import { isPublicAddress } from './public-address.ts'

test.each([
  ['0.0.0.0', '10.0.0.1', '100.64.0.1', '127.0.0.1', '127.255.255.254', '169.254.169.254'],
  ['172.16.0.1', '172.31.255.255', '192.0.0.8', '192.0.2.1', '192.168.1.1', '198.18.0.1'],
  ['198.51.100.7', '203.0.113.9', '224.0.0.1', '240.0.0.1', '255.255.255.255', '192.88.99.1'],
  ['::', '::1', 'fe80::1', 'fe80::1%eth0', 'fc00::1', 'fd12:3456::1', 'ff02::1', 'fec0::1'],
  ['::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:8.8.8.8', '::127.0.0.1', '64:ff9b::7f00:1'],
  ['64:ff9b:1::1', '100::1', '2001::1', '2001:db8::1', '2002:7f00:1::', '3fff::1', '5f00::1'],
  ['', 'localhost', '2130706433', '0x7f.1', '0177.0.0.1', '127.1', ' 8.8.8.8'],
])('no address of these is public: %s …', (...addresses) => {
  expect(addresses.filter(isPublicAddress)).toEqual([])
})

test('addresses of the Internet are public', () => {
  const known = ['8.8.8.8', '1.1.1.1', '172.32.0.1', '192.167.1.1', '100.128.0.1']
  const newer = ['2606:4700::1111', '2a00:1450:4001::200e', '2001:4860:4860::8888']
  for (const address of [...known, ...newer])
    expect([address, isPublicAddress(address)]).toEqual([address, true])
})

test.each([
  'http://example.com/',
  'ftp://example.com/',
  'https://user:word@example.com/',
  'https://example.com/#part',
  'https://localhost/',
  'https://127.0.0.1/',
  'https://2130706433/',
  'https://0x7f000001/',
  'https://0177.0.0.1/',
  'https://127.1/',
  'https://0/',
  'https://[::1]/',
  'https://[::ffff:127.0.0.1]/',
  'https://[::ffff:7f00:1]/',
  'https://[64:ff9b::a00:1]/',
  'https://①②⑦.⓪.⓪.①/',
  'https://169.254.169.254/latest/meta-data',
  'not an address',
])('nothing is posted to %s', (url) => expect(isPostable(url, false)).toBe(false))

test.each(['https://example.com/hooks?a=1', 'https://8.8.8.8:8443/', 'https://[2606:4700::1111]/'])(
  'an owner may name %s',
  (url) => expect(isPostable(url, false)).toBe(true),
)
