/** Keeps the embedded server running, and ends it when this process ends, however it ends. */
import { spawn, type ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

/** The role that owns the cluster and the schema. */
export const OWNER = 'verta_owner'

/** The account the server runs under, when we are root. */
export type Account = { uid: number; gid: number } | undefined

/** What the server's programs see of the environment: nothing of ours. */
export function environmentOf(native: string): NodeJS.ProcessEnv {
  return { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC', LD_LIBRARY_PATH: join(native, 'lib') }
}

/** True when a server answers at `url`. */
export async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

/** The process id that the server on `data` wrote down, or undefined. */
export function postmasterPid(data: string): number | undefined {
  try {
    const pid = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0])
    return Number.isInteger(pid) && pid > 0 ? pid : undefined
  } catch {
    return undefined
  }
}

/** True when `pid` is a server on this very data: a pid alone may be somebody else's by now. */
function isOurServer(pid: number, data: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(data)
  } catch {
    return false
  }
}

// $0 is the shell's own name; "$@" is the server's command. The server reads no input; the watcher
// waits for the end of ours, which comes when the program closes the pipe or dies.
const watchdog = `
exec 3<&0
"$@" </dev/null 3<&- &
server=$!
( read -r _ <&3; kill -INT $server 2>/dev/null ) &
watcher=$!
exec 3<&-
wait $server
status=$?
kill $watcher 2>/dev/null
exit $status
`

type Setup = {
  native: string
  data: string
  socket_dir: string
  account: Account
  settings: Record<string, string>
  log: (line: string) => void
}

export class Supervisor {
  readonly #setup: Setup
  #child: ChildProcess | undefined
  #stopping = false

  constructor(setup: Setup) {
    this.#setup = setup
  }

  /** Starts the server and waits until it answers; after a crash it may first have to recover. */
  async start(): Promise<void> {
    const { socket_dir, data } = this.#setup
    const deadline = Date.now() + 15_000
    let last = ''
    await this.#stopOrphan(data)
    while (Date.now() < deadline) {
      const child = this.#spawn((line) => (last = line))
      while (child.exitCode === null && child.signalCode === null) {
        if (await answers(`postgres://${OWNER}@/postgres?host=${encodeURIComponent(socket_dir)}`)) {
          this.#child = child
          child.once('exit', () => void this.#restart())
          return
        }
        await sleep(15)
      }
      await this.#stopOrphan(data)
      await sleep(100)
    }
    throw new Error(`The embedded PostgreSQL did not start: ${last}`)
  }

  async stop(): Promise<void> {
    this.#stopping = true
    const child = this.#child
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()))
    child.stdin?.end()
    await gone
  }

  #spawn(onLine: (line: string) => void): ChildProcess {
    const { native, data, socket_dir, account, settings, log } = this.#setup
    const server = [
      join(native, 'bin', 'postgres'),
      '-D',
      data,
      '-c',
      'listen_addresses=',
      '-c',
      `unix_socket_directories=${socket_dir}`,
      // We start it again ourselves: a server that recovers from a crash in place, on a full disk,
      // stays without its startup process and refuses everybody for ever.
      '-c',
      'restart_after_crash=off',
      ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ]
    const child = spawn('/bin/sh', ['-c', watchdog, 'verta-postgres', ...server], {
      ...account,
      cwd: dirname(data),
      env: environmentOf(native),
      // Its own process group: Ctrl+C in the terminal reaches us first, and we stop it in order.
      detached: true,
      stdio: ['pipe', 'ignore', 'pipe'],
    })
    child.stdin?.on('error', () => {})
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      for (const line of text.split('\n')) {
        if (line.trim() === '') continue
        onLine(line)
        log(line)
      }
    })
    return child
  }

  async #restart(): Promise<void> {
    while (!this.#stopping) {
      this.#setup.log('the server ended by itself: starting it again')
      try {
        return await this.start()
      } catch (error) {
        // Calls are answered 503 meanwhile; a full disk, say, may be emptied at any moment.
        this.#setup.log(String(error))
      }
    }
  }

  /** After `kill -9` of both the program and the shell the server may still be there. */
  async #stopOrphan(data: string): Promise<void> {
    const pid = postmasterPid(data)
    if (pid === undefined || !isOurServer(pid, data)) return
    try {
      process.kill(pid, 'SIGINT')
    } catch {
      return
    }
    for (let waited = 0; waited < 10_000 && isOurServer(pid, data); waited += 50) await sleep(50)
  }
}
