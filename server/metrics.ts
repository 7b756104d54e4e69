/** `/metrics` for Prometheus, on a port of its own that no visitor of the site reaches. */
import { createHash, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { Gauge, Registry } from 'prom-client'
import { readOutbox } from './features/ledger/read-outbox.ts'
import { mergeFigures } from './io/metrics.ts'
import type { OpenIo } from './open-io.ts'

/**
 * Listens when METRICS_PORT is set. `others` answers the figures of the processes beside this one;
 * each process has a label of its own, so that nothing is added up behind anybody's back. What the
 * database knows of all of them is told once, without that label.
 */
export async function serveMetrics(
  io: OpenIo,
  others: () => Promise<string[]>,
): Promise<{ port: number; stop(): Promise<void> }> {
  const { METRICS_PORT, METRICS_HOST, METRICS_TOKEN } = io.config
  if (METRICS_PORT === undefined) return { port: 0, async stop() {} }
  const shared = measureDatabase(io)
  const server = createServer((request, response) => {
    const answer = (status: number, body: string) =>
      response
        .writeHead(status, { 'content-type': Registry.PROMETHEUS_CONTENT_TYPE })
        .end(request.method === 'HEAD' ? undefined : body)
    if (!mayRead(request, METRICS_TOKEN)) return void answer(401, '')
    if (request.url !== '/metrics') return void answer(404, '')
    Promise.all([io.metrics.read(0), others(), shared()]).then(
      ([own, beside, all]) => answer(200, mergeFigures([own, ...beside, all])),
      (error: unknown) => {
        io.log.error({ err: error }, 'figures could not be read')
        answer(500, '')
      },
    )
  })
  server.requestTimeout = 10_000
  await listen(server, METRICS_PORT, METRICS_HOST)
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : METRICS_PORT,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const listen = (server: Server, port: number, host: string) =>
  new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port, host }, resolve)
  })

const digest = (text: string) => createHash('sha256').update(text).digest()

function mayRead(request: IncomingMessage, token: string | undefined): boolean {
  if (token === undefined) return true
  return timingSafeEqual(digest(request.headers.authorization ?? ''), digest(`Bearer ${token}`))
}

/** Jobs and announced facts. A database that does not answer is itself a figure: `verta_up` 0. */
function measureDatabase(io: OpenIo): () => Promise<string> {
  const registry = new Registry()
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers: [registry] })
  const up = gauge('verta_database_up', '1 when the database answers.')
  const jobs = gauge('verta_jobs_waiting', 'Jobs that could run now and wait.')
  const job_age = gauge('verta_jobs_oldest_seconds', 'How long the oldest of them has waited.')
  const facts = gauge('verta_outbox_waiting', 'Announced facts that no job was made of yet.')
  const fact_age = gauge('verta_outbox_oldest_seconds', 'How long the oldest of them has waited.')
  return async () => {
    try {
      const [queue, outbox] = await Promise.all([io.jobs.queue(), readOutbox(io)])
      jobs.set(queue.waiting)
      job_age.set(queue.oldest_ms / 1000)
      facts.set(outbox.waiting)
      fact_age.set(outbox.oldest_ms / 1000)
      up.set(1)
    } catch {
      // Old figures would look like news.
      for (const each of [jobs, job_age, facts, fact_age]) each.set(Number.NaN)
      up.set(0)
    }
    return registry.metrics()
  }
}
