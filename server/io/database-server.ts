import { mkdirSync } from 'node:fs'
import { claimDataDir } from './claim-data-dir.ts'
import type { Config } from './config.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'

export type DatabaseServer = {
  /** The program's role. */
  url: string
  /** The role that owns the schema. */
  migrate_url: string
  stop(): Promise<void>
}

/**
 * The database that the configuration names, or the embedded one in DATA_DIR. The program runs it
 * alone (`beside: false`); a command may run beside a running program and then uses its server.
 */
export async function openDatabaseServer(
  config: Config,
  { beside }: { beside: boolean },
): Promise<DatabaseServer> {
  if (config.DATABASE_URL !== undefined) {
    const migrate_url = config.DATABASE_MIGRATE_URL ?? config.DATABASE_URL
    return { url: config.DATABASE_URL, migrate_url, async stop() {} }
  }
  mkdirSync(config.DATA_DIR, { recursive: true })
  if (!beside) claimDataDir(config.DATA_DIR)
  return startEmbeddedPostgres(config.DATA_DIR, { attach: beside })
}
