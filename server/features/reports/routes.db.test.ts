import { Temporal } from 'temporal-polyfill'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestIo, type TestIo } from '#server/testing/open-test-io.ts'
import { openBuyer } from '#server/testing/buyers.ts'
import { openBrowser, type Answer } from '#server/testing/identity.ts'
import { cancel, newPhone, sell } from '#server/testing/receipts.ts'
import { openShop, signInTill, type Shop, type Till } from '#server/testing/shop.ts'

const ZONE = 'Europe/Kyiv'
let t: TestIo
let shop: Shop
let second: { pos_id: string; till: Till }
let phones: string[]

/** The local day of a moment, computed here and not by the code that is tested. */
const dayOf = (moment: Date): string =>
  Temporal.Instant.fromEpochMilliseconds(moment.getTime())
    .toZonedDateTimeISO(ZONE)
    .toPlainDate()
    .toString()

async function signInOwner() {
  const { owner } = shop
  await owner.inject('POST', '/api/v1/user/login', { email: owner.email, password: owner.password })
}

/** Six days around the night when clocks go forward, sales before and after each midnight. */
async function liveThroughMarch() {
  const sold: string[] = []
  let first = shop.till
  let other = second.till
  for (let day = 0; day < 6; day += 1) {
    for (const [hour, minute] of [
      [8, 0],
      [20, 50],
      [21, 10],
      [22, 10],
    ] as const) {
      t.clock.set(new Date(Date.UTC(2026, 2, 26 + day, hour, minute)))
      if (hour === 8) {
        first = await signInTill(t, shop.till.user, shop.till.pin)
        other = await signInTill(t, second.till.user, second.till.pin)
      }
      const phone = phones[(day * 4 + hour) % phones.length] ?? newPhone()
      const total = 100 + day * 10 + hour
      const receipt = await sell(first, { buyer: { phone }, body: { total } })
      sold.push(receipt.receipt_id)
      await sell(other, { body: { total: 50 }, buyer: hour === 8 ? { phone: newPhone() } : null })
      if (day > 1) await sell(first, { buyer: { phone }, spend: 1, body: { total: 40 } })
      const back = sold[day * 2]
      if (hour === 22 && back) await cancel(first, back, day % 2 === 0 ? {} : { amount: 30 })
    }
  }
}

beforeAll(async () => {
  t = await openTestIo()
  t.clock.set('2026-03-26T06:00:00Z')
  shop = await openShop(t, {
    program: {
      general: { receipts_per_day_max: 0, cancel_window_hours: 240 },
      bonuses: { expiry_days: 2 },
    },
  })
  const pos = await shop.owner.inject(
    'POST',
    `/api/v1/pos?organization_id=${shop.organization_id}`,
    {
      name: 'Друга',
    },
  )
  const { data } = await shop.owner.inject(
    'GET',
    `/api/v1/licenses?organization_id=${shop.organization_id}`,
  )
  // The trial serves one point of sale; the second one gets a license of its own here.
  const license = { ...data.items[0] }
  await t.io.db
    .insertInto('license')
    .columns([
      'organization_id',
      'id',
      'status',
      'starts_at',
      'expires_at',
      'auto_renew',
      'price',
      'currency',
      'created_at',
    ])
    .expression((from) =>
      from
        .selectFrom('license')
        .select(({ val }) => [
          'organization_id',
          val('019b0000-0000-7000-8000-0000000000aa').as('id'),
          'status',
          'starts_at',
          'expires_at',
          'auto_renew',
          'price',
          'currency',
          'created_at',
        ])
        .where('id', '=', license.id),
    )
    .execute()
  await shop.owner.inject(
    'PATCH',
    `/api/v1/pos/${pos.data.id}/activate?license_id=019b0000-0000-7000-8000-0000000000aa`,
    {},
  )
  second = { pos_id: pos.data.id, till: await shop.addTill({ pos_ids: [pos.data.id] }) }
  phones = [newPhone(), newPhone(), newPhone()]
  for (const phone of phones) await openBuyer(t, shop, { phone, first_name: 'Олена' })
  await liveThroughMarch()
  t.clock.set('2026-03-31T22:30:00Z')
  await signInOwner()
})
afterAll(() => t.close())

const stats = (name: string, more: Record<string, string> = {}, of = shop): Promise<Answer> =>
  of.owner.inject(
    'GET',
    `/api/v1/stats/${name}?${new URLSearchParams({ organization_id: shop.organization_id, ...more }).toString()}`,
  )
const MARCH = { start_date: '2026-03-26', end_date: '2026-04-01' }
const codeOf = (answer: Answer) => [answer.status, answer.body.code]

/** Everything again, from the raw rows and by other means than the reports. */
async function recompute(keep: (row: { day: string; pos_id: string | null }) => boolean) {
  const receipts = (await t.io.db.selectFrom('receipt').selectAll().execute())
    .map((row) => ({ ...row, day: dayOf(row.occurred_at) }))
    .filter(keep)
  const cancellations = (await t.io.db.selectFrom('cancellation').selectAll().execute())
    .map((row) => ({ ...row, day: dayOf(row.created_at) }))
    .filter(keep)
  const entries = (await t.io.db.selectFrom('entry').selectAll().execute())
    .map((row) => ({ ...row, day: dayOf(row.created_at) }))
    .filter(keep)
  const sum = <T>(rows: T[], amount: (row: T) => number) =>
    rows.reduce((total, row) => total + amount(row), 0)
  const visits = new Map<string, number>()
  for (const { buyer_id, status } of receipts) {
    if (buyer_id !== null && status !== 'cancelled')
      visits.set(buyer_id, (visits.get(buyer_id) ?? 0) + 1)
  }
  const kind = (name: string) => entries.filter((entry) => entry.kind === name)
  const paid = sum(receipts, (row) => row.to_pay)
  const refunded = sum(cancellations, (row) => row.refund_money)
  const repeat = [...visits.values()].filter((count) => count > 1).length
  return {
    receipts: receipts.length,
    cancelled: cancellations.filter(({ whole }) => whole).length,
    member_receipts: receipts.filter(({ buyer_id }) => buyer_id !== null).length,
    buyers: visits.size,
    gross: sum(receipts, (row) => row.gross) / 100,
    turnover: (paid - refunded) / 100,
    refunded: refunded / 100,
    spent:
      (sum(kind('spend'), (row) => -row.amount) -
        sum(kind('spend_return'), (row) => row.amount - row.debt_change)) /
      100,
    accrued:
      (sum(kind('accrual'), (row) => row.amount - row.debt_change) -
        sum(kind('accrual_reversal'), (row) => row.debt_change - row.amount)) /
      100,
    expired: sum(kind('expiry'), (row) => -row.amount) / 100,
    average_receipt: receipts.length === 0 ? null : Math.floor(paid / receipts.length) / 100,
    repeat_share: visits.size === 0 ? null : Math.floor((repeat * 10_000) / visits.size) / 100,
  }
}

describe('period', () => {
  test('its totals and every day of it equal a recomputation from the raw rows', async () => {
    const { status, data } = await stats('period', MARCH)
    expect(status).toBe(200)
    expect(data).toMatchObject({ timezone: ZONE, currency: 'UAH', group: 'day', ...MARCH })
    expect(data.totals).toMatchObject(await recompute(() => true))
    expect(data.totals.receipts).toBeGreaterThan(50)
    expect(data.totals.expired).toBeGreaterThan(0)
    expect(data.items.map((row: { period: string }) => row.period)).toEqual([
      '2026-03-26',
      '2026-03-27',
      '2026-03-28',
      '2026-03-29',
      '2026-03-30',
      '2026-03-31',
      '2026-04-01',
    ])
    for (const row of data.items) {
      expect(row, row.period).toMatchObject(await recompute(({ day }) => day === row.period))
    }
  })

  test('the night of the clock change divides the days where the clock on the wall does', async () => {
    // 20:50 UTC is 22:50 in winter time and 23:50 in summer time; 21:10 is 23:10, then 00:10.
    const { data } = await stats('receipt_report', {
      date_from: '2026-03-29',
      date_to: '2026-03-29',
      count: '100',
    })
    const moments = data.items.map((row: { occurred_at: string }) => row.occurred_at)
    expect(moments).toContain('2026-03-28T22:10:00.000Z')
    expect(moments).toContain('2026-03-29T20:50:00.000Z')
    expect(moments).not.toContain('2026-03-29T21:10:00.000Z')
    expect(moments).not.toContain('2026-03-28T21:10:00.000Z')
  })

  test('weeks, months and points of sale sum to the same totals', async () => {
    const all = (await stats('period', MARCH)).data.totals
    const splits: Record<string, string>[] = [
      { group: 'week' },
      { group: 'month' },
      { by: 'pos' },
      { by: 'pos', group: 'month' },
    ]
    for (const more of splits) {
      const { data } = await stats('period', { ...MARCH, ...more })
      expect(data.totals, JSON.stringify(more)).toEqual(all)
      for (const name of ['receipts', 'gross', 'turnover', 'accrued', 'spent', 'new_buyers']) {
        const sum = data.items.reduce(
          (total: number, row: Record<string, number>) => total + (row[name] ?? 0),
          0,
        )
        expect(Math.round(sum * 100), `${name} of ${JSON.stringify(more)}`).toBe(
          Math.round(all[name] * 100),
        )
      }
    }
  })

  test('one point of sale and one cashier are counted alike from two sources', async () => {
    const by_pos = await stats('period', { ...MARCH, pos_id: second.pos_id })
    expect(by_pos.data.totals).toMatchObject({
      ...(await recompute(({ pos_id }) => pos_id === second.pos_id)),
    })
    const by_cashier = await stats('period', { ...MARCH, by: 'cashier', group: 'month' })
    const mine = by_cashier.data.items.filter(
      (row: { cashier_id: string }) => row.cashier_id === second.till.user.id,
    )
    const receipts = mine.reduce((sum: number, row: { receipts: number }) => sum + row.receipts, 0)
    expect(receipts).toBe(by_pos.data.totals.receipts)
    expect(mine[0].cashier_name).toBe('Оксана')
    expect(by_cashier.data.totals.turnover).toBe(
      (await stats('period', MARCH)).data.totals.turnover,
    )
  })

  test('of one phone it counts that buyer only, and of an unknown one nobody', async () => {
    const phone = phones[0] ?? ''
    const { id } = await t.io.db
      .selectFrom('buyer')
      .select('id')
      .where('phone', '=', phone)
      .executeTakeFirstOrThrow()
    const { data } = await stats('period', { ...MARCH, phone })
    const rows = await t.io.db
      .selectFrom('receipt')
      .select('to_pay')
      .where('buyer_id', '=', id)
      .execute()
    expect(data.totals.receipts).toBe(rows.length)
    expect(data.totals.buyers).toBe(1)
    const nobody = await stats('period', { ...MARCH, phone: newPhone() })
    expect(nobody.data.totals).toMatchObject({ receipts: 0, turnover: 0, average_receipt: null })
  })

  test('the period before is compared with', async () => {
    const { data } = await stats('period', { start_date: '2026-03-29', end_date: '2026-03-31' })
    expect(data.previous).toMatchObject({ start_date: '2026-03-26', end_date: '2026-03-28' })
    const before = await recompute(({ day }) => day >= '2026-03-26' && day <= '2026-03-28')
    expect(data.previous.totals).toMatchObject(before)
  })
})

describe('dashboard', () => {
  test('shows what members brought, who came back and what is owed', async () => {
    const { status, data } = await stats('dashboard_report', MARCH)
    expect(status).toBe(200)
    const receipts = await t.io.db.selectFrom('receipt').selectAll().execute()
    const members = receipts.filter(({ buyer_id }) => buyer_id !== null)
    const others = receipts.filter(({ buyer_id }) => buyer_id === null)
    const paid = (rows: typeof receipts) => rows.reduce((sum, row) => sum + row.to_pay, 0)
    const cancelled = await t.io.db.selectFrom('cancellation').selectAll().execute()
    const member_ids = new Set(members.map(({ id }) => id))
    const given_back = cancelled
      .filter(({ receipt_id }) => member_ids.has(receipt_id))
      .reduce((sum, row) => sum + row.refund_money, 0)
    expect(data.kpi.members_turnover.value).toBe((paid(members) - given_back) / 100)
    expect(data.kpi.average_member_receipt.value).toBe(
      Math.floor(paid(members) / members.length) / 100,
    )
    expect(data.kpi.average_other_receipt.value).toBe(
      Math.floor(paid(others) / others.length) / 100,
    )
    const { count } = await t.io.db
      .selectFrom('buyer')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    expect(data.kpi.new_buyers.value).toBe(count)
    expect(data.kpi.repeat_share.value).toBe((await recompute(() => true)).repeat_share)
    expect(data.totals).toEqual((await stats('period', MARCH)).data.totals)
    expect(data.days).toHaveLength(7)
    expect(data.kpi.members_turnover.by_day).toHaveLength(7)
    expect(data.has_receipts).toBe(true)
    const summed = data.kpi.members_turnover.by_day.reduce(
      (sum: number, day: number) => sum + day,
      0,
    )
    expect(Math.round(summed * 100)).toBe(Math.round(data.kpi.members_turnover.value * 100))
  })

  test('what is owed is what the lots hold at this moment, and what of it burns soon', async () => {
    const { data } = await stats('dashboard_report')
    const now = t.clock.now()
    const accounts = await t.io.db.selectFrom('account').selectAll().execute()
    const living = accounts.flatMap((account) =>
      account.lot_remaining
        .map((remaining, i) => ({ remaining: remaining, ends: account.lot_expires_at[i] }))
        .filter(({ ends }) => ends === null || (ends !== undefined && new Date(ends) > now)),
    )
    const owed = living.reduce((sum, lot) => sum + lot.remaining, 0) / 100
    expect(data.liability).toMatchObject({ balance: owed, available: owed, pending: 0 })
    expect(data.liability.expiring_30d).toBe(owed)
    expect(owed).toBeGreaterThan(0)
  })

  test('each point of sale has its row and its last activity', async () => {
    const { data } = await stats('dashboard_report', MARCH)
    // Both were made in one millisecond of the standing clock, so neither comes first.
    const rowOf = (pos_id: string) =>
      data.pos.find((row: { pos_id: string }) => row.pos_id === pos_id)
    const [first, other] = [rowOf(shop.pos_id), rowOf(second.pos_id)]
    expect(data.pos).toHaveLength(2)
    expect(first.receipts + other.receipts).toBe(data.totals.receipts)
    expect(other.last_activity_at).toBe('2026-03-31T22:10:00.000Z')
    expect(first.new_buyers).toBe(0)
    expect(other.new_buyers).toBe(6)
  })

  test('without dates it covers thirty days that end today', async () => {
    const { data } = await stats('dashboard_report')
    expect(data).toMatchObject({ start_date: '2026-03-03', end_date: '2026-04-01', timezone: ZONE })
  })

  test('an ending license and a silent day ask for a look', async () => {
    const before = t.clock.now()
    t.clock.set('2026-04-08T06:00:00Z')
    await signInOwner()
    const { data } = await stats('dashboard_report')
    expect(data.attention.map((item: { kind: string }) => item.kind)).toEqual([
      'license_ending',
      'license_ending',
      'no_receipts_today',
    ])
    t.clock.set(before)
    await signInOwner()
  })
})

describe('accounts and movements', () => {
  test('contos lists who is owed what, and its totals are the liability', async () => {
    const { data } = await stats('contos', { count: '1000' })
    expect(data.timezone).toBe(ZONE)
    const sum = data.items.reduce(
      (total: number, row: { balance: number }) => total + row.balance,
      0,
    )
    expect(Math.round(sum * 100)).toBe(Math.round(data.totals.balance * 100))
    expect(data.totals).toEqual((await stats('dashboard_report')).data.liability)
    expect(data.total).toBe(data.items.length)
    const page = await stats('contos', { start: '1', count: '1' })
    expect(page.data.items).toEqual([data.items[1]])
    const one = await stats('contos', { phone: phones[0] ?? '' })
    expect(one.data.items.map((row: { phone: string }) => row.phone)).toEqual([phones[0]])
    const at_second = await stats('contos', { pos_id: second.pos_id, ...MARCH, sort: 'name' })
    expect(at_second.data.total).toBe(6)
  })

  test('transactions are the ledger’s rows, newest first', async () => {
    const { count } = await t.io.db
      .selectFrom('entry')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    const { data } = await stats('transactions', { ...MARCH, count: '1000' })
    expect(data.total).toBe(count)
    expect(data.items).toHaveLength(count)
    const moments = data.items.map((row: { at: string }) => row.at)
    expect(moments).toEqual([...moments].toSorted((a, b) => b.localeCompare(a)))
    const accrual = data.items.find((row: { kind: string }) => row.kind === 'accrual')
    expect(accrual).toMatchObject({ pos_id: expect.any(String), by: expect.any(String) })
    const spends = await stats('transactions', { ...MARCH, kind: 'spend', start: '2', count: '3' })
    expect(spends.data.items.map((row: { kind: string }) => row.kind)).toEqual([
      'spend',
      'spend',
      'spend',
    ])
  })

  test('transactions by kind sum to the ledger', async () => {
    const { data } = await stats('transactions_report', MARCH)
    const entries = await t.io.db.selectFrom('entry').selectAll().execute()
    const total = entries.reduce((sum, entry) => sum + entry.amount, 0) / 100
    expect(data.totals).toMatchObject({ operations: entries.length, amount: total })
    expect(data.totals.buyers).toBe(new Set(entries.map(({ buyer_id }) => buyer_id)).size)
    const summed = data.items.reduce((sum: number, row: { amount: number }) => sum + row.amount, 0)
    expect(Math.round(summed * 100)).toBe(Math.round(total * 100))
    expect(data.previous).toMatchObject({
      end_date: '2026-03-25',
      totals: { operations: 0, amount: 0 },
    })
  })
})

describe('receipt_report', () => {
  const ask = (more: Record<string, string> = {}) =>
    stats('receipt_report', { date_from: '2026-03-26', date_to: '2026-04-01', ...more })

  test('pages receipts with a row of totals over all of them', async () => {
    const receipts = await t.io.db.selectFrom('receipt').selectAll().execute()
    const { data } = await ask({ count: '10', page_number: '2' })
    expect(data).toMatchObject({ timezone: ZONE, page: 2, limit: 10, total: receipts.length })
    expect(data.items).toHaveLength(10)
    const sum = (amount: (row: (typeof receipts)[number]) => number) =>
      receipts.reduce((total, row) => total + amount(row), 0) / 100
    expect(data.totals).toEqual({
      receipts: receipts.length,
      gross: sum((row) => row.gross),
      discount: 0,
      bonuses_spent: sum((row) => row.bonuses_spent),
      to_pay: sum((row) => row.to_pay),
      accrual: sum((row) => row.accrual),
      refunded: sum((row) => row.refunded),
    })
  })

  test('is narrowed by point of sale, cashier, phone, status and number', async () => {
    const total = async (more: Record<string, string>) => (await ask(more)).data.total
    expect(await total({ pos_id: second.pos_id })).toBe(24)
    expect(await total({ cashier_id: second.till.user.id })).toBe(24)
    expect(await total({ status: 'cancelled' })).toBe(3)
    expect(await total({ status: 'partially_cancelled' })).toBe(3)
    expect(await total({ receipt_number: 'no such' })).toBe(0)
    expect(await total({ phone: newPhone() })).toBe(0)
    expect(await total({ phone: phones[1] ?? '' })).toBeGreaterThan(0)
  })

  test('is narrowed by buyer as by phone, and to nothing when the two disagree', async () => {
    const phone = phones[1] ?? ''
    const { data } = await ask({ phone })
    const buyer_id: string = data.items[0].buyer_id
    expect((await ask({ buyer_id })).data.total).toBe(data.total)
    expect((await ask({ buyer_id, phone })).data.total).toBe(data.total)
    expect((await ask({ buyer_id, phone: newPhone() })).data.total).toBe(0)
  })
})

describe('refusals', () => {
  const names = [
    'period',
    'contos',
    'transactions',
    'transactions_report',
    'dashboard_report',
    'receipt_report',
  ]

  test.each(names)('%s is absent for another owner and closed to strangers', async (name) => {
    const other = await openShop(t)
    expect(codeOf(await stats(name, {}, other))).toEqual([404, 'not_found'])
    const nobody = { ...shop, owner: { ...shop.owner, ...openBrowser(t) } }
    expect(codeOf(await stats(name, {}, nobody))).toEqual([401, 'not_signed_in'])
    expect(codeOf(await stats(name, { pos_id: other.pos_id }))).toEqual([404, 'not_found'])
    expect(codeOf(await stats(name, { colour: 'red' }))).toEqual([422, 'validation_failed'])
  })

  test.each(names)('%s refuses a period that is none', async (name) => {
    const [from, to] =
      name === 'receipt_report' ? ['date_from', 'date_to'] : ['start_date', 'end_date']
    const backwards = await stats(name, { [from ?? '']: '2026-03-02', [to ?? '']: '2026-03-01' })
    expect(codeOf(backwards)).toEqual([422, 'validation_failed'])
    expect(backwards.body.fields[0].path).toBe(to)
    const long = await stats(name, { [from ?? '']: '2024-01-01', [to ?? '']: '2026-03-01' })
    expect(long.body.fields[0].path).toBe(from)
    for (const day of ['0000-01-01', '0001-01-15', '1899-12-31']) {
      const early = await stats(name, { [to ?? '']: day })
      expect(codeOf(early), day).toEqual([422, 'validation_failed'])
      expect(early.body.fields).toMatchObject([{ path: to, code: 'out_of_range' }])
    }
  })

  test.each(names)('%s covers the earliest and the latest days there are', async (name) => {
    const [from, to] =
      name === 'receipt_report' ? ['date_from', 'date_to'] : ['start_date', 'end_date']
    for (const day of ['1900-01-01', '9999-12-31']) {
      expect((await stats(name, { [to ?? '']: day })).status, day).toBe(200)
      const one = await stats(name, { [from ?? '']: day, [to ?? '']: day })
      expect(one.status, day).toBe(200)
    }
  })
})
