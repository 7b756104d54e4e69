import type { Io } from '#server/io/io.ts'
import { beginChange, endChange } from './change-rules.ts'
import { dayOf } from './calendar-rules.ts'
import { commitOperations, type Operation } from './commit-operations.ts'
import { balanceChanged } from './events.ts'
import { accountOf, type AccountRow } from './read-account.ts'
import { selectDueAccounts } from './store.ts'

const STEP = 200
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000'

/**
 * Writes off every lot that is due, of all organizations. Every other movement does the same for
 * its own buyer first, so running late, twice or beside the tills changes no balance: an account
 * that moved meanwhile has expired its lots by itself and is left alone here.
 * `timezoneOf` tells the zone an organization counts its days in. Answers how many entries it wrote.
 */
export async function expireLots(
  io: Io,
  timezoneOf: (organization_id: string) => Promise<string>,
): Promise<number> {
  let after = { organization_id: BEFORE_ALL, buyer_id: BEFORE_ALL }
  let written = 0
  for (;;) {
    const rows = await selectDueAccounts(io.db, after, io.clock.now(), STEP)
    const last = rows.at(-1)
    if (!last) return written
    const operations: Operation[] = []
    for (const row of rows) {
      operations.push(expiryOfAccount(row, io.clock.now(), await timezoneOf(row.organization_id)))
    }
    const outcomes = await commitOperations(io, operations)
    written += outcomes.reduce((sum, outcome, index) => {
      const entries = operations[index]?.change?.entries.length ?? 0
      return outcome.status === 'committed' ? sum + entries : sum
    }, 0)
    after = { organization_id: last.organization_id, buyer_id: last.buyer_id }
  }
}

/** Beginning a change expires what is due; ending it at once leaves nothing else in it. */
function expiryOfAccount(row: AccountRow, now: Date, timezone: string): Operation {
  const { organization_id, buyer_id } = row
  const change = endChange(beginChange(accountOf(row), now.getTime()))
  const announced = balanceChanged({
    organization_id,
    buyer_id,
    from_number: row.entries + 1,
    to_number: change.account.entries,
    notify: false,
  })
  return {
    organization_id,
    change,
    now,
    day: dayOf(now.getTime(), timezone).text,
    pos_id: null,
    announcements: [announced],
  }
}
