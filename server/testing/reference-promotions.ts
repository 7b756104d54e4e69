/**
 * Promotions as the reference model understands them: unit by unit, stamp by stamp, with exact
 * fractions. Shares no code with the rules on purpose.
 */
import type { Promotion, StampCard } from '#server/features/promotions/rules.ts'
import { endOfDay, floorOf, modelDay, plusDays, share, sum } from './reference-arithmetic.ts'

export type ModelLineNow = {
  price: number
  quantity: number
  barcode: string | null
  sku: string | null
  category: string | null
  after_till: number
  floor: number
  bare: boolean
  exclude_discount: boolean
  exclude_accrual: boolean
}

const clocks = new Map<string, Intl.DateTimeFormat>()
/** `HH:MM` on the wall. */
function wallClock(at: number, timeZone: string): string {
  let format = clocks.get(timeZone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-GB', {
      timeZone,
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    })
    clocks.set(timeZone, format)
  }
  return format.format(at)
}

/** The day a promotion counts this moment to, or null. */
export function modelWorkingDay(promotion: Promotion, at: number, zone: string): string | null {
  const { time_from, time_to, date_from, date_to, weekdays } = promotion
  const clock = wallClock(at, zone)
  let day = modelDay(at, zone)
  if (time_from !== null && time_to !== null && time_from !== time_to) {
    const overnight = time_from > time_to
    const late = clock >= time_from
    const early = clock < time_to
    if (overnight ? !late && !early : !late || !early) return null
    if (overnight && !late) day = plusDays(day, -1)
  }
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay() || 7
  if (weekdays.length > 0 && !weekdays.includes(weekday)) return null
  if (date_from !== null && day < date_from) return null
  if (date_to !== null && day > date_to) return null
  return day
}

export function modelPeriod(promotion: Promotion, day: string): string {
  switch (promotion.per_buyer_period) {
    case 'ever':
      return 'ever'
    case 'day':
      return day
    case 'month':
      return day.slice(0, 7)
    case 'week': {
      let monday = day
      while (new Date(`${monday}T00:00:00Z`).getUTCDay() !== 1) monday = plusDays(monday, -1)
      return `week ${monday}`
    }
  }
}

export function modelCovers({ products }: Promotion, line: ModelLineNow): boolean {
  if (products.all) return true
  const category = line.category?.toLowerCase()
  return (
    products.barcodes.some((code) => code === line.barcode) ||
    products.skus.some((code) => code === line.sku) ||
    products.categories.some((name) => name.toLowerCase() === category)
  )
}

export const wholeUnits = (line: ModelLineNow) => (line.bare ? 0 : Math.floor(line.quantity / 1000))
/** What so many units cost after the till's discount. */
export const unitsCost = (line: ModelLineNow, units: number) =>
  line.quantity === 0 ? 0 : floorOf(line.after_till, units * 1000, line.quantity)

/** Every unit of these lines, the dearest first: its line. */
export function unitsByPrice(lines: ModelLineNow[]): ModelLineNow[] {
  const units = lines.flatMap((line, at) =>
    Array.from({ length: wholeUnits(line) }, () => ({ line, at, cost: unitsCost(line, 1) })),
  )
  return units.toSorted((a, b) => b.cost - a.cost || a.at - b.at).map(({ line }) => line)
}

/** Money off, or bonuses, for each line of the set. */
function effectOn(promotion: Promotion, all: ModelLineNow[], line: ModelLineNow): number {
  if (promotion.type !== 2) return 0
  const { effect } = promotion
  switch (effect.kind) {
    case 'percent_off':
      return floorOf(line.after_till, effect.percent, 10_000)
    case 'amount_off':
      return Math.min(line.after_till, wholeUnits(line) * effect.amount)
    case 'fixed_price': {
      const price = Number((BigInt(effect.price) * BigInt(line.quantity) + 500n) / 1000n)
      return line.bare ? 0 : Math.max(0, line.after_till - price)
    }
    case 'every_nth_free': {
      let free = 0
      for (let unit = 1; unit <= wholeUnits(line); unit += 1) if (unit % effect.nth === 0) free += 1
      return unitsCost(line, free)
    }
    case 'cheapest_free': {
      const units = unitsByPrice(all)
      const free = units.filter((unit, at) => unit === line && (at + 1) % effect.nth === 0)
      return unitsCost(line, free.length)
    }
    case 'bonus_per_unit':
      return line.exclude_accrual ? 0 : wholeUnits(line) * effect.amount
    case 'stamp':
      return 0
  }
}

export type ModelChoice = {
  promotion: Promotion | null
  gift: boolean
  free_units: number
  discount: number
  level: number
  bonuses: number
}
export type ModelTerms = { percent: number; stack: boolean; earns: boolean }

/** What happens to one line if this promotion works on it, or none. */
function outcome(
  line: ModelLineNow,
  terms: ModelTerms,
  promotion: Promotion | null,
  amount: number,
  gift: boolean,
  free_units = 0,
): ModelChoice {
  const percent = line.exclude_discount ? 0 : terms.percent
  const room = line.after_till - line.floor
  const by_units = promotion?.type === 2 && promotion.effect.kind === 'bonus_per_unit'
  const wished = line.exclude_discount || by_units ? 0 : Math.min(amount, line.after_till)
  const discount = Math.min(wished, room)
  const alone = promotion === null || by_units || terms.stack
  const level = alone
    ? Math.min(floorOf(line.after_till - wished, percent, 10_000), room - discount)
    : 0
  const bonuses = by_units && terms.earns ? amount : 0
  return { promotion, gift, free_units, discount, level, bonuses }
}

const worth = (choice: ModelChoice) => choice.discount + choice.level + choice.bonuses

/** Which promotion works on each line: all are tried, and the best one stays. */
export function modelChoices(
  lines: ModelLineNow[],
  terms: ModelTerms,
  working: Promotion[],
  gifts: { promotion: Promotion; count: number }[],
): ModelChoice[] {
  return lines.map((line) => {
    const none = outcome(line, terms, null, 0, false)
    const tried = working
      .filter((promotion) => modelCovers(promotion, line))
      .map((promotion) => {
        const set = lines.filter((other) => modelCovers(promotion, other))
        return outcome(line, terms, promotion, effectOn(promotion, set, line), false)
      })
    const given = gifts.flatMap(({ promotion, count }) => {
      if (!modelCovers(promotion, line) || line.exclude_discount) return []
      if (promotion.effect.kind !== 'stamp') return []
      const { gift } = promotion.effect
      if (gift.kind === 'percent_off_next') {
        return [
          outcome(line, terms, promotion, floorOf(line.after_till, gift.percent, 10_000), true),
        ]
      }
      const open = lines.filter((other) => modelCovers(promotion, other) && !other.exclude_discount)
      const free = unitsByPrice(open)
        .slice(0, count)
        .filter((unit) => unit === line).length
      return [outcome(line, terms, promotion, unitsCost(line, free), true, free)]
    })
    let best = none
    // Gifts first, then promotions, each by priority and id: a later one has to be better.
    for (const choice of [...given, ...tried]) if (worth(choice) > worth(best)) best = choice
    return best
  })
}

/** By priority, then id. */
export const modelOrder = (promotions: readonly Promotion[]): Promotion[] =>
  promotions.toSorted((a, b) => b.priority - a.priority || (a.id < b.id ? -1 : 1))

/** What each accrual promotion adds: per line, in millionths; fixed sums apart. */
export type ModelExtra = { promotion: Promotion; lines: bigint[]; fixed: number | null }

export function modelExtras(
  lines: { base: number; percent: number; now: ModelLineNow }[],
  working: Promotion[],
): ModelExtra[] {
  const add = (promotion: Promotion, rates: number[]): bigint[] =>
    lines.map(({ base, now }, at) => {
      const { effect } = promotion
      const rate = rates[at] ?? 0
      if (now.exclude_accrual || !modelCovers(promotion, now)) return 0n
      if (effect.kind === 'multiplier') {
        const to = Math.floor((rate * effect.times) / 100)
        return BigInt(base) * BigInt(Math.max(0, to - rate))
      }
      if (effect.kind === 'replace_percent') {
        return BigInt(base) * BigInt(Math.max(0, effect.percent * 100 - rate))
      }
      if (effect.kind === 'extra_percent') return BigInt(base) * BigInt(effect.percent * 100)
      return effect.kind === 'fixed_bonus' ? BigInt(base) : 0n
    })
  const first = lines.map(({ percent }) => percent * 100)
  const total = (parts: bigint[]) => parts.reduce((a, b) => a + b, 0n)
  const worthOf = (promotion: Promotion) =>
    promotion.effect.kind === 'fixed_bonus'
      ? total(add(promotion, first)) > 0n
        ? BigInt(promotion.effect.amount) * 1_000_000n
        : 0n
      : total(add(promotion, first))
  const winners = working.filter(
    (one, at) =>
      one.exclusive_group === null ||
      working.every(
        (other, index) =>
          other.exclusive_group !== one.exclusive_group ||
          other === one ||
          worthOf(one) > worthOf(other) ||
          (worthOf(one) === worthOf(other) && at < index),
      ),
  )
  const changes = ({ effect }: Promotion) =>
    effect.kind === 'multiplier' || effect.kind === 'replace_percent'
  const extras = winners.map((promotion) => ({
    promotion,
    lines: lines.map(() => 0n),
    fixed: promotion.effect.kind === 'fixed_bonus' ? promotion.effect.amount : null,
  }))
  for (const [at, { base }] of lines.entries()) {
    const rates = [...first]
    const raise = (extra: ModelExtra) => {
      const added = add(extra.promotion, rates)[at] ?? 0n
      extra.lines[at] = added
      if (base > 0) rates[at] = (rates[at] ?? 0) + Number(added / BigInt(base))
    }
    let single: ModelExtra | null = null
    for (const extra of extras) {
      if (!changes(extra.promotion) || extra.promotion.stackable) continue
      const mine = add(extra.promotion, rates)[at] ?? 0n
      if (mine > (single ? (add(single.promotion, rates)[at] ?? 0n) : 0n)) single = extra
    }
    if (single) raise(single)
    for (const extra of extras) {
      if (changes(extra.promotion)) {
        if (extra.promotion.stackable) raise(extra)
      } else {
        extra.lines[at] = add(extra.promotion, rates)[at] ?? 0n
      }
    }
  }
  return extras.filter((extra) => total(extra.lines) > 0n)
}

type ModelGift = { id: string; at: number; until: number | null; days: string[] }

/** A stamp card, stamp by stamp: each stamp is the day it was given on. */
export class ModelCard {
  readonly effect: StampCard
  days: string[] = []
  owed = 0
  filled = 0
  last: string | null = null
  gifts: ModelGift[] = []

  constructor(effect: StampCard) {
    this.effect = effect
  }

  /** What is too old is gone. */
  forget(today: string, now: number): void {
    const { within_days } = this.effect
    if (within_days > 0) {
      this.days = this.days.filter((day) => day >= plusDays(today, -within_days))
    }
    this.gifts = this.gifts.filter((gift) => gift.until === null || gift.until > now)
  }

  /** Answers how often the card was filled, and with what if that was bonuses. */
  add(count: number, day: string, fills_max: number, id: string, now: number, zone: string) {
    for (let stamp = 0; stamp < count; stamp += 1) {
      if (this.owed > 0) this.owed -= 1
      else this.days.push(day)
    }
    this.days.sort()
    if (this.last === null || day > this.last) this.last = day
    const { goal, gift, gift_days } = this.effect
    const with_bonuses: string[] = []
    let times = 0
    while (this.days.length >= goal && times < fills_max) {
      if (gift.kind !== 'bonuses' && this.gifts.length >= 20) break
      const days = this.days.splice(0, goal)
      if (gift.kind === 'bonuses') with_bonuses.push(...days)
      else {
        const until = gift_days === 0 ? null : endOfDay(now, gift_days, zone)
        this.gifts.push({ id: `${id} ${10 + times}`, at: now, until, days })
      }
      times += 1
      this.filled += 1
    }
    return { times, with_bonuses }
  }

  /** `own`: the receipt that is gone, with the bonuses it had filled the card for. */
  take(
    count: number,
    day: string,
    own: { id: string; times: number; days: string[] } | null,
  ): void {
    const theirs = this.gifts.filter((gift) => own && gift.id.split(' ')[0] === own.id)
    this.gifts = this.gifts.filter((gift) => !theirs.includes(gift))
    this.filled -= theirs.length + (own?.times ?? 0)
    for (const gift of theirs) this.days.push(...gift.days)
    this.days = [...this.days, ...(own?.days ?? [])].toSorted()
    const open: ModelGift[] = []
    const empty = (gift: ModelGift | undefined) => {
      if (!gift) return false
      this.gifts = this.gifts.filter((other) => other !== gift)
      open.push(gift)
      this.days = [...this.days, ...gift.days].toSorted()
      this.filled -= 1
      return true
    }
    let left = count + this.owed
    this.owed = 0
    while (left > 0) {
      const at = this.days.lastIndexOf(day)
      if (at >= 0) this.days.splice(at, 1)
      else if (empty(this.gifts.findLast((gift) => gift.days.includes(day)))) continue
      else if (this.days.length > 0) this.days.pop()
      else if (empty(this.gifts.at(-1))) continue
      else this.owed += 1
      left -= 1
    }
    for (const gift of open.toSorted((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1))) {
      if (this.days.length < this.effect.goal) break
      this.gifts.push({ ...gift, days: this.days.splice(0, this.effect.goal) })
      this.filled += 1
    }
    this.order()
  }

  order(): void {
    this.gifts.sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1))
  }
}

/** Shares a sum over lines; over all of them alike when the weights are nothing. */
export const shareAnyway = (total: number, weights: number[]): number[] =>
  share(total, sum(weights) > 0 ? weights.map(BigInt) : weights.map(() => 1n))
