import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dayOf, dayText } from '#server/features/ledger/calendar-rules.ts'
import { availableOf } from '#server/features/ledger/rules.ts'
import type { Program } from '#server/features/program/rules.ts'
import { livingCard, newCard } from '#server/features/promotions/card-rules.ts'
import type { Promotion } from '#server/features/promotions/rules.ts'
import { auditAccount } from '#server/testing/audit-account.ts'
import { anyPromotions } from '#server/testing/any-promotions.ts'
import { anyHistory, anyProgram, type Happening } from '#server/testing/histories.ts'
import { runs } from '#server/testing/property-runs.ts'
import { MemoryShop } from '#server/testing/memory-shop.ts'
import { modelDay, plusDays } from '#server/testing/reference-arithmetic.ts'
import { ReferenceModel, type ModelPart, type ModelSale } from '#server/testing/reference-model.ts'
import { linesOf } from './line-rules.ts'
import { stateOf as promotionState } from './promotion-rules.ts'
import type { Sale } from './rules.ts'

// Shortly before clocks change in Kyiv and in New York, and not on a round minute.
const START = Date.UTC(2026, 9, 20, 7, 31, 12, 345)

const modelSale = (sale: Sale): ModelSale => ({ lines: [...linesOf(sale)], bare: 'total' in sale })

/** Plays one history to the rules and to the model, and compares after each happening. */
function play(
  program: Program,
  history: readonly Happening[],
  promotions: readonly Promotion[] = [],
): void {
  const shop = new MemoryShop(program)
  shop.promotions = promotions
  const model = new ReferenceModel(program, promotions)
  let now = START
  for (const happening of history) {
    // Receipts of one buyer never share a moment here.
    now += 1
    if (happening.does === 'waits') now += happening.for_ms
    happen(happening, shop, model, now)
    expect(stateOf(shop, now)).toEqual(stateOfModel(model, now))
    expect(auditAccount(shop.account, shop.entries)).toEqual([])
    expect(promisesOf(shop, now)).toEqual(promisesOfModel(model, now))
  }
}

function happen(happening: Happening, shop: MemoryShop, model: ReferenceModel, now: number): void {
  switch (happening.does) {
    case 'buys':
      return buy(happening, shop, model, now)
    case 'cancels':
      return cancel(happening, shop, model, now)
    case 'is given':
      shop.grant(happening.amount, now)
      return model.grant(happening.amount, now)
    case 'loses': {
      const amount = Math.max(1, Math.floor((shop.account.balance * happening.part) / 1000))
      expect(shop.withdraw(amount, now)).toBe(model.withdraw(amount, now))
      // A refused withdrawal writes nothing, so what is due waits for the next change.
      shop.expire(now)
      return model.tick(now)
    }
    case 'waits':
    case 'expires':
      shop.expire(now)
      return model.tick(now)
  }
}

function buy(
  { sale, spend }: Extract<Happening, { does: 'buys' }>,
  shop: MemoryShop,
  model: ReferenceModel,
  now: number,
): void {
  const { bonuses_max } = shop.calculate(sale, 0, now).receipt.totals
  const asked = spend === 'max' ? bonuses_max : spend
  const { receipt } = shop.create(sale, asked, now)
  const { totals } = receipt
  const { bonuses_spent, accrual, to_pay } = totals
  expect({ bonuses_max: totals.bonuses_max, spent: bonuses_spent, accrual, to_pay }).toEqual(
    model.receipt(modelSale(sale), asked, now),
  )
  expect(receipt.lines.map((line) => [line.to_pay, line.bonuses_spent, line.accrual])).toEqual(
    model.receipts.at(-1)?.lines.map((line) => [line.to_pay, line.bonuses_spent, line.accrual]),
  )
}

function cancel(
  { which, how, parts }: Extract<Happening, { does: 'cancels' }>,
  shop: MemoryShop,
  model: ReferenceModel,
  now: number,
): void {
  if (shop.receipts.length === 0) return
  const index = which % shop.receipts.length
  const part = how === 'full' ? ({ kind: 'full' } as const) : somePart(shop, index, parts)
  if (!part) return
  const decision = shop.cancel(index, part, now)
  const expected = model.cancel(index, part, now)
  if (decision.refused) {
    expect(expected).toBe(false)
    return
  }
  const { refund_money, bonuses_return, bonuses_withdraw, shop_loss } = decision.estimate
  expect({ refund_money, bonuses_return, bonuses_withdraw, shop_loss }).toEqual(expected)
}

/** Fractions of what the lines held at first, so some ask for more than is left. */
function somePart(shop: MemoryShop, index: number, parts: readonly number[]): ModelPart | null {
  const receipt = shop.receipts[index]?.receipt
  if (!receipt) return null
  const part = (whole: number, at: number) => Math.floor((whole * (parts[at] ?? 0)) / 1000)
  if (receipt.bare) {
    const amount = part(receipt.totals.total, 0)
    return amount > 0 ? { kind: 'amount', amount } : null
  }
  const lines = receipt.lines
    .map(({ line, quantity }, at) => ({ line, quantity: part(quantity, at) }))
    .filter(({ quantity }) => quantity > 0)
  return lines.length > 0 ? { kind: 'lines', lines } : null
}

function stateOf(shop: MemoryShop, now: number) {
  const { account } = shop
  return {
    balance: account.balance,
    available: availableOf(account, now),
    debt: account.debt,
    entries: account.entries,
    turnover: account.turnover,
    visits: account.receipts,
    last_at: account.last_receipt_at,
    level: account.level,
    level_until: account.level_until,
    lots: account.lots.map(({ number, remaining, active_from, expires_at }) => ({
      number,
      remaining,
      active_from,
      expires_at,
    })),
  }
}

function stateOfModel(model: ReferenceModel, now: number) {
  return {
    balance: model.balance(),
    available: model.available(now),
    debt: model.debt,
    entries: model.entries,
    turnover: model.turnover(),
    visits: model.visits(),
    last_at: model.last_at,
    level: model.level,
    level_until: model.level_until,
    lots: model.openLots().map(({ number, remaining, active_from, expires_at }) => ({
      number,
      remaining,
      active_from,
      expires_at,
    })),
  }
}

/** What promotions owe the buyer now, and what all buyers took of them. */
function promisesOf(shop: MemoryShop, now: number) {
  return shop.promotions.map(({ id, effect }) => {
    const taken = shop.usage.get(id) ?? { uses: 0, amount: 0 }
    const card = promotionState(shop.account, id)?.card ?? newCard
    const within = effect.kind === 'stamp' ? effect.within_days : 0
    const today = dayOf(now, shop.program.timezone).number
    const { stamps, owed, filled, last_day, gifts } = livingCard(card, within, today, now)
    return {
      ...{ id, ...taken, owed, filled },
      last: last_day === null ? null : dayText(last_day),
      stamps: stamps.flatMap(({ day, count }) => Array.from({ length: count }, () => dayText(day))),
      gifts: gifts.map((gift) => [gift.earned_at, gift.expires_at]),
    }
  })
}

function promisesOfModel(model: ReferenceModel, now: number) {
  return model.promotions.map(({ id, effect }) => {
    const card = model.cards.get(id)
    const within = effect.kind === 'stamp' ? effect.within_days : 0
    const today = modelDay(now, model.program.timezone)
    const living = (day: string) => within === 0 || day >= plusDays(today, -within)
    const waiting = card?.gifts.filter((gift) => gift.until === null || gift.until > now) ?? []
    return {
      ...{ id, ...model.usage(id), owed: card?.owed ?? 0, filled: card?.filled ?? 0 },
      last: card?.last ?? null,
      stamps: card?.days.filter(living) ?? [],
      gifts: waiting.map((gift) => [gift.at, gift.until]),
    }
  })
}

// Thousands of steps: a slow machine may take its time, a hang is still found.
describe('any history of a buyer', { timeout: 180_000 }, () => {
  it('with any promotions agrees with the reference model after every step', () => {
    fc.assert(
      fc.property(anyProgram, anyPromotions, anyHistory, (program, promotions, history) =>
        play(program, history, promotions),
      ),
      runs(300),
    )
  })

  it('agrees with the reference model after every step', () => {
    fc.assert(
      fc.property(anyProgram, anyHistory, (program, history) => play(program, history)),
      runs(1500),
    )
  })
})
