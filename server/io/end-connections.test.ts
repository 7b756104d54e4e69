import { once } from 'node:events'
import { connect, type AddressInfo, type Socket } from 'node:net'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { endConnections } from './end-connections.ts'

async function openServer(answer: () => Promise<string>) {
  const app = Fastify()
  endConnections(app)
  app.get('/', answer)
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  return {
    app,
    base: `http://127.0.0.1:${port}`,
    async connected(said: string): Promise<Socket> {
      const socket = connect({ port, host: '127.0.0.1' })
      socket.on('error', () => {})
      const there = once(app.server, 'connection')
      await once(socket, 'connect')
      await there
      if (said !== '') socket.write(said)
      return socket
    },
  }
}

test('connections that asked nothing, or half of a call, keep nobody from closing', async () => {
  const { app, connected } = await openServer(async () => 'x')
  const sockets = [await connected(''), await connected('GET / HT')]
  const gone = Promise.all(sockets.map((socket) => once(socket, 'close')))
  await app.close()
  await gone
})

test('a call at work is answered before its connection ends', async () => {
  const asked = Promise.withResolvers<void>()
  const may_answer = Promise.withResolvers<void>()
  const { app, base, connected } = await openServer(async () => {
    asked.resolve()
    await may_answer.promise
    return 'answered'
  })
  const idle = await connected('')
  const answer = fetch(base)
  await asked.promise
  const closing = app.close()
  may_answer.resolve()
  expect(await (await answer).text()).toBe('answered')
  await closing
  if (!idle.destroyed) await once(idle, 'close')
})
