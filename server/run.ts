/** The program: migrations → io → listen and work; close in order. `main.ts` starts it. */
import { join } from 'node:path'
import { openApp } from './app.ts'
import { closeInTime } from './close-in-time.ts'
import { ensureDemoShop } from './demo/ensure-demo-shop.ts'
import { ensureSharedBots } from './features/bots/ensure-shared.ts'
import { startPolling } from './features/bots/poll-telegram.ts'
import { startRelay } from './features/ledger/relay-announcements.ts'
import type { Config } from './io/config.ts'
import type { DatabaseServer } from './io/database-server.ts'
import { openHttp } from './io/http.ts'
import { listen, refuseTakenPort, startProcesses } from './io/processes.ts'
import { serveWeb } from './io/serve-web.ts'
import { greet } from './greet.ts'
import { serveHealth } from './health.ts'
import { serveMetrics } from './metrics.ts'
import { prepareDatabase } from './prepare-database.ts'
import { siteSources } from './site-sources.ts'

/** The service manager's own patience is longer: `TimeoutStopSec`, `stop_grace_period`. */
const CLOSING_MS = 20_000

/** Runs until a signal ends it. `started`: when, by `performance.now()`, the start began. */
export async function run(
  config: Config,
  database: DatabaseServer,
  started: number,
): Promise<void> {
  const { io, jobs } = await prepareDatabase(config, database, {
    supervise_jobs: config.WORK === 'true',
  })
  const serves = config.SERVE === 'true'
  const app = serves ? openApp(io) : openHttp(config, io.log)
  serveHealth(app, io)
  if (serves) await serveWeb(app, config, siteSources(io))
  const demo = config.DEMO === 'true' && !config.production ? await ensureDemoShop(io) : undefined
  if (config.WORK === 'true') await io.jobs.work(jobs)
  const stopRelay =
    config.WORK === 'true'
      ? startRelay(
          io,
          jobs.map(({ name }) => name),
        )
      : async () => {}
  // A messenger that does not answer keeps nobody from starting.
  if (config.WORK === 'true')
    void ensureSharedBots(io).catch((error: unknown) => io.log.error({ err: error }, 'shared bots'))
  const stopPolling = config.WORK === 'true' ? startPolling(io) : async () => {}
  const shared = config.HTTP_PROCESSES > 1
  if (shared) await refuseTakenPort(config.PORT, config.HOST)
  await listen(app, { port: config.PORT, host: config.HOST, shared })
  const address = app.server.address()
  const beside = startProcesses(
    io.log,
    join(import.meta.dirname, 'serve-beside.ts'),
    config.HTTP_PROCESSES - 1,
    {
      config,
      database_url: database.url,
      // The port itself, also when the system chose it.
      port: typeof address === 'object' && address ? address.port : config.PORT,
    },
  )
  const metrics = await serveMetrics(io, () => beside.ask('figures'))
  greet(config, demo, performance.now() - started)

  let closing = false
  const close = (signal: string) => {
    // A second signal means "now".
    if (closing) process.exit(1)
    closing = true
    io.log.info({ signal }, 'closing')
    // A database of ours that is not ended here ends with this process.
    void closeInTime(io.log, CLOSING_MS, [
      ['calls', () => Promise.all([app.close(), beside.stop(), metrics.stop()])],
      ['relay and polling', () => Promise.all([stopRelay(), stopPolling()])],
      ['jobs and connections', () => io.close()],
      ['database', () => database.stop()],
    ]).then((status) => process.exit(status))
  }
  process.on('SIGINT', () => close('SIGINT'))
  process.on('SIGTERM', () => close('SIGTERM'))
}
