/**
 * Random histories of three shops on three continents, over the nights when their clocks change,
 * and the cuts of them that reports are asked for.
 */
import fc from 'fast-check'
import { expect } from 'vitest'
import { expireLots } from '#server/features/ledger/expire-lots.ts'
import type { TestIo } from './open-test-io.ts'
import { cancel, newKey, newPhone, sell } from './receipts.ts'
import { localDay, readRaw, type Cut, type Raw } from './recomputed-reports.ts'
import { openShop, type Shop, type Till } from './shop.ts'
import { endNothing } from './trial-world.ts'

export const SEED = Number(process.env['VERTA_SEED'] ?? Math.floor(Math.random() * 2 ** 31))
// Clocks go back on 25 October, on 1 November, and forward on 27 September.
const ZONES = ['Europe/Kyiv', 'America/New_York', 'Pacific/Chatham']
export const BEGIN = Date.parse('2026-09-25T00:30:00Z')
const STEPS = 70
const BUYERS = 5

export type World = {
  zone: string
  shop: Shop
  tills: Till[]
  phones: string[]
  sold: string[]
  raw: Raw
}

const step = fc.record({
  does: fc.constantFrom(
    'sells',
    'sells',
    'sells',
    'spends',
    'nobody',
    'cancels',
    'part',
    'gives',
    'takes',
  ),
  till: fc.nat(1),
  buyer: fc.nat(BUYERS - 1),
  total: fc.integer({ min: 100, max: 90_000 }).map((minor) => minor / 100),
  which: fc.nat(1000),
})
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

/** About fourteen hours between two steps, so that all hours of a day are met, midnights too. */
const wait = fc.oneof(fc.integer({ min: 1, max: 45 }), fc.integer({ min: 60, max: 28 * 60 }))

async function openWorld(t: TestIo, zone: string): Promise<World> {
  const shop = await openShop(t, {
    program: {
      general: {
        receipts_per_day_max: 0,
        spend_confirmation: 'none',
        cancel_window_hours: 8760,
      },
      bonuses: { expiry_days: 9, activation_delay_hours: 5, max_pay_percent: 60 },
    },
  })
  const gift = { kind: 'on_join', on: true, amount: 7.5, lifetime_days: 12, when: 'at_once' }
  expect((await shop.set('bonuses', { welcome: [gift] })).status).toBe(200)
  const url = `/api/v1/organizations/${shop.organization_id}`
  const { data } = await shop.owner.inject('GET', url)
  const changed = await shop.owner.inject('PATCH', url, { version: data.version, timezone: zone })
  expect(changed.status).toBe(200)
  const tills = [await shop.addTill({ role: 'senior' }), await shop.addTill({ role: 'senior' })]
  const phones = Array.from({ length: BUYERS }, newPhone)
  return {
    zone,
    shop,
    tills,
    phones,
    sold: [],
    raw: await readRaw(t.io.db, shop.organization_id, zone),
  }
}

/** Does a step; what a shop would refuse (an empty balance, nothing left to cancel) is let be. */
async function play({ shop, tills, phones, sold }: World, { does, ...how }: Step): Promise<void> {
  const till = tills[how.till] ?? shop.till
  const phone = phones[how.buyer] ?? ''
  if (does === 'nobody') {
    sold.push((await sell(till, { body: { total: how.total } })).receipt_id)
  } else if (does === 'sells' || does === 'spends') {
    const spend = does === 'spends' ? 1_000_000 : 0
    const most = await till.inject(
      'POST',
      `/pos-api/v1/receipt?discount_amount=${spend}&phone=${encodeURIComponent(phone)}`,
      { total: how.total },
    )
    const spent = Number(most.data?.totals?.bonuses_spent ?? 0)
    const receipt = await sell(till, { buyer: { phone }, spend: spent, body: { total: how.total } })
    sold.push(receipt.receipt_id)
  } else if (does === 'cancels' || does === 'part') {
    const id = sold[how.which % Math.max(1, sold.length)]
    if (id) await cancel(till, id, does === 'part' ? { amount: how.total / 10 } : {})
  } else {
    const way = does === 'gives' ? 'accrual' : 'withdraw'
    const body = {
      organization_id: shop.organization_id,
      phone,
      amount: Math.ceil(how.total / 50),
      reason: 'gift',
    }
    await shop.owner.inject('POST', `/api/v1/buyers/make_handle_${way}`, body, {
      'idempotency-key': newKey(),
    })
  }
}

/** Opens the shops and lives through six weeks. */
export async function liveHistories(t: TestIo): Promise<World[]> {
  t.clock.set(new Date(BEGIN))
  const worlds: World[] = []
  for (const zone of ZONES) worlds.push(await openWorld(t, zone))
  await endNothing(t)
  const zoneOf = async (id: string) =>
    worlds.find(({ shop }) => shop.organization_id === id)?.zone ?? 'UTC'
  const waits = fc.sample(wait, { seed: SEED, numRuns: STEPS })
  const histories = worlds.map((_, at) => fc.sample(step, { seed: SEED + at, numRuns: STEPS }))
  for (let at = 0; at < STEPS; at += 1) {
    t.clock.advance((waits[at] ?? 60) * 60_000)
    const now = histories.map((history) => history[at])
    await Promise.all(
      worlds.map(async (world, which) => {
        const todo = now[which]
        if (todo) await play(world, todo)
      }),
    )
    if (at % 9 === 0) {
      await t.runJobs()
      await expireLots(t.io, zoneOf)
    }
  }
  await t.runJobs()
  for (const world of worlds) {
    world.raw = await readRaw(t.io.db, world.shop.organization_id, world.zone)
  }
  return worlds
}

export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)

/** Cuts to look at: the whole history, the nights of the clocks, random days, a point, a buyer. */
export function cutsOf({ raw, zone, shop }: World, now: Date) {
  const last = localDay(now, zone)
  const whole = { from: addDays(localDay(new Date(BEGIN), zone), -1), to: last }
  const [seller] = raw.buyers
  const random = fc.sample(fc.tuple(fc.nat(40), fc.nat(12)), { seed: SEED, numRuns: 3 })
  const phone = seller?.phone ?? ''
  return [
    { cut: whole as Cut, ask: {} as Record<string, string> },
    ...['2026-09-27', '2026-10-25', '2026-11-01'].map((day) => ({
      cut: { from: day, to: day } as Cut,
      ask: {},
    })),
    ...random.map(([start, length]) => {
      const from = addDays(whole.from, start)
      return { cut: { from, to: addDays(from, length) }, ask: {} }
    }),
    { cut: { ...whole, pos_id: shop.pos_id }, ask: { pos_id: shop.pos_id } },
    ...(seller ? [{ cut: { ...whole, buyer_id: seller.id }, ask: { phone } }] : []),
  ].map(({ cut, ask }) => ({
    cut,
    ask: { ...ask, start_date: cut.from, end_date: cut.to } as Record<string, string>,
    where: `${zone} ${JSON.stringify(cut)}`,
  }))
}

/** The last day of a day, a week or a month that begins on `day`. */
export function bucketEnd(day: string, group: string): string {
  if (group === 'day') return day
  if (group === 'week') return addDays(day, 6)
  const [year = 0, month = 0] = day.split('-').map(Number)
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10)
}
