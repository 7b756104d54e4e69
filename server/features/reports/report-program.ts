import type { Io } from '#server/io/io.ts'
import { askSales } from '#server/features/segments/ask-gathered.ts'
import { gatheredOf, moved } from './read-scope.ts'
import { average, previousOf, shareOf } from './rules.ts'
import type { Scope } from './store.ts'

/** What the program cost and brought in a period, and in the one before it. */
export async function reportProgram(io: Io, scope: Scope) {
  const previous = previousOf(scope)
  return {
    ...(await figuresOf(io, scope)),
    previous: { ...previous, ...(await figuresOf(io, moved(scope, previous))) },
  }
}

async function figuresOf(io: Io, scope: Scope) {
  const sums = await askSales(io.db, gatheredOf(scope))
  const { member_receipts, member_paid, other_receipts, other_paid, bonuses, discounts } = sums
  const side = (receipts: number, paid: number) => ({
    ...{ receipts, paid },
    average: average(paid, receipts),
  })
  return {
    members: side(member_receipts, member_paid),
    others: side(other_receipts, other_paid),
    members_share: shareOf(member_paid, member_paid + other_paid),
    ...{ bonuses, discounts },
    cost: bonuses + discounts,
    repeat_paid: member_paid - sums.first_paid,
  }
}
