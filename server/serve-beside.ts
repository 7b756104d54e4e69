/** One more process that serves HTTP beside `main.ts`, which starts it and tells it when to end. */
import { openApp } from './app.ts'
import { serveHealth } from './health.ts'
import type { Config } from './io/config.ts'
import { listen } from './io/processes.ts'
import { serveWeb } from './io/serve-web.ts'
import { openIo } from './open-io.ts'
import { siteSources } from './site-sources.ts'

type Told = { config: Config; database_url: string; port: number }

async function serve({ config, database_url, port }: Told): Promise<() => Promise<void>> {
  const io = await openIo(config, { url: database_url, supervise_jobs: false })
  const app = openApp(io)
  serveHealth(app, io)
  await serveWeb(app, config, siteSources(io))
  await listen(app, { port, host: config.HOST, shared: true })
  return async () => {
    await app.close()
    await io.close()
  }
}

let serving: Promise<() => Promise<void>> | undefined
process.on('message', (message: Told | 'stop') => {
  if (message === 'stop') void serving?.then((close) => close()).finally(() => process.exit(0))
  else serving = serve(message)
})
// Without the first process there is no database; nothing that is left could be answered.
process.on('disconnect', () => process.exit(1))
// A terminal signals every process; the first one decides.
process.on('SIGINT', () => {})
process.on('SIGTERM', () => {})
