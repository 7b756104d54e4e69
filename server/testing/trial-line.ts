/**
 * The line between a till and the program, in the trial's hand: down, up, or spoilt at the very
 * moment when a receipt is being sent. Counts what it really hit.
 */
import { connect, createServer, type Socket } from 'node:net'

/** The next create never reaches the program, or it does and its answer is thrown away. */
export type Spoil = 'before' | 'after'

export type Line = {
  base: string
  up(): void
  /** Ends every connection and refuses new ones. */
  down(): void
  /** Spoils the next create and brings the line down; resolves when it did. */
  spoil(how: Spoil): Promise<void>
  close(): Promise<void>
}

const CREATE = 'POST /pos-api/v1/bonuses/create'

export async function openLine(target: string): Promise<Line> {
  const { hostname, port } = new URL(target)
  const sockets = new Set<Socket>()
  let is_up = false
  let armed: { how: Spoil; hit: () => void } | undefined
  const down = () => {
    is_up = false
    for (const socket of sockets) socket.destroy()
  }
  const strike = () => {
    const { hit } = armed ?? {}
    armed = undefined
    down()
    hit?.()
  }
  const server = createServer((client) => {
    if (!is_up) return client.destroy()
    const program = connect({ host: hostname, port: Number(port) })
    for (const socket of [client, program]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        ;(socket === client ? program : client).destroy()
      })
    }
    let awaited = false
    client.on('data', (chunk: Buffer) => {
      const creates = armed !== undefined && chunk.includes(CREATE)
      if (creates && armed?.how === 'before') return strike()
      awaited ||= creates
      program.write(chunk)
    })
    program.on('data', (chunk: Buffer) => {
      if (awaited && armed) return strike()
      client.write(chunk)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the line has no port')
  return {
    base: `http://127.0.0.1:${address.port}`,
    up: () => void (is_up = true),
    down,
    spoil: (how) => new Promise((hit) => (armed = { how, hit })),
    async close() {
      down()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
