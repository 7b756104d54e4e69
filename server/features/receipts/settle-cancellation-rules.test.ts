import { describe, expect, it } from 'vitest'
import { defaultProgram, type Program } from '#server/features/program/rules.ts'
import { auditAccount } from '#server/testing/audit-account.ts'
import { MemoryShop } from '#server/testing/memory-shop.ts'
import { plainLine } from './line-rules.ts'
import { nothingReturned, returnedOfLine } from './returned-rules.ts'
import type { CancelDecision, CancelPart, LineInput, Sale } from './rules.ts'
import { settleCancellation } from './settle-cancellation-rules.ts'

const NOW = Date.UTC(2026, 4, 10, 9)
const DAY = 24 * 3_600_000
const full: CancelPart = { kind: 'full' }

/** A shop giving 10 % back to the kopeck; half of a receipt payable with bonuses. */
function shop(settings: Partial<Program> = {}) {
  const program = defaultProgram()
  const levels = program.levels.map((level) => ({ ...level, cashback_percent: 1_000 }))
  return new MemoryShop({
    ...program,
    levels,
    accrual_rounding: 'down',
    spend_step: 1,
    ...settings,
  })
}
const line = (price: number, quantity = 1000, other: Partial<LineInput> = {}): LineInput => ({
  ...plainLine(price, quantity),
  ...other,
})
const lines = (...all: LineInput[]): Sale => ({ lines: all })
const bare = (total: number): Sale => ({ total })

function done(decision: CancelDecision) {
  if (decision.refused) throw new Error(`refused: ${decision.refused.code}`)
  return decision
}
function cancel(where: MemoryShop, index: number, part: CancelPart = full, now = NOW) {
  const decision = done(where.cancel(index, part, now))
  expect(auditAccount(where.account, where.entries)).toEqual([])
  return decision
}
function refused(where: MemoryShop, part: CancelPart) {
  return where.cancel(0, part, NOW).refused
}

describe('a whole cancellation', () => {
  it('gives back the money, the spent bonuses and takes the earned ones', () => {
    const where = shop()
    where.grant(3_000, NOW)
    where.create(lines(line(5_000), line(5_000)), 2_000, NOW)
    const decision = cancel(where, 0)
    expect(decision.estimate).toMatchObject({
      kind: 'full',
      lines: [
        { line: 1, quantity: 1000, refund_money: 4_000, bonuses_return: 1_000 },
        { line: 2, quantity: 1000, bonuses_withdraw: 400 },
      ],
      refund_money: 8_000,
      refund_cash: 8_000,
      bonuses_return: 2_000,
      bonuses_return_expired: 0,
      bonuses_withdraw: 800,
      bonuses_withdraw_pending: 0,
      bonuses_withdraw_active: 800,
      bonuses_already_spent: 0,
      shop_loss: 0,
      balance_before: 1_800,
      balance_after: 3_000,
      available_after: 3_000,
      pending_after: 0,
      debt_before: 0,
      debt_after: 0,
      level_before: 1,
      level_after: 1,
      warnings: [],
    })
    expect(decision).toMatchObject({
      status: 'cancelled',
      returned: { lines: [1000, 1000], whole: true, debt_again: 0 },
      turnover: { day: '2026-05-10', amount: -8_000 },
    })
    expect(decision.change?.entries).toMatchObject([
      { kind: 'spend_return', amount: 2_000, source: 'cancellation-2', receipt_id: 'receipt-1' },
      { kind: 'accrual_reversal', amount: -800, actor: 'cashier:1', reason: null },
    ])
    expect(where.account).toMatchObject({
      turnover: 0,
      year_turnover: 0,
      receipts: 0,
      last_receipt_at: null,
    })
  })

  it('is done once', () => {
    const where = shop()
    where.create(bare(100), 0, NOW)
    cancel(where, 0)
    expect(refused(where, full)).toEqual({ code: 'already_cancelled' })
    expect(refused(where, { kind: 'amount', amount: 1 })).toEqual({ code: 'already_cancelled' })
  })

  it('of a receipt without a buyer is money only', () => {
    const where = shop()
    where.create(bare(1_030), 0, NOW, { account: null })
    const stored = where.receipts[0]
    if (!stored) throw new Error('no receipt')
    const decision = done(
      settleCancellation({
        receipt_id: stored.id,
        receipt: stored.receipt,
        returned: nothingReturned(stored.receipt),
        account: null,
        program: where.program,
        part: full,
        cancellation_id: 'c',
        actor: 'owner:1',
        reason: null,
        now: NOW,
      }),
    )
    expect(decision.change).toBeNull()
    expect(decision.returned).toEqual({ lines: [1_030], whole: true, debt_again: 0 })
    const { version, ...figures } = decision.estimate
    expect(version).toBeGreaterThan(0)
    expect(figures).toEqual({
      kind: 'full',
      lines: [
        { line: 1, quantity: 0, refund_money: 1_030, bonuses_return: 0, bonuses_withdraw: 0 },
      ],
      refund_money: 1_030,
      refund_cash: 1_050,
      bonuses_return: 0,
      bonuses_return_expired: 0,
      bonuses_withdraw: 0,
      gifts_withdraw: 0,
      bonuses_withdraw_pending: 0,
      bonuses_withdraw_active: 0,
      bonuses_already_spent: 0,
      shop_loss: 0,
      balance_before: 0,
      balance_after: 0,
      available_after: 0,
      pending_after: 0,
      debt_before: 0,
      debt_after: 0,
      level_before: null,
      level_after: null,
      warnings: [],
    })
  })

  it('of a forgotten buyer is money only', () => {
    const where = shop()
    where.grant(500, NOW)
    where.create(bare(1_000), 500, NOW)
    const stored = where.receipts[0]
    if (!stored) throw new Error('no receipt')
    const { estimate, change } = done(
      settleCancellation({
        receipt_id: stored.id,
        receipt: stored.receipt,
        returned: stored.returned,
        account: null,
        program: where.program,
        part: full,
        cancellation_id: 'c',
        actor: 'owner:1',
        reason: null,
        now: NOW,
      }),
    )
    expect(change).toBeNull()
    expect(estimate).toMatchObject({ refund_money: 500, bonuses_return: 0, bonuses_withdraw: 0 })
    expect(estimate.lines).toMatchObject([{ bonuses_return: 0, bonuses_withdraw: 0 }])
  })

  it('of free goods gives nothing back', () => {
    const where = shop()
    where.create(lines(line(500, 1000, { till_discount: 500 })), 0, NOW)
    const decision = cancel(where, 0)
    expect(decision.estimate).toMatchObject({ refund_money: 0, bonuses_withdraw: 0 })
    expect(decision.change?.entries).toEqual([])
    expect(Object.is(decision.turnover.amount, 0)).toBe(true)
    expect(decision.status).toBe('cancelled')
  })

  it('of a bare total of nothing is whole at once', () => {
    const where = shop()
    where.create(bare(0), 0, NOW)
    const decision = cancel(where, 0)
    expect(decision.status).toBe('cancelled')
    expect(decision.estimate.lines).toEqual([
      { line: 1, quantity: 0, refund_money: 0, bonuses_return: 0, bonuses_withdraw: 0 },
    ])
  })

  it('keeps the reason in its entries', () => {
    const where = shop()
    const { receipt } = where.create(bare(1_000), 0, NOW)
    const { change } = done(
      settleCancellation({
        receipt_id: 'r',
        receipt,
        returned: nothingReturned(receipt),
        account: where.account,
        program: where.program,
        part: full,
        cancellation_id: 'c',
        actor: 'owner:1',
        reason: 'брак',
        now: NOW,
      }),
    )
    expect(change?.entries).toMatchObject([
      { reason: 'брак', actor: 'owner:1', source: 'c', receipt_id: 'r' },
    ])
  })
})

describe('a part of a receipt', () => {
  it('is cancelled by lines and quantities, and the parts sum to the whole', () => {
    const where = shop()
    where.grant(100, NOW)
    where.create(lines(line(333, 3000), line(500)), 100, NOW)
    expect(where.receipts[0]?.receipt.lines).toMatchObject([
      { to_pay: 932, bonuses_spent: 67, accrual: 93 },
      { to_pay: 467, bonuses_spent: 33, accrual: 46 },
    ])
    const one: CancelPart = { kind: 'lines', lines: [{ line: 1, quantity: 1000 }] }
    const steps = [cancel(where, 0, one), cancel(where, 0, one), cancel(where, 0, one)]
    expect(steps.map(({ estimate }) => estimate.refund_money)).toEqual([310, 311, 311])
    expect(steps.map(({ estimate }) => estimate.bonuses_return)).toEqual([22, 22, 23])
    expect(steps.map(({ estimate }) => estimate.bonuses_withdraw)).toEqual([31, 31, 31])
    expect(steps[0]?.estimate.lines).toEqual([
      { line: 1, quantity: 1000, refund_money: 310, bonuses_return: 22, bonuses_withdraw: 31 },
    ])
    expect(steps.map(({ status }) => status)).toEqual([
      'partially_cancelled',
      'partially_cancelled',
      'partially_cancelled',
    ])
    expect(where.account).toMatchObject({ receipts: 1, last_receipt_at: NOW, turnover: 467 })
    const rest = cancel(where, 0, { kind: 'lines', lines: [{ line: 2, quantity: 1000 }] })
    expect(rest.status).toBe('cancelled')
    expect(rest.estimate.kind).toBe('lines')
    expect(where.account).toMatchObject({ balance: 100, turnover: 0, receipts: 0 })
  })

  it('may be followed by all that is left', () => {
    const where = shop()
    where.create(lines(line(1_000, 2000), line(500)), 0, NOW)
    cancel(where, 0, { kind: 'lines', lines: [{ line: 1, quantity: 500 }] })
    const rest = cancel(where, 0)
    expect(rest.estimate.lines.map((part) => [part.line, part.quantity])).toEqual([
      [1, 1500],
      [2, 1000],
    ])
    expect(rest.estimate.refund_money).toBe(2_000)
    expect(rest.returned).toEqual({ lines: [2000, 1000], whole: true, debt_again: 0 })
  })

  it('leaves lines out that were returned before', () => {
    const where = shop()
    where.create(lines(line(1_000), line(500)), 0, NOW)
    cancel(where, 0, { kind: 'lines', lines: [{ line: 1, quantity: 1000 }] })
    expect(cancel(where, 0).estimate.lines.map((part) => part.line)).toEqual([2])
    const least = shop()
    least.create(lines(line(1_000, 1), line(500)), 0, NOW)
    cancel(least, 0, { kind: 'lines', lines: [{ line: 1, quantity: 1 }] })
    expect(cancel(least, 0).estimate.lines.map((part) => part.line)).toEqual([2])
  })

  it('of a bare total is cancelled by amount, counted before bonuses', () => {
    const where = shop()
    where.grant(2_000, NOW)
    where.create(bare(10_000), 2_000, NOW)
    const { estimate, returned } = cancel(where, 0, { kind: 'amount', amount: 5_000 })
    expect(estimate).toMatchObject({
      kind: 'amount',
      refund_money: 4_000,
      bonuses_return: 1_000,
      bonuses_withdraw: 400,
      lines: [{ line: 1, quantity: 0, refund_money: 4_000 }],
    })
    expect(returned).toEqual({ lines: [5_000], whole: false, debt_again: 0 })
    expect(cancel(where, 0, { kind: 'amount', amount: 5_000 }).status).toBe('cancelled')
  })

  it('cannot be more than is left', () => {
    const where = shop()
    where.create(bare(1_000), 0, NOW)
    const above = { code: 'validation_failed', fields: [{ path: 'amount', code: 'above_left' }] }
    expect(refused(where, { kind: 'amount', amount: 1_001 })).toEqual(above)
    cancel(where, 0, { kind: 'amount', amount: 1 })
    expect(refused(where, { kind: 'amount', amount: 1_000 })).toEqual(above)
    expect(where.estimate(0, { kind: 'amount', amount: 999 }, NOW).refused).toBeNull()
  })

  it('names the line that is asked too much of, also when asked twice', () => {
    const where = shop()
    where.create(lines(line(100), line(100)), 0, NOW)
    const asked = (...parts: [number, number][]) =>
      refused(where, {
        kind: 'lines',
        lines: parts.map(([number, quantity]) => ({ line: number, quantity })),
      })
    const problem = (path: string, code: string) => ({
      code: 'validation_failed',
      fields: [{ path, code }],
    })
    expect(asked([1, 1001])).toEqual(problem('lines.0.quantity', 'above_left'))
    expect(asked([1, 500], [1, 501])).toEqual(problem('lines.1.quantity', 'above_left'))
    expect(asked([1, 500], [3, 1])).toEqual(problem('lines.1.line', 'unknown_line'))
    expect(asked([0, 1])).toEqual(problem('lines.0.line', 'unknown_line'))
  })

  it('is asked in the words of its receipt', () => {
    const where = shop()
    where.create(bare(1_000), 0, NOW)
    expect(refused(where, { kind: 'lines', lines: [{ line: 1, quantity: 1 }] })).toEqual({
      code: 'validation_failed',
      fields: [{ path: 'lines', code: 'receipt_has_no_lines' }],
    })
    const other = shop()
    other.create(lines(line(1_000)), 0, NOW)
    expect(refused(other, { kind: 'amount', amount: 1 })).toEqual({
      code: 'validation_failed',
      fields: [{ path: 'amount', code: 'receipt_has_lines' }],
    })
  })

  it('tells what was returned of each line so far', () => {
    const where = shop()
    where.create(lines(line(333, 3000)), 0, NOW)
    cancel(where, 0, { kind: 'lines', lines: [{ line: 1, quantity: 2000 }] })
    const { receipt, returned } = where.receipts[0] ?? {}
    const [first] = receipt?.lines ?? []
    if (!receipt || !returned || !first) throw new Error('no receipt')
    expect(returnedOfLine(receipt, returned, first)).toEqual({
      returned_quantity: 2000,
      returned_money: 666,
    })
    expect(returnedOfLine(receipt, nothingReturned(receipt), first)).toEqual({
      returned_quantity: 0,
      returned_money: 0,
    })
  })

  it('rounds cash as the receipt was rounded, whatever is set since', () => {
    const where = shop({ cash_rounding: 1 })
    where.create(bare(10_026), 0, NOW)
    where.program = { ...where.program, cash_rounding: 50 }
    const parts = [1, 10_025].map((amount) => cancel(where, 0, { kind: 'amount', amount }))
    expect(parts.map(({ estimate }) => estimate.refund_cash)).toEqual([1, 10_025])
  })

  it('gives back cash as the rest of the cash total', () => {
    const where = shop()
    where.create(bare(1_030), 0, NOW)
    const parts = [10, 500, 520].map((amount) => cancel(where, 0, { kind: 'amount', amount }))
    expect(parts.map(({ estimate }) => estimate.refund_money)).toEqual([10, 500, 520])
    expect(parts.map(({ estimate }) => estimate.refund_cash)).toEqual([50, 500, 500])
  })
})

describe('spent bonuses', () => {
  it('return to the lots that were spent last, as if less had been spent', () => {
    const where = shop({ expiry_mode: 'never', manual_lifetime_days: 1 })
    where.grant(100, NOW)
    where.grant(100, NOW + DAY)
    where.create(bare(1_000), 150, NOW + DAY)
    const [first, second] = where.receipts[0]?.receipt.spent_lots ?? []
    expect([first?.taken, second?.taken]).toEqual([100, 50])
    const part = cancel(where, 0, { kind: 'amount', amount: 400 }, NOW + DAY)
    expect(part.estimate.bonuses_return).toBe(60)
    expect(part.change?.entries[0]?.lots).toEqual([
      { number: second?.number, amount: 50 },
      { number: first?.number, amount: 10 },
    ])
    const next = cancel(where, 0, { kind: 'amount', amount: 200 }, NOW + DAY)
    expect(next.change?.entries[0]?.lots).toEqual([{ number: first?.number, amount: 30 }])
    const rest = cancel(where, 0, full, NOW + DAY)
    expect(rest.change?.entries[0]?.lots).toEqual([{ number: first?.number, amount: 60 }])
  })

  it('that expired meanwhile live on for the days of grace', () => {
    const where = shop({ manual_lifetime_days: 1 })
    where.grant(100, NOW)
    where.create(bare(1_000), 100, NOW)
    const { estimate } = cancel(where, 0, full, NOW + 3 * DAY)
    expect(estimate).toMatchObject({ bonuses_return: 100, bonuses_return_expired: 0, warnings: [] })
    // 13 May and 7 days of grace: to the end of 20 May in Kyiv.
    expect(where.account.lots).toMatchObject([{ number: 1, expires_at: Date.UTC(2026, 4, 20, 21) }])
  })

  it('that expired meanwhile return and expire at once when the shop gives no grace', () => {
    const where = shop({ manual_lifetime_days: 1, restore_grace_days: 0 })
    where.grant(100, NOW)
    where.create(bare(1_000), 100, NOW)
    const { estimate, change } = cancel(where, 0, full, NOW + 3 * DAY)
    expect(estimate).toMatchObject({
      bonuses_return: 100,
      bonuses_return_expired: 100,
      balance_after: 0,
      warnings: ['returned_expired'],
    })
    expect(change?.entries.map((entry) => [entry.kind, entry.amount])).toEqual([
      ['spend_return', 100],
      ['expiry', -100],
      ['accrual_reversal', -90],
    ])
  })

  it('repay a debt first', () => {
    const where = shop()
    where.create(bare(1_000), 0, NOW)
    where.create(bare(1_000), 100, NOW)
    where.withdraw(90, NOW)
    cancel(where, 0)
    expect(where.account).toMatchObject({ balance: 0, debt: 100 })
    const { estimate } = cancel(where, 1)
    expect(estimate).toMatchObject({
      bonuses_return: 100,
      bonuses_withdraw: 90,
      debt_before: 100,
      debt_after: 90,
      warnings: ['becomes_debt', 'repays_debt'],
    })
  })
})

describe('a single kopeck', () => {
  it('is a debt, and repays one', () => {
    const where = shop()
    where.create(bare(10), 0, NOW)
    where.create(bare(10), 1, NOW)
    expect(cancel(where, 0).estimate).toMatchObject({ debt_after: 1, warnings: ['becomes_debt'] })
    expect(cancel(where, 1).estimate).toMatchObject({ debt_after: 0, warnings: ['repays_debt'] })
  })

  it('is told when it repays a debt or returns expired', () => {
    const where = shop({ manual_lifetime_days: 1, restore_grace_days: 0 })
    where.create(bare(10), 0, NOW)
    where.create(bare(10), 1, NOW)
    cancel(where, 0)
    const { receipt } = where.create(bare(10), 0, NOW)
    expect(receipt.explain.map((step) => [step.rule, step.amount])).toContainEqual([
      'debt_repaid',
      1,
    ])
    where.grant(1, NOW)
    where.create(bare(10), 1, NOW)
    const late = cancel(where, 3, full, NOW + 9 * DAY)
    expect(late.estimate).toMatchObject({
      bonuses_return_expired: 1,
      warnings: ['returned_expired'],
    })
  })
})

describe('earned bonuses', () => {
  it('that are still pending go first', () => {
    const where = shop({ activation_delay_hours: 24 })
    where.grant(500, NOW)
    where.create(bare(1_000), 0, NOW)
    const { estimate } = cancel(where, 0)
    expect(estimate).toMatchObject({
      bonuses_withdraw: 100,
      bonuses_withdraw_pending: 100,
      bonuses_withdraw_active: 0,
      pending_after: 0,
      available_after: 500,
      warnings: [],
    })
  })

  it('that were spent are taken from other bonuses, and the cashier is told', () => {
    const where = shop()
    where.create(bare(1_000), 0, NOW)
    where.create(bare(200), 100, NOW)
    where.grant(500, NOW)
    const { estimate } = cancel(where, 0)
    expect(estimate).toMatchObject({
      bonuses_withdraw_active: 100,
      bonuses_already_spent: 0,
      debt_after: 0,
      warnings: ['taken_from_other_bonuses'],
    })
  })

  it('that were spent become a debt', () => {
    const where = shop()
    where.create(bare(1_000), 0, NOW)
    where.create(bare(200), 100, NOW)
    const { estimate } = cancel(where, 0)
    expect(estimate).toMatchObject({
      bonuses_withdraw: 100,
      bonuses_withdraw_active: 10,
      bonuses_already_spent: 90,
      debt_before: 0,
      debt_after: 90,
      shop_loss: 0,
      warnings: ['taken_from_other_bonuses', 'becomes_debt'],
    })
  })

  it("that were spent are the shop's loss when it takes within the balance only", () => {
    const where = shop({ return_policy: 'within_balance' })
    where.create(bare(1_000), 0, NOW)
    where.create(bare(200), 100, NOW)
    where.withdraw(10, NOW)
    const { estimate, change } = cancel(where, 0)
    expect(estimate).toMatchObject({
      bonuses_withdraw: 100,
      bonuses_already_spent: 100,
      debt_after: 0,
      shop_loss: 100,
      warnings: ['shop_loss'],
    })
    expect(change?.entries).toEqual([])
  })

  it('that had repaid a debt make it a debt again, part by part', () => {
    const where = shop()
    where.create(bare(1_000), 0, NOW)
    where.create(bare(200), 100, NOW)
    where.withdraw(10, NOW)
    cancel(where, 0)
    expect(where.account.debt).toBe(100)
    where.program = { ...where.program, return_policy: 'within_balance' }
    where.create(bare(1_500), 0, NOW)
    expect(where.account).toMatchObject({ balance: 50, debt: 0 })
    const first = cancel(where, 2, { kind: 'amount', amount: 1_000 })
    expect(first.estimate).toMatchObject({ bonuses_withdraw_active: 50, debt_after: 50 })
    expect(first.returned.debt_again).toBe(50)
    const second = cancel(where, 2)
    expect(second.estimate).toMatchObject({ debt_after: 100, shop_loss: 0 })
    expect(second.returned.debt_again).toBe(100)
  })
})

describe('the visit', () => {
  it('of a cancelled last receipt is the one before', () => {
    const where = shop()
    where.create(bare(100), 0, NOW)
    where.create(bare(100), 0, NOW + DAY)
    cancel(where, 1, full, NOW + DAY)
    expect(where.account).toMatchObject({ receipts: 1, last_receipt_at: NOW })
  })

  it('stays when an earlier receipt is cancelled, or only a part', () => {
    const where = shop()
    where.create(bare(100), 0, NOW)
    where.create(bare(100), 0, NOW + DAY)
    cancel(where, 0, full, NOW + DAY)
    expect(where.account).toMatchObject({ receipts: 1, last_receipt_at: NOW + DAY })
    cancel(where, 1, { kind: 'amount', amount: 50 }, NOW + DAY)
    expect(where.account).toMatchObject({ receipts: 1, last_receipt_at: NOW + DAY })
  })

  it('no longer lets lots live on after the last purchase', () => {
    const where = shop({ expiry_mode: 'after_last_purchase', expiry_days: 10 })
    where.grant(100, NOW)
    const before = where.account.lots
    where.create(bare(100), 0, NOW + DAY)
    cancel(where, 0, full, NOW + DAY)
    expect(where.account.lots).toEqual(before)
  })

  it('lets nothing pass its own end: without grace such lots expire at once', () => {
    const where = shop({
      expiry_mode: 'after_last_purchase',
      expiry_days: 2,
      restore_grace_days: 0,
    })
    where.grant(100, NOW)
    where.create(bare(100), 0, NOW + 2 * DAY)
    const { change, estimate } = cancel(where, 0, full, NOW + 4 * DAY)
    expect(estimate.balance_after).toBe(0)
    expect(change?.entries.map((entry) => entry.kind)).toEqual(['accrual_reversal', 'expiry'])
  })

  it('with grace gives them the days of grace', () => {
    const where = shop({ expiry_mode: 'after_last_purchase', expiry_days: 2 })
    where.grant(100, NOW)
    where.create(bare(100), 0, NOW + 2 * DAY)
    cancel(where, 0, full, NOW + 4 * DAY)
    expect(where.account.lots).toMatchObject([{ expires_at: Date.UTC(2026, 4, 21, 21) }])
  })
})

describe('the level', () => {
  const ladder = (level_downgrade: 'never' | 'at_period_end') =>
    shop({
      level_downgrade,
      levels: [1, 2].map((number) => ({
        number,
        name: `L${number}`,
        min_turnover: (number - 1) * 1_000,
        cashback_percent: 0,
        discount_percent: 0,
        max_pay_percent: null,
      })),
    })

  it('is not lowered by a cancellation when the shop never downgrades', () => {
    const where = ladder('never')
    where.create(bare(1_000), 0, NOW)
    expect(cancel(where, 0).estimate).toMatchObject({
      level_before: 2,
      level_after: 2,
      warnings: [],
    })
  })

  it('follows the turnover when the shop does', () => {
    const where = ladder('at_period_end')
    where.create(bare(1_000), 0, NOW)
    expect(cancel(where, 0).estimate).toMatchObject({
      level_before: 2,
      level_after: 1,
      warnings: ['level_lowered'],
    })
  })
})

describe('the version of an estimate', () => {
  const estimate = (where: MemoryShop, part: CancelPart = full, now = NOW) =>
    done(where.estimate(0, part, now)).estimate

  it('is that of the deed, and the same while nothing differs', () => {
    const where = shop()
    where.create(bare(1_000), 0, NOW)
    const { version } = estimate(where)
    expect(Number.isSafeInteger(version)).toBe(true)
    expect(estimate(where, full, NOW + 1).version).toBe(version)
    expect(cancel(where, 0).estimate.version).toBe(version)
  })

  it('differs when the buyer, the receipt or the part is another', () => {
    const where = shop()
    where.create(bare(1_000), 0, NOW)
    const versions = [estimate(where).version]
    versions.push(estimate(where, { kind: 'amount', amount: 1_000 }).version)
    where.grant(1, NOW)
    versions.push(estimate(where).version)
    where.withdraw(1, NOW)
    cancel(where, 0, { kind: 'amount', amount: 1 })
    versions.push(estimate(where).version)
    expect(new Set(versions).size).toBe(4)
  })
})
