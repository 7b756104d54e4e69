import { describe, expect, it } from 'vitest'
import { checkSecret, hashSecret } from './argon2.ts'
import { Refusal } from './refusal.ts'

describe('argon2', () => {
  it('knows the secret again and no other', async () => {
    const hash = await hashSecret('правильний кінь')
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(await checkSecret(hash, 'правильний кінь')).toBe(true)
    expect(await checkSecret(hash, 'правильний кiнь')).toBe(false)
  })

  it('takes composed and decomposed letters for one', async () => {
    expect(await checkSecret(await hashSecret('мій йод'), 'мій йод'.normalize('NFD'))).toBe(true)
  })

  it('answers no without a hash, and for a hash it cannot read', async () => {
    for (const hash of [undefined, null, '', '$2b$10$abc', '!']) {
      expect(await checkSecret(hash, 'anything')).toBe(false)
    }
  })

  it('reads a hash made elsewhere', async () => {
    // Made by the reference implementation: argon2 somesalt -id -t 2 -k 65536 -p 1.
    const hash =
      '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc'
    expect(await checkSecret(hash, 'password')).toBe(true)
  })

  it('lets 34 in and tells the others to come back later', async () => {
    const results = await Promise.allSettled(
      Array.from({ length: 40 }, () => checkSecret(undefined, 'flood')),
    )
    const refused = results.filter((result) => result.status === 'rejected')
    expect(refused).toHaveLength(6)
    for (const { reason } of refused) {
      expect(reason).toBeInstanceOf(Refusal)
      expect(reason).toMatchObject({ code: 'rate_limited', detail: { retry_after: 5 } })
    }
    expect(await checkSecret(undefined, 'after the flood')).toBe(false)
  })
})
