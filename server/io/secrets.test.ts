import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { findSecretKeys, openSecrets } from './secrets.ts'

const key = (kid: string) => `${kid}:${randomBytes(32).toString('base64')}`

describe('secrets', () => {
  const one = key('one')
  const two = key('two')

  it('opens what it sealed', () => {
    const secrets = openSecrets(one)
    expect(secrets.decrypt('bot', secrets.encrypt('bot', '123:токен'))).toBe('123:токен')
    expect(secrets.decrypt('bot', secrets.encrypt('bot', ''))).toBe('')
  })

  it('seals the same text differently each time', () => {
    const secrets = openSecrets(one)
    expect(secrets.encrypt('bot', 'x')).not.toBe(secrets.encrypt('bot', 'x'))
  })

  it('does not open for another purpose', () => {
    const secrets = openSecrets(one)
    expect(() => secrets.decrypt('mail', secrets.encrypt('bot', 'x'))).toThrow()
  })

  it('does not open what was changed, cut or made up', () => {
    const secrets = openSecrets(one)
    const parts = secrets.encrypt('bot', 'secret').split(':')
    const flipped = parts.with(3, Buffer.from('another').toString('base64url')).join(':')
    const shortTag = parts.with(4, (parts[4] ?? '').slice(0, 6)).join(':')
    for (const sealed of [flipped, shortTag, parts.slice(0, 4).join(':'), 'v1:one', '']) {
      expect(() => secrets.decrypt('bot', sealed)).toThrow()
    }
  })

  it('opens old secrets after a new key was put first, and tells that they are stale', () => {
    const before = openSecrets(one)
    const after = openSecrets(`${two},${one}`)
    const sealed = before.encrypt('bot', 'x')
    expect(after.decrypt('bot', sealed)).toBe('x')
    expect([before.isStale(sealed), after.isStale(sealed)]).toEqual([false, true])
    expect(() => openSecrets(two).decrypt('bot', sealed)).toThrow()
  })

  it('finds what an older key hashed', () => {
    const before = openSecrets(one).hmac('phone', '+380671234567')
    expect(openSecrets(`${two},${one}`).hmacAll('phone', '+380671234567')).toContain(before)
    expect(openSecrets(one).hmac('code', '+380671234567')).not.toBe(before)
  })
})

describe('secret keys outside production', async () => {
  const data_dir = await mkdtemp(join(tmpdir(), 'verta-secrets-'))
  afterAll(() => rm(data_dir, { recursive: true }))

  it('are made once, for the owner of the files only, also when two processes start', async () => {
    const config = { DATA_DIR: data_dir, production: false }
    const [one, two] = await Promise.all([findSecretKeys(config), findSecretKeys(config)])
    const again = await findSecretKeys(config)
    expect([one, two]).toEqual([again, again])
    expect((await stat(join(data_dir, 'secret-keys'))).mode & 0o777).toBe(0o600)
  })

  it('are never made in production', async () => {
    await expect(findSecretKeys({ DATA_DIR: data_dir, production: true })).rejects.toThrow(
      'SECRET_KEYS',
    )
  })
})
