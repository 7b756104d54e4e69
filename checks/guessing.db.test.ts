/**
 * Who is unknown costs the same work as who is known: counted in hashes, for a clock would tell less
 * and flake. Node's own argon2 is watched, nothing of ours.
 */
import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser, signUpOwner } from '#server/testing/identity.ts'
import { openTestIo, type TestIo } from '#server/testing/open-test-io.ts'
import { openShop, type Shop } from '#server/testing/shop.ts'

let t: TestIo
let shop: Shop
const real = crypto.argon2
/** What each hash cost: passes × memory. */
const costs: number[] = []

beforeAll(async () => {
  t = await openTestIo()
  shop = await openShop(t)
  crypto.argon2 = (algorithm, parameters, callback) => {
    costs.push(parameters.passes * parameters.memory)
    return real(algorithm, parameters, callback)
  }
  syncBuiltinESMExports()
})
afterAll(async () => {
  crypto.argon2 = real
  syncBuiltinESMExports()
  await t.close()
})

async function costOf(url: string, body: object): Promise<[number, number[]]> {
  costs.length = 0
  const { status } = await openBrowser(t).inject('POST', url, body)
  return [status, [...costs]]
}

test('a sign-in of nobody costs one hash, like one with a wrong and one with the right password', async () => {
  const known = await signUpOwner(t)
  const byProvider = await signUpOwner(t)
  await t.io.db
    .updateTable('user_account')
    .set({ password_hash: null })
    .where('id', '=', byProvider.user.id)
    .execute()
  const logIn = (email: string, password = 'not the password') =>
    costOf('/api/v1/user/login', { email, password })
  const [, right] = await logIn(known.email, known.password)
  expect(right).toHaveLength(1)
  for (const email of [known.email, 'nobody@verta.test', byProvider.email]) {
    expect(await logIn(email), email).toEqual([401, right])
  }
})

test('a PIN of nobody costs one hash, like a wrong and the right one of a cashier', async () => {
  const { login } = shop.cashier
  const enter = (name: string | null, password: string) =>
    costOf('/pos-api/v1/manager-auth', { login: name, password })
  const [status, right] = await enter(login, shop.till.pin)
  expect([status, right.length]).toEqual([200, 1])
  expect(await enter(login, '000000')).toEqual([401, right])
  expect(await enter('nobody-here', '000000')).toEqual([401, right])
})

test('asking for a link costs no hash and no letter at once, known or not', async () => {
  const { owner } = shop
  for (const email of [owner.email, 'nobody@verta.test']) {
    const letters = t.mails.length
    const body = { email, redirect_url: 'http://verta.test/auth/reset-password' }
    expect(await costOf('/api/v1/user/forgot', body)).toEqual([202, []])
    expect(t.mails.length, 'a letter is written later').toBe(letters)
  }
})
