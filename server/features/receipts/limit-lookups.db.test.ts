import { afterAll, beforeAll, expect, test } from 'vitest'
import { LOOKUP_WINDOW_SECONDS, LOOKUPS_PER_WINDOW, MISSES_PER_WINDOW } from '#contract/limits.ts'
import { findCashier, type Cashier } from '#server/features/pos/require-cashier.ts'
import { newPhone } from '#server/testing/receipts.ts'
import { openTestIo, type TestIo } from '#server/testing/open-test-io.ts'
import { openShop } from '#server/testing/shop.ts'
import { limitPhones, limitUnknownPhones } from './limit-lookups.ts'

let t: TestIo
let cashier: Cashier
const left: number[] = []

beforeAll(async () => {
  t = await openTestIo()
  const { token } = await openShop(t)
  const found = await findCashier(t.io, token)
  if (!found) throw new Error('no cashier')
  cashier = { ...found, tellLeft: (_quota, told) => void left.push(told.left) }
})
afterAll(() => t.close())

const refused = { code: 'rate_limited' }

test('a phone counts once a window, whichever process looks it up, and one refused is never free', async () => {
  // Each has its own memory, as two processes have.
  const [here, there] = [{ ...t.io }, { ...t.io }]
  const phone = newPhone()
  for (const io of [here, there, here, there]) await limitPhones(io, cashier, phone)
  expect(left).toEqual([LOOKUPS_PER_WINDOW - 1])
  for (let look = 1; look < LOOKUPS_PER_WINDOW; look += 1) {
    await limitPhones(look % 2 === 0 ? here : there, cashier, newPhone())
  }
  expect(left.at(-1)).toBe(0)
  const over = newPhone()
  for (const io of [here, there, here]) {
    await expect(limitPhones(io, cashier, over)).rejects.toMatchObject(refused)
  }
  // What was counted stays free; after the window all begins anew.
  for (const io of [here, there]) await limitPhones(io, cashier, phone)
  t.clock.advance(LOOKUP_WINDOW_SECONDS * 1000)
  await limitPhones(here, cashier, over)
  expect(left.at(-1)).toBe(LOOKUPS_PER_WINDOW - 1)
})

test('the owner is told by mail, once, of a cashier who came to the limit, and of nobody else', async () => {
  const shop = await openShop(t)
  const found = await findCashier(t.io, shop.token)
  if (!found) throw new Error('no cashier')
  const curious = { ...found, tellLeft: () => undefined }
  const letters = async () => {
    await t.runJobs()
    return t.mails.filter(({ to, subject }) => to === shop.owner.email && /номер/.test(subject))
  }
  for (let look = 0; look < LOOKUPS_PER_WINDOW; look += 1)
    await limitPhones(t.io, curious, newPhone())
  expect(await letters()).toEqual([])
  // Another process, and the hour after: one letter a day.
  for (const io of [t.io, { ...t.io }]) {
    for (let more = 0; more < 3; more += 1)
      await expect(limitPhones(io, curious, newPhone())).rejects.toMatchObject(refused)
  }
  const told = await letters()
  expect(told).toHaveLength(1)
  expect(told[0]?.text).toContain(found.name)
  expect(told[0]?.text).toContain(String(LOOKUPS_PER_WINDOW))
  expect(told[0]?.text).toContain(`/organizations/pos/${found.organization_id}`)
})

test('the owner is told of many phones that nobody has, too', async () => {
  const shop = await openShop(t)
  const found = await findCashier(t.io, shop.token)
  if (!found) throw new Error('no cashier')
  const guessing = { ...found, tellLeft: () => undefined }
  for (let look = 0; look < MISSES_PER_WINDOW.cashier; look += 1)
    await limitUnknownPhones(t.io, guessing, newPhone())
  await expect(limitUnknownPhones(t.io, guessing, newPhone())).rejects.toMatchObject(refused)
  await t.runJobs()
  const told = t.mails.filter(({ to, subject }) => to === shop.owner.email && /номер/.test(subject))
  expect(told).toHaveLength(1)
  expect(told[0]?.text).toContain('яких немає')
})
