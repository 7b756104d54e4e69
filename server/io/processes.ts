/**
 * More processes that serve HTTP at the same address: one of JavaScript uses one core, and the rules
 * of the shop take most of a call. The operating system deals the connections out (SO_REUSEPORT).
 * Everything that must be told once is told by PostgreSQL, so the processes know nothing of each
 * other; the first one owns the database, the jobs and the end of all.
 */
import { fork, type ChildProcess } from 'node:child_process'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Log } from './log.ts'

const STOP_MS = 10_000
const AGAIN_MS = 1_000

/**
 * Refuses a port that somebody else serves: with a shared address both would, and half of the
 * calls would go to the wrong one. Throws the `EADDRINUSE` of an ordinary listening.
 */
export async function refuseTakenPort(port: number, host: string): Promise<void> {
  const server = createServer()
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port, host }, resolve)
  })
  await new Promise((resolve) => server.close(resolve))
}

/** Listens; `shared`: other processes may listen at the same address. */
export async function listen(
  app: FastifyInstance,
  { port, host, shared }: { port: number; host: string; shared: boolean },
): Promise<void> {
  // Fastify hands Node's own options on and has no type for this one yet.
  const options = { port, host, reusePort: shared }
  await app.listen(options)
}

/**
 * Starts `count` processes of the module at `entry`, and each again when it ends by itself.
 * `told` is the first message each gets. `stop` lets them answer what they are at, then ends them.
 */
export function startProcesses(
  log: Log,
  entry: string,
  count: number,
  told: object,
): { stop(): Promise<void> } {
  const children = new Set<ChildProcess>()
  let stopping = false
  const start = () => {
    const child = fork(entry)
    children.add(child)
    child.send(told)
    child.once('exit', (code, signal) => {
      children.delete(child)
      if (stopping) return
      log.error({ code, signal }, 'a process that serves HTTP ended; another is started')
      void sleep(AGAIN_MS, undefined, { ref: false }).then(() => {
        if (!stopping) start()
      })
    })
  }
  for (let each = 0; each < count; each += 1) start()
  return {
    async stop() {
      stopping = true
      await Promise.all([...children].map(endOf))
    },
  }
}

async function endOf(child: ChildProcess): Promise<void> {
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  if (child.connected) child.send('stop')
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS)
  await gone
  clearTimeout(timer)
}
