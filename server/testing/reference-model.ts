/**
 * The slow, obviously correct shop: the same promises as the engine, told another way.
 *
 * It shares no code with the rules. Lots are never removed and nothing is kept in order or summed
 * up as it goes: every question walks through everything there ever was. Days come from `Intl`,
 * shares from exact fractions of BigInt. Random histories are played to both and must agree.
 * Units: minor units, thousandths, basis points, milliseconds.
 */
import type { Program } from '#server/features/program/rules.ts'
import type { Promotion } from '#server/features/promotions/rules.ts'
import {
  endOfDay,
  endOfMonth,
  firstMoment,
  floorOf,
  modelDay,
  plusDays,
  sum,
} from './reference-arithmetic.ts'
import {
  addCardBonuses,
  modelFigures,
  type ModelDone,
  type ModelFigures,
  type ModelSale,
  type ModelWorking,
} from './reference-pipeline.ts'
import {
  ModelCard,
  modelCovers,
  modelOrder,
  modelPeriod,
  modelWorkingDay,
} from './reference-promotions.ts'

export type { ModelSale } from './reference-pipeline.ts'

function copyOf(card: ModelCard): ModelCard {
  const copy = Object.assign(new ModelCard(card.effect), card)
  copy.days = [...card.days]
  copy.gifts = [...card.gifts]
  return copy
}

type ModelLot = {
  number: number
  kind: 'receipt' | 'hand' | 'promotion'
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
/** What a receipt did to a card. */
type Stamped = {
  id: string
  day: string
  count: number
  last: string | null
  emptied: { times: number; days: string[] }
  taken: ModelCard['gifts']
  over: boolean
}
type ModelReceipt = {
  at: number
  lines: ModelLine[]
  bare: boolean
  cancelled: boolean
  /** One element per lot that was spent, in the order of the spend. */
  spent: { lot: ModelLot; amount: number; expires_at: number | null }[]
  made: ModelLot[]
  repaid: number
  /** What each promotion did on which line; its uses count until the last of its lines is back. */
  done: ModelDone[]
  uses: { id: string; count: number; period: string; over: boolean }[]
  stamped: Stamped[]
  previous_at: number | null
  moved: { lot: ModelLot; from: number; to: number }[]
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
  readonly promotions: readonly Promotion[]
  readonly cards = new Map<string, ModelCard>()

  constructor(program: Program, promotions: readonly Promotion[] = []) {
    this.program = program
    this.promotions = promotions
    for (const { id, effect } of promotions) {
      if (effect.kind === 'stamp') this.cards.set(id, new ModelCard(effect))
    }
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
    this.credit(amount, now, this.lifetime(now, 'hand'), 'hand')
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

  /** Makes a receipt; the spend is lowered to the limit. Promotions that have run out are left out. */
  receipt(sale: ModelSale, asked: number, now: number) {
    this.tick(now)
    this.setLevel(now)
    const { program } = this
    const level = program.levels.find((row) => row.number === this.level) ?? program.levels[0]
    if (!level) throw new Error('no level')
    const available = this.available(now)
    const left_out: string[] = []
    for (;;) {
      const working = this.working(sale, now, level.number).filter(
        ({ promotion }) => !left_out.includes(promotion.id),
      )
      const cards = new Map([...this.cards].map(([id, card]) => [id, copyOf(card)]))
      const gifts = this.gifts(now)
      const ask = { program, level, sale, asked, available, working, cards, gifts }
      const figures = modelFigures(ask)
      const stamped = this.stamp(figures, cards, now)
      const uses = this.usesOf(figures, working, stamped)
      const over = uses.filter((use) => !this.fits(use, figures)).map(({ id }) => id)
      if (over.length > 0) {
        left_out.push(...over)
        continue
      }
      for (const [id, card] of cards) this.cards.set(id, card)
      this.write(sale, figures, uses, stamped, now)
      const { bonuses_max, spent } = figures
      const accrual = sum(figures.lines.map((line) => line.accrual))
      const to_pay = sum(figures.lines.map((line) => line.to_pay))
      return { bonuses_max, spent, accrual, to_pay }
    }
  }

  /** The promotions that work on this receipt. */
  private working(sale: ModelSale, now: number, level: number): ModelWorking[] {
    const { timezone } = this.program
    const cost = (line: ModelSale['lines'][number]) =>
      Number((BigInt(line.price) * BigInt(line.quantity) + 500n) / 1000n) - line.till_discount
    return modelOrder(this.promotions).flatMap((promotion) => {
      const day = modelWorkingDay(promotion, now, timezone)
      if (day === null) return []
      const set = sale.lines.filter((line) =>
        modelCovers(promotion, { ...line, after_till: 0, bare: sale.bare }),
      )
      const period = modelPeriod(promotion, day)
      const uses = sum(
        this.receipts
          .flatMap((receipt) => receipt.uses)
          .filter((use) => use.id === promotion.id && use.period === period && !use.over)
          .map((use) => use.count),
      )
      const uses_left = (promotion.max_uses_per_buyer ?? Infinity) - uses
      const works =
        (promotion.pos_ids.length === 0 || promotion.pos_ids.includes('pos')) &&
        (promotion.levels.length === 0 || promotion.levels.includes(level)) &&
        promotion.segment_id === null &&
        !(promotion.first_purchase_only && this.visits() > 0) &&
        sum(sale.lines.map(cost)) >= promotion.min_receipt_amount &&
        set.length > 0 &&
        sum(set.map(cost)) >= promotion.min_amount &&
        (promotion.min_quantity === 0 ||
          (!sale.bare && sum(set.map((line) => line.quantity)) >= promotion.min_quantity)) &&
        uses_left > 0
      return works ? [{ promotion, day, uses_left }] : []
    })
  }

  /** Gifts that wait, by promotion. */
  private gifts(now: number) {
    return modelOrder(this.promotions).flatMap((promotion) => {
      const card = this.cards.get(promotion.id)
      if (promotion.pos_ids.length > 0 && !promotion.pos_ids.includes('pos')) return []
      const count = card?.gifts.filter((gift) => gift.until === null || gift.until > now).length
      return count ? [{ promotion, count }] : []
    })
  }

  /** Takes gifts off the cards and puts stamps on them. */
  private stamp(
    figures: ModelFigures,
    cards: Map<string, ModelCard>,
    now: number,
  ): (Stamped & { times: number })[] {
    const { timezone } = this.program
    const today = modelDay(now, timezone)
    const stamped: (Stamped & { times: number })[] = []
    for (const [id, card] of cards) {
      const count = figures.gifts_taken.get(id) ?? 0
      const mine = figures.stamping.find((one) => one.id === id)
      if (count === 0 && !mine) continue
      const living = card.gifts
        .filter((gift) => gift.until === null || gift.until > now)
        .toSorted((a, b) => (a.until ?? Infinity) - (b.until ?? Infinity))
      const taken = living.slice(0, count)
      card.gifts = card.gifts.filter((gift) => !taken.includes(gift))
      const { last } = card
      const day = mine?.day ?? today
      const emptied: Stamped['emptied'] = { times: 0, days: [] }
      let times = 0
      if (mine) {
        card.forget(today, now)
        const id_of_receipt = String(this.receipts.length)
        const added = card.add(mine.count, day, mine.uses_left, id_of_receipt, now, timezone)
        times = added.times
        const { gift } = card.effect
        if (gift.kind === 'bonuses') {
          emptied.times = times
          emptied.days = added.with_bonuses
          addCardBonuses(figures, id, mine.lines, gift.amount * times)
        }
      }
      stamped.push({ id, day, count: mine?.count ?? 0, last, emptied, taken, over: false, times })
    }
    return stamped
  }

  private usesOf(
    figures: ModelFigures,
    working: ModelWorking[],
    stamped: { id: string; times: number }[],
  ): ModelReceipt['uses'] {
    return working.flatMap(({ promotion, day }) => {
      const { id } = promotion
      const card = stamped.find((one) => one.id === id)
      const count = card ? card.times : figures.used.has(id) ? 1 : 0
      return count > 0 ? [{ id, count, period: modelPeriod(promotion, day), over: false }] : []
    })
  }

  /** Whether the shared limits of a promotion hold with this receipt. */
  private fits(use: { id: string; count: number }, figures: ModelFigures): boolean {
    const promotion = this.promotions.find(({ id }) => id === use.id)
    if (!promotion) return true
    const taken = this.usage(use.id)
    const now = sum(
      figures.done.filter(({ id }) => id === use.id).map((one) => one.discount + one.bonuses),
    )
    return (
      taken.uses + use.count <= (promotion.max_uses_total ?? Infinity) &&
      taken.amount + now <= (promotion.budget ?? Infinity)
    )
  }

  /** What all receipts together took of a promotion. */
  usage(id: string): { uses: number; amount: number } {
    let uses = 0
    let amount = 0
    for (const receipt of this.receipts) {
      for (const use of receipt.uses) if (use.id === id && !use.over) uses += use.count
      for (const done of receipt.done) {
        if (done.id !== id) continue
        const line = receipt.lines[done.line]
        const left = (of: number) =>
          !line || line.whole === 0 ? of : of - floorOf(of, line.returned, line.whole)
        amount += left(done.discount) + left(done.bonuses)
      }
    }
    return { uses, amount }
  }

  private write(
    sale: ModelSale,
    figures: ModelFigures,
    uses: ModelReceipt['uses'],
    stamped: Stamped[],
    now: number,
  ): void {
    const { program } = this
    const receipt: ModelReceipt = {
      at: now,
      bare: sale.bare,
      cancelled: false,
      lines: figures.lines.map((line) => ({ ...line, returned: 0 })),
      spent: [],
      made: [],
      repaid: 0,
      done: figures.done,
      uses,
      stamped,
      previous_at: this.last_at,
      moved: [],
    }
    if (figures.spent > 0) {
      const active = this.openLots().filter((lot) => lot.active_from <= now)
      receipt.spent = this.take(active, figures.spent)
      this.entries += 1
    }
    if (program.expiry_mode === 'after_last_purchase') this.moveLots(receipt, now)
    const before = this.debt
    const promoted = sum(figures.done.map(({ bonuses }) => bonuses))
    const accrual = sum(figures.lines.map((line) => line.accrual)) - promoted
    const from = now + program.activation_delay_hours * 3_600_000
    if (accrual > 0) this.give(receipt, accrual, from, this.lifetime(from, 'receipt'), 'receipt')
    for (const { id } of this.promotions.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
      const bonuses = sum(figures.done.filter((one) => one.id === id).map((one) => one.bonuses))
      if (bonuses > 0)
        this.give(receipt, bonuses, from, this.promotionLifetime(id, from), 'promotion')
    }
    receipt.repaid = before - this.debt
    this.receipts.push(receipt)
    this.last_at = now
    this.setLevel(now)
  }

  private give(
    receipt: ModelReceipt,
    amount: number,
    from: number,
    until: number | null,
    kind: ModelLot['kind'],
  ): void {
    const lot = this.credit(amount, from, until, kind)
    if (lot) receipt.made.push(lot)
  }

  private promotionLifetime(id: string, from: number): number | null {
    const promotion = this.promotions.find((one) => one.id === id)
    const { effect, bonus_lifetime_days } = promotion ?? { effect: null, bonus_lifetime_days: null }
    const card = effect?.kind === 'stamp' && effect.gift_days > 0 ? effect.gift_days : null
    const days = bonus_lifetime_days ?? card
    if (days !== null) return endOfDay(from, days, this.program.timezone)
    return this.lifetime(from, 'promotion')
  }

  private moveLots(receipt: ModelReceipt, now: number): void {
    const { program } = this
    const to = endOfDay(now, program.expiry_days, program.timezone)
    for (const lot of this.openLots()) {
      if (lot.expires_at === null || lot.expires_at >= to) continue
      if (lot.kind === 'promotion') continue
      if (lot.kind === 'hand' && program.manual_lifetime_days !== null) continue
      receipt.moved.push({ lot, from: lot.expires_at, to })
      lot.expires_at = to
    }
  }

  /** Promotions take back what this cancellation undoes; `before`: what had been returned. */
  private undoPromotions(receipt: ModelReceipt, before: number[], now: number): void {
    const { timezone } = this.program
    const whole = receipt.lines.every((line) => line.returned === line.whole)
    const back = (id: string) =>
      whole ||
      receipt.done
        .filter((one) => one.id === id)
        .every(({ line }) => {
          const at = receipt.lines[line]
          return at !== undefined && at.whole > 0 && at.returned === at.whole
        })
    for (const use of receipt.uses) use.over ||= back(use.id)
    for (const stamped of receipt.stamped) {
      const card = this.cards.get(stamped.id)
      if (!card || stamped.over) continue
      const ended = back(stamped.id)
      const by_lines = sum(
        receipt.done.map((one) => {
          const line = receipt.lines[one.line]
          if (one.id !== stamped.id || !line || line.whole === 0) return 0
          const share_of = (returned: number) => floorOf(one.stamps, returned, line.whole)
          return share_of(line.returned) - share_of(before[one.line] ?? 0)
        }),
      )
      const count = card.effect.count === 'receipts' ? (ended ? stamped.count : 0) : by_lines
      const { within_days } = card.effect
      const gone = within_days > 0 && plusDays(stamped.day, within_days) < modelDay(now, timezone)
      if (!gone && (count > 0 || ended)) {
        const id = String(this.receipts.indexOf(receipt))
        card.take(count, stamped.day, ended ? { id, ...stamped.emptied } : null)
      }
      if (!ended) continue
      stamped.over = true
      if (stamped.count > 0 && card.last === stamped.day) card.last = stamped.last
      card.gifts.push(...stamped.taken)
      card.order()
    }
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
    const before = receipt.lines.map((line) => line.returned)
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
    this.undoPromotions(receipt, before, now)
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
    const own = lots.filter((lot) => receipt.made.includes(lot))
    const pending = lots.filter((lot) => !receipt.made.includes(lot) && lot.active_from > now)
    const active = lots.filter((lot) => !receipt.made.includes(lot) && lot.active_from <= now)
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
    kind: ModelLot['kind'],
  ): ModelLot | null {
    const repaid = Math.min(amount, this.debt)
    this.debt -= repaid
    this.entries += 1
    if (repaid === amount) return null
    const remaining = amount - repaid
    const lot = { number: this.entries, kind, remaining, active_from, expires_at }
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

  private lifetime(from: number, kind: ModelLot['kind']): number | null {
    const { program } = this
    if (kind === 'promotion' && program.promotion_lifetime_days !== null) {
      return endOfDay(from, program.promotion_lifetime_days, program.timezone)
    }
    if (kind === 'hand' && program.manual_lifetime_days !== null) {
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
