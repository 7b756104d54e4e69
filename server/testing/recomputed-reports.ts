/**
 * Every figure of every report once more: from receipts, cancellations and entries as they lie in
 * the tables, days taken from their moments by Temporal. Nothing here is shared with the reports,
 * neither SQL nor the sums by day nor the column `day`.
 */
import type { Selectable } from 'kysely'
import { Temporal } from 'temporal-polyfill'
import type { Db, Tables } from '#server/io/db.ts'

type Dated<T> = T & { local: string }
type Receipt = Dated<Selectable<Tables['receipt']>>
type Cancellation = Dated<Selectable<Tables['cancellation']>> & { sold: Receipt | undefined }
type Entry = Dated<Selectable<Tables['entry']>>
type Buyer = Dated<Selectable<Tables['buyer']>>

/** A shop's raw rows, each with the local day of its moment. */
export type Raw = {
  receipts: Receipt[]
  cancellations: Cancellation[]
  entries: Entry[]
  buyers: Buyer[]
  accounts: Selectable<Tables['account']>[]
}

export async function readRaw(db: Db, organization_id: string, zone: string): Promise<Raw> {
  const dated = <T>(rows: T[], moment: (row: T) => Date): Dated<T>[] =>
    rows.map((row) => ({ ...row, local: localDay(moment(row), zone) }))
  const all = <T extends 'receipt' | 'cancellation' | 'entry' | 'buyer' | 'account'>(table: T) =>
    db
      .selectFrom(table as 'receipt')
      .selectAll()
      .where('organization_id', '=', organization_id)
      .execute() as unknown as Promise<Selectable<Tables[T]>[]>
  const receipts = dated(await all('receipt'), (row) => row.occurred_at)
  const sold = new Map(receipts.map((row) => [row.id, row]))
  return {
    receipts,
    cancellations: dated(await all('cancellation'), (row) => row.created_at).map((row) => ({
      ...row,
      sold: sold.get(row.receipt_id),
    })),
    entries: dated(await all('entry'), (row) => row.created_at),
    buyers: dated(await all('buyer'), (row) => row.joined_at),
    accounts: await all('account'),
  }
}

export function localDay(moment: Date, zone: string): string {
  const instant = Temporal.Instant.fromEpochMilliseconds(moment.getTime())
  return instant.toZonedDateTimeISO(zone).toPlainDate().toString()
}

export type Cut = {
  from: string
  to: string
  pos_id?: string | null | undefined
  /** null: what no cashier did. */
  cashier_id?: string | null | undefined
  buyer_id?: string | undefined
}

const sum = <T>(rows: readonly T[], amount: (row: T) => number) =>
  rows.reduce((total, row) => total + amount(row), 0)
const within = ({ from, to }: Cut, { local }: { local: string }) => from <= local && local <= to
const fits = (wanted: string | null | undefined, found: string | null) =>
  wanted === undefined || wanted === found

const EARNED = new Set(['accrual', 'promotion', 'welcome', 'birthday', 'referral'])
const size = (entry: Entry) => Math.abs(entry.amount - entry.debt_change)

export const receiptsIn = (raw: Raw, cut: Cut): Receipt[] =>
  raw.receipts.filter(
    (row) =>
      within(cut, row) &&
      fits(cut.pos_id, row.pos_id) &&
      fits(cut.cashier_id, row.cashier_id) &&
      fits(cut.buyer_id, row.buyer_id),
  )

export const entriesIn = (raw: Raw, cut: Cut): Entry[] =>
  raw.entries.filter(
    (row) => within(cut, row) && fits(cut.pos_id, row.pos_id) && fits(cut.buyer_id, row.buyer_id),
  )

const cancellationsIn = (raw: Raw, cut: Cut): Cancellation[] =>
  raw.cancellations.filter(
    (row) =>
      within(cut, row) &&
      fits(cut.pos_id, row.pos_id) &&
      fits(cut.cashier_id, row.cashier_id) &&
      fits(cut.buyer_id, row.sold?.buyer_id ?? null),
  )

/** Buyers of a cut: who came, who came twice, who joined. */
function visitorsIn(raw: Raw, cut: Cut) {
  const visits = new Map<string, number>()
  for (const { buyer_id, status } of receiptsIn(raw, cut)) {
    if (buyer_id === null || status === 'cancelled') continue
    visits.set(buyer_id, (visits.get(buyer_id) ?? 0) + 1)
  }
  const joined = raw.buyers.filter(
    (row) =>
      within(cut, row) &&
      fits(cut.pos_id, row.joined_pos_id) &&
      fits(cut.cashier_id, row.joined_cashier_id) &&
      fits(cut.buyer_id, row.id),
  )
  const repeat = [...visits.values()].filter((count) => count > 1).length
  return { buyers: visits.size, repeat, new_buyers: joined.length }
}

/** Bonuses that moved; what no receipt caused is nobody's, so of a cashier only receipts count. */
function bonusesIn(raw: Raw, cut: Cut) {
  const cashierOf = new Map(raw.receipts.map(({ id, cashier_id }) => [id, cashier_id]))
  const doer = (entry: Entry): string | null => {
    if (entry.receipt_id === null) return null
    const undone = raw.cancellations.find(({ id }) => id === entry.source)
    return undone ? undone.cashier_id : (cashierOf.get(entry.receipt_id) ?? null)
  }
  const entries = entriesIn(raw, cut).filter(
    (entry) => cut.cashier_id === undefined || doer(entry) === cut.cashier_id,
  )
  const of = (kinds: (kind: string) => boolean) =>
    sum(
      entries.filter(({ kind }) => kinds(kind)),
      size,
    )
  return {
    spent: of((kind) => kind === 'spend') - of((kind) => kind === 'spend_return'),
    accrued: of((kind) => EARNED.has(kind)) - of((kind) => kind === 'accrual_reversal'),
    expired: of((kind) => kind === 'expiry'),
  }
}

/** The figures that every report of a period has, in minor units. */
export function figuresOf(raw: Raw, cut: Cut) {
  const receipts = receiptsIn(raw, cut)
  const cancellations = cancellationsIn(raw, cut)
  const members = receipts.filter(({ buyer_id }) => buyer_id !== null)
  const paid = sum(receipts, (row) => row.to_pay)
  const refunded = sum(cancellations, (row) => row.refund_money)
  const of_members = cancellations.filter(({ sold }) => (sold?.buyer_id ?? null) !== null)
  const { repeat, ...visitors } = visitorsIn(raw, cut)
  return {
    receipts: receipts.length,
    cancelled: cancellations.filter(({ whole }) => whole).length,
    member_receipts: members.length,
    ...visitors,
    gross: sum(receipts, (row) => row.gross),
    turnover: paid - refunded,
    members_turnover:
      sum(members, (row) => row.to_pay) - sum(of_members, (row) => row.refund_money),
    refunded,
    ...bonusesIn(raw, cut),
    average_receipt: receipts.length === 0 ? null : Math.floor(paid / receipts.length),
    repeat_share: visitors.buyers === 0 ? null : Math.floor((repeat * 10_000) / visitors.buyers),
  }
}

/** What one receipt came to on average, of members and of others. */
export function averagesIn(raw: Raw, cut: Cut) {
  const average = (rows: Receipt[]) =>
    rows.length === 0 ? null : Math.floor(sum(rows, (row) => row.to_pay) / rows.length)
  const receipts = receiptsIn(raw, cut)
  return {
    member: average(receipts.filter(({ buyer_id }) => buyer_id !== null)),
    other: average(receipts.filter(({ buyer_id }) => buyer_id === null)),
  }
}

/** Movements by kind. */
export function kindsIn(raw: Raw, cut: Cut) {
  const kinds = new Map<string, Entry[]>()
  for (const entry of entriesIn(raw, cut)) {
    kinds.set(entry.kind, [...(kinds.get(entry.kind) ?? []), entry])
  }
  const row = (entries: Entry[]) => ({
    operations: entries.length,
    buyers: new Set(entries.map(({ buyer_id }) => buyer_id)).size,
    amount: sum(entries, (entry) => entry.amount),
    debt_change: sum(entries, (entry) => entry.debt_change),
  })
  const items = [...kinds].map(([kind, entries]) => ({ kind, ...row(entries) }))
  return { items, totals: row(entriesIn(raw, cut)) }
}

/**
 * What the shop owes at a moment: of each lot what its entries left in it, unless it has expired.
 * The lots are built from the entries, never from the account's own row.
 */
export function liabilityAt(raw: Raw, now: Date, soon: Date, buyer_id?: string) {
  const totals = { buyers: 0, balance: 0, available: 0, pending: 0, debt: 0, expiring_30d: 0 }
  for (const account of raw.accounts) {
    if (!fits(buyer_id, account.buyer_id)) continue
    totals.buyers += 1
    const own = raw.entries
      .filter((entry) => entry.buyer_id === account.buyer_id)
      .toSorted((a, b) => a.number - b.number)
    totals.debt += sum(own, (entry) => entry.debt_change)
    for (const lot of lotsOf(own)) {
      if (lot.expires_at !== null && lot.expires_at <= now) continue
      totals.balance += lot.left
      if (lot.active_from <= now) totals.available += lot.left
      else totals.pending += lot.left
      if (lot.expires_at !== null && lot.expires_at <= soon) totals.expiring_30d += lot.left
    }
  }
  return totals
}

type Lot = { left: number; active_from: Date; expires_at: Date | null }

function lotsOf(entries: Entry[]): Lot[] {
  const lots = new Map<number, Lot>()
  for (const entry of entries) {
    for (const [index, number] of entry.lot_numbers.entries()) {
      const lot = lots.get(number) ?? {
        left: 0,
        active_from: entry.active_from ?? entry.created_at,
        expires_at: entry.expires_at,
      }
      lot.left += entry.lot_amounts[index] ?? 0
      lots.set(number, lot)
    }
    const moved = JSON.parse(entry.lot_expiries ?? '{}') as Record<string, string | number | null>
    for (const [number, moment] of Object.entries(moved)) {
      const lot = lots.get(Number(number))
      if (lot) lot.expires_at = moment === null ? null : new Date(moment)
    }
  }
  return [...lots.values()]
}

/** The end of a local day so many days from now. */
export function endOfDayIn(zone: string, now: Date, days: number): Date {
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(zone)
  const next = today.toPlainDate().add({ days: days + 1 })
  return new Date(next.toZonedDateTime(zone).epochMilliseconds)
}

/** What the program cost and brought: of each receipt that stands, less all that was given back. */
export function programIn(raw: Raw, cut: Cut) {
  const standing = receiptsIn(raw, cut).filter(({ status }) => status !== 'cancelled')
  const left = (row: Receipt) =>
    row.to_pay -
    sum(
      raw.cancellations.filter(({ receipt_id }) => receipt_id === row.id),
      (cancellation) => cancellation.refund_money,
    )
  const moved = (row: Receipt, kind: string) =>
    sum(
      raw.entries.filter((entry) => entry.receipt_id === row.id && entry.kind === kind),
      size,
    )
  const members = standing.filter(({ buyer_id }) => buyer_id !== null)
  const others = standing.filter(({ buyer_id }) => buyer_id === null)
  // What each buyer bought on the first day of all (at that point of sale, if one is asked for).
  const of_members = raw.receipts.filter(
    (row) => row.buyer_id !== null && row.status !== 'cancelled' && fits(cut.pos_id, row.pos_id),
  )
  const first_days = new Map<string | null, string>()
  for (const { buyer_id, local } of of_members) {
    const known = first_days.get(buyer_id)
    if (known === undefined || local < known) first_days.set(buyer_id, local)
  }
  const firsts = members.filter(({ buyer_id, local }) => first_days.get(buyer_id) === local)
  const paid = sum(members, left)
  return {
    member_receipts: members.length,
    members: paid,
    others: sum(others, left),
    bonuses: sum(members, (row) => moved(row, 'spend') - moved(row, 'spend_return')),
    discounts: sum(members, (row) => row.level_discount + row.promotion_discount),
    repeat_paid: paid - sum(firsts, left),
  }
}
