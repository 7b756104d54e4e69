/**
 * `npm run restore <file>`: a backup into an empty database and data folder, then the check of the
 * whole ledger. Exit status: 0 restored and right, 1 restored but the ledger disagrees or the keys
 * are others, 2 not restored.
 */
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { checkLedger } from './features/ledger/check-ledger.ts'
import { readConfig } from './io/config.ts'
import { openDatabaseServer } from './io/database-server.ts'
import { openDatabase, roleOf } from './io/db.ts'
import { restoreBackup } from './io/restore.ts'
import { findSecretKeys, openSecrets } from './io/secrets.ts'

async function run(): Promise<number> {
  const [file] = process.argv.slice(2)
  if (file === undefined || !existsSync(file)) throw new Error('name the file of the backup')
  const config = readConfig(process.env)
  const uploads = join(config.DATA_DIR, 'uploads')
  if (existsSync(uploads)) throw new Error(`${uploads} is there already: use a new DATA_DIR`)
  const secrets = openSecrets(await findSecretKeys(config))
  const server = await openDatabaseServer(config, { beside: false })
  try {
    const to = { url: server.migrate_url, role: roleOf(server.url), uploads }
    const { rows, files, head } = await restoreBackup(resolve(file), to)
    console.log(`${rows} rows and ${files} files of ${head.made_at} are back`)
    const known = secrets.hmacAll('backup', 'proof').includes(head.keys_proof)
    if (!known) {
      console.error(
        'The keys are not those of then: tokens of bots cannot be opened, codes and phones kept as digests not be found. Put the keys of then into SECRET_KEYS before you start.',
      )
    }
    const database = openDatabase(server.url, { pool: 2, name: 'verta restore check' })
    let violations = 0
    try {
      const checked = await checkLedger(database, ({ rule, organization_id, buyer_id }) => {
        violations += 1
        console.error(`organization ${organization_id}, buyer ${buyer_id ?? '-'}: ${rule}`)
      })
      const { organizations, accounts, entries } = checked
      console.log(
        `The ledger: ${organizations} organizations, ${accounts} accounts, ${entries} entries, ${violations} violations`,
      )
    } finally {
      await database.close()
    }
    return violations === 0 && known ? 0 : 1
  } finally {
    await server.stop()
  }
}

run().then(
  (status) => process.exit(status),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error)
    process.exit(2)
  },
)
