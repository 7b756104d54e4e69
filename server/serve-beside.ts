/** One more process that serves HTTP beside `main.ts`, which starts it and tells it when to end. */
import { openApp } from './app.ts'
import { serveHealth } from './health.ts'
import type { Config } from './io/config.ts'
import { listen } from './io/processes.ts'
import { serveWeb } from './io/serve-web.ts'
import { openIo } from './open-io.ts'
import { siteSources } from './site-sources.ts'

type Told = { config: Config; database_url: string; port: number; process_number: number }
type Question = { question: 'figures'; id: number }
type Serving = { close(): Promise<void>; figures(): Promise<string> }

async function serve({ config, database_url, port, process_number }: Told): Promise<Serving> {
  const io = await openIo(config, { url: database_url, supervise_jobs: false })
  const app = openApp(io)
  serveHealth(app, io)
  await serveWeb(app, config, siteSources(io))
  await listen(app, { port, host: config.HOST, shared: true })
  return {
    async close() {
      await app.close()
      await io.close()
    },
    figures: () => io.metrics.read(process_number),
  }
}

let serving: Promise<Serving> | undefined
process.on('message', (message: Told | Question | 'stop') => {
  if (message === 'stop') {
    void serving?.then(({ close }) => close()).finally(() => process.exit(0))
  } else if ('question' in message) {
    const { id } = message
    // Who asks does not wait for ever; a process that is still opening answers nothing.
    void serving?.then(async ({ figures }) => {
      const text = await figures()
      process.send?.({ answers: id, text })
    })
  } else serving = serve(message)
})
// Without the first process there is no database; nothing that is left could be answered.
process.on('disconnect', () => process.exit(1))
// A terminal signals every process; the first one decides.
process.on('SIGINT', () => {})
process.on('SIGTERM', () => {})
