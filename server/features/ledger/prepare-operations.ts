import { newId } from '#server/io/id.ts'
import type { Row } from '#server/io/records.ts'
import type { NewReceipt, Operation } from './commit-operations.ts'
import { assertSound, figuresOfDay } from './commit-rules.ts'
import type { Announced } from './events.ts'
import type { Account, Change, PromotionClaim } from './rules.ts'

/**
 * The parameters of the statement. Rows are locked in the order of `rows`: by key, the same for
 * everyone; `entries` lie in the same order. `contents` are the receipts' frozen texts by the place
 * `i` of their operation: long, and never looked into, so they do not pass through the reading of
 * records.
 */
export type Prepared = {
  rows: Row[]
  entries: Row[]
  contents: (string | null)[]
}

export function prepareAll(operations: readonly Operation[]): Prepared {
  const prepared = operations
    .map((operation, i) => ({ operation, i, key: keyOf(operation) }))
    .toSorted((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
  return {
    rows: prepared.map(({ operation, i }) => operationRow(operation, i)),
    entries: prepared.flatMap(({ operation, i }) => entryRows(operation, i)),
    contents: operations.map(({ receipt }) => receipt?.content ?? null),
  }
}

function keyOf({ organization_id, change, receipt, cancellation }: Operation): string {
  return change
    ? `${organization_id} ${change.account.buyer_id}`
    : `${organization_id}  ${receipt?.id ?? cancellation?.receipt_id ?? ''}`
}

/** A list as JSON; an empty one is nothing. */
const jsonOf = (list: readonly unknown[] | undefined): string | null =>
  list === undefined || list.length === 0 ? null : JSON.stringify(list)

/**
 * Turns an operation into the row of the statement's parameter, and proves it sound first: the
 * attributes of the type `commit_operation`. Moments stay milliseconds.
 */
function operationRow(operation: Operation, i: number) {
  const { change, receipt, cancellation, answer, account_day } = operation
  if (change) assertSound(change)
  return {
    i,
    organization_id: operation.organization_id,
    ...accountCells(change?.account),
    receipt_id: receipt?.id ?? cancellation?.receipt_id ?? null,
    receipt_version: cancellation?.receipt_version ?? null,
    number: receipt?.number ?? null,
    pos_id: operation.pos_id,
    day: operation.day,
    created_at: operation.now.getTime(),
    sum_day: account_day && change ? account_day.day : null,
    sum_turnover: account_day?.turnover ?? 0,
    sum_receipts: account_day?.receipts ?? 0,
    answer_key: answer?.key ?? null,
    answer_hash: answer?.request_hash ?? null,
    answer_body: answer?.body ?? null,
    ...receiptCells(receipt),
    ...dayCells(operation),
    new_cancellation: cancellation ? JSON.stringify(cancellation) : null,
    new_announcements: jsonOf(operation.announcements?.map((one) => announced(one, operation.now))),
    once: jsonOf(operation.once),
    release: jsonOf(operation.release),
    claims: jsonOf(operation.claims?.map((claim) => claimRow(operation, claim))),
  }
}

const announced = ({ fact, payload }: Announced, now: Date) => ({
  id: newId(now),
  fact,
  payload: JSON.stringify(payload),
})

function claimRow({ receipt, cancellation }: Operation, claim: PromotionClaim) {
  const receipt_id = receipt?.id ?? cancellation?.receipt_id
  if (receipt_id === undefined) throw new Error('a claim belongs to a receipt')
  return { ...claim, receipt_id, source: cancellation?.id ?? receipt_id }
}

function accountCells(account: Account | undefined) {
  return {
    buyer_id: account?.buyer_id ?? null,
    version: account ? account.version - 1 : null,
    entries: account?.entries ?? null,
    last_hash: account?.last_hash ?? null,
    balance: account?.balance ?? null,
    debt: account?.debt ?? null,
    turnover: account?.turnover ?? null,
    year: account?.year ?? null,
    year_turnover: account?.year_turnover ?? null,
    last_year_turnover: account?.last_year_turnover ?? null,
    receipts: account?.receipts ?? null,
    last_receipt_at: account?.last_receipt_at ?? null,
    level: account?.level ?? null,
    level_until: account?.level_until ?? null,
    pinned_level: account?.pinned_level ?? null,
    pinned_until: account?.pinned_until ?? null,
    lot_numbers: account?.lots.map((lot) => lot.number) ?? null,
    lot_kinds: account?.lots.map((lot) => lot.kind) ?? null,
    lot_amounts: account?.lots.map((lot) => lot.amount) ?? null,
    lot_remaining: account?.lots.map((lot) => lot.remaining) ?? null,
    lot_active_from: account?.lots.map((lot) => lot.active_from) ?? null,
    lot_expires_at: account?.lots.map((lot) => lot.expires_at) ?? null,
    promotions: jsonOf(account?.promotions),
  }
}

const receiptCells = (receipt: NewReceipt | undefined) => ({
  request_hash: receipt?.request_hash ?? null,
  cashier_id: receipt?.cashier_id ?? null,
  program_version: receipt?.program_version ?? null,
  gross: receipt?.gross ?? null,
  till_discount: receipt?.till_discount ?? null,
  promotion_discount: receipt?.promotion_discount ?? null,
  level_discount: receipt?.level_discount ?? null,
  bonuses_spent: receipt?.bonuses_spent ?? null,
  to_pay: receipt?.to_pay ?? null,
  accrual: receipt?.accrual ?? null,
  balance_after: receipt?.balance_after ?? null,
  pending_after: receipt?.pending_after ?? null,
  debt_after: receipt?.debt_after ?? null,
  registered: receipt?.registered ?? null,
  offline: receipt?.offline ?? null,
  occurred_at: receipt?.occurred_at.getTime() ?? null,
})

function dayCells({ change, receipt, cancellation }: Operation) {
  const figures = figuresOfDay({
    entries: change?.entries ?? [],
    member: change !== null || cancellation?.member === true,
    receipt,
    cancellation,
  })
  return {
    day_receipts: figures.receipts,
    day_member_receipts: figures.member_receipts,
    day_cancelled: figures.cancelled,
    day_gross: figures.gross,
    day_paid: figures.paid,
    day_member_paid: figures.member_paid,
    day_refunded: figures.refunded,
    day_member_refunded: figures.member_refunded,
    day_accrued: figures.accrued,
    day_withdrawn: figures.withdrawn,
    day_spent: figures.spent,
    day_returned: figures.returned,
    day_expired: figures.expired,
    day_given: figures.given,
    day_taken: figures.taken,
  }
}

/** The rows of its entries: the attributes of the type `commit_entry`. */
function entryRows({ organization_id, change, pos_id, day }: Operation, i: number) {
  if (!change) return []
  const { buyer_id } = change.account
  return change.entries.map((entry) => ({
    ...{ i, organization_id, buyer_id, pos_id, day },
    number: entry.number,
    kind: entry.kind,
    amount: entry.amount,
    debt_change: entry.debt_change,
    balance_after: entry.balance_after,
    debt_after: entry.debt_after,
    lot_numbers: entry.lots.map((lot) => lot.number),
    lot_amounts: entry.lots.map((lot) => lot.amount),
    lot_expiries: expiriesOf(entry),
    active_from: entry.active_from,
    expires_at: entry.expires_at,
    receipt_id: entry.receipt_id,
    source: entry.source,
    reason: entry.reason,
    actor: entry.actor,
    created_at: entry.created_at,
    prev_hash: entry.prev_hash,
    hash: entry.hash,
  }))
}

/** The lots it gave another expiry to, as JSON. */
function expiriesOf({ lots }: Change['entries'][number]): string | null {
  const moved = lots.filter((lot) => lot.expires_at !== undefined)
  if (moved.length === 0) return null
  return JSON.stringify(Object.fromEntries(moved.map((lot) => [lot.number, lot.expires_at])))
}
