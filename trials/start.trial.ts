/** How the program starts and ends: as root and not, in a private home, after Ctrl+C and kill -9. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test, vi } from 'vitest'
import { freePort, prepareProgram } from '#server/testing/program.ts'

// A start on a busy machine takes its time.
vi.setConfig({ testTimeout: 120_000 })

const root = join(import.meta.dirname, '..')
/** Where clusters of root live when the project is in a private home. */
const CLUSTERS = '/var/lib/verta'
const clusters = () => (existsSync(CLUSTERS) ? readdirSync(CLUSTERS) : [])
const before = new Set(clusters())
const folders: string[] = []
const children: ChildProcess[] = []

afterEach(async () => {
  for (const child of children.splice(0)) {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGKILL')
      await new Promise((resolve) => child.once('exit', resolve))
    }
  }
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
  for (const cluster of clusters().filter((name) => !before.has(name))) {
    rmSync(join(CLUSTERS, cluster), { recursive: true, force: true })
  }
})

type Started = { child: ChildProcess; base: string; data_dir: string; output(): string }

/** Starts the program in a home of mode 0700, as another account when `uid` is given. */
async function start(
  environment: Record<string, string> = {},
  uid?: number,
  home = mkdtempSync(join(tmpdir(), 'verta-home-')),
): Promise<Started> {
  if (!folders.includes(home)) folders.push(home)
  chmodSync(home, 0o700)
  if (uid !== undefined) chownSync(home, uid, uid)
  const port = await freePort()
  const data_dir = join(home, 'verta', '.data')
  const child = spawn(process.execPath, ['server/main.ts'], {
    cwd: root,
    env: {
      PATH: process.env['PATH'],
      HOME: home,
      DATA_DIR: data_dir,
      PORT: String(port),
      DEMO: 'false',
      ...environment,
    },
    ...(uid !== undefined && { uid, gid: uid }),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.push(child)
  let printed = ''
  child.stdout?.on('data', (text) => (printed += text))
  child.stderr?.on('data', (text) => (printed += text))
  return { child, base: `http://127.0.0.1:${port}`, data_dir, output: () => printed }
}

async function ready({ child, base, output }: Started): Promise<void> {
  for (const deadline = Date.now() + 60_000; Date.now() < deadline; await sleep(50)) {
    if (child.exitCode !== null) throw new Error(`ended with ${child.exitCode}: ${output()}`)
    const answered = await fetch(`${base}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    )
    if (answered) return
  }
  throw new Error(`not ready in a minute: ${output()}`)
}

const ended = (child: ChildProcess) =>
  new Promise<number | null>((resolve) =>
    child.exitCode === null ? child.once('exit', resolve) : resolve(child.exitCode),
  )

/** The database's process, by its own file; the cluster may live elsewhere when we are root. */
function databaseProcesses(data_dir: string): number {
  const file = join(data_dir, 'postgres', 'data', 'postmaster.pid')
  if (!existsSync(file)) return 0
  const pid = Number(readFileSync(file, 'utf8').split('\n')[0])
  return existsSync(`/proc/${pid}`) ? pid : 0
}

const isRoot = process.getuid?.() === 0

test('starts in a private home, greets, and ends in order on Ctrl+C', async ({ annotate }) => {
  const program = await start()
  await ready(program)
  expect(program.output()).toContain('/dev/mail')
  // A browser that has connected ahead and asks nothing keeps nobody from ending.
  const idle = connect(Number(new URL(program.base).port), '127.0.0.1')
  idle.on('error', () => {})
  await once(idle, 'connect')
  program.child.kill('SIGINT')
  expect(await ended(program.child)).toBe(0)
  expect(databaseProcesses(program.data_dir)).toBe(0)
  await annotate('SIGINT, with a connection that asked nothing')
})

// Only root can become another account; for anybody else the trial above is this one.
if (isRoot) {
  test('starts as a normal user in that user’s private home', async () => {
    const program = await start({}, 65_534)
    await ready(program)
    program.child.kill('SIGINT')
    expect(await ended(program.child)).toBe(0)
  })
}

test('after kill -9 no database is left, and the next start has all data', async ({ annotate }) => {
  const program = await prepareProgram()
  try {
    await program.start()
    const database = program.database_pid()
    const signUp = await fetch(`${program.base}/api/v1/user/signup`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
      body: JSON.stringify({
        email: 'olena@example.com',
        password: 'a-long-owner-passphrase',
        first_name: 'Олена',
        accept_terms: true,
      }),
    })
    expect(signUp.status).toBe(201)
    process.kill(program.pid(), 'SIGKILL')
    while (program.running()) await sleep(5)
    for (let waited = 0; waited < 5_000 && existsSync(`/proc/${database}`); waited += 50)
      await sleep(50)
    expect(existsSync(`/proc/${database}`)).toBe(false)
    await program.start()
    const again = await fetch(`${program.base}/api/v1/user/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
      body: JSON.stringify({ email: 'olena@example.com', password: 'a-long-owner-passphrase' }),
    })
    expect(again.status).toBe(200)
    await annotate('kill -9 of the program')
  } finally {
    await program.remove()
  }
})

/** The processes that serve beside the program. */
function besideOf(pid: number | undefined): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        const [, parent] = /\) \S (\d+)/.exec(readFileSync(`/proc/${name}/stat`, 'utf8')) ?? []
        const command = readFileSync(`/proc/${name}/cmdline`, 'utf8')
        return Number(parent) === pid && command.includes('serve-beside')
      } catch {
        return false
      }
    })
    .map(Number)
}

test('processes that share the address answer, are replaced, and end with the first', async ({
  annotate,
}) => {
  const program = await start({ HTTP_PROCESSES: '3' })
  await ready(program)
  const beside = () => besideOf(program.child.pid)
  await expect.poll(() => beside().length, { timeout: 10_000 }).toBe(2)
  const [victim = 0] = beside()
  process.kill(victim, 'SIGKILL')
  await expect
    .poll(() => beside().length === 2 && !beside().includes(victim), { timeout: 15_000 })
    .toBe(true)
  // Each connection is dealt to one of them anew.
  for (let each = 0; each < 20; each += 1) {
    const answer = await fetch(`${program.base}/healthz`, { headers: { connection: 'close' } })
    expect(answer.status).toBe(200)
  }
  const before_end = beside()
  program.child.kill('SIGKILL')
  await ended(program.child)
  const left = () => before_end.filter((pid) => existsSync(`/proc/${pid}`)).length
  await expect.poll(left, { timeout: 10_000 }).toBe(0)
  await annotate('kill -9 of a process beside the first, then of the first')
})

test('a port that somebody serves is refused', async () => {
  const first = await start()
  await ready(first)
  const { port } = new URL(first.base)
  const second = await start({ PORT: port })
  expect(await ended(second.child)).toBe(1)
  expect(second.output()).toContain('EADDRINUSE')
  expect((await fetch(`${first.base}/readyz`)).status).toBe(200)
})

test('a second program on the same data is refused, and the first goes on', async () => {
  const home = mkdtempSync(join(tmpdir(), 'verta-home-'))
  const first = await start({}, undefined, home)
  await ready(first)
  const second = await start({}, undefined, home)
  expect(await ended(second.child)).toBe(1)
  expect(second.output()).toContain('already works in')
  expect((await fetch(`${first.base}/readyz`)).status).toBe(200)
})

test('a missing or wrong value stops the start with its name', async () => {
  const missing = await start({ NODE_ENV: 'production' })
  expect(await ended(missing.child)).toBe(1)
  for (const name of ['DATABASE_URL', 'PUBLIC_URL', 'SMTP_URL', 'SECRET_KEYS']) {
    expect(missing.output()).toContain(`${name}: is missing`)
  }
  const wrong = await start({ SMTP_URL: 'mail.example', PORT: 'many' })
  expect(await ended(wrong.child)).toBe(1)
  expect(wrong.output()).toContain('SMTP_URL')
  expect(wrong.output()).toContain('PORT')
})
