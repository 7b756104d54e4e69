/**
 * How a change of one account is begun, written down and ended. Movements are in
 * `movement-rules.ts` and `transfer-rules.ts`; each appends its entry here.
 *
 * Invariants kept here: gapless numbers, the hash chain, balance and debt moved by entries only,
 * no lot past its expiry in a change that has begun.
 */
import { hash } from 'node:crypto'
import {
  isExpired,
  type Account,
  type Cause,
  type Change,
  type Draft,
  type Lot,
  type Moment,
  type NewEntry,
} from './rules.ts'

/** An account that nothing was written to yet. */
export function openAccount(organization_id: string, buyer_id: string): Account {
  return {
    organization_id,
    buyer_id,
    version: 0,
    entries: 0,
    last_hash: accountHash(organization_id, buyer_id),
    balance: 0,
    debt: 0,
    turnover: 0,
    year: 0,
    year_turnover: 0,
    last_year_turnover: 0,
    rolling_turnover: 0,
    receipts: 0,
    last_receipt_at: null,
    level: null,
    level_until: null,
    pinned_level: null,
    pinned_until: null,
    lots: [],
    promotions: [],
  }
}

/** The hash that the first entry of an account stands on, so that no chain fits another account. */
export function accountHash(organization_id: string, buyer_id: string): string {
  return hash('sha256', JSON.stringify([organization_id, buyer_id]), 'hex')
}

/**
 * SHA-256 over the previous hash and every field of the entry, as one JSON array.
 * The ledger check computes it again from what the database holds.
 */
export function entryHash(entry: Omit<NewEntry, 'hash'>): string {
  const lots = entry.lots.map((lot) =>
    lot.expires_at === undefined
      ? [lot.number, lot.amount]
      : [lot.number, lot.amount, lot.expires_at],
  )
  const line = [
    entry.prev_hash,
    entry.number,
    entry.kind,
    entry.amount,
    entry.debt_change,
    entry.balance_after,
    entry.debt_after,
    lots,
    entry.active_from,
    entry.expires_at,
    entry.receipt_id,
    entry.source,
    entry.reason,
    entry.actor,
    entry.created_at,
  ]
  return hash('sha256', JSON.stringify(line), 'hex')
}

/**
 * Begins a change of one account: a private copy, from which everything that is due by `now` has
 * expired already, each lot with its own visible entry. So a late nightly job changes no answer.
 */
export function beginChange(account: Account, now: Moment): Draft {
  const draft: Draft = {
    account: {
      ...account,
      version: account.version + 1,
      lots: account.lots.map((l) => ({ ...l })),
    },
    entries: [],
    now,
  }
  expireDue(draft)
  return draft
}

/** Ends a change: what the store commits on the condition that the version is still the one read. */
export function endChange(draft: Draft): Change {
  return { account: draft.account, entries: draft.entries }
}

/** Appends one entry and moves the balance and the debt with it. */
export function appendEntry(
  draft: Draft,
  cause: Cause,
  movement: Pick<NewEntry, 'kind' | 'amount' | 'debt_change' | 'lots'> & { lot?: Lot | undefined },
): void {
  const { account } = draft
  account.entries += 1
  account.balance += movement.amount
  account.debt += movement.debt_change
  const entry = {
    number: account.entries,
    kind: movement.kind,
    amount: movement.amount,
    debt_change: movement.debt_change,
    balance_after: account.balance,
    debt_after: account.debt,
    lots: movement.lots,
    active_from: movement.lot?.active_from ?? null,
    expires_at: movement.lot?.expires_at ?? null,
    receipt_id: cause.receipt_id ?? null,
    source: cause.source,
    reason: cause.reason ?? null,
    actor: cause.actor,
    created_at: draft.now,
    prev_hash: account.last_hash,
    hash: '',
  }
  entry.hash = entryHash(entry)
  account.last_hash = entry.hash
  draft.entries.push(entry)
}

/** Writes off the head lots that are due, one entry each: its source is the lot and the moment. */
export function expireDue(draft: Draft): void {
  const { lots } = draft.account
  for (let lot = lots[0]; lot && isExpired(lot, draft.now); lot = lots[0]) {
    lots.shift()
    appendEntry(
      draft,
      { source: `lot:${lot.number}:${lot.expires_at}`, actor: 'system' },
      {
        kind: 'expiry',
        amount: -lot.remaining,
        debt_change: 0,
        lots: [{ number: lot.number, amount: -lot.remaining }],
      },
    )
  }
}
