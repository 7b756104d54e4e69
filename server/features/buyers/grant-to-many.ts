import type { Minor } from '#contract/money.ts'
import { dayOf, endOfDayAfter } from '#server/features/ledger/calendar-rules.ts'
import { beginChange, endChange } from '#server/features/ledger/change-rules.ts'
import { commitInside, type Operation } from '#server/features/ledger/commit-operations.ts'
import { balanceChanged } from '#server/features/ledger/events.ts'
import { expiryOf } from '#server/features/ledger/lifetime-rules.ts'
import { grant } from '#server/features/ledger/movement-rules.ts'
import { MovedMeanwhile } from '#server/features/ledger/open-balances.ts'
import { readAccounts } from '#server/features/ledger/read-account.ts'
import type { Program } from '#server/features/program/rules.ts'
import type { Tx } from '#server/io/db.ts'
import type { Io } from '#server/io/io.ts'
import { reasonText } from './present-buyer.ts'

/**
 * Gives each of these buyers the same bonuses by an owner's hand, as a part of a transaction.
 * `source`: of the act; the ledger takes it once for a buyer. A debt is repaid first.
 * Throws `MovedMeanwhile` when a till moved one of the accounts: the transaction is to begin again.
 */
export async function grantToMany(
  io: Pick<Io, 'clock'>,
  tx: Tx,
  by: { organization_id: string; program: Program; user_id: string; source: string },
  buyer_ids: readonly string[],
  ask: {
    amount: Minor
    reason: string
    comment?: string | undefined
    lifetime_days?: number | undefined
    notify: boolean
  },
): Promise<void> {
  if (buyer_ids.length === 0) return
  const { organization_id, program, source } = by
  const now = io.clock.now()
  const day = dayOf(now.getTime(), program.timezone).text
  const { lifetime_days: days } = ask
  const cause = {
    ...{ source, actor: `owner:${by.user_id}`, reason: reasonText(ask.reason, ask.comment) },
  }
  const accounts = await readAccounts(tx, organization_id, buyer_ids, null)
  const operations = [...accounts.values()].map((account): Operation => {
    const draft = beginChange(account, now.getTime())
    const expires_at =
      days === undefined
        ? expiryOf(program, 'manual_accrual', draft.now)
        : days === 0
          ? null
          : endOfDayAfter(draft.now, days, program.timezone)
    grant(draft, { ...cause, kind: 'manual_accrual', amount: ask.amount, expires_at })
    const change = endChange(draft)
    const told = {
      ...{ organization_id, buyer_id: account.buyer_id, notify: ask.notify },
      ...{ from_number: account.entries + 1, to_number: change.account.entries },
    }
    return {
      ...{ organization_id, change, now, day, pos_id: null },
      announcements: [balanceChanged(told)],
    }
  })
  const statuses = await commitInside(tx, operations)
  if (statuses.includes('stale')) throw new MovedMeanwhile('an account moved meanwhile')
  const odd = statuses.find((status) => status !== 'committed')
  if (odd) throw new Error(`grantToMany: ${odd} cannot be`)
}
