/**
 * The movements of bonuses: each works on a draft (`beginChange`) and may follow any other, so one
 * change can return a spend, expire what is too old and take back an accrual in one commit.
 *
 * Invariants: those of `rules.ts`. A movement that asks for more than there is, or for an amount
 * that is no positive integer, is a fault of the caller and throws; nothing is clamped silently.
 * Source: spec/engine.md "Ledger", "Cancel", "Merge, forget".
 */
import type { Minor } from '#contract/money.ts'
import { appendEntry, expireDue } from './change-rules.ts'
import { assertAmount, consumed, insertLot, negative, sumTaken, takeLots } from './lot-rules.ts'
import {
  availableOf,
  isActive,
  isExpired,
  type Cause,
  type CreditKind,
  type Draft,
  type EntryLot,
  type Lot,
  type Moment,
  type TakenLot,
} from './rules.ts'

export type Grant = Cause & {
  kind: CreditKind
  amount: Minor
  /** Default: now. */
  active_from?: Moment
  /** null: never. */
  expires_at: Moment | null
}
/** `lot` is null when all of it repaid debt. */
export type Granted = { lot: number | null; repaid_debt: Minor }

/** Gives bonuses: repays the debt first, and makes a lot of the rest. */
export function grant(draft: Draft, ask: Grant): Granted {
  assertAmount(ask.amount)
  const { account } = draft
  const repaid_debt = Math.min(ask.amount, account.debt)
  const amount = ask.amount - repaid_debt
  const number = account.entries + 1
  const lot: Lot = {
    number,
    kind: ask.kind,
    amount,
    remaining: amount,
    active_from: ask.active_from ?? draft.now,
    expires_at: ask.expires_at,
  }
  const made = amount > 0
  if (made) insertLot(account.lots, lot)
  appendEntry(draft, ask, {
    kind: ask.kind,
    amount,
    debt_change: negative(repaid_debt),
    lots: made ? [{ number, amount }] : [],
    lot: made ? lot : undefined,
  })
  return { lot: made ? number : null, repaid_debt }
}

/** Spends active lots in their order; answers what was taken of which, for a later return. */
export function spend(draft: Draft, ask: Cause & { amount: Minor }): TakenLot[] {
  assertAmount(ask.amount)
  if (ask.amount > availableOf(draft.account, draft.now)) throw new Error('spend: over the balance')
  const taken = takeLots(draft, ask.amount, (lot) => isActive(lot, draft.now))
  appendEntry(draft, ask, {
    kind: 'spend',
    amount: -ask.amount,
    debt_change: 0,
    lots: consumed(taken),
  })
  return taken
}

/** Takes bonuses off by hand: active ones in the spend order, then pending ones. ≤ balance. */
export function withdraw(draft: Draft, ask: Cause & { amount: Minor }): void {
  assertAmount(ask.amount)
  if (ask.amount > draft.account.balance) throw new Error('withdraw: over the balance')
  const active = takeLots(draft, ask.amount, (lot) => isActive(lot, draft.now))
  const pending = takeLots(draft, ask.amount - sumTaken(active), () => true)
  appendEntry(draft, ask, {
    kind: 'manual_withdraw',
    amount: -ask.amount,
    debt_change: 0,
    lots: consumed([...active, ...pending]),
  })
}

export type Restore = Cause & {
  /** What goes back, lot by lot. */
  lots: readonly TakenLot[]
  /** New expiry of lots that have expired meanwhile; `now` or earlier: they return and expire. */
  grace_until: Moment
  /** The lots were another account's, which was merged into this one: they come as new lots. */
  merged?: boolean
}
/** `returned` counts everything asked; of it, `repaid_debt` met a debt and `expired` is gone. */
export type Restored = { returned: Minor; expired: Minor; repaid_debt: Minor }

/**
 * Gives spent bonuses back to the very lots they came from, with their own expiry. A lot that is
 * open keeps the expiry it has now; one that has expired gets `grace_until`, or comes back and
 * expires in a second entry. Debt is repaid first, from the first lots of the list.
 */
export function restore(draft: Draft, ask: Restore): Restored {
  if (ask.merged) return restoreAsNew(draft, ask)
  const returned = sumTaken(ask.lots)
  assertAmount(returned)
  const { account } = draft
  const repaid_debt = Math.min(returned, account.debt)
  let to_debt = repaid_debt
  const back: EntryLot[] = []
  const gone: EntryLot[] = []
  for (const lot of ask.lots) {
    const amount = lot.taken - Math.min(lot.taken, to_debt)
    to_debt -= lot.taken - amount
    if (amount === 0) continue
    const late = reopen(draft, lot, amount, ask.grace_until)
    if (late === 'gone') gone.push({ number: lot.number, amount: -amount })
    back.push(
      late === 'extended'
        ? { number: lot.number, amount, expires_at: ask.grace_until }
        : { number: lot.number, amount },
    )
  }
  appendEntry(draft, ask, {
    kind: 'spend_return',
    amount: returned - repaid_debt,
    debt_change: negative(repaid_debt),
    lots: back,
  })
  const expired = -gone.reduce((sum, lot) => sum + lot.amount, 0)
  if (expired > 0) {
    appendEntry(draft, ask, { kind: 'expiry', amount: -expired, debt_change: 0, lots: gone })
  }
  return { returned, expired: expired + 0, repaid_debt }
}

/**
 * Gives bonuses back that a merged account had spent: its lots' numbers mean others here, so each
 * comes back as a lot of its own, with the kind and the dates it had.
 */
function restoreAsNew(draft: Draft, ask: Restore): Restored {
  const { account, now } = draft
  const sums: Restored = { returned: 0, expired: 0, repaid_debt: 0 }
  for (const { taken, ...lot } of ask.lots) {
    const repaid = Math.min(taken, account.debt)
    const amount = taken - repaid
    const number = account.entries + 1
    const late = isExpired(lot, now)
    const expires_at = late && ask.grace_until > now ? ask.grace_until : lot.expires_at
    const made: Lot = { ...lot, number, amount, remaining: amount, expires_at }
    if (amount > 0) insertLot(account.lots, made)
    const source = `${ask.source}:${lot.number}`
    appendEntry(
      draft,
      { ...ask, source },
      {
        kind: 'spend_return',
        amount,
        debt_change: negative(repaid),
        lots: amount > 0 ? [{ number, amount }] : [],
        lot: amount > 0 ? made : undefined,
      },
    )
    sums.returned += taken
    sums.repaid_debt += repaid
    if (amount > 0 && isExpired(made, now)) sums.expired += amount
  }
  expireDue(draft)
  return sums
}

/** Puts `amount` back into its lot, or answers that the lot has expired and has no grace. */
function reopen(
  draft: Draft,
  { taken: _taken, ...lot }: TakenLot,
  amount: Minor,
  grace_until: Moment,
): 'as_it_was' | 'extended' | 'gone' {
  const { lots } = draft.account
  const open = lots.find((other) => other.number === lot.number)
  if (open) {
    open.remaining += amount
    return 'as_it_was'
  }
  if (!isExpired(lot, draft.now)) {
    insertLot(lots, { ...lot, remaining: amount })
    return 'as_it_was'
  }
  if (grace_until <= draft.now) return 'gone'
  insertLot(lots, { ...lot, remaining: amount, expires_at: grace_until })
  return 'extended'
}

export type TakeBack = Cause & {
  amount: Minor
  /** Lots that the cancelled receipt made: taken from first. */
  own_lots: readonly number[]
  /** Part of `amount` that had repaid a debt: it becomes debt again whatever the policy. */
  debt_again: Minor
  policy: 'debt' | 'within_balance'
}
/** `pending + active + debt + loss` = the amount asked. */
export type TakenBack = {
  pending: Minor
  active: Minor
  /** Of pending and active, what came from the receipt's own lots. */
  own: Minor
  debt: Minor
  /** Of `debt`, what had repaid a debt before. */
  debt_again: Minor
  /** What nobody gives back, under `within_balance`. */
  loss: Minor
}

/**
 * Takes back what a cancelled receipt had given: from its own lots, then other pending lots, then
 * by the spend order; what is missing becomes debt or, under `within_balance`, the shop's loss.
 * Writes no entry when there is neither a bonus to take nor a debt to book.
 */
export function takeBack(draft: Draft, ask: TakeBack): TakenBack {
  assertAmount(ask.amount)
  const own = takeLots(draft, ask.amount, (lot) => ask.own_lots.includes(lot.number))
  let left = ask.amount - sumTaken(own)
  const pending = takeLots(draft, left, (lot) => !isActive(lot, draft.now))
  left -= sumTaken(pending)
  const active = takeLots(draft, left, () => true)
  left -= sumTaken(active)
  const debt_again = Math.min(left, ask.debt_again)
  const debt = ask.policy === 'debt' ? left : debt_again
  const taken = [...own, ...pending, ...active]
  const sum = sumTaken(taken)
  if (sum + debt > 0) {
    appendEntry(draft, ask, {
      kind: 'accrual_reversal',
      amount: negative(sum),
      debt_change: debt,
      lots: consumed(taken),
    })
  }
  const from_pending = sumTaken(taken.filter((lot) => !isActive(lot, draft.now)))
  return {
    pending: from_pending,
    active: sum - from_pending,
    own: sumTaken(own),
    debt,
    debt_again,
    loss: left - debt,
  }
}
