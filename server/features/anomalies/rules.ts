/**
 * Which things of a day look unusual. Every rule counts something that can be counted again by
 * hand from the reports, and speaks from a border on that is told beside it: no score, no guess.
 * Source: research/domain.md §2.14 (design).
 */
import { anomalyRules, type AnomalyRule } from '#contract/anomaly-rules.ts'
import { shareDown, type Minor } from '#contract/money.ts'

export type DayReceipt = {
  id: string
  /** Milliseconds. */
  at: number
  /** Whether the point of sale was open then by its own hours, with an hour to spare. */
  open: boolean
  buyer_id: string | null
  cashier_id: string | null
  accrual: Minor
}

export type DayFacts = {
  receipts: readonly DayReceipt[]
  cancellations: readonly { cashier_id: string | null; shop_loss: Minor }[]
  hands: readonly {
    kind: 'manual_accrual' | 'compensation'
    buyer_id: string
    cashier_id: string | null
  }[]
  /** Buyers of the day whom a cashier registered: receipts of 30 days, and those of that cashier. */
  cards: readonly { buyer_id: string; cashier_id: string; receipts: number; own: number }[]
  /** Receipts with bonuses of the 30 days before. */
  usual: { receipts: number; accrual: Minor }
}

export type Anomaly = {
  rule: AnomalyRule
  /** Unique among those of one rule and day. */
  subject: string
  cashier_id: string | null
  buyer_id: string | null
  receipt_id: string | null
  found: number
  allowed: number
}

const HOUR = 3_600_000
/** Shares of fewer receipts say nothing. */
const SHARE_MIN = 6
const CANCELS_MIN = 4
const USUAL_MIN = 30

/** Everything unusual of a day, the same for the same facts in whatever order. */
export function findAnomalies(day: DayFacts): Anomaly[] {
  return [
    ...manyReceipts(day),
    ...quickReceipts(day),
    ...bigAccruals(day),
    ...oneBuyer(day),
    ...ownCards(day),
    ...compensations(day),
    ...manyCancels(day),
    ...lostBonuses(day),
    ...byHand(day),
    ...closedHours(day),
  ].toSorted(
    (a, b) =>
      a.rule.localeCompare(b.rule) || b.found - a.found || a.subject.localeCompare(b.subject),
  )
}

type About = Partial<Pick<Anomaly, 'cashier_id' | 'buyer_id' | 'receipt_id'>>

/** One anomaly, when what was found has come to the rule's border. */
function told(rule: AnomalyRule, found: number, about: About): Anomaly[] {
  const allowed = anomalyRules[rule]
  if (found < allowed) return []
  const { cashier_id = null, buyer_id = null, receipt_id = null } = about
  const subject = [cashier_id, buyer_id, receipt_id].filter((id) => id !== null).join(' ')
  return [{ rule, subject, cashier_id, buyer_id, receipt_id, found, allowed }]
}

/** Rows by a key; rows without one are left out. */
function groups<T>(rows: readonly T[], keyOf: (row: T) => string | null): [string, T[]][] {
  const found = new Map<string, T[]>()
  for (const row of rows) {
    const key = keyOf(row)
    if (key !== null) found.set(key, [...(found.get(key) ?? []), row])
  }
  return [...found]
}

const buyerOf = ({ buyer_id }: { buyer_id: string | null }) => buyer_id
const cashierOf = ({ cashier_id }: { cashier_id: string | null }) => cashier_id

const manyReceipts = ({ receipts }: DayFacts): Anomaly[] =>
  groups(receipts, buyerOf).flatMap(([buyer_id, own]) =>
    told('many_receipts', own.length, { buyer_id }),
  )

/** The most receipts that lie within an hour. */
function mostWithinHour(moments: readonly number[]): number {
  const sorted = moments.toSorted((a, b) => a - b)
  let first = 0
  let most = 0
  for (const [index, at] of sorted.entries()) {
    while (at - (sorted[first] ?? at) > HOUR) first += 1
    most = Math.max(most, index - first + 1)
  }
  return most
}

const quickReceipts = ({ receipts }: DayFacts): Anomaly[] =>
  groups(receipts, cashierOf).flatMap(([cashier_id, of_cashier]) =>
    groups(of_cashier, buyerOf).flatMap(([buyer_id, own]) =>
      told('quick_receipts', mostWithinHour(own.map(({ at }) => at)), { cashier_id, buyer_id }),
    ),
  )

function bigAccruals({ receipts, usual }: DayFacts): Anomaly[] {
  if (usual.receipts < USUAL_MIN || usual.accrual === 0) return []
  return receipts.flatMap(({ id, buyer_id, cashier_id, accrual }) => {
    const times = shareDown(accrual, usual.receipts, usual.accrual)
    return told('big_accrual', times, { receipt_id: id, buyer_id, cashier_id })
  })
}

const oneBuyer = ({ receipts }: DayFacts): Anomaly[] =>
  groups(
    receipts.filter(({ buyer_id }) => buyer_id !== null),
    cashierOf,
  ).flatMap(([cashier_id, of_cashier]) =>
    of_cashier.length < SHARE_MIN
      ? []
      : groups(of_cashier, buyerOf).flatMap(([buyer_id, own]) =>
          told('one_buyer', percent(own.length, of_cashier.length), { cashier_id, buyer_id }),
        ),
  )

const percent = (part: number, whole: number) => shareDown(part, 100, whole)

const ownCards = ({ cards }: DayFacts): Anomaly[] =>
  cards.flatMap(({ buyer_id, cashier_id, receipts, own }) =>
    receipts === own ? told('own_card', own, { cashier_id, buyer_id }) : [],
  )

const compensations = ({ hands }: DayFacts): Anomaly[] =>
  groups(
    hands.filter(({ kind }) => kind === 'compensation'),
    cashierOf,
  ).flatMap(([cashier_id, own]) => told('compensations', own.length, { cashier_id }))

function manyCancels({ receipts, cancellations }: DayFacts): Anomaly[] {
  const sold = new Map(groups(receipts, cashierOf))
  return groups(cancellations, cashierOf).flatMap(([cashier_id, own]) => {
    if (own.length < CANCELS_MIN) return []
    const made = Math.max(sold.get(cashier_id)?.length ?? 0, own.length)
    return told('many_cancels', percent(own.length, made), { cashier_id })
  })
}

const lostBonuses = ({ cancellations }: DayFacts): Anomaly[] =>
  groups(
    cancellations.filter(({ shop_loss }) => shop_loss > 0),
    cashierOf,
  ).flatMap(([cashier_id, own]) => told('lost_bonuses', own.length, { cashier_id }))

const byHand = ({ hands }: DayFacts): Anomaly[] =>
  groups(
    hands.filter(({ kind }) => kind === 'manual_accrual'),
    buyerOf,
  ).flatMap(([buyer_id, own]) => told('by_hand', own.length, { buyer_id }))

const closedHours = ({ receipts }: DayFacts): Anomaly[] =>
  groups(
    receipts.filter(({ open }) => !open),
    cashierOf,
  ).flatMap(([cashier_id, own]) => told('closed_hours', own.length, { cashier_id }))

/** Hours of a week from Monday; null is a day off; `to` before `from` passes midnight. */
export type Schedule = readonly ({ from: string; to: string } | null)[]

const SPARE = 60
const DAY = 24 * 60
const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

/**
 * Whether a point of sale is open at a minute of a weekday (1 Monday … 7 Sunday), an hour early and
 * an hour late too. One without hours, or with no working day at all, is always open.
 */
export function isOpen(schedule: Schedule, weekday: number, minute: number): boolean {
  if (schedule.every((hours) => hours === null)) return true
  // The day before may go on past midnight, and the day after may begin before it.
  return [-1, 0, 1].some((days) => {
    const hours = schedule[(weekday - 1 + days + 7) % 7]
    if (!hours) return false
    const from = minutesOf(hours.from)
    const to = minutesOf(hours.to)
    const lasts = to > from ? to - from : to + DAY - from
    const since = minute - days * DAY - (from - SPARE)
    return since >= 0 && since <= lasts + 2 * SPARE
  })
}
