/**
 * Reports as tables for people: which columns a file has, and what stands in its cells. Money and
 * bonuses are numbers, so that a spreadsheet adds them up; moments are in the shop's own zone.
 */
import type { ExportedReport } from '#contract/report-export.ts'
import type { PeriodRow } from '#contract/reports.ts'
import { toMoney } from '#contract/money.ts'
import { fullName } from '#server/features/buyers/rules.ts'
import { detailOf } from './audit-rules.ts'

type Cell = string | number
/** A column: the key of its heading, and its cell of a row. */
export type Column<R> = readonly [key: string, cell: (row: R, print: Print) => Cell]
/** What the cells say in words of a language and of a zone. */
export type Print = { moment(at: Date | null): string; word(key: string): string }

type Person = { first_name: string | null; last_name: string | null; phone: string | null }

/** `2026-11-21 14:05` in the zone: every spreadsheet takes it for a moment, and it sorts. */
export function momentIn(timezone: string): Print['moment'] {
  const format = new Intl.DateTimeFormat('sv-SE', {
    dateStyle: 'short',
    timeStyle: 'short',
    timeZone: timezone,
  })
  return (at) => (at === null ? '' : format.format(at))
}

const who: readonly Column<Person>[] = [
  ['buyer', fullName],
  ['phone', ({ phone }) => phone ?? ''],
]

type ReceiptRow = Person & {
  number: string | null
  status: string
  occurred_at: Date
  pos_name: string
  cashier_name: string | null
  gross: number
  discount: number
  bonuses_spent: number
  to_pay: number
  accrual: number
  refunded: number
}

const receipts: readonly Column<ReceiptRow>[] = [
  ['number', ({ number }) => number ?? ''],
  ['at', ({ occurred_at }, { moment }) => moment(occurred_at)],
  ['status', ({ status }, { word }) => word(`status_${status}`)],
  ['pos', ({ pos_name }) => pos_name],
  ['cashier', ({ cashier_name }) => cashier_name ?? ''],
  ...who,
  ['gross', ({ gross }) => toMoney(gross)],
  ['discount', ({ discount }) => toMoney(discount)],
  ['spent', ({ bonuses_spent }) => toMoney(bonuses_spent)],
  ['paid', ({ to_pay }) => toMoney(to_pay)],
  ['accrued', ({ accrual }) => toMoney(accrual)],
  ['refunded', ({ refunded }) => toMoney(refunded)],
]

type MovementRow = Person & {
  created_at: Date
  kind: string
  amount: number
  debt_change: number
  balance_after: number
  receipt_number: string | null
  pos_name: string | null
  by: string | null
  reason: string | null
}

const transactions: readonly Column<MovementRow>[] = [
  ['at', ({ created_at }, { moment }) => moment(created_at)],
  ...who,
  ['kind', ({ kind }, { word }) => word(`kind_${kind}`)],
  ['change', ({ amount }) => toMoney(amount)],
  ['debt_change', ({ debt_change }) => toMoney(debt_change)],
  ['balance_after', ({ balance_after }) => toMoney(balance_after)],
  ['number', ({ receipt_number }) => receipt_number ?? ''],
  ['pos', ({ pos_name }) => pos_name ?? ''],
  ['by', ({ by }) => by ?? ''],
  ['reason', ({ reason }) => reason ?? ''],
]

const period: readonly Column<PeriodRow>[] = [
  ['period', (row) => row.period],
  ['pos', ({ pos_name }) => pos_name ?? ''],
  ['cashier', ({ cashier_name }) => cashier_name ?? ''],
  ['receipts', (row) => row.receipts],
  ['member_receipts', ({ member_receipts }) => member_receipts],
  ['buyers', ({ buyers }) => buyers],
  ['new_buyers', ({ new_buyers }) => new_buyers],
  ['turnover', ({ turnover }) => toMoney(turnover)],
  ['members_turnover', ({ members_turnover }) => toMoney(members_turnover)],
  ['spent', ({ spent }) => toMoney(spent)],
  ['accrued', ({ accrued }) => toMoney(accrued)],
  ['expired', ({ expired }) => toMoney(expired)],
  ['refunded', ({ refunded }) => toMoney(refunded)],
  ['average', (row) => (row.average_receipt === null ? '' : toMoney(row.average_receipt))],
  ['repeat', ({ repeat_share }) => (repeat_share === null ? '' : repeat_share / 100)],
]

type AccountRow = Person & {
  available: number
  pending: number
  debt: number
  expiring_30d: number
  last_visit_at: Date | null
}

const accounts: readonly Column<AccountRow>[] = [
  ...who,
  ['balance', ({ available, pending }) => toMoney(available + pending)],
  ['available', ({ available }) => toMoney(available)],
  ['pending', ({ pending }) => toMoney(pending)],
  ['debt', ({ debt }) => toMoney(debt)],
  ['expiring', ({ expiring_30d }) => toMoney(expiring_30d)],
  ['last_visit', ({ last_visit_at }, { moment }) => moment(last_visit_at)],
]

type ActRow = {
  created_at: Date
  actor: string
  by_name: string | null
  act: string
  subject_name: string | null
  detail: string
  address: string | null
}

/** `limit: 5 → 7; reason: …`, as the page tells it. */
function inWords(detail: string): string {
  const { facts, changes } = detailOf({ detail })
  const told = Object.entries(facts).filter(([, value]) => value !== null)
  return [
    ...told.map(([name, value]) => `${name}: ${String(value)}`),
    ...Object.entries(changes).map(
      ([name, [was, is]]) => `${name}: ${String(was ?? '—')} → ${String(is ?? '—')}`,
    ),
  ].join('; ')
}

const audit: readonly Column<ActRow>[] = [
  ['at', ({ created_at }, { moment }) => moment(created_at)],
  ['by', ({ by_name, actor }) => by_name ?? actor],
  ['act', ({ act }, { word }) => word(`act_${act}`)],
  ['subject', ({ subject_name }) => subject_name ?? ''],
  ['detail', ({ detail }) => inWords(detail)],
  ['address', ({ address }) => address ?? ''],
]

export const columns = { receipts, transactions, period, accounts, audit } satisfies Record<
  ExportedReport,
  unknown
>
