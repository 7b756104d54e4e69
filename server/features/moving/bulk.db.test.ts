import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { checkLedger } from '#server/features/ledger/check-ledger.ts'
import { openBuyer } from '#server/testing/buyers.ts'
import { openTestIo, type TestIo } from '#server/testing/open-test-io.ts'
import { sell } from '#server/testing/receipts.ts'
import { openShop, type Shop } from '#server/testing/shop.ts'
import { runBulk } from './run-bulk.ts'

let t: TestIo
let owner: Shop['owner']
let shop: Shop
beforeAll(async () => {
  t = await openTestIo({ pool: 12 })
})
beforeEach(async () => {
  shop = await openShop(t)
  owner = shop.owner
})
afterEach(async () => {
  const found: unknown[] = []
  await checkLedger(t.io, (violation) => found.push(violation), shop.organization_id)
  expect(found).toEqual([])
})
afterAll(() => t.close())

const path = '/api/v1/buyers/bulk'
const ready = async (whom: object, act: object) => {
  const { status, data, body } = await owner.inject('POST', path, {
    ...{ organization_id: shop.organization_id, whom, act },
  })
  expect([status, body.code]).toEqual([201, undefined])
  await t.runJobs()
  return (await owner.inject('GET', `${path}/${data.id}`)).data
}
const start = async (id: string) => {
  const begun = await owner.inject('POST', `${path}/${id}/start`)
  expect(begun.status).toBe(200)
  await t.runJobs()
  return (await owner.inject('GET', `${path}/${id}`)).data
}
const look = async (buyer_id: string) =>
  (
    await owner.inject('POST', '/api/v1/buyers/get_buyers_data', {
      ...{ organization_id: shop.organization_id, buyer_id },
    })
  ).data.buyer
const gift = { kind: 'accrual', amount: 12.5, reason: 'gift' }

describe('an act on many buyers', () => {
  test('tells its effect first, and gives each of them the bonuses once', async () => {
    const people = await Promise.all(Array.from({ length: 5 }, () => openBuyer(t, shop)))
    const act = await ready({ list: {} }, gift)
    expect(act).toMatchObject({ status: 'ready', buyers: 5, sum: 62.5, done: 0 })
    expect((await look(people[0]?.buyer_id ?? '')).balance.available).toBe(0)
    // Who comes later is not of those that were shown.
    const later = await openBuyer(t, shop)
    const key = { organization_id: shop.organization_id, id: act.id }
    await owner.inject('POST', `${path}/${act.id}/start`)
    await Promise.all([runBulk(t.io, key), runBulk(t.io, key)])
    expect(await start(act.id)).toMatchObject({ status: 'done', done: 5, skipped: 0 })
    for (const { buyer_id } of people) {
      const { balance, entries } = await look(buyer_id)
      expect(balance.available).toBe(12.5)
      expect(entries.items).toMatchObject([{ kind: 'manual_accrual', reason: 'gift' }])
    }
    expect((await look(later.buyer_id)).balance.available).toBe(0)
  })

  test('is for a segment, a search or those chosen; who was blocked meanwhile is left out', async () => {
    const [one, two] = [await openBuyer(t, shop), await openBuyer(t, shop)]
    const of = `organization_id=${shop.organization_id}`
    await sell(shop.till, { buyer: { phone: one.phone } })
    expect(await ready({ filter: { receipts_count: { from: 1 } } }, gift)).toMatchObject({
      buyers: 1,
    })
    expect(await ready({ list: { q: two.phone } }, gift)).toMatchObject({ buyers: 1 })
    const chosen = await ready({ buyer_ids: [one.buyer_id, two.buyer_id] }, gift)
    await owner.inject('PATCH', `/api/v1/buyers/${two.buyer_id}?${of}`, { status: 'blocked' })
    expect(await start(chosen.id)).toMatchObject({ done: 1, skipped: 1 })
  })

  test('a tag is added to all and taken off again', async () => {
    const { buyer_id } = await openBuyer(t, shop)
    const tag = { kind: 'tag', tag: 'кава' }
    await start((await ready({ list: {} }, tag)).id)
    await start((await ready({ list: {} }, tag)).id)
    expect((await look(buyer_id)).profile.tags).toEqual(['кава'])
    await start((await ready({ list: { tag: 'кава' } }, { ...tag, remove: true })).id)
    expect((await look(buyer_id)).profile.tags).toEqual([])
  })

  test('a file tells the gathered buyers, runs no formula, and who took it is written down', async () => {
    const { phone } = await openBuyer(t, shop, { first_name: '=1+1' })
    const act = await ready({ list: {} }, { kind: 'export' })
    const file = await owner.inject('GET', `${path}/${act.id}/file?format=csv`)
    expect(file.status).toBe(200)
    expect(String(file.body)).toContain(`${phone.slice(1)};'=1+1`)
    const seen = await t.io.db
      .selectFrom('audit_act')
      .select('act')
      .where('organization_id', '=', shop.organization_id)
      .execute()
    expect(seen).toContainEqual({ act: 'buyers_exported' })
    expect((await owner.inject('POST', `${path}/${act.id}/start`)).body.code).toBe('in_use')
  })

  test('gives beside tills that sell to the same people: nothing is lost', async () => {
    await shop.set('general', { receipts_per_day_max: 0 })
    const people = await Promise.all(Array.from({ length: 12 }, () => openBuyer(t, shop)))
    const act = await ready({ list: {} }, { ...gift, amount: 10 })
    await Promise.all([
      start(act.id),
      ...people.map(({ phone }) => sell(shop.till, { buyer: { phone }, body: { total: 100 } })),
    ])
    await t.runJobs()
    const done = (await owner.inject('GET', `${path}/${act.id}`)).data
    expect(done).toMatchObject({ status: 'done', done: 12 })
    for (const { buyer_id } of people) {
      const { entries, balance } = await look(buyer_id)
      const sum = entries.items.reduce((all: number, e: { amount: number }) => all + e.amount, 0)
      expect(balance.available + balance.pending).toBe(sum)
      const kinds = entries.items.map(({ kind }: { kind: string }) => kind)
      expect(kinds.filter((kind: string) => kind === 'manual_accrual')).toHaveLength(1)
    }
  })
})
