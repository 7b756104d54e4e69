/**
 * Replays past receipts by the program of today and by a changed one, side by side.
 *
 * Invariants: the same receipts in the same order reach both programs; with equal programs every
 * figure of both sides is equal; the figures of the weeks sum to the totals.
 * Source: decision 0013.
 */
import { priceTimesQuantity, type Minor } from '#contract/money.ts'
import { dayOf } from '#server/features/ledger/calendar-rules.ts'
import type { Moment } from '#server/features/ledger/rules.ts'
import type { Program } from '#server/features/program/rules.ts'
import type { Promotion } from '#server/features/promotions/rules.ts'
import { linesOf } from '#server/features/receipts/line-rules.ts'
import { nothingBefore, type BuyerGain, type Opening, type PastReceipt } from './rules.ts'
import type { ReplayFigures, Spending } from './rules.ts'
import { Side } from './side-rules.ts'

const SHOWN = 10

export type ReplayTerms = { today: Program; changed: Program; spending: Spending }

export class Replay {
  readonly #timezone: string
  readonly #today: Side
  readonly #changed: Side
  #first: Moment | null = null
  #last: Moment = 0
  #now: Moment = 0
  #members = 0
  #receipts = 0
  #turnover: Minor = 0

  constructor({ today, changed, spending }: ReplayTerms, promotions: readonly Promotion[] = []) {
    this.#timezone = today.timezone
    this.#today = new Side(today, spending, promotions)
    this.#changed = new Side(changed, spending, promotions)
  }

  /**
   * Settles the next receipt on both sides. They come in the order they were made; `opening` is
   * asked once a side, at the buyer's first receipt.
   */
  add(past: PastReceipt, opening: () => Opening = () => nothingBefore): void {
    // A receipt reported late is settled when it is reported, as it was then.
    this.#now = Math.max(this.#now, past.at)
    this.#first = Math.min(this.#first ?? past.at, past.at)
    this.#last = Math.max(this.#last, past.at)
    this.#receipts += 1
    const turnover = turnoverOf(past)
    this.#turnover += turnover
    for (const side of [this.#today, this.#changed]) {
      if (past.buyer === null) side.countStranger(past.at, turnover)
      else side.settle(past.buyer, past, this.#now, opening)
    }
    if (past.buyer !== null) this.#members += 1
  }

  /** The comparison; null: there was no receipt. `end` is when the period is over, if later. */
  finish(end: Moment): ReplayFigures | null {
    if (this.#first === null) return null
    const over = Math.max(end, this.#now)
    this.#today.finish(over)
    this.#changed.finish(over)
    return {
      start_date: dayOf(this.#first, this.#timezone).text,
      end_date: dayOf(this.#last, this.#timezone).text,
      receipts: this.#receipts,
      member_receipts: this.#members,
      turnover: this.#turnover,
      today: this.#today.figures(),
      changed: this.#changed.figures(),
      ...this.#compareBuyers(),
    }
  }

  #compareBuyers() {
    const [more, less] = [
      { buyers: 0, amount: 0 },
      { buyers: 0, amount: 0 },
    ]
    let [buyers, same] = [0, 0]
    const winners = new Extremes(1)
    const losers = new Extremes(-1)
    for (const { buyer, receipts, gained } of this.#today.gains()) {
      buyers += 1
      const changed = this.#changed.gainOf(buyer)
      const difference = changed - gained
      if (difference === 0) {
        same += 1
        continue
      }
      const group = difference > 0 ? more : less
      group.buyers += 1
      group.amount += Math.abs(difference)
      ;(difference > 0 ? winners : losers).add({ buyer, receipts, today: gained, changed })
    }
    return { buyers, same, more, less, winners: winners.list, losers: losers.list }
  }
}

/** The buyers with the largest difference in one direction, the largest first. */
class Extremes {
  readonly #sign: 1 | -1
  list: BuyerGain[] = []

  constructor(sign: 1 | -1) {
    this.#sign = sign
  }

  add(gain: BuyerGain): void {
    const last = this.list[SHOWN - 1]
    if (last && this.#sizeOf(last) >= this.#sizeOf(gain)) return
    this.list.push(gain)
    this.list.sort((a, b) => this.#sizeOf(b) - this.#sizeOf(a))
    this.list.length = Math.min(this.list.length, SHOWN)
  }

  #sizeOf({ today, changed }: BuyerGain): number {
    return (changed - today) * this.#sign
  }
}

const turnoverOf = ({ sale }: PastReceipt): Minor =>
  linesOf(sale).reduce(
    (sum, { price, quantity, till_discount }) =>
      sum + priceTimesQuantity(price, quantity) - till_discount,
    0,
  )
