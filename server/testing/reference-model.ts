/**
 * The slow, obviously correct shop: the same promises as the engine, told another way.
 *
 * It shares no code with the rules. Lots are never removed and nothing is kept in order or summed
 * up as it goes: every question walks through everything there ever was. Days come from `Intl`,
 * shares from exact fractions of BigInt. Random histories are played to both and must agree.
 * Units: minor units, thousandths, basis points, milliseconds.
 */
import type { Program } from '#server/features/program/rules.ts'
import {
  endOfDay,
  endOfMonth,
  firstMoment,
  floorOf,
  modelDay,
  plusDays,
  share,
  sum,
} from './reference-arithmetic.ts'

type ModelLot = {
  number: number
  by_hand: boolean
  remaining: number
  active_from: number
  expires_at: number | null
}
type ModelLine = {
  whole: number
  returned: number
  to_pay: number
  bonuses_spent: number
  accrual: number
}
type ModelReceipt = {
  at: number
  lines: ModelLine[]
  bare: boolean
  cancelled: boolean
  /** One element per lot that was spent, in the order of the spend. */
  spent: { lot: ModelLot; amount: number; expires_at: number | null }[]
  lot: ModelLot | null
  repaid: number
  previous_at: number | null
  moved: { lot: ModelLot; from: number; to: number }[]
}
export type ModelSale = {
  lines: {
    price: number
    quantity: number
    till_discount: number
    floor: number
    exclude_discount: boolean
    exclude_accrual: boolean
    exclude_spend: boolean
    accrual_percent: number | null
  }[]
  bare: boolean
}
export type ModelPart =
  | { kind: 'full' }
  | { kind: 'lines'; lines: { line: number; quantity: number }[] }
  | { kind: 'amount'; amount: number }

/** One buyer of a shop with one program. */
export class ReferenceModel {
  readonly program: Program
  readonly lots: ModelLot[] = []
  readonly receipts: ModelReceipt[] = []
  debt = 0
  /** Entries so far: a lot's number is its entry's. */
  entries = 0
  last_at: number | null = null
  level: number | null = null
  level_until: number | null = null

  constructor(program: Program) {
    this.program = program
  }

  balance(): number {
    return sum(this.lots.map((lot) => lot.remaining))
  }

  available(now: number): number {
    return sum(this.lots.filter((lot) => lot.active_from <= now).map((lot) => lot.remaining))
  }

  turnover(): number {
    return this.turnoverWhere(() => true)
  }

  visits(): number {
    return this.receipts.filter((receipt) => !receipt.cancelled).length
  }

  /** Lots that still hold something, in the order they will be spent. */
  openLots(): ModelLot[] {
    return this.lots
      .filter((lot) => lot.remaining > 0)
      .toSorted(
        (a, b) => (a.expires_at ?? Infinity) - (b.expires_at ?? Infinity) || a.number - b.number,
      )
  }

  /** Time passes: what is due is gone. Called before everything else. */
  tick(now: number): void {
    for (const lot of this.openLots()) {
      if (lot.expires_at === null || lot.expires_at > now) continue
      lot.remaining = 0
      this.entries += 1
    }
  }

  grant(amount: number, now: number): void {
    this.tick(now)
    this.credit(amount, now, this.lifetime(now, true), true)
  }

  withdraw(amount: number, now: number): boolean {
    this.tick(now)
    if (amount > this.balance()) return false
    const lots = this.openLots()
    const active = lots.filter((lot) => lot.active_from <= now)
    const pending = lots.filter((lot) => lot.active_from > now)
    this.take([...active, ...pending], amount)
    this.entries += 1
    return true
  }

  /** Makes a receipt; the spend is lowered to the limit. */
  receipt(sale: ModelSale, asked: number, now: number) {
    this.tick(now)
    this.setLevel(now)
    const { program } = this
    const level = program.levels.find((row) => row.number === this.level) ?? program.levels[0]
    if (!level) throw new Error('no level')
    const lines = sale.lines.map((line) => {
      const gross = Number((BigInt(line.price) * BigInt(line.quantity) + 500n) / 1000n)
      const after_till = gross - line.till_discount
      const floor = Math.min(after_till, Math.max(line.floor, 1))
      const percent = program.mode === 'bonus' || line.exclude_discount ? 0 : level.discount_percent
      const wished = floorOf(after_till, percent, 10_000)
      return { ...line, floor, total: Math.max(floor, after_till - wished) }
    })
    const sold = sum(lines.map((line) => line.total))
    const open = lines.filter((line) => !line.exclude_spend)
    const pay = level.max_pay_percent ?? program.max_pay_percent
    const available = this.available(now)
    const may = sold >= program.min_receipt_for_spend && available >= program.min_balance_for_spend
    const max = Math.min(
      may ? available : 0,
      floorOf(sum(open.map((line) => line.total)), pay, 10_000),
      sum(open.map((line) => line.total - line.floor)),
    )
    const step = program.spend_step
    const bonuses_max = Math.floor(max / step) * step
    const spent = Math.floor(Math.min(asked, bonuses_max) / step) * step
    const paid = share(
      spent,
      lines.map((line) => BigInt(line.exclude_spend ? 0 : line.total - line.floor)),
    )
    const weights = lines.map((line, index) => {
      if (program.mode === 'discount' || line.exclude_accrual) return 0n
      const base = line.total - (program.accrue_on === 'paid_money' ? (paid[index] ?? 0) : 0)
      return BigInt(base) * BigInt(line.accrual_percent ?? level.cashback_percent)
    })
    const accrual = this.accrual(weights, sold, spent)
    const accrued = share(accrual, weights)
    const to_pay = sold - spent
    this.record(
      {
        at: now,
        bare: sale.bare,
        cancelled: false,
        lines: lines.map((line, index) => ({
          whole: sale.bare ? line.total : line.quantity,
          returned: 0,
          to_pay: line.total - (paid[index] ?? 0),
          bonuses_spent: paid[index] ?? 0,
          accrual: accrued[index] ?? 0,
        })),
        spent: [],
        lot: null,
        repaid: 0,
        previous_at: this.last_at,
        moved: [],
      },
      spent,
      accrual,
      now,
    )
    return { bonuses_max, spent, accrual, to_pay }
  }

  private accrual(weights: bigint[], sold: number, spent: number): number {
    const { program } = this
    if (sold < program.min_receipt_for_accrual) return 0
    if (spent > 0 && !program.accrue_when_bonuses_spent) return 0
    const exact = weights.reduce((a, b) => a + b, 0n)
    const rounded =
      program.accrual_rounding === 'whole_down'
        ? Number(exact / 1_000_000n) * 100
        : Number((exact + (program.accrual_rounding === 'half_up' ? 5000n : 0n)) / 10_000n)
    return Math.min(rounded, program.max_accrual_per_receipt ?? Infinity)
  }

  private record(receipt: ModelReceipt, spent: number, accrual: number, now: number): void {
    const { program } = this
    if (spent > 0) {
      const active = this.openLots().filter((lot) => lot.active_from <= now)
      receipt.spent = this.take(active, spent)
      this.entries += 1
    }
    if (program.expiry_mode === 'after_last_purchase') {
      const to = endOfDay(now, program.expiry_days, program.timezone)
      for (const lot of this.openLots()) {
        if (lot.expires_at === null || lot.expires_at >= to) continue
        if (lot.by_hand && program.manual_lifetime_days !== null) continue
        receipt.moved.push({ lot, from: lot.expires_at, to })
        lot.expires_at = to
      }
    }
    if (accrual > 0) {
      const active_from = now + program.activation_delay_hours * 3_600_000
      const before = this.debt
      receipt.lot = this.credit(accrual, active_from, this.lifetime(active_from, false), false)
      receipt.repaid = before - this.debt
    }
    this.receipts.push(receipt)
    this.last_at = now
    this.setLevel(now)
  }

  /** Cancels; false when it cannot be. */
  cancel(index: number, part: ModelPart, now: number) {
    const receipt = this.receipts[index]
    if (!receipt || receipt.cancelled) return false
    const counts = this.countsOf(receipt, part)
    if (!counts) return false
    this.tick(now)
    this.setLevel(now)
    const figures = { refund_money: 0, bonuses_return: 0, bonuses_withdraw: 0, shop_loss: 0 }
    for (const [at, line] of receipt.lines.entries()) {
      const to = line.returned + (counts[at] ?? 0)
      const piece = (amount: number) =>
        line.whole === 0
          ? 0
          : floorOf(amount, to, line.whole) - floorOf(amount, line.returned, line.whole)
      figures.refund_money += piece(line.to_pay)
      figures.bonuses_return += piece(line.bonuses_spent)
      figures.bonuses_withdraw += piece(line.accrual)
      line.returned = to
    }
    this.giveBack(receipt, figures.bonuses_return, now)
    figures.shop_loss = this.takeBack(receipt, figures.bonuses_withdraw, now)
    if (receipt.lines.every((line) => line.returned === line.whole)) this.undoVisit(receipt, now)
    this.setLevel(now)
    return figures
  }

  private countsOf(receipt: ModelReceipt, part: ModelPart): number[] | null {
    const left = receipt.lines.map((line) => line.whole - line.returned)
    if (part.kind === 'full') return left
    if ((part.kind === 'amount') !== receipt.bare) return null
    const counts = left.map(() => 0)
    const asked = part.kind === 'amount' ? [{ line: 1, quantity: part.amount }] : part.lines
    for (const { line, quantity } of asked) {
      const count = counts[line - 1]
      if (count === undefined) return null
      counts[line - 1] = count + quantity
    }
    return counts.every((count, index) => count <= (left[index] ?? 0)) ? counts : null
  }

  /** Spent bonuses return: debt first, then the lots that were spent last. */
  private giveBack(receipt: ModelReceipt, amount: number, now: number): void {
    if (amount === 0) return
    const { program } = this
    this.entries += 1
    let to_debt = Math.min(amount, this.debt)
    this.debt -= to_debt
    let left = amount
    let gone = false
    for (const piece of receipt.spent.toReversed()) {
      let back = Math.min(left, piece.amount)
      piece.amount -= back
      left -= back
      const repaid = Math.min(back, to_debt)
      to_debt -= repaid
      back -= repaid
      if (back === 0) continue
      if (piece.lot.remaining === 0) piece.lot.expires_at = piece.expires_at
      const expired = piece.lot.expires_at !== null && piece.lot.expires_at <= now
      if (expired && program.restore_grace_days === 0) {
        gone = true
        continue
      }
      if (expired)
        piece.lot.expires_at = endOfDay(now, program.restore_grace_days, program.timezone)
      piece.lot.remaining += back
    }
    if (gone) this.entries += 1
  }

  /** Accrued bonuses go: own lot, other pending lots, the others, then debt or the shop's loss. */
  private takeBack(receipt: ModelReceipt, amount: number, now: number): number {
    if (amount === 0) return 0
    const lots = this.openLots()
    const own = lots.filter((lot) => lot === receipt.lot)
    const pending = lots.filter((lot) => lot !== receipt.lot && lot.active_from > now)
    const active = lots.filter((lot) => lot !== receipt.lot && lot.active_from <= now)
    const there = Math.min(amount, this.balance())
    this.take([...own, ...pending, ...active], there)
    const missing = amount - there
    const again = Math.min(missing, receipt.repaid)
    receipt.repaid -= again
    const booked = this.program.return_policy === 'debt' ? missing : again
    this.debt += booked
    if (there + booked > 0) this.entries += 1
    return missing - booked
  }

  private undoVisit(receipt: ModelReceipt, now: number): void {
    const { program } = this
    receipt.cancelled = true
    if (this.last_at !== receipt.at) return
    this.last_at = receipt.previous_at
    const grace = program.restore_grace_days
    for (const { lot, from, to } of receipt.moved) {
      if (lot.remaining === 0 || lot.expires_at !== to) continue
      lot.expires_at = from
      if (from > now) continue
      if (grace > 0) lot.expires_at = endOfDay(now, grace, program.timezone)
      else {
        lot.remaining = 0
        this.entries += 1
      }
    }
  }

  private credit(
    amount: number,
    active_from: number,
    expires_at: number | null,
    by_hand: boolean,
  ): ModelLot | null {
    const repaid = Math.min(amount, this.debt)
    this.debt -= repaid
    this.entries += 1
    if (repaid === amount) return null
    const remaining = amount - repaid
    const lot = { number: this.entries, by_hand, remaining, active_from, expires_at }
    this.lots.push(lot)
    return lot
  }

  private take(lots: ModelLot[], amount: number): ModelReceipt['spent'] {
    let left = amount
    const taken: ModelReceipt['spent'] = []
    for (const lot of lots) {
      const part = Math.min(left, lot.remaining)
      if (part > 0) taken.push({ lot, amount: part, expires_at: lot.expires_at })
      lot.remaining -= part
      left -= part
    }
    if (left > 0) throw new Error('the model ran out of bonuses')
    return taken
  }

  private lifetime(from: number, by_hand: boolean): number | null {
    const { program } = this
    if (by_hand && program.manual_lifetime_days !== null) {
      return endOfDay(from, program.manual_lifetime_days, program.timezone)
    }
    if (program.expiry_mode === 'never') return null
    return program.expiry_mode === 'end_of_month_after'
      ? endOfMonth(from, program.expiry_months, program.timezone)
      : endOfDay(from, program.expiry_days, program.timezone)
  }

  private turnoverWhere(counts: (day: string) => boolean): number {
    return sum(
      this.receipts
        .filter((receipt) => counts(modelDay(receipt.at, this.program.timezone)))
        .flatMap((receipt) => receipt.lines)
        .map((line) =>
          line.whole === 0
            ? line.to_pay
            : line.to_pay - floorOf(line.to_pay, line.returned, line.whole),
        ),
    )
  }

  /** The level that the next receipt will have. */
  private setLevel(now: number): void {
    const { levels, level_base, level_days, level_downgrade, timezone } = this.program
    const today = modelDay(now, timezone)
    const year = Number(today.slice(0, 4))
    const ofYear = (wanted: number) =>
      this.turnoverWhere((day) => Number(day.slice(0, 4)) === wanted)
    const reachedBy = (turnover: number) =>
      levels.filter((level) => level.min_turnover <= turnover).length - 1
    const earned = reachedBy(
      level_base === 'lifetime'
        ? this.turnover()
        : level_base === 'calendar_year'
          ? ofYear(year)
          : this.turnoverWhere((day) => day > plusDays(today, -level_days)),
    )
    const held = levels.findIndex((level) => level.number === this.level)
    const set = (rank: number, until: number | null) => {
      this.level = levels[Math.max(rank, 0)]?.number ?? null
      this.level_until = until
    }
    if (level_downgrade === 'never') return set(Math.max(earned, held), null)
    if (level_base === 'lifetime') return set(earned, null)
    const until =
      level_base === 'calendar_year'
        ? firstMoment(`${year + 1}-01-01`, timezone)
        : endOfDay(now, level_days, timezone)
    const ended = this.level_until !== null && this.level_until <= now
    if (held >= 0 && held >= earned && !ended) return set(held, this.level_until ?? until)
    const kept = ended && level_base === 'calendar_year' ? reachedBy(ofYear(year - 1)) : 0
    return set(Math.max(earned, kept), until)
  }
}
