import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#server/io/id.ts'
import { Refusal } from '#server/io/refusal.ts'
import { openTestIo, type TestIo } from '#server/testing/open-test-io.ts'
import { claimCode, consumeCode, noteCodeMiss } from './claim-code.ts'
import { issueCode } from './issue-code.ts'
import { registerBuyer } from './register-buyer.ts'

const MINUTE = 60_000
let t: TestIo
const organization_id = newId(new Date('2026-11-21T00:00:00Z'))
let buyer_id: string
beforeAll(async () => {
  t = await openTestIo()
  ;({ buyer_id } = await registerBuyer(t.io, {
    organization_id,
    phone: '+380671112233',
    via: 'till',
  }))
})
afterAll(async () => {
  await t.close()
})

const newTill = () => ({
  organization_id,
  cashier_id: newId(t.clock.now()),
  pos_id: newId(t.clock.now()),
})
const issue = () => issueCode(t.io, { organization_id, buyer_id, ttl_seconds: 120 })

const refusalOf = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  return error instanceof Refusal ? error.code : error
}

test('a code names its buyer, spoken or scanned, and is kept as a hash only', async () => {
  const { code, qr } = await issue()
  const till = newTill()
  expect(await claimCode(t.io, till, code)).toEqual({ by: 'one_time', id: buyer_id })
  expect(await claimCode(t.io, till, qr)).toEqual({ by: 'one_time', id: buyer_id })
  const rows = await t.io.db.selectFrom('buyer_code').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain(code)
})

test('the first till to use a code has it for 15 minutes, also past its own end', async () => {
  const { code } = await issue()
  const [mine, other] = [newTill(), newTill()]
  await claimCode(t.io, mine, code)
  expect(await refusalOf(claimCode(t.io, other, code))).toBe('code_used')
  expect(await refusalOf(claimCode(t.io, { ...mine, pos_id: other.pos_id }, code))).toBe(
    'code_used',
  )
  t.clock.advance(14 * MINUTE)
  expect(await claimCode(t.io, mine, code)).toEqual({ by: 'one_time', id: buyer_id })
  t.clock.advance(MINUTE)
  expect(await refusalOf(claimCode(t.io, mine, code))).toBe('code_expired')
})

test('an unclaimed code ends with its two minutes', async () => {
  const { code } = await issue()
  t.clock.advance(2 * MINUTE)
  expect(await refusalOf(claimCode(t.io, newTill(), code))).toBe('code_expired')
})

test('of 64 receipts at once one consumes a code, and may repeat it', async () => {
  const { code } = await issue()
  const till = newTill()
  await claimCode(t.io, till, code)
  const receipts = Array.from({ length: 64 }, () => newId(t.clock.now()))
  const outcomes = await Promise.all(
    receipts.map(async (id) => ({
      id,
      refusal: await refusalOf(consumeCode(t.io, till, code, id)),
    })),
  )
  const used = outcomes.filter(({ refusal }) => refusal === undefined)
  expect(used).toHaveLength(1)
  await consumeCode(t.io, till, code, used[0]?.id ?? '')
  expect(await refusalOf(claimCode(t.io, till, code))).toBe('code_used')
})

test('of 64 tills at once one claims a code', async () => {
  const { code } = await issue()
  const outcomes = await Promise.all(
    Array.from({ length: 64 }, () => refusalOf(claimCode(t.io, newTill(), code))),
  )
  expect(outcomes.filter((refusal) => refusal === undefined)).toHaveLength(1)
})

test('five misses in a minute lock the look-up, for a right code too', async () => {
  const { code } = await issue()
  const till = newTill()
  for (let miss = 0; miss < 5; miss += 1) {
    expect(await claimCode(t.io, till, '99999999')).toBeUndefined()
    await noteCodeMiss(t.io, till)
  }
  expect(await refusalOf(claimCode(t.io, till, code))).toBe('rate_limited')
  t.clock.advance(MINUTE)
  expect(await claimCode(t.io, till, code)).toEqual({ by: 'one_time', id: buyer_id })
})
