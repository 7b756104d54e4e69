/**
 * The end of an account: forgotten (forfeit) or merged into another (transfer).
 * A merge is two changes, one per account, that the store commits together or not at all.
 * Source: spec/engine.md "Merge, forget".
 */
import type { Minor } from '#contract/money.ts'
import { appendEntry } from './change-rules.ts'
import { consumed, negative, sumTaken, takeLots } from './lot-rules.ts'
import { grant } from './movement-rules.ts'
import type { Cause, Draft, Lot } from './rules.ts'

/** Ends what is left of a forgotten buyer: bonuses are forfeited, a debt is written off. */
export function forfeit(draft: Draft, cause: Cause): void {
  empty(draft, cause, 'forfeit')
}

/** What a merge takes out of one account and puts into another. */
export type Transfer = { lots: Lot[]; debt: Minor }

/** Empties an account for a merge: its lots with their dates, and its debt. */
export function transferOut(draft: Draft, cause: Cause): Transfer {
  const transfer = {
    lots: draft.account.lots.map((lot) => ({ ...lot })),
    debt: draft.account.debt,
  }
  empty(draft, cause, 'transfer_out')
  return transfer
}

/**
 * Takes over the lots and the debt of a merged account. Dates stay; numbers are new, and the answer
 * tells them, for receipts that remember the old ones. A debt is met from the bonuses there are.
 */
export function transferIn(
  draft: Draft,
  transfer: Transfer,
  cause: Cause,
): { from: number; to: number | null }[] {
  if (transfer.debt > 0) {
    const taken = takeLots(draft, transfer.debt, () => true)
    const sum = sumTaken(taken)
    appendEntry(
      draft,
      { ...cause, source: `${cause.source}:debt` },
      {
        kind: 'transfer_in',
        amount: negative(sum),
        debt_change: transfer.debt - sum,
        lots: consumed(taken),
      },
    )
  }
  return transfer.lots.map((lot) => {
    const granted = grant(draft, {
      ...cause,
      source: `${cause.source}:${lot.number}`,
      kind: 'transfer_in',
      amount: lot.remaining,
      active_from: lot.active_from,
      expires_at: lot.expires_at,
    })
    return { from: lot.number, to: granted.lot }
  })
}

function empty(draft: Draft, cause: Cause, kind: 'forfeit' | 'transfer_out'): void {
  const { account } = draft
  if (account.balance === 0 && account.debt === 0) return
  const taken = takeLots(draft, account.balance, () => true)
  appendEntry(draft, cause, {
    kind,
    amount: negative(account.balance),
    debt_change: negative(account.debt),
    lots: consumed(taken),
  })
}
