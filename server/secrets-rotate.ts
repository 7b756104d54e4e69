/**
 * `npm run secrets:rotate`: after a new key was put first in SECRET_KEYS, seals what is kept under
 * older ones anew. Works beside a live program; afterwards the older keys may be taken away, but
 * for HMACs of phones and codes, which are looked up under every key there is.
 */
import { existsSync } from 'node:fs'
import { resealSecrets } from './features/bots/reseal-secrets.ts'
import { resealSecondFactors } from './features/identity/reseal-second-factors.ts'
import { resealEndpoints } from './features/webhooks/reseal-endpoints.ts'
import { readConfig } from './io/config.ts'
import { openDatabaseServer } from './io/database-server.ts'
import { openDatabase } from './io/db.ts'
import { findSecretKeys, openSecrets } from './io/secrets.ts'

async function run(): Promise<void> {
  const config = readConfig(process.env)
  if (config.DATABASE_URL === undefined && !existsSync(config.DATA_DIR)) {
    throw new Error(`there is no database in ${config.DATA_DIR}`)
  }
  const server = await openDatabaseServer(config, { beside: true })
  const database = openDatabase(server.url, { pool: 2, name: 'verta secrets rotate' })
  try {
    const secrets = openSecrets(await findSecretKeys(config))
    console.log(`bots sealed anew: ${await resealSecrets({ db: database.db, secrets })}`)
    const factors = await resealSecondFactors({ db: database.db, secrets })
    console.log(`second factors sealed anew: ${factors}`)
    console.log(`webhooks sealed anew: ${await resealEndpoints({ db: database.db, secrets })}`)
  } finally {
    await database.close()
    await server.stop()
  }
}

run().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  },
)
