import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { checkLedger } from '#server/features/ledger/check-ledger.ts'
import { giveBonuses, openBuyer } from '#server/testing/buyers.ts'
import { openTestIo, type TestIo } from '#server/testing/open-test-io.ts'
import { cancel, create, calculate, newKey, sell } from '#server/testing/receipts.ts'
import { openShop, type Shop } from '#server/testing/shop.ts'

const CALLERS = 64
let t: TestIo
let owner: Shop['owner']
let shop: Shop
beforeAll(async () => {
  t = await openTestIo({ pool: 16 })
})
beforeEach(async () => {
  shop = await openShop(t, { program: { general: { receipts_per_day_max: 0 } } })
  owner = shop.owner
})
afterEach(async () => {
  const found: unknown[] = []
  await checkLedger(t.io, (violation) => found.push(violation), shop.organization_id)
  expect(found).toEqual([])
})
afterAll(() => t.close())

const look = async (by: object) =>
  (
    await owner.inject('POST', '/api/v1/buyers/get_buyers_data', {
      organization_id: shop.organization_id,
      ...by,
    })
  ).data.buyer
const preview = (keep: string, other: object) =>
  owner.inject('POST', `/api/v1/buyers/${keep}/merge-preview`, {
    organization_id: shop.organization_id,
    ...other,
  })
const merge = (keep: string, other_id: string, version: string, key = newKey()) =>
  owner.inject(
    'POST',
    `/api/v1/buyers/${keep}/merge`,
    { organization_id: shop.organization_id, other_id, version },
    { 'idempotency-key': key },
  )
/** Looks and merges, as an owner does. */
const mergeNow = async (keep: string, gone: string) => {
  const shown = await preview(keep, { other_id: gone })
  expect(shown.status).toBe(200)
  const done = await merge(keep, gone, shown.data.version)
  expect(done.status).toBe(200)
  await t.runJobs()
  return done.data
}
const two = async () => {
  const [keep, gone] = [await openBuyer(t, shop), await openBuyer(t, shop)]
  return { keep, gone }
}

describe('merging two cards', () => {
  test('moves bonuses, visits and turnover, and either card finds the one that stays', async () => {
    const { keep, gone } = await two()
    await giveBonuses(shop, keep.buyer_id, 100)
    await giveBonuses(shop, gone.buyer_id, 50, { lifetime_days: 10 })
    await sell(shop.till, { buyer: { phone: gone.phone }, body: { total: 200 } })
    await sell(shop.till, { buyer: { phone: keep.phone }, body: { total: 300 } })
    const before = await look({ buyer_id: gone.buyer_id })
    const shown = await preview(keep.buyer_id, { other_phone: gone.phone })
    expect(shown.data).toMatchObject({
      keeps: { id: keep.buyer_id, receipts_count: 1 },
      goes: { id: gone.buyer_id, receipts_count: 1 },
      after: { receipts_count: 2, turnover: 500 },
      debt_met: 0,
    })
    await mergeNow(keep.buyer_id, gone.buyer_id)
    const after = await look({ phone: gone.phone })
    expect(after).toMatchObject({
      profile: { id: keep.buyer_id },
      balance: { available: shown.data.after.available },
      totals: { receipts_count: 2, turnover: 500 },
    })
    const expiring = before.balance.expiring.map(({ date }: { date: string }) => date)
    expect(after.balance.expiring.map(({ date }: { date: string }) => date)).toEqual(
      expect.arrayContaining(expiring),
    )
    // The history of both is one.
    const kinds = after.entries.items.map(({ kind }: { kind: string }) => kind)
    expect(kinds.filter((kind: string) => kind === 'manual_accrual')).toHaveLength(2)
    expect(after.entries.total).toBe(kinds.length)
    const card = await look({ buyer_id: gone.buyer_id })
    expect(card.profile.id).toBe(keep.buyer_id)
    const receipts = await owner.inject(
      'GET',
      `/api/v1/stats/receipt_report?organization_id=${shop.organization_id}&buyer_id=${keep.buyer_id}`,
    )
    expect(receipts.data.total).toBe(2)
    // The till sells to the living card by the old phone.
    const sold = await sell(shop.till, { buyer: { phone: gone.phone }, spend: 30 })
    expect(sold.buyer.id).toBe(keep.buyer_id)
    const list = await owner.inject('POST', '/api/v1/buyers/get_buyers_data', {
      organization_id: shop.organization_id,
    })
    expect(list.data.total).toBe(1)
    const accounts = await owner.inject(
      'GET',
      `/api/v1/stats/contos?organization_id=${shop.organization_id}`,
    )
    expect([accounts.status, accounts.data?.items?.length]).toEqual([200, 1])
  })

  test('an old receipt of the card that went is cancelled on the one that stays', async () => {
    const { keep, gone } = await two()
    await giveBonuses(shop, keep.buyer_id, 70)
    await giveBonuses(shop, gone.buyer_id, 100)
    const sold = await sell(shop.till, {
      ...{ buyer: { phone: gone.phone }, spend: 40, body: { total: 200 } },
    })
    const before = (await look({ buyer_id: gone.buyer_id })).balance.available
    expect(before).toBe(60 + sold.totals.accrual)
    await mergeNow(keep.buyer_id, gone.buyer_id)
    const part = await cancel(shop.till, sold.receipt_id, { amount: 80 })
    expect(part.status).toBe(200)
    const rest = await cancel(shop.till, sold.receipt_id)
    expect(rest.data.status).toBe('cancelled')
    expect(await look({ buyer_id: keep.buyer_id })).toMatchObject({
      balance: { available: 170, debt: 0 },
      totals: { receipts_count: 0, turnover: 0 },
    })
  })

  test('cards merged one after another are all found, and old receipts with them', async () => {
    const { keep, gone } = await two()
    const third = await openBuyer(t, shop)
    const sold = await sell(shop.till, { buyer: { phone: third.phone }, body: { total: 500 } })
    await mergeNow(gone.buyer_id, third.buyer_id)
    await mergeNow(keep.buyer_id, gone.buyer_id)
    expect((await look({ phone: third.phone })).profile.id).toBe(keep.buyer_id)
    expect((await cancel(shop.till, sold.receipt_id)).status).toBe(200)
    expect((await look({ phone: keep.phone })).balance).toMatchObject({ available: 0, debt: 0 })
  })

  test('fills what the living card does not tell, and takes no consent back or along', async () => {
    const { keep, gone } = await two()
    const of = `organization_id=${shop.organization_id}`
    const set = (id: string, body: object) =>
      owner.inject('PATCH', `/api/v1/buyers/${id}?${of}`, body)
    await set(keep.buyer_id, { first_name: 'Олена', tags: ['кава'] })
    await set(gone.buyer_id, { first_name: 'Лена', birthday: '1990-05-21', tags: ['кава', 'vip'] })
    await mergeNow(keep.buyer_id, gone.buyer_id)
    expect(await look({ phone: gone.phone })).toMatchObject({
      profile: { first_name: 'Олена', birthday: '1990-05-21', tags: ['кава', 'vip'] },
      consent: { messages: false, messages_at: null },
    })
  })

  test('a gift that either phone had is not given again', async () => {
    const gift = { kind: 'on_join', on: true, amount: 50, lifetime_days: 30, when: 'at_once' }
    const { keep, gone } = await two()
    await shop.set('bonuses', { welcome: [gift] })
    await t.runJobs()
    const given = (await look({ buyer_id: gone.buyer_id })).balance.available
    await mergeNow(keep.buyer_id, gone.buyer_id)
    const rows = await t.io.db
      .selectFrom('granted_once')
      .select(['gift', 'who'])
      .where('organization_id', '=', shop.organization_id)
      .where('gift', '=', 'on_join')
      .execute()
    expect(rows).toHaveLength(given > 0 ? 2 : 0)
  })

  test('answers the same again under its key, and refuses other figures with the new ones', async () => {
    const { keep, gone } = await two()
    await giveBonuses(shop, gone.buyer_id, 10)
    const shown = await preview(keep.buyer_id, { other_id: gone.buyer_id })
    await giveBonuses(shop, gone.buyer_id, 5)
    const stale = await merge(keep.buyer_id, gone.buyer_id, shown.data.version)
    expect([stale.status, stale.body.code]).toEqual([409, 'version_conflict'])
    expect(stale.body.data.after.available).toBe(15)
    const key = newKey()
    const done = await merge(keep.buyer_id, gone.buyer_id, stale.body.data.version, key)
    const again = await merge(keep.buyer_id, gone.buyer_id, stale.body.data.version, key)
    expect([done.status, again.status]).toEqual([200, 200])
    expect(again.data).toEqual(done.data)
    const other = await merge(keep.buyer_id, gone.buyer_id, 'another', key)
    expect(other.body.code).toBe('idempotency_conflict')
    const twice = await preview(keep.buyer_id, { other_phone: gone.phone })
    expect(twice.body.fields).toMatchObject([{ path: 'other_phone', code: 'same_buyer' }])
  })
})

describe(`${CALLERS} callers at once`, () => {
  test('merge two cards crosswise: one effect', async () => {
    const { keep, gone } = await two()
    await giveBonuses(shop, keep.buyer_id, 30)
    await giveBonuses(shop, gone.buyer_id, 20)
    const [a, b] = [
      (await preview(keep.buyer_id, { other_id: gone.buyer_id })).data.version,
      (await preview(gone.buyer_id, { other_id: keep.buyer_id })).data.version,
    ]
    const answers = await Promise.all(
      Array.from({ length: CALLERS }, (_, i) =>
        i % 2 === 0
          ? merge(keep.buyer_id, gone.buyer_id, a)
          : merge(gone.buyer_id, keep.buyer_id, b),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.every(({ status }) => [200, 409, 422].includes(status))).toBe(true)
    const [first, second] = [await look({ phone: keep.phone }), await look({ phone: gone.phone })]
    expect(first.profile.id).toBe(second.profile.id)
    expect(first.balance.available).toBe(50)
  })

  test('spend and give beside a merge: nothing is lost and nothing spent twice', async () => {
    await shop.set('bonuses', { max_pay_percent: 100 })
    const { keep, gone } = await two()
    await giveBonuses(shop, keep.buyer_id, 50)
    await giveBonuses(shop, gone.buyer_id, 50)
    const sale = async (phone: string): Promise<number> => {
      const body = { total: 20 }
      const drafted = await calculate(shop.till, { buyer: { phone }, spend: 10, body })
      if (drafted.status !== 200) return 0
      const { receipt_id } = drafted.data
      const made = await create(shop.till, receipt_id, { buyer: { phone }, spend: 10 })
      return made.status === 201 ? 10 : 0
    }
    const merging = async () => {
      for (;;) {
        const shown = await preview(keep.buyer_id, { other_id: gone.buyer_id })
        if (shown.status !== 200) return
        const done = await merge(keep.buyer_id, gone.buyer_id, shown.data.version)
        if (done.status === 200) return
      }
    }
    const [, given, ...spent] = await Promise.all([
      merging(),
      giveBonuses(shop, gone.buyer_id, 7).then(() => 7),
      ...Array.from({ length: 14 }, (_, i) => sale(i % 2 === 0 ? keep.phone : gone.phone)),
    ])
    const together = await look({ phone: gone.phone })
    expect(together.profile.id).toBe(keep.buyer_id)
    const accrued = together.entries.items
      .filter(({ kind }: { kind: string }) => kind === 'accrual')
      .reduce((sum: number, { amount }: { amount: number }) => sum + amount, 0)
    const sum = spent.reduce((all, one) => all + one, 0)
    expect(together.balance.available).toBe(100 + given + accrued - sum)
    expect(together.totals.receipts_count).toBe(sum / 10)
  })
})
