/**
 * The pipeline as the reference model understands it: what one receipt of a member comes to.
 * Shares no code with the rules on purpose.
 */
import type { Level, Program } from '#server/features/program/rules.ts'
import type { Promotion } from '#server/features/promotions/rules.ts'
import { floorOf, share, sum } from './reference-arithmetic.ts'
import {
  modelChoices,
  modelCovers,
  modelExtras,
  modelOrder,
  shareAnyway,
  wholeUnits,
  type ModelCard,
  type ModelLineNow,
} from './reference-promotions.ts'

export type ModelSale = {
  lines: {
    price: number
    quantity: number
    barcode: string | null
    sku: string | null
    category: string | null
    till_discount: number
    floor: number
    exclude_discount: boolean
    exclude_accrual: boolean
    exclude_spend: boolean
    accrual_percent: number | null
  }[]
  bare: boolean
}

/** A promotion that works on this receipt, and how often the buyer may still use it. */
export type ModelWorking = { promotion: Promotion; day: string; uses_left: number }
/** What one promotion did on one line. */
export type ModelDone = {
  id: string
  line: number
  discount: number
  bonuses: number
  stamps: number
}
export type ModelStamping = {
  id: string
  day: string
  count: number
  uses_left: number
  lines: number[]
}

export type ModelFigures = {
  lines: {
    whole: number
    total: number
    to_pay: number
    bonuses_spent: number
    accrual: number
    promotion_discount: number
    level_discount: number
  }[]
  bonuses_max: number
  spent: number
  done: ModelDone[]
  /** Promotions used once each, and cards whose gifts are taken. */
  used: Set<string>
  gifts_taken: Map<string, number>
  stamping: ModelStamping[]
}

type Ask = {
  program: Program
  level: Level
  sale: ModelSale
  asked: number
  available: number
  working: ModelWorking[]
  cards: Map<string, ModelCard>
  gifts: { promotion: Promotion; count: number }[]
}

/** Prices, spends, earns and stamps, in the printed order. */
export function modelFigures(ask: Ask): ModelFigures {
  const { program, level, sale } = ask
  const before = sale.lines.map((line): ModelLineNow & ModelSale['lines'][number] => {
    const gross = Number((BigInt(line.price) * BigInt(line.quantity) + 500n) / 1000n)
    const after_till = gross - line.till_discount
    const floor = Math.min(after_till, Math.max(line.floor, 1))
    return closed({ ...line, after_till, floor, bare: sale.bare }, line.till_discount, program)
  })
  const product = modelOrder(ask.working.map(({ promotion }) => promotion))
  const choices = modelChoices(
    before,
    {
      percent: program.mode === 'bonus' ? 0 : level.discount_percent,
      stack: program.stack_level_with_promotion,
      earns: program.mode !== 'discount',
    },
    product.filter(({ type }) => type === 2),
    ask.gifts,
  )
  const now = before.map((line, at) => {
    const choice = choices[at]
    return closed(line, choice?.gift ? 0 : (choice?.discount ?? 0), program)
  })
  const totals = now.map(({ after_till }, at) => {
    const choice = choices[at]
    return after_till - (choice?.discount ?? 0) - (choice?.level ?? 0)
  })
  const pay = spendOf(ask, now, totals)
  const figures: ModelFigures = {
    lines: now.map((line, at) => ({
      whole: sale.bare ? (totals[at] ?? 0) : line.quantity,
      total: totals[at] ?? 0,
      to_pay: (totals[at] ?? 0) - (pay.paid[at] ?? 0),
      bonuses_spent: pay.paid[at] ?? 0,
      accrual: 0,
      promotion_discount: choices[at]?.discount ?? 0,
      level_discount: choices[at]?.level ?? 0,
    })),
    bonuses_max: pay.bonuses_max,
    spent: pay.spent,
    done: [],
    used: new Set(),
    gifts_taken: new Map(),
    stamping: [],
  }
  noteChoices(figures, choices)
  if (program.mode !== 'discount') earn(ask, figures, now, choices)
  stamp(ask, figures, now, choices)
  return figures
}

/** A line whose price was lowered by so much, by a promotion or at the till. */
function closed<Line extends { exclude_accrual: boolean; exclude_spend: boolean }>(
  line: Line,
  lowered_by: number,
  program: Program,
): Line {
  if (lowered_by === 0) return line
  return {
    ...line,
    exclude_accrual: line.exclude_accrual || !program.accrue_on_promoted,
    exclude_spend: line.exclude_spend || !program.spend_on_promoted,
  }
}

function spendOf(ask: Ask, now: (ModelLineNow & ModelSale['lines'][number])[], totals: number[]) {
  const { program, level } = ask
  const room = now.map((line, at) => (line.exclude_spend ? 0 : (totals[at] ?? 0) - line.floor))
  const open = sum(now.map((line, at) => (line.exclude_spend ? 0 : (totals[at] ?? 0))))
  const max = Math.min(
    sum(totals) < program.min_receipt_for_spend ? 0 : ask.available,
    floorOf(open, level.max_pay_percent ?? program.max_pay_percent, 10_000),
    sum(room),
  )
  const step = program.spend_step
  const bonuses_max = Math.floor(max / step) * step
  const spent = Math.floor(Math.min(ask.asked, bonuses_max) / step) * step
  return { bonuses_max, spent, paid: share(spent, room.map(BigInt)) }
}

function noteChoices(figures: ModelFigures, choices: ReturnType<typeof modelChoices>): void {
  for (const [at, choice] of choices.entries()) {
    if (!choice.promotion) continue
    const { id, effect } = choice.promotion
    figures.done.push({ id, line: at, discount: choice.discount, bonuses: 0, stamps: 0 })
    if (choice.gift) {
      const product = effect.kind === 'stamp' && effect.gift.kind === 'product'
      const before = figures.gifts_taken.get(id) ?? 0
      figures.gifts_taken.set(id, product ? before + choice.free_units : 1)
    } else if (effect.kind !== 'bonus_per_unit') figures.used.add(id)
  }
}

function earn(
  { program, level, sale, working }: Ask,
  figures: ModelFigures,
  now: ModelLineNow[],
  choices: ReturnType<typeof modelChoices>,
): void {
  const based = figures.lines.map((line, at) => {
    const input = sale.lines[at]
    const base = program.accrue_on === 'paid_money' ? line.to_pay : line.total
    const none = now[at]?.exclude_accrual
    const percent = none ? 0 : (input?.accrual_percent ?? level.cashback_percent)
    return { base: none ? 0 : base, percent, now: now[at] as ModelLineNow }
  })
  const weights = based.map(({ base, percent }) => BigInt(base) * BigInt(percent * 100))
  const order = modelOrder(working.map(({ promotion }) => promotion))
  const small = sum(figures.lines.map((line) => line.total)) < program.min_receipt_for_accrual
  const none = small || (figures.spent > 0 && !program.accrue_when_bonuses_spent)
  const extras = none
    ? []
    : modelExtras(
        based,
        order.filter(({ type }) => type === 3),
      )
  const round = (exact: bigint) =>
    program.accrual_rounding === 'whole_down'
      ? Number(exact / 100_000_000n) * 100
      : Number((exact + (program.accrual_rounding === 'half_up' ? 500_000n : 0n)) / 1_000_000n)
  const total = (parts: bigint[]) => parts.reduce((a, b) => a + b, 0n)
  const own = none ? 0 : round(total(weights))
  const sums = extras.map((extra) => (extra.fixed === null ? total(extra.lines) : 0n))
  const added = share(none ? 0 : round(total(weights) + total(sums)) - own, sums)
  const parts = extras.map((extra, at) => ({
    id: extra.promotion.id,
    amount: extra.fixed ?? added[at] ?? 0,
    weights: extra.lines,
  }))
  for (const promotion of order) {
    if (promotion.type !== 2 || promotion.effect.kind !== 'bonus_per_unit') continue
    const lines = choices.map((choice) => (choice.promotion === promotion ? choice.bonuses : 0))
    const amount = sum(lines)
    if (amount > 0) parts.push({ id: promotion.id, amount, weights: lines.map(BigInt) })
  }
  let left = program.max_accrual_per_receipt ?? Infinity
  const accrual = Math.min(own, left)
  left -= accrual
  for (const [at, part] of share(accrual, weights).entries()) addTo(figures, at, part)
  for (const { id, amount, weights: of } of parts) {
    const given = Math.min(amount, left)
    left -= given
    if (given === 0) continue
    figures.used.add(id)
    for (const [line, bonuses] of share(given, of).entries()) {
      if (bonuses === 0) continue
      addTo(figures, line, bonuses)
      figures.done.push({ id, line, discount: 0, bonuses, stamps: 0 })
    }
  }
}

function addTo(figures: ModelFigures, at: number, bonuses: number): void {
  const line = figures.lines[at]
  if (line) line.accrual += bonuses
}

/** Bonuses of a full card are given after everything else, above the cap. */
function stamp(
  { program, working, cards }: Ask,
  figures: ModelFigures,
  now: ModelLineNow[],
  choices: ReturnType<typeof modelChoices>,
): void {
  for (const { promotion, day, uses_left } of working) {
    if (promotion.type !== 2 || promotion.effect.kind !== 'stamp') continue
    const { effect, id } = promotion
    if (effect.gift.kind === 'bonuses' && program.mode === 'discount') continue
    const card = cards.get(id)
    if (!effect.repeat && card && card.filled > 0) continue
    const units = now.map((line, at) => wholeUnits(line) - (choices[at]?.free_units ?? 0))
    const lines = [...now.keys()].filter((at) => {
      const line = now[at]
      const free = choices[at]?.free_units ?? 0
      if (!line || line.exclude_accrual || !modelCovers(promotion, line)) return false
      return free === 0 || (units[at] ?? 0) > 0
    })
    const each = lines.map((at) => {
      if (effect.count === 'receipts') return 0
      return effect.count === 'units' ? (units[at] ?? 0) : (figures.lines[at]?.to_pay ?? 0)
    })
    const stamped = effect.once_per_day && card?.last === day
    const count = effect.count === 'receipts' ? (lines.length > 0 && !stamped ? 1 : 0) : sum(each)
    if (count === 0) continue
    const most = Math.min(uses_left, effect.repeat ? 1000 : 1)
    figures.stamping.push({ id, day, count, uses_left: most, lines })
    for (const [index, at] of lines.entries()) {
      figures.done.push({ id, line: at, discount: 0, bonuses: 0, stamps: each[index] ?? 0 })
    }
  }
}

/** Adds the bonuses of a card that this receipt filled. */
export function addCardBonuses(
  figures: ModelFigures,
  id: string,
  lines: number[],
  amount: number,
): void {
  const paid = lines.map((at) => figures.lines[at]?.to_pay ?? 0)
  for (const [index, bonuses] of shareAnyway(amount, paid).entries()) {
    const at = lines[index] ?? 0
    if (bonuses === 0) continue
    addTo(figures, at, bonuses)
    figures.done.push({ id, line: at, discount: 0, bonuses, stamps: 0 })
  }
}
