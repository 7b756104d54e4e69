import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { orderAnew } from '#server/features/buyers/keep-order.ts'
import { rollingFrom } from '#server/features/ledger/level-rules.ts'
import { newId } from '#server/io/id.ts'
import { anyFilter } from '#server/testing/any-filter.ts'
import { openTestIo, type TestIo } from '#server/testing/open-test-io.ts'
import { newPhone, sell } from '#server/testing/receipts.ts'
import { runs } from '#server/testing/property-runs.ts'
import { findPlainly, type KnownBuyer } from '#server/testing/reference-segments.ts'
import { openSegmentShop, readShop, shuffleShop } from '#server/testing/segment-shop.ts'
import { openShop, type Shop } from '#server/testing/shop.ts'
import { endNothing } from '#server/testing/trial-world.ts'
import type { Filter, Ground } from './filter-rules.ts'
import { gatherPurchases, recountPurchases } from './gather-purchases.ts'
import { loadGround } from './load-ground.ts'
import { countReach } from './count-reach.ts'
import { askSegment, selectSegment } from './select-segment.ts'
import { selectFigures, selectIds } from './result-store.ts'

const row = (name: string, min_turnover: number, cashback_percent: number) => ({
  ...{ name, min_turnover, cashback_percent },
  ...{ discount_percent: 0, max_pay_percent: 50 },
})
const ladder = { levels: [row('Гість', 0, 5), row('Свій', 300, 7), row('Друг', 900, 10)] }
const shops = [
  { timezone: 'Europe/Kyiv', bonuses: { ...ladder, level_base: 'lifetime' } },
  {
    timezone: 'America/New_York',
    bonuses: {
      ...ladder,
      level_base: 'rolling_days',
      level_days: 30,
      level_downgrade: 'at_period_end',
      expiry_mode: 'after_last_purchase',
      expiry_days: 25,
    },
  },
  {
    timezone: 'Asia/Kathmandu',
    bonuses: { ...ladder, level_base: 'calendar_year', level_downgrade: 'at_period_end' },
  },
]
type World = {
  shop: Shop
  ground: Ground
  buyers: KnownBuyer[]
  pos_ids: string[]
  post_id: string
}

let t: TestIo
const worlds: World[] = []

beforeAll(async () => {
  t = await openTestIo()
  const opened: [Shop, string, string, string][] = []
  for (const [index, { timezone, bonuses }] of shops.entries()) {
    const chosen = { seed: index + 1, timezone, bonuses, buyers: 9, sales: 36 }
    const shop = await openSegmentShop(t, chosen)
    const [other, post_id] = [newId(t.clock.now()), newId(t.clock.now())]
    await shuffleShop(t, shop, other, post_id)
    opened.push([shop, timezone, other, post_id])
  }
  t.clock.advance(300_000)
  await gatherPurchases(t.io)
  await orderAnew(t.io)
  for (const [shop, timezone, other, post_id] of opened) {
    const organization = { id: shop.organization_id, timezone, currency: 'UAH' }
    const ground = await loadGround(t.io, organization, true)
    const { program, now } = ground
    const since = program.level_base === 'rolling_days' ? rollingFrom(program, now.getTime()) : null
    const buyers = await readShop(t, shop.organization_id, since)
    worlds.push({ shop, ground, buyers, pos_ids: [shop.pos_id, other], post_id })
  }
}, 60_000)
afterAll(() => t.close())

/** Whom it finds, and how many it counts where only counting is fast: by the kept order. */
const find = ({ ground }: World, filter: Filter) =>
  askSegment(
    t.io,
    { id: ground.organization_id, timezone: ground.timezone, currency: 'UAH' },
    { filter },
    async (tx, now) => ({
      ids: await selectIds(tx, { filter }, now, { after: newId(new Date(0)), limit: 1000 }),
      counted: await selectFigures(tx, { filter }, { ...now, by_order: true }),
    }),
  )

describe('a filter', () => {
  test.each([0, 1, 2])('finds whom a plain look finds, shop %i', async (index) => {
    const world = worlds[index] as World
    const levels_known = world.ground.program.levels.map(({ number }) => number)
    const any = anyFilter({ ...world, levels: levels_known })
    let found_some = 0
    await fc.assert(
      fc.asyncProperty(any, async (filter) => {
        const { ids: found, counted } = await find(world, filter)
        expect(counted.total).toBe(found.length)
        if (found.length > 0 && found.length < world.buyers.length) found_some += 1
        expect(found.toSorted()).toEqual(findPlainly(filter, world.buyers, world.ground))
      }),
      runs(120),
    )
    expect(found_some).toBeGreaterThan(20)
  })
})

describe('purchases', () => {
  const tables = [
    ...(['bought', 'buyer_visit', 'buyer_habit', 'visit_return'] as const),
    ...(['sale_day', 'entry_day', 'entry_last', 'entry_return'] as const),
    ...(['owed_lot', 'owed_card'] as const),
  ]
  const read = async () => {
    const all: string[] = []
    for (const table of tables) {
      const rows = await t.io.db.selectFrom(table).selectAll().execute()
      // A day of which nothing is left may keep an empty row.
      const left = rows.filter(
        (row) =>
          (!('times' in row) || row.times !== 0) &&
          (!('firsts' in row) || row.firsts !== 0 || ('seconds' in row && row.seconds !== 0)),
      )
      all.push(...left.map((row) => `${table} ${JSON.stringify(row)}`))
    }
    return all.toSorted()
  }

  test('are the same gathered at once, little by little and counted anew', async () => {
    const once = await read()
    expect(once.length).toBeGreaterThan(200)
    for (const { ground } of worlds) await recountPurchases(t.io, ground.organization_id)
    expect(await read()).toEqual(once)

    for (const table of tables) await t.io.db.deleteFrom(table).execute()
    await t.io.db
      .updateTable('purchase_progress')
      .set({ read_until: new Date(0) })
      .execute()
    const now = t.clock.now()
    for (const days of [80, 55, 54, 30, 1, 0]) {
      t.clock.set(new Date(now.getTime() - days * 24 * 3600 * 1000))
      await Promise.all([gatherPurchases(t.io, 7), gatherPurchases(t.io, 2)])
    }
    expect(await read()).toEqual(once)
  })

  test('a zone that is set back lets cards move on an earlier day, and sums follow', async () => {
    const shop = await openShop(t)
    const { organization_id } = shop
    const till = await shop.addTill({ role: 'senior' })
    const [phone, other] = [newPhone(), newPhone()]
    const sellAt = async (hour: number, timezone: string, buyers: string[]) => {
      t.clock.set(new Date(begin + hour * 3_600_000))
      const { data } = await shop.owner.inject('GET', `/api/v1/organizations/${organization_id}`)
      const body = { version: data.version, timezone }
      const zoned = await shop.owner.inject(
        'PATCH',
        `/api/v1/organizations/${organization_id}`,
        body,
      )
      expect(zoned.status).toBe(200)
      for (const buyer of buyers) await sell(till, { buyer: { phone: buyer } })
      t.clock.advance(120_000)
      await gatherPurchases(t.io)
    }
    await endNothing(t)
    const begin = t.clock.now().getTime()
    await sellAt(0, 'Pacific/Kiritimati', [phone, other])
    await sellAt(30, 'Pacific/Kiritimati', [phone])
    await sellAt(31, 'Pacific/Pago_Pago', [phone, phone, other])
    await sellAt(80, 'Pacific/Pago_Pago', [phone, other])
    const days = await t.io.db
      .selectFrom('entry')
      .select('day')
      .where('organization_id', '=', organization_id)
      .orderBy('created_at')
      .execute()
    expect(days.some(({ day }, at) => day < (days[at - 1]?.day ?? ''))).toBe(true)
    const gathered = await read()
    await recountPurchases(t.io, organization_id)
    expect(await read()).toEqual(gathered)
  })

  test('come in pages, each buyer once', async () => {
    const [world] = worlds
    const organization = {
      id: world?.ground.organization_id ?? '',
      timezone: 'Europe/Kyiv',
      currency: 'UAH',
    }
    const seen: string[] = []
    const ask = { filter: { match: 'all' } } as const
    for await (const page of selectSegment(t.io, organization, ask, 4)) seen.push(...page)
    expect(seen).toHaveLength(9)
    expect(new Set(seen).size).toBe(9)
    const rules = { bot_id: null, preferred: 'last_active', cap: 2, since: new Date(0) }
    const reach = await countReach(t.io, organization, ask, rules)
    expect(reach.total).toBe(9)
    expect(reach.reached).toBe(reach.telegram + reach.viber)
    const { reached, blocked, unreachable, no_consent, capped } = reach
    expect(reached + blocked + unreachable + no_consent + capped).toBe(9)
  })
})
