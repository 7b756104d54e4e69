/** A link between a program and its database that can be held, slowed and cut. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const FILE = '.s.PGSQL.5432'

export type DatabaseLink = {
  /** The folder that stands for the database's own. */
  dir: string
  /** From now on nothing comes through, and nobody is told. */
  hold(): void
  /** Everything comes this much later. */
  slow(ms: number): void
  /** What was held goes on, and new connections too. */
  release(): void
  /** Breaks every connection there is. */
  cut(): void
  /** Pieces that were held, delayed or lost. */
  spoiled(): number
  close(): Promise<void>
}

export async function openDatabaseLink(socket_dir: string): Promise<DatabaseLink> {
  const dir = mkdtempSync(join(tmpdir(), 'verta-link-'))
  chmodSync(dir, 0o711)
  const sockets = new Set<Socket>()
  let delay_ms = 0
  let open = Promise.resolve()
  let letGo = () => {}
  let spoiled = 0
  const forward = (from: Socket, to: Socket) => {
    let before = Promise.resolve()
    from.on('data', (chunk: Buffer) => {
      before = before.then(async () => {
        if (delay_ms > 0) {
          spoiled += 1
          await sleep(delay_ms)
        }
        await open
        if (to.writable) to.write(chunk)
      })
    })
    from.on('error', () => {})
    from.on('close', () => {
      sockets.delete(from)
      to.destroy()
    })
  }
  const server = createServer((program) => {
    const database = connect(join(socket_dir, FILE))
    for (const socket of [program, database]) sockets.add(socket)
    forward(program, database)
    forward(database, program)
  })
  await new Promise<void>((resolve) => server.listen(join(dir, FILE), resolve))
  chmodSync(join(dir, FILE), 0o777)
  return {
    dir,
    hold() {
      spoiled += sockets.size
      open = new Promise((resolve) => (letGo = resolve))
    },
    slow: (ms) => void (delay_ms = ms),
    release() {
      delay_ms = 0
      letGo()
      open = Promise.resolve()
    },
    cut() {
      spoiled += sockets.size
      for (const socket of sockets) socket.destroy()
    },
    spoiled: () => spoiled,
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
      rmSync(dir, { recursive: true, force: true })
    },
  }
}
