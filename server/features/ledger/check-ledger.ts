import { inLongSnapshot } from '#server/io/db.ts'
import type { Io } from '#server/io/io.ts'
import { checkAccount, type Violation } from './check-rules.ts'
import {
  findOrphans,
  findWrongBuyerDays,
  findWrongDays,
  findWrongNumbers,
  findWrongReceipts,
  nextBuyers,
  nextOrganization,
  readDays,
  readEntries,
} from './check-store.ts'
import { accountOf } from './read-account.ts'
import { selectAccounts } from './store.ts'
import { findWrongUsage, findWrongUses } from './usage-check-store.ts'

export type { Violation } from './check-rules.ts'

/** What was looked at, so that an empty list of violations means something. */
export type Checked = { organizations: number; accounts: number; entries: number }

const STEP = 500
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000'

/**
 * Recomputes the whole ledger, or one organization's, from its entries and receipts and reports
 * everything that disagrees. Reads only, a step at a time, each in a snapshot of its own.
 */
export async function checkLedger(
  io: Pick<Io, 'db'>,
  report: (violation: Violation) => void,
  only?: string,
): Promise<Checked> {
  const checked = { organizations: 0, accounts: 0, entries: 0 }
  let organization_id = only ?? (await nextOrganization(io.db, BEFORE_ALL))
  while (organization_id !== undefined) {
    await checkOrganization(io, organization_id, report, checked)
    checked.organizations += 1
    organization_id =
      only === undefined ? await nextOrganization(io.db, organization_id) : undefined
  }
  return checked
}

async function checkOrganization(
  io: Pick<Io, 'db'>,
  organization_id: string,
  report: (violation: Violation) => void,
  checked: Checked,
): Promise<void> {
  for (let after: string | undefined = BEFORE_ALL; after !== undefined;) {
    const from: string = after
    after = await inLongSnapshot(io.db, async (tx) => {
      const buyers = await nextBuyers(tx, organization_id, from, STEP)
      const entries = await readEntries(tx, organization_id, buyers)
      const days = await readDays(tx, organization_id, buyers)
      for (const row of await selectAccounts(tx, organization_id, buyers)) {
        const own = entries.get(row.buyer_id) ?? []
        const sums = days.get(row.buyer_id) ?? { turnover: 0, receipts: 0 }
        checkAccount(accountOf(row), own, sums).forEach(report)
        checked.accounts += 1
        checked.entries += own.length
      }
      return buyers.length === STEP ? buyers.at(-1) : undefined
    })
  }
  const finds = [
    findOrphans,
    findWrongReceipts,
    findWrongNumbers,
    findWrongDays,
    findWrongBuyerDays,
    findWrongUsage,
    findWrongUses,
  ]
  for (const find of finds) {
    const violations = await inLongSnapshot(io.db, (tx) => find(tx, organization_id))
    violations.forEach(report)
  }
}
