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
const ASK_MS = 2_000

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
 * `told` is the first message each gets, with its number from 1 on. `stop` lets them answer what
 * they are at, then ends them. `ask` sends a word and gathers what they answer; who is late or has
 * just ended is left out.
 */
export function startProcesses(
  log: Log,
  entry: string,
  count: number,
  told: object,
): { stop(): Promise<void>; ask(question: string): Promise<string[]> } {
  const children = new Set<ChildProcess>()
  let stopping = false
  const start = (number: number) => {
    const child = fork(entry)
    children.add(child)
    child.send({ ...told, process_number: number })
    child.once('exit', (code, signal) => {
      children.delete(child)
      if (stopping) return
      log.error({ code, signal }, 'a process that serves HTTP ended; another is started')
      void sleep(AGAIN_MS, undefined, { ref: false }).then(() => {
        if (!stopping) start(number)
      })
    })
  }
  for (let number = 1; number <= count; number += 1) start(number)
  return {
    async stop() {
      stopping = true
      await Promise.all([...children].map(endOf))
    },
    async ask(question) {
      const answers = await Promise.all([...children].map((child) => answerOf(child, question)))
      return answers.filter((answer) => answer !== undefined)
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

let questions = 0

async function answerOf(child: ChildProcess, question: string): Promise<string | undefined> {
  if (!child.connected) return undefined
  questions += 1
  const id = questions
  return new Promise((resolve) => {
    const done = (answer: string | undefined) => {
      clearTimeout(timer)
      child.off('message', hear)
      child.off('exit', gone)
      resolve(answer)
    }
    const hear = (message: unknown) => {
      const { answers, text } = message as { answers?: number; text?: string }
      if (answers === id) done(text)
    }
    const gone = () => done(undefined)
    const timer = setTimeout(gone, ASK_MS)
    child.on('message', hear)
    child.once('exit', gone)
    child.send({ question, id }, (error) => error && gone())
  })
}
