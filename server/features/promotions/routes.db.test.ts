import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestIo, type TestIo } from '#server/testing/open-test-io.ts'
import { openShop, type Shop } from '#server/testing/shop.ts'

const ABSENT = '01a1fd1e-8c00-7000-8000-000000000000'
const promotions = '/api/v1/promotions'
const percent = { kind: 'percent_off', percent: 50 }
const double = { kind: 'multiplier', times: 2 }
const stamp = {
  kind: 'stamp',
  count: 'receipts',
  goal: 6,
  within_days: 60,
  gift: { kind: 'product' },
  gift_days: 30,
  once_per_day: true,
  repeat: true,
}
const coffee = { all: false, barcodes: [], skus: [], categories: ['Кава'] }

let t: TestIo
let shop: Shop
let stranger: Shop

beforeAll(async () => {
  t = await openTestIo()
  shop = await openShop(t)
  stranger = await openShop(t)
})
afterAll(() => t.close())

const make = (type: 2 | 3, body: object, of = shop) =>
  of.owner.inject('POST', `${promotions}?organization_id=${of.organization_id}&type=${type}`, {
    name: 'Акція',
    ...body,
  })
const made = async (type: 2 | 3, body: object) => {
  const answer = await make(type, body)
  if (answer.status !== 201) throw new Error(JSON.stringify(answer))
  return answer.data
}
const list = async (more = '') =>
  (await shop.owner.inject('GET', `${promotions}?organization_id=${shop.organization_id}${more}`))
    .data
const change = (id: string, body: object, of = shop) =>
  of.owner.inject('PATCH', `${promotions}/${id}`, body)
const problems = (answer: { body: unknown }) =>
  (answer.body as { fields: { path: string; code: string }[] }).fields.map(
    ({ path, code }) => `${path} ${code}`,
  )

describe('a new promotion', () => {
  test('is a draft for everybody until more is said, in wire units', async () => {
    const { status, data } = await make(2, {
      name: '2-га кава −50 %',
      effect: percent,
      products: coffee,
      min_receipt_amount: 100.5,
      budget: 5000,
    })
    expect(status).toBe(201)
    expect(data).toMatchObject({
      type: 2,
      version: 1,
      status: 'draft',
      name: '2-га кава −50 %',
      effect: percent,
      products: { all: false, categories: ['кава'] },
      min_receipt_amount: 100.5,
      budget: 5000,
      max_uses_total: null,
      pos_ids: [],
      reward_locked: false,
      archived: false,
      conflicts: [],
      statistics: { uses: 0, buyers: 0, receipts: 0, discount: 0, bonuses: 0, turnover: 0 },
    })
  })

  test('keeps a stamp card by receipts and one by money, each with its own goal', async () => {
    expect((await made(2, { effect: stamp })).effect).toEqual(stamp)
    const sum = { ...stamp, count: 'sum', goal: 999.5, once_per_day: false }
    expect((await made(2, { effect: sum })).effect).toEqual(sum)
    expect((await make(2, { effect: { ...stamp, goal: 2.5 } })).status).toBe(422)
    expect((await make(2, { effect: { ...stamp, goal: 51 } })).status).toBe(422)
  })

  test('is refused field by field', async () => {
    const answer = await make(3, {
      effect: percent,
      date_from: '2026-12-02',
      date_to: '2026-12-01',
      time_from: '10:00',
      products: { all: false, barcodes: [], skus: [], categories: [] },
      pos_ids: [stranger.pos_id],
      levels: [77],
    })
    expect(answer.status).toBe(422)
    expect(problems(answer)).toEqual([
      'effect.kind wrong_effect',
      'date_to end_before_start',
      'time_to time_incomplete',
      'products products_empty',
      'pos_ids not_ours',
      'levels not_ours',
    ])
  })

  test('that is over cannot be launched', async () => {
    const answer = await make(3, { effect: double, status: 'running', date_to: '2026-01-31' })
    expect(problems(answer)).toEqual(['date_to date_over'])
  })

  test('is listed by type, newest first, and merged without one', async () => {
    t.clock.advance(1000)
    const third = await made(3, { effect: double, name: 'Третя' })
    t.clock.advance(1000)
    const second = await made(2, { effect: percent, name: 'Друга' })
    expect((await list('&type=3')).items[0].id).toBe(third.id)
    const all = await list('&page=1&limit=2')
    expect(all.items.map((item: { id: string }) => item.id)).toEqual([second.id, third.id])
    expect(all.total).toBe((await list('&type=2')).total + (await list('&type=3')).total)
  })
})

describe('the life of a promotion', () => {
  test('goes by its dates, without anybody touching it', async () => {
    const { id } = await made(3, {
      effect: double,
      status: 'running',
      date_from: '2026-11-23',
      date_to: '2026-11-24',
    })
    const statusNow = async () =>
      (await shop.owner.inject('GET', `${promotions}/${id}`)).data.status
    expect(await statusNow()).toBe('planned')
    const start = t.clock.now()
    try {
      // The first minute of the 23rd in Kyiv, then of the 25th.
      t.clock.set(new Date('2026-11-22T22:00:00Z'))
      await shop.owner.inject('POST', '/api/v1/user/refresh')
      expect(await statusNow()).toBe('running')
      t.clock.set(new Date('2026-11-24T22:00:00Z'))
      await shop.owner.inject('POST', '/api/v1/user/refresh')
      expect(await statusNow()).toBe('finished')
    } finally {
      t.clock.set(start)
    }
  })

  test('is paused, resumed and finished for good', async () => {
    const { id } = await made(3, { effect: double, status: 'running' })
    expect((await change(id, { version: 1, status: 'paused' })).data.status).toBe('paused')
    expect((await change(id, { version: 2, status: 'running' })).data.status).toBe('running')
    const finished = await change(id, { version: 3, status: 'finished' })
    expect(finished.data).toMatchObject({ status: 'finished', version: 4 })
    expect(finished.data.finished_at).not.toBeNull()
    for (const body of [{ status: 'running' }, { name: 'Знову' }]) {
      const answer = await change(id, { version: 4, ...body })
      expect([answer.status, answer.body.code]).toEqual([409, 'promotion_state'])
    }
    expect((await change(id, { version: 4, archived: true })).data.archived).toBe(true)
    expect((await list()).items.some((item: { id: string }) => item.id === id)).toBe(false)
    expect((await list('&archived=true')).items[0].id).toBe(id)
  })

  test('lets a draft be changed in everything and deleted, and nothing else be deleted', async () => {
    const draft = await made(2, { effect: percent })
    const next = await change(draft.id, { version: 1, effect: { kind: 'amount_off', amount: 5 } })
    expect(next.data.effect).toEqual({ kind: 'amount_off', amount: 5 })
    expect((await change(draft.id, { version: 2, status: 'paused' })).status).toBe(409)
    expect((await shop.owner.inject('DELETE', `${promotions}/${draft.id}`)).status).toBe(204)
    expect((await shop.owner.inject('GET', `${promotions}/${draft.id}`)).status).toBe(404)

    const running = await made(2, { effect: percent, status: 'running' })
    const refused = await shop.owner.inject('DELETE', `${promotions}/${running.id}`)
    expect([refused.status, refused.body.code]).toEqual([409, 'promotion_state'])
  })

  test('locks the reward once it runs; a copy can be changed', async () => {
    const running = await made(2, {
      effect: percent,
      products: coffee,
      status: 'running',
      date_from: '2026-11-01',
    })
    expect(running.reward_locked).toBe(true)
    const answer = await change(running.id, {
      version: 1,
      effect: { kind: 'percent_off', percent: 60 },
      products: { all: true },
    })
    expect(answer.status).toBe(422)
    expect(problems(answer)).toEqual(['effect reward_locked', 'products reward_locked'])
    // The same reward, said again, is no change; the rest is free.
    const kept = await change(running.id, { version: 1, effect: percent, name: 'Інша назва' })
    expect(kept.data.name).toBe('Інша назва')

    const copy = await shop.owner.inject('POST', `${promotions}/${running.id}/copy`)
    expect(copy.status).toBe(201)
    expect(copy.data).toMatchObject({
      status: 'draft',
      version: 1,
      date_from: null,
      effect: percent,
    })
    expect(copy.data.id).not.toBe(running.id)
  })

  test('refuses a change made from an older version, and shows the present one', async () => {
    const { id } = await made(3, { effect: double })
    await change(id, { version: 1, name: 'Перша зміна' })
    const answer = await change(id, { version: 1, name: 'Друга зміна' })
    expect([answer.status, answer.body.code]).toEqual([409, 'version_conflict'])
    expect(answer.body.data).toMatchObject({ version: 2, name: 'Перша зміна' })
  })
})

test('two promotions of one product at one time warn of each other', async () => {
  const own = await openShop(t)
  const of = (body: object) => make(2, { effect: percent, status: 'running', ...body }, own)
  await of({ name: 'На каву', products: coffee, date_to: '2026-11-30', weekdays: [1, 2] })
  const tea = { ...coffee, categories: ['чай'] }
  expect((await of({ products: tea })).data.conflicts).toEqual([])
  expect((await of({ products: coffee, weekdays: [3] })).data.conflicts).toEqual([])
  expect((await of({ products: coffee, date_from: '2026-12-01' })).data.conflicts).toEqual([
    expect.objectContaining({ name: 'Акція', shared: ['кава'] }),
  ])
  expect((await of({ products: coffee, weekdays: [2] })).data.conflicts).toContainEqual(
    expect.objectContaining({ name: 'На каву', date_to: '2026-11-30', shared: ['кава'] }),
  )
})

test('a stranger sees nothing of it', async () => {
  const { id } = await made(3, { effect: double })
  for (const of of [id, ABSENT]) {
    const { owner } = stranger
    expect((await owner.inject('GET', `${promotions}/${of}`)).status).toBe(404)
    expect((await owner.inject('POST', `${promotions}/${of}/copy`)).status).toBe(404)
    expect((await owner.inject('DELETE', `${promotions}/${of}`)).status).toBe(404)
    expect((await change(of, { version: 1, name: 'Моя' }, stranger)).status).toBe(404)
  }
  expect(
    (await make(3, { effect: double }, { ...stranger, organization_id: shop.organization_id }))
      .status,
  ).toBe(404)
})
