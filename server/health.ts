import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { OpenIo } from './open-io.ts'

const JOB_LAG_MS_MAX = 60_000
const ANSWER_MS = 1_000

/**
 * `/healthz` says that the process runs, `/readyz` that it can do its work: the database answers
 * and jobs are not stuck, told within a
 * second each, so that whoever asks is not kept by a database that hangs. Neither tells more than that.
 */
export function serveHealth(app: FastifyInstance, io: OpenIo): void {
  app.get('/healthz', async (_request, reply) => reply.send({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    try {
      await inTime(sql`select 1`.execute(io.db))
      if ((await inTime(io.jobs.lag())) > JOB_LAG_MS_MAX) throw new Error('jobs are stuck')
      return await reply.send({ status: 'ready' })
    } catch {
      return reply.code(503).header('retry-after', '1').send({ status: 'not_ready' })
    }
  })
}

async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('no answer in time')), ANSWER_MS)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
