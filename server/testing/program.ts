/** The real program in a process of its own, on a data folder of its own: for trials that kill it. */
import { spawn, type ChildProcess } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const root = join(import.meta.dirname, '..', '..')

export type Program = {
  base: string
  data_dir: string
  /** Starts the program; answers when it is ready. */
  start(): Promise<void>
  /** Ends it in order; answers its exit status. */
  stop(): Promise<number | null>
  pid(): number
  /** The postmaster of its embedded database. */
  database_pid(): number
  /** The schema owner's connection string of its database. */
  migrate_url: string
  running(): boolean
  /** Everything it printed. */
  output(): string
  remove(): Promise<void>
}

export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}

/** For the environment of a program that serves by as many processes as it does by itself. */
export const asManyAsUsual = { HTTP_PROCESSES: '' }

/**
 * A program that is not started yet. Its data survives restarts and goes with `remove`. `within`
 * answers a command that starts it in a world of its own, and must become it.
 */
export async function prepareProgram(
  environment: Record<string, string> = {},
  within: (data_dir: string) => string[] = () => [],
): Promise<Program> {
  const data_dir = mkdtempSync(join(tmpdir(), 'verta-program-'))
  // Run by root, the database's own account has to pass through.
  chmodSync(data_dir, 0o711)
  const port = await freePort()
  const base = `http://127.0.0.1:${port}`
  const host = encodeURIComponent(join(data_dir, 'postgres', 'socket'))
  let child: ChildProcess | undefined
  let printed = ''

  const running = () => child !== undefined && child.exitCode === null && child.signalCode === null
  async function start(): Promise<void> {
    const [command, ...args] = [...within(data_dir), process.execPath, 'server/main.ts']
    child = spawn(command, args, {
      cwd: root,
      env: {
        PATH: process.env['PATH'],
        HOME: process.env['HOME'],
        NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'node-compile'),
        NODE_ENV: 'development',
        DATA_DIR: data_dir,
        PORT: String(port),
        PUBLIC_URL: base,
        LOG_LEVEL: 'error',
        DEMO: 'false',
        // No trial may pass thanks to what one process remembers.
        HTTP_PROCESSES: '2',
        ...environment,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    child.stdout?.on('data', (data) => (printed += data))
    child.stderr?.on('data', (data) => (printed += data))
    const deadline = Date.now() + 60_000
    while (Date.now() < deadline) {
      if (!running()) throw new Error(`the program ended while starting: ${printed.slice(-2000)}`)
      if (await isReady(base)) return
      await sleep(50)
    }
    throw new Error(`the program did not start in a minute: ${printed.slice(-2000)}`)
  }

  async function stop(): Promise<number | null> {
    const leaving = child
    if (!leaving || !running()) return leaving?.exitCode ?? null
    const gone = new Promise<number | null>((resolve) => leaving.once('exit', resolve))
    leaving.kill('SIGTERM')
    return gone
  }

  return {
    base,
    data_dir,
    start,
    stop,
    pid: () => child?.pid ?? 0,
    database_pid: () =>
      Number(
        readFileSync(join(data_dir, 'postgres', 'data', 'postmaster.pid'), 'utf8').split('\n')[0],
      ),
    migrate_url: `postgres://verta_owner@/verta?host=${host}`,
    running,
    output: () => printed,
    async remove() {
      await stop()
      rmSync(data_dir, { recursive: true, force: true })
    },
  }
}

async function isReady(base: string): Promise<boolean> {
  try {
    return (await fetch(`${base}/readyz`, { signal: AbortSignal.timeout(1_000) })).ok
  } catch {
    return false
  }
}
