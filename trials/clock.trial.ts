/**
 * Days that are not 24 hours long, days that start at one in the morning, 29 February, the end of a
 * year, zones with odd offsets, and a clock that jumps: bonuses expire once and on the right
 * moment, and reports count every sale on the day it had in the shop. The machine itself stands in
 * yet another zone. Void when a day that should be longer or shorter is not.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expireLots } from '#server/features/ledger/expire-lots.ts'
import { giveBonuses, openBuyer } from '#server/testing/buyers.ts'
import { openTestIo, type TestIo } from '#server/testing/open-test-io.ts'
import { create, idOf } from '#server/testing/receipts.ts'
import {
  endOfMonth,
  firstMoment,
  modelDay,
  plusDays,
} from '#server/testing/reference-arithmetic.ts'
import { openShop, type Shop } from '#server/testing/shop.ts'
import { countOf, TRIAL_MS } from '#server/testing/trial-counts.ts'
import { expectSoundLedger } from '#server/testing/trial-ledger.ts'
import type { Tell } from '#server/testing/trial-words.ts'
import { endNothing } from '#server/testing/trial-world.ts'

const SEEDS = countOf({ quick: 1, everyday: 1, release: 20 })
const HOUR = 3_600_000
const EXPIRIES =
  'expiries: 8 spends and 8 nightly jobs at once, then the clock 400 days on and 2 hours back'
const MACHINE = 'Pacific/Marquesas'

/** A zone, a day of it, and how many hours that day has. */
const cases: [string, string, number][] = [
  ['Pacific/Chatham', '2026-09-27', 23],
  ['America/Santiago', '2026-09-06', 23],
  ['Europe/Kyiv', '2026-10-25', 25],
  ['America/New_York', '2026-11-01', 25],
  ['Asia/Kathmandu', '2026-12-31', 24],
  ['Europe/Kyiv', '2026-12-31', 24],
  ['Pacific/Chatham', '2026-12-31', 24],
  ['America/New_York', '2027-03-14', 23],
  ['Europe/Kyiv', '2027-03-28', 23],
  ['Pacific/Chatham', '2027-04-04', 25],
  ['Africa/Cairo', '2027-04-30', 23],
  ['Europe/Kyiv', '2028-02-29', 24],
  ['America/New_York', '2028-02-29', 24],
  ['Asia/Kathmandu', '2028-02-29', 24],
]

let t: TestIo
let zone_before: string | undefined

beforeAll(async () => {
  zone_before = process.env['TZ']
  process.env['TZ'] = MACHINE
  expect(new Date(0).getHours(), 'void: the machine is not elsewhere').toBe(14)
  t = await openTestIo({ pool: 12 })
}, 120_000)
afterAll(async () => {
  if (zone_before === undefined) delete process.env['TZ']
  else process.env['TZ'] = zone_before
  await t.close()
})

const somewhere = (from: number, to: number) =>
  Math.floor(from + Math.random() * Math.max(1, to - from))

async function openShopAt(moment: number, zone: string, bonuses: object = {}): Promise<Shop> {
  t.clock.set(new Date(moment))
  const general = { receipts_per_day_max: 0, spend_confirmation: 'none' }
  const shop = await openShop(t, {
    program: { general, bonuses: { max_pay_percent: 100, ...bonuses } },
  })
  const url = `/api/v1/organizations/${shop.organization_id}`
  const { data } = await shop.owner.inject('GET', url)
  const answer = await shop.owner.inject('PATCH', url, { version: data.version, timezone: zone })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  await endNothing(t)
  return shop
}

const expire = () => expireLots(t.io, async () => 'Europe/Kyiv')
const lotsOf = (buyer_id: string) =>
  t.io.db
    .selectFrom('account')
    .select(['balance', 'lot_active_from', 'lot_expires_at'])
    .where('buyer_id', '=', buyer_id)
    .executeTakeFirstOrThrow()
const expiriesOf = (buyer_id: string) =>
  t.io.db
    .selectFrom('entry')
    .select(['amount'])
    .where('buyer_id', '=', buyer_id)
    .where('kind', '=', 'expiry')
    .execute()
const spend = (shop: Shop, phone: string) =>
  create(shop.till, idOf(t.clock.now()), { buyer: { phone }, spend: 10, receipt: { total: 20 } })

/** At the very moment: spends and the nightly job at once, then again, and again in the past. */
async function expectExpiryOnce(
  shop: Shop,
  buyer: { buyer_id: string; phone: string },
  at: number,
) {
  const { buyer_id, phone } = buyer
  const [until] = (await lotsOf(buyer_id)).lot_expires_at
  expect(until?.toISOString()).toBe(new Date(at).toISOString())
  t.clock.set(new Date(at - 1))
  await expire()
  expect(await expiriesOf(buyer_id)).toEqual([])
  expect((await spend(shop, phone)).status).toBe(201)
  t.clock.set(new Date(at))
  const both = Array.from({ length: 8 }, () => [expire(), spend(shop, phone)] as const).flat()
  const spends = (await Promise.all(both)).filter((done) => typeof done === 'object')
  expect(spends.map(({ body }) => body.code)).toEqual(
    Array.from({ length: 8 }, () => 'insufficient_bonuses'),
  )
  for (const moved of [0, 400 * 24 * HOUR, -2 * HOUR]) {
    t.clock.set(new Date(at + moved))
    await expire()
    expect((await spend(shop, phone)).status).toBe(422)
    expect(await expiriesOf(buyer_id)).toEqual([{ amount: -9000 }])
  }
  expect((await lotsOf(buyer_id)).balance).toBe(0)
}

async function bySeed(
  tell: Tell,
  what: string,
  work: (seed: number) => Promise<void>,
): Promise<void> {
  for (let seed = 0; seed < SEEDS; seed += 1) await work(seed)
  await tell(`${SEEDS} ${what}`)
}

async function expectActiveAfterADay(zone: string, sold_at: number): Promise<void> {
  const shop = await openShopAt(sold_at, zone, { activation_delay_hours: 24 })
  const { buyer_id, phone } = await openBuyer(t, shop)
  await create(shop.till, idOf(t.clock.now()), { buyer: { phone }, receipt: { total: 400 } })
  const [active_from] = (await lotsOf(buyer_id)).lot_active_from
  expect(active_from?.getTime()).toBe(sold_at + 24 * HOUR)
  t.clock.set(new Date(sold_at + 24 * HOUR - 1))
  expect((await spend(shop, phone)).status).toBe(422)
  t.clock.set(new Date(sold_at + 24 * HOUR))
  expect((await spend(shop, phone)).status).toBe(201)
}

describe.each(cases)('%s, %s (%i hours)', (zone, day, hours) => {
  const starts = firstMoment(day, zone)
  const ends = firstMoment(plusDays(day, 1), zone)

  test('is as long as it should be', async ({ annotate }) => {
    await annotate(`a day of ${(ends - starts) / HOUR} hours`)
    expect((ends - starts) / HOUR, 'void: the day is as long as any').toBe(hours)
  })

  test(
    'bonuses that live until its end expire then, once',
    async ({ annotate }) => {
      await bySeed(annotate, EXPIRIES, async () => {
        // Somewhere in the day before.
        const given = somewhere(starts - 22 * HOUR, starts)
        // What the shop accrues is kept out of it: only the gift expires.
        const settings = { expiry_mode: 'days', expiry_days: 1, min_receipt_for_accrual: 1000 }
        const shop = await openShopAt(given, zone, settings)
        const buyer = await openBuyer(t, shop)
        await giveBonuses(shop, buyer.buyer_id, 100)
        await expectExpiryOnce(shop, buyer, ends)
      })
    },
    TRIAL_MS,
  )

  test(
    'bonuses that live until the end of a month expire then, once',
    async ({ annotate }) => {
      await bySeed(annotate, EXPIRIES, async () => {
        const given = somewhere(starts, ends)
        const shop = await openShopAt(given, zone, {
          expiry_mode: 'end_of_month_after',
          expiry_months: 1,
          min_receipt_for_accrual: 1000,
        })
        const buyer = await openBuyer(t, shop)
        await giveBonuses(shop, buyer.buyer_id, 100)
        await expectExpiryOnce(shop, buyer, endOfMonth(given, 1, zone))
      })
    },
    TRIAL_MS,
  )

  test(
    'bonuses that wait a day become active after 24 hours, however long the day is',
    async ({ annotate }) => {
      // So that the 24 hours have the day's edge or its change of clocks between them.
      await bySeed(annotate, 'moments of sale', () =>
        expectActiveAfterADay(zone, somewhere(starts - 20 * HOUR, starts)),
      )
    },
    TRIAL_MS,
  )

  test(
    'reports and lists count every sale on the day it had in the shop',
    async ({ annotate }) => {
      await bySeed(annotate, 'days of sales, some at both edges', () =>
        expectDaysRight(zone, day, starts, ends),
      )
    },
    TRIAL_MS,
  )
})

type Row = { period: string; receipts: number; turnover: number }

/** Sales around the clock, from before the day until after it, and at its very edges. */
async function expectDaysRight(
  zone: string,
  day: string,
  starts: number,
  ends: number,
): Promise<void> {
  const shop = await openShopAt(starts - 4 * HOUR, zone)
  const edges = [starts - 1, starts, ends - 1, ends]
  const moments = [...edges]
  for (let at = starts - 3 * HOUR; at < ends + 3 * HOUR; at += (20 + Math.random() * 60) * 60_000) {
    moments.push(Math.floor(at))
  }
  const expected = new Map<string, { receipts: number; turnover: number }>()
  for (const [index, at] of moments.toSorted((a, b) => a - b).entries()) {
    t.clock.set(new Date(at))
    const total = index + 1
    const { status } = await create(shop.till, idOf(t.clock.now()), { receipt: { total } })
    expect(status).toBe(201)
    const sold_on = modelDay(at, zone)
    const before = expected.get(sold_on) ?? { receipts: 0, turnover: 0 }
    expected.set(sold_on, {
      receipts: before.receipts + 1,
      turnover: before.turnover + total,
    })
  }
  t.clock.set(new Date(ends + 5 * HOUR))
  const days = [plusDays(day, -1), day, plusDays(day, 1)]
  const { organization_id } = shop
  const query = `organization_id=${organization_id}&start_date=${days[0]}&end_date=${days[2]}`
  const report = await shop.owner.inject('GET', `/api/v1/stats/period?${query}&group=day`)
  expect(report.data.timezone).toBe(zone)
  const rows = (report.data.items as Row[]).map(
    ({ period, receipts, turnover }) => [period, { receipts, turnover }] as const,
  )
  expect(Object.fromEntries(rows)).toEqual(Object.fromEntries(expected))
  for (const one of days) {
    const list = await shop.till.inject('POST', '/pos-api/v1/bonuses/get-receipts', {
      date_from: one,
      date_to: one,
    })
    expect([one, list.data.total]).toEqual([one, expected.get(one)?.receipts ?? 0])
  }
}

test(
  'a clock that jumps back and forth under sales breaks nothing',
  async ({ annotate }) => {
    await bySeed(annotate, `times ${jumps.length} jumps, 8 sales at once after each`, (seed) =>
      jump(Date.UTC(2028, 5 + seed, 1, 9)),
    )
  },
  TRIAL_MS,
)

const jumps = [0, -1000, HOUR, -HOUR, 25 * HOUR, -24 * HOUR, 400 * 24 * HOUR, -390 * 24 * HOUR]

async function jump(start: number): Promise<void> {
  const shop = await openShopAt(start, 'Europe/Kyiv', { expiry_mode: 'days', expiry_days: 10 })
  const { phone } = await openBuyer(t, shop)
  for (const ms of jumps) {
    t.clock.advance(ms)
    const ids = Array.from({ length: 8 }, () => idOf(t.clock.now()))
    const answers = await Promise.all(
      ids.map((id, index) =>
        create(shop.till, id, {
          buyer: { phone },
          spend: index % 2,
          receipt: { total: 40 },
        }),
      ),
    )
    const codes = answers.map(({ status, body }) => (status === 201 ? 201 : String(body.code)))
    expect(codes.filter((code) => code !== 201 && code !== 'insufficient_bonuses')).toEqual([])
    expect(codes).toContain(201)
    await expire()
  }
}

test('after all of it the ledger check finds nothing', () => expectSoundLedger(t.io.db))
