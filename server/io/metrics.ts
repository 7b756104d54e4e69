/**
 * Figures of one process for Prometheus. Labels are a method, a route's pattern, a class of status
 * and a pool's name: never an address, a shop or a person.
 */
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

export type Metrics = {
  countReceipt(): void
  /** Observes how long each answer of `app` takes; call before its routes are added. */
  measure(app: FastifyInstance): void
  /** All figures in Prometheus' text format, each marked as this process's. */
  read(process_number: number): Promise<string>
}

const off: Metrics = { countReceipt() {}, measure() {}, read: async () => '' }

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Opens the figures; without METRICS_PORT nobody reads them and nothing is measured. */
export function openMetrics(
  config: { METRICS_PORT?: number | undefined },
  pools: Record<string, pg.Pool>,
): Metrics {
  if (config.METRICS_PORT === undefined) return off
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const receipts = new Counter({
    name: 'verta_receipts_total',
    help: 'Receipts made by this process.',
    registers,
  })
  const http = new Histogram({
    name: 'verta_http_request_seconds',
    help: 'Time to answer, by route template.',
    labelNames: ['method', 'route', 'status'],
    buckets: SECONDS,
    registers,
  })
  measurePools(registry, pools)
  return {
    countReceipt: () => receipts.inc(),
    measure(app) {
      app.addHook('onResponse', async (request, reply) => {
        // Streams send their own headers and stay open for as long as somebody looks.
        if (!reply.hasHeader('x-request-id')) return
        const pattern = request.routeOptions.url ?? 'none'
        // Every built file has a route of its own, with a new name at each build.
        const route = /\.\w+$/.test(pattern) ? 'file' : pattern
        const status = `${String(reply.statusCode)[0]}xx`
        http.observe({ method: request.method, route, status }, reply.elapsedTime / 1000)
      })
    },
    async read(process_number) {
      registry.setDefaultLabels({ process: String(process_number) })
      return registry.metrics()
    },
  }
}

function measurePools(registry: Registry, pools: Record<string, pg.Pool>): void {
  const gauge: Gauge = new Gauge({
    name: 'verta_database_connections',
    help: 'Connections of each pool: open, idle, and calls that wait for one.',
    labelNames: ['pool', 'state'],
    registers: [registry],
    collect() {
      for (const [pool, { totalCount, idleCount, waitingCount }] of Object.entries(pools)) {
        gauge.set({ pool, state: 'open' }, totalCount)
        gauge.set({ pool, state: 'idle' }, idleCount)
        gauge.set({ pool, state: 'waiting' }, waitingCount)
      }
    },
  })
}

/** One text of the texts of several processes: every name is described once. */
export function mergeFigures(texts: string[]): string {
  const merged = new Map<string, { head: string[]; samples: string[] }>()
  for (const block of texts.flatMap((text) => text.split(/\n(?=# HELP )/))) {
    const lines = block.split('\n').filter((line) => line !== '')
    const head = lines.filter((line) => line.startsWith('#'))
    const [help] = head
    if (help === undefined) continue
    const name = help.split(' ')[2] ?? ''
    const known = merged.get(name) ?? { head, samples: [] }
    known.samples.push(...lines.filter((line) => !line.startsWith('#')))
    merged.set(name, known)
  }
  return [...merged.values()]
    .map(({ head, samples }) => `${[...head, ...samples].join('\n')}\n`)
    .join('\n')
}
