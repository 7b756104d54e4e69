import type { ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'

/** A call that takes longer than this is broken off when the program ends. */
const PATIENCE_MS = 10_000
const LOOK_MS = 50

/**
 * Ends every connection when the program closes, as soon as the calls at work are answered. Node
 * waits for a connection that has asked nothing yet, or half of a call, and looks for late ones no
 * more once it closes: a browser that has connected ahead would keep the program for ever.
 */
export function endConnections(app: FastifyInstance): void {
  const { server } = app
  const at_work = new Set<ServerResponse>()
  server.on('request', (_request, response) => {
    at_work.add(response)
    response.once('close', () => at_work.delete(response))
  })
  app.addHook('preClose', async () => {
    if (!server.listening) return
    const until = performance.now() + PATIENCE_MS
    const timer = setInterval(() => {
      // Asked again and again: until it listens no more, others may connect.
      if (at_work.size === 0 || performance.now() > until) server.closeAllConnections()
    }, LOOK_MS)
    server.once('close', () => clearInterval(timer))
  })
}
