/** A shop's own program, as good or bad as a test wants it to be. */
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Received = { headers: Record<string, string>; body: string }

/** Answers however `behave` says; keeps everything that came. */
export async function openReceiver() {
  const received: Received[] = []
  const receiver = {
    received,
    behave: (answer: ServerResponse): void => void answer.writeHead(204).end(),
  }
  const server = createServer((request, answer) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const headers = Object.fromEntries(
        Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
      )
      received.push({ headers, body: Buffer.concat(parts).toString('utf8') })
      receiver.behave(answer)
    })
  })
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return Object.assign(receiver, {
    url: `http://127.0.0.1:${port}/hooks`,
    close() {
      server.closeAllConnections()
      server.close()
    },
  })
}
