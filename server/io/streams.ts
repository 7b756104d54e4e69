/**
 * Answers that go on: `text/event-stream`, read by `fetch` with the caller's bearer. A stream holds
 * no connection of the database and ends with its caller or with the program, whichever is first.
 */
import { once } from 'node:events'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** Proxies drop what is silent for a minute. */
const BEAT_MS = 15_000

export type Streams = {
  /** The signal of one request: aborted when its caller leaves or the program closes. */
  open(reply: FastifyReply): AbortSignal
  send(
    request: FastifyRequest,
    reply: FastifyReply,
    values: AsyncIterable<unknown>,
    encode: (value: unknown) => unknown,
  ): Promise<void>
}

/** The streams of one route; the closing of the program ends them all. */
export function openStreams(app: FastifyInstance): Streams {
  const open = new Set<AbortController>()
  app.addHook('preClose', async () => {
    for (const controller of open) controller.abort()
  })
  return {
    open(reply) {
      const controller = new AbortController()
      open.add(controller)
      reply.raw.once('close', () => {
        controller.abort()
        open.delete(controller)
      })
      return controller.signal
    },
    async send(request, reply, values, encode) {
      reply.hijack()
      const { raw } = reply
      raw.writeHead(200, {
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        // A proxy in front must hand each event on at once.
        'x-accel-buffering': 'no',
        'x-request-id': request.id,
      })
      const beat = setInterval(() => raw.write(': \n\n'), BEAT_MS)
      try {
        for await (const value of values) {
          if (raw.destroyed) break
          const taken = raw.write(`data: ${JSON.stringify(encode(value))}\n\n`)
          if (!taken) await Promise.race([once(raw, 'drain'), once(raw, 'close')])
        }
      } catch (error) {
        request.log.error({ err: error }, 'a stream broke')
      } finally {
        clearInterval(beat)
        raw.end()
      }
    },
  }
}
