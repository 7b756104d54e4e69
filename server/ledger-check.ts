/**
 * `npm run ledger:check [organization]`: recomputes the ledger and prints every violation, one a
 * line. Reads only; beside a live program it uses the same database.
 * Exit status: 0 nothing is wrong, 1 something is, 2 it could not be checked.
 */
import { existsSync } from 'node:fs'
import { z } from 'zod'
import { checkLedger, type Violation } from './features/ledger/check-ledger.ts'
import { readConfig } from './io/config.ts'
import { openDatabaseServer } from './io/database-server.ts'
import { openDatabase } from './io/db.ts'

function print(violation: Violation): void {
  const { organization_id, buyer_id, rule, expected, found } = violation
  console.log(
    `organization ${organization_id}, buyer ${buyer_id ?? '-'}: ${rule}: expected ${expected}, found ${found}`,
  )
}

async function run(): Promise<number> {
  const config = readConfig(process.env)
  const only = z.uuid().optional().parse(process.argv[2])
  if (config.DATABASE_URL === undefined && !existsSync(config.DATA_DIR)) {
    throw new Error(`there is no database in ${config.DATA_DIR}`)
  }
  const server = await openDatabaseServer(config, { beside: true })
  const database = openDatabase(server.url, { pool: 2, name: 'verta ledger check' })
  let violations = 0
  try {
    const checked = await checkLedger(
      database,
      (violation) => {
        violations += 1
        print(violation)
      },
      only,
    )
    const { organizations, accounts, entries } = checked
    console.log(
      `${organizations} organizations, ${accounts} accounts, ${entries} entries: ${violations} violations`,
    )
  } finally {
    await database.close()
    await server.stop()
  }
  return violations === 0 ? 0 : 1
}

run().then(
  (status) => process.exit(status),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error)
    process.exit(2)
  },
)
