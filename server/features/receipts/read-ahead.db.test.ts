import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findBuyer, type FoundBuyer } from '#server/features/buyers/find-buyer.ts'
import { recallTill } from '#server/features/pos/recall-till.ts'
import { findCashier, type Cashier } from '#server/features/pos/require-cashier.ts'
import { giveBonuses, openBuyer } from '#server/testing/buyers.ts'
import { openTestIo, type TestIo } from '#server/testing/open-test-io.ts'
import { calculate, create, idOf } from '#server/testing/receipts.ts'
import { openShop, type Shop } from '#server/testing/shop.ts'
import { buyerAhead, knownAhead, readAhead, type Ahead } from './read-ahead.ts'
import type { KnownRow } from './store.ts'
import { programOf } from './till-program.ts'

let t: TestIo
let shop: Shop
beforeAll(async () => {
  t = await openTestIo()
  shop = await openShop(t, { program: { general: { receipts_per_day_max: 0 } } })
})
afterAll(() => t.close())

async function cashierOf(at: Shop): Promise<Cashier> {
  const cashier = await findCashier(t.io, at.token)
  if (!cashier) throw new Error('the till is signed in')
  return cashier
}

describe('calls of a till', () => {
  test('are answered alike by the first call with a token and by those that read ahead', async () => {
    const { buyer_id, phone } = await openBuyer(t, shop)
    await giveBonuses(shop, buyer_id, 50)
    const till = await shop.addTill()
    const ask = { buyer: { phone }, spend: 20, body: { total: 200 } }
    const figures = async () => {
      const { data } = await calculate(till, ask)
      return [data.totals, data.buyer, data.explain]
    }
    const first = await figures()
    expect(await figures()).toEqual(first)
    const made = await create(till, idOf(t.clock.now()), {
      ...{ buyer: { phone }, spend: 20, receipt: { total: 200 } },
    })
    expect([made.status, made.data.balance_after]).toEqual([201, 39])
  })

  test('work under the program of now, whatever the last call worked under', async () => {
    const { phone } = await openBuyer(t, shop)
    const sale = { buyer: { phone }, body: { total: 200 } }
    const before = await calculate(shop.till, sale)
    const levels = [{ number: 1, name: 'Базовий', min_turnover: 0, cashback_percent: 12 }].map(
      (level) => ({ ...level, discount_percent: 0, max_pay_percent: null }),
    )
    const changed = await shop.set('bonuses', { levels, level_base: 'rolling_days' })
    expect(changed.status).toBe(200)
    const after = await calculate(shop.till, sale)
    expect([before.data.totals.accrual, after.data.totals.accrual]).toEqual([10, 24])
  })

  test('with a token that is no token any more are refused, whatever was read', async () => {
    const till = await shop.addTill()
    const { phone } = await openBuyer(t, shop)
    expect((await calculate(till, { buyer: { phone } })).status).toBe(200)
    const off = { id: till.user.id, enabled: false }
    await shop.owner.inject('POST', '/api/v1/pos/update-cash-register-user', off)
    expect((await calculate(till, { buyer: { phone } })).status).toBe(401)
  })
})

describe('what was read ahead', () => {
  /** As if it had been read for this shop: marked, so that it is known again. */
  async function readFor(at: Shop, phone: string, receipt_id: string) {
    const cashier = await cashierOf(at)
    const program = await programOf(t.io, cashier)
    const found = await findBuyer(t.io, at.organization_id, { phone }, program)
    if (!found) throw new Error('the buyer is there')
    const marked: FoundBuyer = { ...found, receipts_today: 77 }
    const known = { request_hash: 'marked' } as KnownRow
    const ahead: Ahead = {
      till: cashier,
      asked: { receipt_id, phone },
      known: Promise.resolve(known),
      found: Promise.resolve(marked),
    }
    return { cashier, program, ahead }
  }
  const named = (phone: string) => ({ proof: 'phone', key: { phone } }) as const

  test('is taken for the same shop, buyer, receipt and program, and read anew for any other', async () => {
    const other = await openShop(t)
    const { phone } = await openBuyer(t, shop)
    const stranger = await openBuyer(t, other)
    const receipt_id = idOf(t.clock.now())
    const { cashier, program, ahead } = await readFor(shop, phone, receipt_id)
    const stranger_cashier = await cashierOf(other)
    const of = async (who: Cashier, by: string, under = program) =>
      (await buyerAhead(t.io, who, named(by), under, ahead))?.receipts_today
    expect(await of(cashier, phone)).toBe(77)
    expect(await of(cashier, phone, { ...program, version: program.version + 1 })).toBe(0)
    expect(await of(cashier, phone, { ...program, timezone: 'Asia/Tokyo' })).toBe(0)
    expect(await of(cashier, stranger.phone)).toBeUndefined()
    expect(await of(stranger_cashier, phone)).toBeUndefined()
    const known = async (who: Cashier, id: string) =>
      (await knownAhead(t.io, who, id, ahead)).request_hash
    expect(await known(cashier, receipt_id)).toBe('marked')
    expect(await known(cashier, idOf(t.clock.now()))).toBeNull()
    expect(await known(stranger_cashier, receipt_id)).toBeNull()
  })

  test('is of the shop as the last call found it', async () => {
    const moving = await openShop(t)
    const call = { header: () => `Bearer ${moving.token}` } as never
    const { phone } = await openBuyer(t, moving)
    await calculate(moving.till, { buyer: { phone } })
    expect(recallTill(t.io, call)?.timezone).toBe('Europe/Kyiv')
    const { id, version } = moving.organization
    const moved = { version, timezone: 'Asia/Tokyo' }
    const changed = await moving.owner.inject('PATCH', `/api/v1/organizations/${id}`, moved)
    expect(changed.status).toBe(200)
    await calculate(moving.till, { buyer: { phone } })
    expect(recallTill(t.io, call)?.timezone).toBe('Asia/Tokyo')
  })

  test('is nothing for a token that this process does not know', () => {
    const call = { header: () => 'Bearer nobody' } as never
    expect(readAhead(t.io, call, { phone: '+380500000000' })).toBeNull()
  })
})
