/** A small TCP proxy before a program that spoils connections in one way, and counts that it did. */
import { connect, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

export type Fault =
  | 'none'
  /** The request reaches the program, and its whole answer is thrown away. */
  | 'cut_answer'
  /** The connection breaks in the middle of the request. */
  | 'cut_request'
  /** Everything comes late and drop by drop. */
  | 'slow'
  /** The client's side ends right after the request; the answer may still come. */
  | 'half_close'

export type Proxy = {
  base: string
  /** Connections that were spoiled. */
  spoiled(): number
  /** Bodies of answers that were thrown away, by the `x-trial` header of their requests. */
  thrown: Map<string, unknown[]>
  /** Statuses of all answers of the program, thrown away ones too. */
  statuses: number[]
  close(): Promise<void>
}

const DELAY_MS = 300
const SLOW_BYTES = 256
const SLOW_MS = 60

export async function openProxy(target: string, fault: Fault): Promise<Proxy> {
  const { hostname, port } = new URL(target)
  const sockets = new Set<Socket>()
  const thrown = new Map<string, unknown[]>()
  const statuses: number[] = []
  let spoiled = 0
  const server = createServer({ allowHalfOpen: true }, (client) => {
    const program = connect({ host: hostname, port: Number(port), allowHalfOpen: true })
    for (const socket of [client, program]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        ;(socket === client ? program : client).destroy()
      })
    }
    watchStatuses(program, statuses)
    const end = () => {
      spoiled += 1
      client.resetAndDestroy()
      program.destroy()
    }
    switch (fault) {
      case 'none':
        client.pipe(program)
        program.pipe(client)
        break
      case 'cut_answer':
        cutAnswer(client, program, thrown, end)
        break
      case 'cut_request':
        client.once('data', (chunk: Buffer) => {
          program.write(chunk.subarray(0, Math.max(1, Math.floor(chunk.length * 0.7))))
          setTimeout(end, 20)
        })
        break
      case 'slow':
        spoiled += 1
        void trickle(client, program)
        void trickle(program, client)
        break
      case 'half_close':
        client.once('data', (chunk: Buffer) => {
          spoiled += 1
          program.end(chunk)
        })
        program.pipe(client)
        break
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    base: `http://127.0.0.1:${address.port}`,
    spoiled: () => spoiled,
    thrown,
    statuses,
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function watchStatuses(program: Socket, statuses: number[]): void {
  program.on('data', (chunk: Buffer) => {
    const status = /^HTTP\/1\.1 (\d{3})/.exec(chunk.toString('latin1'))?.[1]
    if (status !== undefined) statuses.push(Number(status))
  })
}

function cutAnswer(
  client: Socket,
  program: Socket,
  thrown: Map<string, unknown[]>,
  end: () => void,
): void {
  let asked = ''
  let answered = Buffer.alloc(0)
  client.on('data', (chunk: Buffer) => {
    asked += chunk.toString('latin1')
    program.write(chunk)
  })
  program.on('data', (chunk: Buffer) => {
    answered = Buffer.concat([answered, chunk])
    const head = answered.indexOf('\r\n\r\n')
    if (head < 0) return
    const length = /content-length: (\d+)/i.exec(answered.subarray(0, head).toString('latin1'))?.[1]
    const body = answered.subarray(head + 4)
    if (length === undefined || body.length < Number(length)) return
    const name = /^x-trial: (\S+)/im.exec(asked)?.[1] ?? ''
    thrown.set(name, [...(thrown.get(name) ?? []), JSON.parse(body.toString())])
    end()
  })
}

/** Late, then little by little. */
async function trickle(from: Socket, to: Socket): Promise<void> {
  await sleep(DELAY_MS)
  try {
    for await (const chunk of from as AsyncIterable<Buffer>) {
      for (let at = 0; at < chunk.length; at += SLOW_BYTES) {
        to.write(chunk.subarray(at, at + SLOW_BYTES))
        await sleep(SLOW_MS)
      }
    }
    to.end()
  } catch {
    to.destroy()
  }
}
