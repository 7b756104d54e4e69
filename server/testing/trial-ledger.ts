import { expect } from 'vitest'
import { checkLedger, type Violation } from '#server/features/ledger/check-ledger.ts'
import { openDatabase, type Db } from '#server/io/db.ts'

/** The ledger check finds nothing, and it did look at something. */
export async function expectSoundLedger(db: Db): Promise<void> {
  const violations: Violation[] = []
  const checked = await checkLedger({ db }, (violation) => void violations.push(violation))
  expect(violations).toEqual([])
  expect(checked.entries, 'void: there was nothing to check').toBeGreaterThan(0)
}

/** The same of a database that a program in another process uses. */
export async function expectSoundLedgerAt(url: string): Promise<void> {
  const database = openDatabase(url, { pool: 2 })
  try {
    await expectSoundLedger(database.db)
  } finally {
    await database.close()
  }
}
