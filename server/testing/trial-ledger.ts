import { expect } from 'vitest'
import { checkLedger, type Checked, type Violation } from '#server/features/ledger/check-ledger.ts'
import { openDatabase, type Db } from '#server/io/db.ts'

/**
 * The one invariant check, after every trial: the ledger check finds nothing, and it did look at
 * something.
 */
export async function expectSoundLedger(db: Db): Promise<Checked> {
  const violations: Violation[] = []
  const checked = await checkLedger({ db }, (violation) => void violations.push(violation))
  expect(violations).toEqual([])
  expect(checked.entries, 'void: there was nothing to check').toBeGreaterThan(0)
  return checked
}

/** The same of a database that a program in another process uses. */
export async function expectSoundLedgerAt(url: string): Promise<Checked> {
  const database = openDatabase(url, { pool: 2 })
  try {
    return await expectSoundLedger(database.db)
  } finally {
    await database.close()
  }
}
