/**
 * `npm run backup [folder or file]`: writes everything into one file, beside a live program or not.
 * The keys of SECRET_KEYS are not in it: whoever finds the file must not be able to read bots' tokens.
 */
import { existsSync, mkdirSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { writeBackup } from './io/backup.ts'
import { systemClock } from './io/clock.ts'
import { readConfig } from './io/config.ts'
import { openDatabaseServer } from './io/database-server.ts'
import { findSecretKeys, openSecrets } from './io/secrets.ts'

async function run(): Promise<void> {
  const config = readConfig(process.env)
  if (config.DATABASE_URL === undefined && !existsSync(config.DATA_DIR)) {
    throw new Error(`there is no database in ${config.DATA_DIR}`)
  }
  const made_at = systemClock.now()
  const to = resolve(process.argv[2] ?? 'backups')
  const isFile = to.endsWith('.backup') && !(existsSync(to) && statSync(to).isDirectory())
  if (!isFile) mkdirSync(to, { recursive: true, mode: 0o700 })
  const stamp = made_at.toISOString().slice(0, 19).replaceAll(':', '-')
  const file = isFile ? to : join(to, `verta-${stamp}.backup`)
  if (existsSync(file)) throw new Error(`${file} is there already`)
  const secrets = openSecrets(await findSecretKeys(config))
  const server = await openDatabaseServer(config, { beside: true })
  try {
    const { rows, files } = await writeBackup(file, {
      url: server.migrate_url,
      uploads: join(config.DATA_DIR, 'uploads'),
      made_at,
      keys_proof: secrets.hmac('backup', 'proof'),
    })
    const size = Math.ceil(statSync(file).size / 1024)
    console.log(`${file}: ${rows} rows, ${files} files, ${size} KB`)
    const keys = config.SECRET_KEYS === undefined ? join(config.DATA_DIR, 'secret-keys') : ''
    console.log(
      `Not in it: the keys (${keys === '' ? 'SECRET_KEYS' : keys}) and the settings. Keep them apart from it, but keep them.`,
    )
  } finally {
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
