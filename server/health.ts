import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { OpenIo } from './open-io.ts'

const JOB_LAG_MS_MAX = 60_000

/**
 * `/healthz` says that the process runs, `/readyz` that it can do its work: the database answers
 * and jobs are not stuck. Neither tells more than that.
 */
export function serveHealth(app: FastifyInstance, io: OpenIo): void {
  app.get('/healthz', async (_request, reply) => reply.send({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    try {
      await sql`select 1`.execute(io.db)
      if ((await io.jobs.lag()) > JOB_LAG_MS_MAX) throw new Error('jobs are stuck')
      return await reply.send({ status: 'ready' })
    } catch {
      return reply.code(503).header('retry-after', '1').send({ status: 'not_ready' })
    }
  })
}
