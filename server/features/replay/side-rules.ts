/**
 * The receipts of the past by one program: each buyer's account moves as the till would move it.
 *
 * Invariants: discounts + spent + liability = what all buyers gained; liability = accrued + gifts −
 * spent − expired, because everybody begins without bonuses and nothing is cancelled.
 * Source: decision 0013.
 */
import { percentDown, shareDown, type Minor } from '#contract/money.ts'
import { dayOf, dayText, weekdayOf } from '#server/features/ledger/calendar-rules.ts'
import { beginChange } from '#server/features/ledger/change-rules.ts'
import { availableOf, isExpired, type Account, type Moment } from '#server/features/ledger/rules.ts'
import type { Program } from '#server/features/program/rules.ts'
import type { Promotion } from '#server/features/promotions/rules.ts'
import type { GiftOffer } from '#server/features/receipts/gift-rules.ts'
import { linesOf } from '#server/features/receipts/line-rules.ts'
import type { ReceiptDecision, SettledReceipt } from '#server/features/receipts/rules.ts'
import { settleReceipt } from '#server/features/receipts/settle-receipt-rules.ts'
import { giftsFor, openHolder, type Holder } from './holder-rules.ts'
import { SharedLimits } from './shared-limits-rules.ts'
import type {
  FloorFigures,
  Opening,
  PastReceipt,
  SideFigures,
  Spending,
  WeekFigures,
} from './rules.ts'

/** No line costs nothing, so every line has a floor of 0.01; one that counts is above it. */
const LINE_MIN: Minor = 1
/** More than any receipt allows: the rule lowers it. */
const ALL_THERE_IS = Number.MAX_SAFE_INTEGER

/** One program at work. */
export class Side {
  readonly #program: Program
  readonly #spending: Spending
  readonly #holders = new Map<string, Holder>()
  readonly #weeks = new Map<number, WeekFigures>()
  readonly #floors: FloorFigures = { receipts: 0, lines: 0, discounts: 0, bonuses: 0 }
  readonly #promotions: readonly Promotion[]
  readonly #done = { discounts: 0, bonuses: 0 }
  #gifts: Minor = 0
  #receipts = 0
  readonly #limits = new SharedLimits()

  constructor(program: Program, spending: Spending, promotions: readonly Promotion[]) {
    this.#program = program
    this.#spending = spending
    this.#promotions = promotions
  }

  /** A sale nobody showed a card at: turnover, and nothing else. */
  countStranger(at: Moment, turnover: Minor): void {
    const week = this.#weekOf(at)
    week.receipts += 1
    week.turnover += turnover
  }

  /** Settles the next receipt of a buyer; `now` never goes back. */
  settle(buyer: string, past: PastReceipt, now: Moment, opening: () => Opening): void {
    const holder = this.#holderOf(buyer, now, opening)
    this.#countExpired(holder.account, now)
    holder.account = this.#withWindow(holder, now)
    holder.receipts += 1
    const { decision, wished } = this.#decide(holder, past, now)
    const { receipt, change } = decision
    if (!change) throw new Error('a buyer without an account')
    this.#limits.take(decision.claims)
    for (const { gift } of receipt.gifts) holder.given.add(gift)
    this.#countFloors(holder.account, past, receipt, wished, now)
    const { totals } = receipt
    holder.account = change.account
    const discounts = totals.level_discount + totals.promotion_discount
    holder.gained += discounts + totals.bonuses_spent
    this.#done.discounts += totals.promotion_discount
    this.#done.bonuses += totals.promotion_accrual
    this.#gifts += totals.gifts
    if (this.#program.level_base === 'rolling_days') {
      const day = dayOf(past.at, this.#program.timezone).number
      holder.days.push({ day, amount: totals.to_pay })
    }
    const week = this.#weekOf(past.at)
    week.receipts += 1
    week.turnover += totals.gross - totals.till_discount
    week.discounts += discounts
    week.accrued += totals.accrual
    week.spent += totals.bonuses_spent
  }

  /** Lets expire what is due until the end; nothing is settled afterwards. */
  finish(end: Moment): void {
    for (const holder of this.#holders.values()) {
      this.#countExpired(holder.account, end)
      holder.account = beginChange(holder.account, end).account
    }
  }

  /** What each buyer gained and how often they bought, one after another. */
  *gains(): Generator<{ buyer: string; receipts: number; gained: Minor }> {
    for (const [buyer, { account, receipts, gained }] of this.#holders) {
      yield { buyer, receipts, gained: gained + account.balance }
    }
  }

  /** What one buyer gained. */
  gainOf(buyer: string): Minor {
    const holder = this.#holders.get(buyer)
    return holder ? holder.gained + holder.account.balance : 0
  }

  figures(): SideFigures {
    const weeks = [...this.#weeks.entries()].toSorted(([a], [b]) => a - b)
    const list = weeks.map(([, figures]) => figures)
    const sum = (name: Exclude<keyof WeekFigures, 'week'>) =>
      list.reduce((total, week) => total + week[name], 0)
    const [discounts, spent, turnover] = [sum('discounts'), sum('spent'), sum('turnover')]
    let liability = 0
    for (const { account } of this.#holders.values()) liability += account.balance
    const cost = discounts + spent
    return {
      discounts,
      accrued: sum('accrued'),
      promotions: this.#done,
      gifts: this.#gifts,
      spent,
      expired: sum('expired'),
      liability,
      cost,
      cost_percent: shareDown(cost, 10_000, turnover),
      average_paid: shareDown(turnover - cost, 1, sum('receipts')),
      floors: this.#floors,
      weeks: list,
    }
  }

  #holderOf(buyer: string, now: Moment, opening: () => Opening): Holder {
    const known = this.#holders.get(buyer)
    if (known) return known
    const made = openHolder(this.#program, buyer, now, opening())
    this.#holders.set(buyer, made)
    return made
  }

  /** The account with the turnover of its last days, as reading it from the ledger would give. */
  #withWindow(holder: Holder, now: Moment): Account {
    const { level_base, level_days, timezone } = this.#program
    if (level_base !== 'rolling_days') return holder.account
    const first = dayOf(now, timezone).number - level_days + 1
    holder.days = holder.days.filter(({ day }) => day >= first)
    const rolling_turnover = holder.days.reduce((sum, { amount }) => sum + amount, 0)
    return { ...holder.account, rolling_turnover }
  }

  #decide(holder: Holder, past: PastReceipt, now: Moment) {
    const wished = wishedOf(this.#spending, past, holder.receipts)
    this.#receipts += 1
    const gifts = giftsFor(holder, past, this.#program)
    if (wished === 0 || wished === 10_000) {
      const asked = wished === 0 ? 0 : ALL_THERE_IS
      return { wished, decision: this.#ask(holder.account, past, now, asked, gifts) }
    }
    const { bonuses_max } = this.#ask(holder.account, past, now, 0, gifts).receipt.totals
    const asked = percentDown(bonuses_max, wished)
    return { wished, decision: this.#ask(holder.account, past, now, asked, gifts) }
  }

  /** Decides a receipt as the till does: what has run out meanwhile is left out. */
  #ask(
    account: Account,
    past: PastReceipt,
    now: Moment,
    spend: Minor,
    gifts: readonly GiftOffer[],
  ): ReceiptDecision {
    const exhausted = this.#limits.exhausted()
    for (;;) {
      const decision = settleReceipt({
        receipt_id: `replay ${this.#receipts}`,
        program: this.#program,
        sale: past.sale,
        account,
        spend,
        confirmation_limit: null,
        license: 'active',
        promotions: this.#promotions,
        exhausted,
        pos_id: past.pos_id,
        gifts,
        segment_ids: [],
        occurred_at: past.at,
        now,
        actor: 'system',
      })
      const over = this.#limits.over(decision.claims)
      if (over.length === 0) return decision
      exhausted.push(...over)
    }
  }

  /** What floors held back: of discounts line by line, of the spend on the whole receipt. */
  #countFloors(
    account: Account,
    past: PastReceipt,
    receipt: SettledReceipt,
    wished: number,
    now: Moment,
  ): void {
    let lines = 0
    let discounts = 0
    for (const { rule, line, amount } of receipt.explain) {
      if (rule !== 'price_floor' || (receipt.lines[(line ?? 0) - 1]?.floor ?? 0) <= LINE_MIN)
        continue
      lines += 1
      discounts += amount
    }
    const bonuses =
      wished > 0 && receipt.totals.bonuses_max_reason === 'min_price'
        ? this.#heldBack(account, past, receipt, wished, now)
        : 0
    if (lines === 0 && bonuses === 0) return
    this.#floors.receipts += 1
    this.#floors.lines += lines
    this.#floors.discounts += discounts
    this.#floors.bonuses += bonuses
  }

  /** How much more would have been spent if nothing had a floor. */
  #heldBack(
    account: Account,
    past: PastReceipt,
    { lines, level, totals }: SettledReceipt,
    wished: number,
    now: Moment,
  ): Minor {
    if (lines.every(({ floor }) => floor <= LINE_MIN)) return 0
    const { levels, max_pay_percent, excluded_categories, spend_on_promoted } = this.#program
    const percent = levels.find(({ number }) => number === level)?.max_pay_percent
    const inputs = linesOf(past.sale)
    const open = lines.reduce((sum, line, index) => {
      const { total, category, till_discount, promotion_discount } = line
      const closed =
        inputs[index]?.exclude_spend === true ||
        (!spend_on_promoted && till_discount + promotion_discount > 0) ||
        (category !== null && excluded_categories.includes(category.toLowerCase()))
      return closed ? sum : sum + total
    }, 0)
    const free = Math.min(availableOf(account, now), percentDown(open, percent ?? max_pay_percent))
    return Math.max(0, percentDown(free, wished) - totals.bonuses_spent)
  }

  /** Lots are counted in the week they end in, also where nobody buys. */
  #countExpired(account: Account, now: Moment): void {
    for (const lot of account.lots) {
      if (lot.expires_at === null || !isExpired(lot, now)) continue
      this.#weekOf(lot.expires_at - 1).expired += lot.remaining
    }
  }

  #weekOf(at: Moment): WeekFigures {
    const { number } = dayOf(at, this.#program.timezone)
    const monday = number - weekdayOf(number) + 1
    let week = this.#weeks.get(monday)
    if (!week) {
      const none = { receipts: 0, turnover: 0, discounts: 0, accrued: 0, spent: 0, expired: 0 }
      week = { week: dayText(monday), ...none }
      this.#weeks.set(monday, week)
    }
    return week
  }
}

/** The part of what can be spent that this visit's buyer spends, in basis points. */
function wishedOf(spending: Spending, { habit }: PastReceipt, visit: number): number {
  if (spending.kind === 'every') return visit % spending.nth === 0 ? spending.percent : 0
  return habit ? Math.min(10_000, shareDown(habit.spent, 10_000, habit.max)) : 0
}
