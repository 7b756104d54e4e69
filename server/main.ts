/** Start: configuration → database, and meanwhile all other code is loaded → the program. */
import { ConfigError, readConfig } from './io/config.ts'
import { openDatabaseServer } from './io/database-server.ts'

async function start(): Promise<void> {
  const started = performance.now()
  const config = readConfig(process.env)
  const [database, { run }] = await Promise.all([
    openDatabaseServer(config, { beside: false }),
    // Loading is half of a start.
    import('./run.ts'),
  ])
  await run(config, database, started)
}

start().catch((error: unknown) => {
  console.error(error instanceof ConfigError ? error.message : error)
  process.exit(1)
})
