import { newId } from '#server/io/id.ts'
import type { Operation } from './commit-operations.ts'
import { assertSound, figuresOfDay } from './commit-rules.ts'
import type { Change, PromotionClaim } from './rules.ts'

/**
 * The parameters of the statement. Rows are locked in the order of `rows`: by key, the same for
 * everyone. `contents` are the receipts' frozen texts by the place `i` of their operation: long,
 * and never looked into, so they do not pass through the reading of JSON.
 */
export type Prepared = { rows: PreparedOperation[]; contents: (string | null)[] }

export function prepareAll(operations: readonly Operation[]): Prepared {
  const keyOf = ({ organization_id, buyer_id, receipt_id }: PreparedOperation) =>
    `${organization_id} ${buyer_id ?? ''} ${buyer_id === null ? receipt_id : ''}`
  const rows = operations
    .map(prepare)
    .map((one) => ({ one, key: keyOf(one) }))
    .toSorted((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
    .map(({ one }) => one)
  return { rows, contents: operations.map(({ receipt }) => receipt?.content ?? null) }
}

export type PreparedOperation = ReturnType<typeof prepare>

const iso = (moment: number | null): string | null =>
  moment === null ? null : new Date(moment).toISOString()
const bytea = (hex: string): string => `\\x${hex}`

/** Turns an operation into the rows of the statement's parameters, and proves it sound first. */
function prepare(operation: Operation, i: number) {
  const { change, receipt, cancellation, answer, account_day, claims } = operation
  if (change) assertSound(change)
  return {
    i,
    organization_id: operation.organization_id,
    ...accountRow(change),
    receipt_id: receipt?.id ?? cancellation?.receipt_id ?? null,
    receipt_version: cancellation?.receipt_version ?? null,
    number: receipt?.number ?? null,
    pos_id: operation.pos_id,
    day: operation.day,
    created_at: operation.now.toISOString(),
    sum_day: account_day && change ? account_day.day : null,
    sum_turnover: account_day?.turnover ?? 0,
    sum_receipts: account_day?.receipts ?? 0,
    answer_key: answer?.key ?? null,
    answer_hash: answer?.request_hash ?? null,
    answer_body: answer?.body ?? null,
    new_entries: (change?.entries ?? []).map(entryRow),
    new_receipt: receipt ? { ...receipt, content: undefined } : null,
    new_cancellation: cancellation ?? null,
    new_announcements: (operation.announcements ?? []).map(({ fact, payload }) => ({
      id: newId(operation.now),
      fact,
      payload: JSON.stringify(payload),
    })),
    sums: figuresOfDay({
      entries: change?.entries ?? [],
      member: change !== null || cancellation?.member === true,
      receipt,
      cancellation,
    }),
    once: operation.once?.length ? operation.once : null,
    release: operation.release?.length ? operation.release : null,
    claims: claims && claims.length > 0 ? claims.map((claim) => claimRow(operation, claim)) : null,
  }
}

function claimRow({ receipt, cancellation }: Operation, claim: PromotionClaim) {
  const receipt_id = receipt?.id ?? cancellation?.receipt_id
  if (receipt_id === undefined) throw new Error('a claim belongs to a receipt')
  return { ...claim, receipt_id, source: cancellation?.id ?? receipt_id }
}

function accountRow(change: Change | null) {
  if (!change) return { buyer_id: null }
  const { account } = change
  return {
    buyer_id: account.buyer_id,
    version: account.version - 1,
    entries: account.entries,
    last_hash: bytea(account.last_hash),
    balance: account.balance,
    debt: account.debt,
    turnover: account.turnover,
    year: account.year,
    year_turnover: account.year_turnover,
    last_year_turnover: account.last_year_turnover,
    receipts: account.receipts,
    last_receipt_at: iso(account.last_receipt_at),
    level: account.level,
    level_until: iso(account.level_until),
    pinned_level: account.pinned_level,
    pinned_until: iso(account.pinned_until),
    lot_numbers: account.lots.map((lot) => lot.number),
    lot_kinds: account.lots.map((lot) => lot.kind),
    lot_amounts: account.lots.map((lot) => lot.amount),
    lot_remaining: account.lots.map((lot) => lot.remaining),
    lot_active_from: account.lots.map((lot) => iso(lot.active_from)),
    lot_expires_at: account.lots.map((lot) => iso(lot.expires_at)),
    promotions: account.promotions.length === 0 ? null : JSON.stringify(account.promotions),
  }
}

function entryRow(entry: Change['entries'][number]) {
  const moved = entry.lots.filter((lot) => lot.expires_at !== undefined)
  return {
    number: entry.number,
    kind: entry.kind,
    amount: entry.amount,
    debt_change: entry.debt_change,
    balance_after: entry.balance_after,
    debt_after: entry.debt_after,
    lot_numbers: entry.lots.map((lot) => lot.number),
    lot_amounts: entry.lots.map((lot) => lot.amount),
    lot_expiries:
      moved.length === 0
        ? null
        : JSON.stringify(Object.fromEntries(moved.map((lot) => [lot.number, lot.expires_at]))),
    active_from: iso(entry.active_from),
    expires_at: iso(entry.expires_at),
    receipt_id: entry.receipt_id,
    source: entry.source,
    reason: entry.reason,
    actor: entry.actor,
    created_at: iso(entry.created_at),
    prev_hash: bytea(entry.prev_hash),
    hash: bytea(entry.hash),
  }
}
