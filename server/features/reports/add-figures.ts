import type { PeriodFigures } from '#contract/reports.ts'
import { average, shareOf } from './rules.ts'
import type { DaySums } from './store.ts'

/** Buyers of a bucket, counted apart: distinct people do not add up over days. */
export type Visitors = { buyers: number; repeat: number; new_buyers: number }

export const noVisitors: Visitors = { buyers: 0, repeat: 0, new_buyers: 0 }

/** The figures of some days together, with who came on them. */
export function addFigures(days: readonly DaySums[], visitors: Visitors): PeriodFigures {
  const sum = (amount: (day: DaySums) => number) =>
    days.reduce((total, day) => total + amount(day), 0)
  const receipts = sum((day) => day.receipts)
  const paid = sum((day) => day.paid)
  const refunded = sum((day) => day.refunded)
  return {
    receipts,
    cancelled: sum((day) => day.cancelled),
    member_receipts: sum((day) => day.member_receipts),
    buyers: visitors.buyers,
    new_buyers: visitors.new_buyers,
    gross: sum((day) => day.gross),
    turnover: paid - refunded,
    members_turnover: sum((day) => day.member_paid - day.member_refunded),
    refunded,
    spent: sum((day) => day.spent),
    accrued: sum((day) => day.accrued),
    expired: sum((day) => day.expired),
    average_receipt: average(paid, receipts),
    repeat_share: shareOf(visitors.repeat, visitors.buyers),
  }
}

/** What a buyer's receipt came to on average, and one without a buyer. */
export function averagesOf(days: readonly DaySums[]) {
  const sum = (amount: (day: DaySums) => number) =>
    days.reduce((total, day) => total + amount(day), 0)
  const member_receipts = sum((day) => day.member_receipts)
  const member_paid = sum((day) => day.member_paid)
  return {
    member: average(member_paid, member_receipts),
    other: average(
      sum((day) => day.paid) - member_paid,
      sum((day) => day.receipts) - member_receipts,
    ),
  }
}
