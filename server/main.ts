/** Start: configuration → database → migrations → io → listen and work; close in order. */
import { mkdirSync } from 'node:fs'
import { allJobs, openApp } from './app.ts'
import { ensureDemoShop } from './demo/ensure-demo-shop.ts'
import { startRelay } from './features/ledger/relay-announcements.ts'
import { ConfigError, readConfig, type Config } from './io/config.ts'
import { startEmbeddedPostgres } from './io/embedded-postgres.ts'
import { installJobs } from './io/jobs.ts'
import { migrate } from './io/migrate.ts'
import { roleOf } from './io/db.ts'
import { claimDataDir } from './io/claim-data-dir.ts'
import { serveWeb } from './io/serve-web.ts'
import { openIo } from './open-io.ts'
import { greet } from './greet.ts'
import { serveHealth } from './health.ts'

type Database = { url: string; migrate_url: string; stop(): Promise<void> }

async function openDatabaseServer(config: Config): Promise<Database> {
  if (config.DATABASE_URL !== undefined) {
    return {
      url: config.DATABASE_URL,
      migrate_url: config.DATABASE_MIGRATE_URL ?? config.DATABASE_URL,
      async stop() {},
    }
  }
  mkdirSync(config.DATA_DIR, { recursive: true })
  claimDataDir(config.DATA_DIR)
  return startEmbeddedPostgres(config.DATA_DIR)
}

async function start(): Promise<void> {
  const started = performance.now()
  const config = readConfig(process.env)
  const database = await openDatabaseServer(config)
  const role = roleOf(database.url)
  await migrate(database.migrate_url, role)
  await installJobs(database.migrate_url, role, [])
  const io = await openIo(config, { url: database.url, supervise_jobs: config.WORK === 'true' })
  await installJobs(database.migrate_url, role, allJobs(io))
  const app = openApp(io)
  serveHealth(app, io)
  await serveWeb(app, config)
  const demo = config.DEMO === 'true' && !config.production ? await ensureDemoShop(io) : undefined
  const jobs = allJobs(io)
  if (config.WORK === 'true') await io.jobs.work(jobs)
  const stopRelay =
    config.WORK === 'true' ? startRelay(io, jobs.map(({ name }) => name)) : async () => {}
  await app.listen({ port: config.PORT, host: config.HOST })
  greet(config, demo, performance.now() - started)

  let closing = false
  const close = (signal: string) => {
    // A second signal means "now".
    if (closing) process.exit(1)
    closing = true
    io.log.info({ signal }, 'closing')
    void (async () => {
      await app.close()
      await stopRelay()
      await io.close()
      await database.stop()
      process.exit(0)
    })()
  }
  process.on('SIGINT', () => close('SIGINT'))
  process.on('SIGTERM', () => close('SIGTERM'))
}

start().catch((error: unknown) => {
  console.error(error instanceof ConfigError ? error.message : error)
  process.exit(1)
})
