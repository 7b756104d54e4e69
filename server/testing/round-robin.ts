/** One address before several programs, as a balancer is: each call goes to the next that answers. */
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Passes calls on in turn. A call that nobody took goes to the next; one that was taken does not. */
export async function openRoundRobin(bases: readonly string[]) {
  let turn = 0
  const passed = bases.map(() => 0)
  function pass(from: IncomingMessage, to: ServerResponse, body: Buffer, left: number): void {
    const number = turn++ % bases.length
    const { hostname, port } = new URL(bases[number] ?? '')
    const { url: path = '/', method = 'GET', headers } = from
    const asked = request({ hostname, port, path, method, headers, agent: false })
    asked.on('response', (answer) => {
      passed[number] = (passed[number] ?? 0) + 1
      to.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.on('error', () => to.destroy())
      answer.pipe(to)
    })
    asked.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED' && left > 0) pass(from, to, body, left - 1)
      else to.destroy()
    })
    to.once('close', () => asked.destroy())
    asked.end(body)
  }
  const server = createServer((from, to) => {
    const parts: Buffer[] = []
    from.on('data', (part: Buffer) => parts.push(part))
    from.on('end', () => pass(from, to, Buffer.concat(parts), bases.length - 1))
  })
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return {
    base: `http://127.0.0.1:${port}`,
    /** Answers that each program gave. */
    passed: () => [...passed],
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
