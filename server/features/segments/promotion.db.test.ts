import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestIo, type TestIo } from '#server/testing/open-test-io.ts'
import { calculate, sell } from '#server/testing/receipts.ts'
import { openShop, type Shop } from '#server/testing/shop.ts'

let t: TestIo
let shop: Shop
let rival: Shop
beforeAll(async () => {
  t = await openTestIo()
  shop = await openShop(t)
  rival = await openShop(t)
})
afterAll(() => t.close())

const regular = '+380507770001'
const guest = '+380507770002'
const save = async (body: object, of = shop) =>
  of.owner.inject('POST', '/api/v1/segmentations/buyers_segmentation', {
    organization_id: of.organization_id,
    ...body,
  })
const promote = (segment_id: string, of = shop) =>
  of.owner.inject('POST', `/api/v1/promotions?organization_id=${of.organization_id}&type=3`, {
    name: 'Для своїх',
    effect: { kind: 'multiplier', times: 2 },
    status: 'running',
    segment_id,
  })
const accrualOf = async (phone: string) =>
  (await calculate(shop.till, { buyer: { phone } })).data.totals.accrual as number

test('a promotion for a segment works for those who are in it, and nobody else', async () => {
  await sell(shop.till, { buyer: { phone: regular } })
  await sell(shop.till, { buyer: { phone: regular } })
  await sell(shop.till, { buyer: { phone: guest } })
  const filter = { receipts_count: { from: 2 } }
  const made = await save({ action: 'create', segment: { name: 'Свої', filter } })
  const { id } = made.data.segment
  const plain = await accrualOf(regular)
  const { status, data } = await promote(id)
  expect(status).toBe(201)
  expect(data.segment_id).toBe(id)
  await t.runJobs()
  expect(await accrualOf(regular)).toBe(plain * 2)
  expect(await accrualOf(guest)).toBe(plain)

  // Who comes in and who goes out follows with the next run; a changed segment at once.
  await sell(shop.till, { buyer: { phone: guest } })
  await t.io.jobs.send('segments.keep_members', {})
  await t.runJobs()
  expect(await accrualOf(guest)).toBe(plain * 2)
  await save({ action: 'update', segment: { id, filter: { receipts_count: { from: 3 } } } })
  await t.runJobs()
  expect(await accrualOf(regular)).toBe(plain)

  const doomed = await save({ action: 'delete', segment: { id } })
  expect(doomed.body).toMatchObject({ code: 'in_use' })
  const over = { version: data.version, status: 'finished' }
  const finished = await shop.owner.inject('PATCH', `/api/v1/promotions/${data.id}`, over)
  expect(finished.status).toBe(200)
  await t.runJobs()
  const { rows } = await t.io.pool.query(`select 1 from buyer where segment_ids <> '{}'`)
  expect(rows).toEqual([])
  expect((await save({ action: 'delete', segment: { id } })).status).toBe(200)
})

test('a promotion cannot be for a segment of somebody else', async () => {
  const theirs = await save({ action: 'create', segment: { name: 'Їхні' } }, rival)
  const { status, body } = await promote(theirs.data.segment.id)
  expect(status).toBe(422)
  expect(body).toMatchObject({ fields: [{ path: 'segment_id', code: 'not_ours' }] })
})
