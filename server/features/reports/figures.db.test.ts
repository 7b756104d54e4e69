/** Every figure of every report, on random histories, against a recomputation from the raw rows. */
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { orderAnew } from '#server/features/buyers/keep-order.ts'
import { gatherPurchases } from '#server/features/segments/gather-purchases.ts'
import type { Answer } from '#server/testing/identity.ts'
import { openTestIo, type TestIo } from '#server/testing/open-test-io.ts'
import {
  BEGIN,
  bucketEnd,
  cutsOf,
  liveHistories,
  SEED,
  type World,
} from '#server/testing/report-histories.ts'
import {
  averagesIn,
  endOfDayIn,
  entriesIn,
  figuresOf,
  kindsIn,
  liabilityAt,
  programIn,
  receiptsIn,
  type Cut,
} from '#server/testing/recomputed-reports.ts'
import { listAccounts } from './account-store.ts'
import { madeBetween } from './rules.ts'

let t: TestIo
let worlds: World[]
async function gatherUntil(moment: Date) {
  const now = t.clock.now()
  t.clock.set(moment)
  await gatherPurchases(t.io)
  t.clock.set(now)
}
const cuts = (world: World) => cutsOf(world, t.clock.now())

beforeAll(async () => {
  t = await openTestIo({ pool: 12, config: { LOG_LEVEL: 'error' } })
  worlds = await liveHistories(t)
  // Sums are gathered up to somewhere in the middle: what came after it is told all the same.
  await gatherUntil(new Date((BEGIN + t.clock.now().getTime()) / 2))
})
afterAll(() => t.close())

const stats = (world: World, name: string, ask: Record<string, string>): Promise<Answer> =>
  world.shop.owner.inject(
    'GET',
    `/api/v1/stats/${name}?${new URLSearchParams({ organization_id: world.shop.organization_id, ...ask }).toString()}`,
  )

async function read(world: World, name: string, ask: Record<string, string>) {
  const { status, data, body } = await stats(world, name, ask)
  expect(status, `${name}: ${JSON.stringify(body).slice(0, 300)}`).toBe(200)
  return data
}

/** The figures in minor units, as the recomputation has them. */
const COUNTS = new Set([
  'receipts',
  'cancelled',
  'member_receipts',
  'buyers',
  'new_buyers',
  'operations',
])
const minor = (row: Record<string, number | null>, names: readonly string[]) =>
  Object.fromEntries(
    names.map((name) => {
      const value = row[name] ?? null
      return [name, value === null || COUNTS.has(name) ? value : Math.round(value * 100)]
    }),
  )
const same = (found: Record<string, number | null>, expected: object, where: string) =>
  expect(minor(found, Object.keys(expected)), `VERTA_SEED=${SEED} ${where}`).toEqual(expected)

const later = (a: string, b: string) => (a > b ? a : b)
const earlier = (a: string, b: string) => (a < b ? a : b)

test('the histories are worth it: every kind of movement, every clock night', () => {
  const kinds = new Set(worlds.flatMap(({ raw }) => raw.entries.map(({ kind }) => kind)))
  for (const kind of [
    'accrual',
    'spend',
    'accrual_reversal',
    'expiry',
    'welcome',
    'manual_accrual',
  ]) {
    expect(kinds, `VERTA_SEED=${SEED}`).toContain(kind)
  }
  // All shops together: what one of them lives through is left to chance.
  expect(worlds.flatMap(({ raw }) => raw.cancellations).length).toBeGreaterThan(3)
  for (const { raw } of worlds) {
    expect(raw.entries.filter((row) => row.local !== row.day)).toEqual([])
    expect(raw.receipts.filter((row) => row.local !== row.day)).toEqual([])
  }
})

test('the period report: totals, each row of each split, the period before', async () => {
  for (const world of worlds) {
    for (const { cut, ask, where } of cuts(world)) {
      for (const group of ['day', 'week', 'month']) {
        for (const by of ['none', 'pos', 'cashier']) {
          const data = await read(world, 'period', { ...ask, group, by })
          const here = `${where} ${group} ${by}`
          same(data.totals, figuresOf(world.raw, cut), `totals of ${here}`)
          for (const row of data.items) {
            const part: Cut = {
              ...cut,
              from: later(row.period, cut.from),
              to: earlier(bucketEnd(row.period, group), cut.to),
              ...(by === 'pos' && { pos_id: row.pos_id }),
              ...(by === 'cashier' && { cashier_id: row.cashier_id }),
            }
            same(row, figuresOf(world.raw, part), `${row.period} of ${here}`)
          }
          const { start_date: from, end_date: to, totals } = data.previous
          same(totals, figuresOf(world.raw, { ...cut, from, to }), `before ${here}`)
        }
      }
    }
  }
})

test('the overview: its figures, its days, its points of sale, what is owed', async () => {
  for (const world of worlds) {
    const { raw } = world
    for (const { cut, ask, where } of cuts(world)) {
      if (ask['phone'] !== undefined) continue
      const data = await read(world, 'dashboard_report', ask)
      const figures = figuresOf(raw, cut)
      const averages = averagesIn(raw, cut)
      const { kpi } = data
      same(data.totals, figures, where)
      same(
        {
          members_turnover: kpi.members_turnover.value,
          repeat_share: kpi.repeat_share.value,
          new_buyers: kpi.new_buyers.value,
          member: kpi.average_member_receipt.value,
          other: kpi.average_other_receipt.value,
        },
        {
          members_turnover: figures.members_turnover,
          repeat_share: figures.repeat_share,
          new_buyers: figures.new_buyers,
          ...averages,
        },
        where,
      )
      for (const day of data.days) {
        const { receipts, turnover, members_turnover, accrued, spent, expired, new_buyers } =
          figuresOf(raw, { ...cut, from: day.day, to: day.day })
        const expected = {
          receipts,
          turnover,
          members_turnover,
          accrued,
          spent,
          expired,
          new_buyers,
        }
        same(day, expected, `${day.day} of ${where}`)
      }
      for (const pos of data.pos) {
        const { receipts, turnover, new_buyers, spent, accrued } = figuresOf(raw, {
          ...cut,
          pos_id: pos.pos_id,
        })
        same(pos, { receipts, turnover, new_buyers, spent, accrued }, where)
      }
      const previous = { from: data.previous_start_date, to: data.previous_end_date }
      same(data.previous_totals, figuresOf(raw, { ...cut, ...previous }), `before ${where}`)
    }
  }
})

test('what the program cost and brought, of receipts that stand', async () => {
  for (const world of worlds) {
    for (const { cut, ask, where } of cuts(world)) {
      if (ask['phone'] !== undefined) continue
      const data = await read(world, 'program_report', ask)
      const flat = (row: typeof data) => ({
        member_receipts: row.members.receipts,
        members: row.members.paid,
        others: row.others.paid,
        bonuses: row.bonuses,
        discounts: row.discounts,
        repeat_paid: row.repeat_paid,
      })
      same(flat(data), programIn(world.raw, cut), where)
      const { start_date: from, end_date: to } = data.previous
      same(flat(data.previous), programIn(world.raw, { ...cut, from, to }), `before ${where}`)
    }
  }
})

test('movements: each row of the ledger, and their sums by kind', async () => {
  for (const world of worlds) {
    for (const { cut, ask, where } of cuts(world)) {
      const rows = await read(world, 'transactions', { ...ask, count: '1000' })
      const entries = entriesIn(world.raw, cut)
      const keyOf = (row: { buyer_id: string; number: number; amount: number }) =>
        `${row.buyer_id} ${row.number} ${row.amount}`
      expect(rows.total, where).toBe(entries.length)
      expect(
        new Set(rows.items.map((row: never) => keyOf(row))),
        `VERTA_SEED=${SEED} ${where}`,
      ).toEqual(new Set(entries.map((row) => keyOf({ ...row, amount: row.amount / 100 }))))
      const data = await read(world, 'transactions_report', ask)
      const { items, totals } = kindsIn(world.raw, cut)
      same(data.totals, totals, where)
      expect(data.items.map(({ kind }: { kind: string }) => kind).toSorted()).toEqual(
        items.map(({ kind }) => kind).toSorted(),
      )
      for (const { kind, ...expected } of items) {
        const row = data.items.find((one: { kind: string }) => one.kind === kind)
        same(row, expected, `${kind} of ${where}`)
      }
    }
  }
})

const receiptSums = (rows: ReturnType<typeof receiptsIn>) => {
  const total = (amount: (row: (typeof rows)[number]) => number) =>
    rows.reduce((sum, row) => sum + amount(row), 0)
  return {
    receipts: rows.length,
    gross: total((row) => row.gross),
    discount: total((row) => row.till_discount + row.promotion_discount + row.level_discount),
    bonuses_spent: total((row) => row.bonuses_spent),
    to_pay: total((row) => row.to_pay),
    accrual: total((row) => row.accrual),
    refunded: total((row) => row.refunded),
  }
}

test('the report of receipts: its rows and its totals', async () => {
  for (const world of worlds) {
    for (const { cut, ask, where } of cuts(world)) {
      const { start_date: date_from = '', end_date: date_to = '', ...more } = ask
      const data = await read(world, 'receipt_report', {
        ...more,
        date_from,
        date_to,
        count: '1000',
      })
      const rows = receiptsIn(world.raw, cut)
      same(data.totals, receiptSums(rows), where)
      expect(new Set(data.items.map((row: { receipt_id: string }) => row.receipt_id))).toEqual(
        new Set(rows.map(({ id }) => id)),
      )
    }
  }
})

test('what is owed, now and of one buyer, is what the entries left in the lots', async () => {
  for (const world of worlds) {
    const now = t.clock.now()
    const [first] = world.raw.buyers
    const soon = endOfDayIn(world.zone, now, 30)
    const dashboard = await read(world, 'dashboard_report', {})
    same(dashboard.liability, liabilityAt(world.raw, now, soon), world.zone)
    const all = await read(world, 'contos', {})
    same(all.totals, liabilityAt(world.raw, now, soon), world.zone)
    const one = await read(world, 'contos', { phone: first?.phone ?? '' })
    same(one.totals, liabilityAt(world.raw, now, soon, first?.id), world.zone)
  }
})

test('accounts that moved: all of them summed, and a page by either order', async () => {
  const now = t.clock.now()
  await orderAnew(t.io)
  for (const world of worlds) {
    const { organization_id } = world.shop
    const soon = endOfDayIn(world.zone, now, 30)
    for (const { cut, ask, where } of cuts(world)) {
      if (ask['phone'] !== undefined) continue
      const moved = new Set(entriesIn(world.raw, cut).map(({ buyer_id }) => buyer_id))
      const each = world.raw.accounts
        .filter(({ buyer_id }) => moved.has(buyer_id))
        .map(({ buyer_id }) => liabilityAt(world.raw, now, soon, buyer_id))
      const { totals, items } = await read(world, 'contos', { ...ask, count: '1000' })
      same(totals, addUp(each), where)
      expect(items, where).toHaveLength(each.length)
      const period = { start_date: cut.from, end_date: cut.to }
      const scope = { organization_id, timezone: world.zone, ...period }
      const pos = ask['pos_id'] === undefined ? {} : { pos_id: ask['pos_id'] }
      const narrowed = { ...scope, ...pos, made: madeBetween(period, world.zone) }
      for (const sort of ['-balance', 'balance', '-last_visit_at'] as const) {
        const page = { organization_id, now, soon, moved: narrowed, sort, start: 0 }
        const exact = await listAccounts(t.io.db, { ...page, count: 1000 })
        const kept = await listAccounts(t.io.db, { ...page, count: 1000, kept: true })
        expect(kept, `${sort} ${where}`).toEqual(exact)
        const part = await listAccounts(t.io.db, { ...page, start: 1, count: 2, kept: true })
        expect(part, where).toHaveLength(Math.min(2, Math.max(0, exact.length - 1)))
      }
    }
  }
})

const addUp = (all: ReturnType<typeof liabilityAt>[]) => {
  const none = { buyers: 0, balance: 0, available: 0, pending: 0, debt: 0, expiring_30d: 0 }
  const names = Object.keys(none) as (keyof typeof none)[]
  return Object.fromEntries(
    names.map((name) => [name, all.reduce((total, one) => total + one[name], 0)]),
  )
}

async function exported(world: World, ask: Record<string, string>) {
  const { status, body } = await stats(world, 'export', { ...ask, format: 'csv', language: 'en' })
  expect(status).toBe(200)
  const rows: Record<string, string>[] = parse(body, { bom: true, columns: true, delimiter: ';' })
  return {
    length: rows.length,
    sum: (column: string) =>
      rows.reduce(
        (total, row) => total + Math.round(Number((row[column] ?? '').replace(',', '.')) * 100),
        0,
      ),
  }
}

test('every file adds up to the same figures', async () => {
  for (const world of worlds) {
    const { raw } = world
    for (const { cut, ask, where } of cuts(world)) {
      const figures = figuresOf(raw, cut)
      const receipts = await exported(world, { ...ask, report: 'receipts' })
      const sums = receiptSums(receiptsIn(raw, cut))
      expect(
        [receipts.length, receipts.sum('Total'), receipts.sum('Paid'), receipts.sum('Refunded')],
        `VERTA_SEED=${SEED} ${where}`,
      ).toEqual([sums.receipts, sums.gross, sums.to_pay, sums.refunded])
      const moves = await exported(world, { ...ask, report: 'transactions' })
      const { operations, amount } = kindsIn(raw, cut).totals
      expect([moves.length, moves.sum('Change of bonuses')], where).toEqual([operations, amount])
      const days = await exported(world, { ...ask, report: 'period' })
      expect(
        [days.sum('Receipts') / 100, days.sum('Turnover'), days.sum('Bonuses spent')],
        where,
      ).toEqual([figures.receipts, figures.turnover, figures.spent])
    }
    const accounts = await exported(world, { report: 'accounts' })
    const now = t.clock.now()
    const owed = liabilityAt(raw, now, endOfDayIn(world.zone, now, 30))
    expect([accounts.length, accounts.sum('Balance')]).toEqual([owed.buyers, owed.balance])
  }
})

test('gathered to the end it is all the same', async () => {
  await gatherUntil(new Date(t.clock.now().getTime() + 120_000))
  for (const world of worlds) {
    for (const { cut, ask, where } of cuts(world)) {
      if (ask['phone'] !== undefined) continue
      for (const by of ['none', 'pos']) {
        const data = await read(world, 'period', { ...ask, group: 'month', by })
        same(data.totals, figuresOf(world.raw, cut), `gathered ${where}`)
        for (const row of data.items) {
          const from = later(row.period, cut.from)
          const to = earlier(bucketEnd(row.period, 'month'), cut.to)
          const part = { ...cut, from, to, ...(by === 'pos' && { pos_id: row.pos_id }) }
          same(row, figuresOf(world.raw, part), `gathered ${row.period} of ${where}`)
        }
      }
      const { members, repeat_paid } = await read(world, 'program_report', ask)
      const program = programIn(world.raw, cut)
      same(
        { members: members.paid, repeat_paid },
        { members: program.members, repeat_paid: program.repeat_paid },
        where,
      )
      const kinds = await read(world, 'transactions_report', ask)
      same(kinds.totals, kindsIn(world.raw, cut).totals, where)
    }
  }
})
