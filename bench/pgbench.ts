import { execFileSync } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'

/** Debian keeps pgbench beside the server; only newer packages put it on the PATH. */
function findPgbench(): string | undefined {
  const candidates = ['/usr/bin/pgbench', ...globSync('/usr/lib/postgresql/*/bin/pgbench')]
  return candidates.find((path) => existsSync(path))
}

export type Pgbench = {
  /** TPC-B transactions a second: scale 50, 16 clients, prepared. */
  tpcB(seconds: number): number
  /** Single-row selects a second: 8 clients, prepared. */
  select(seconds: number): number
}

/** pgbench against the server at `socket_dir`, its tables made; undefined where it is not installed. */
export function openPgbench(socket_dir: string, user: string): Pgbench | undefined {
  const pgbench = findPgbench()
  if (pgbench === undefined) return undefined
  const at = ['-h', socket_dir, '-U', user]
  const environment = { ...process.env, PGOPTIONS: '-c client_min_messages=error' }
  const options = {
    encoding: 'utf8' as const,
    env: environment,
    stdio: ['ignore', 'pipe', 'ignore'] as ['ignore', 'pipe', 'ignore'],
  }
  const run = (args: string[]) => execFileSync(pgbench, [...at, ...args, 'bench'], options)
  run(['-i', '-q', '-s', '50'])
  // pgbench vacuums its small tables before a run; autovacuum would do it again beside ours.
  const psql = pgbench.replace(/pgbench$/, 'psql')
  const tables = ['accounts', 'branches', 'tellers', 'history']
  const quiet = tables.map((name) => `alter table pgbench_${name} set (autovacuum_enabled = off)`)
  execFileSync(psql, [...at, '-q', '-c', quiet.join(';'), 'bench'], options)
  const measure = (args: string[]) => Number(/tps = ([\d.]+)/.exec(run(args))?.[1] ?? 0)
  return {
    tpcB: (seconds) => measure(['-M', 'prepared', '-c', '16', '-j', '2', '-T', String(seconds)]),
    select: (seconds) =>
      measure(['-n', '-S', '-M', 'prepared', '-c', '8', '-j', '2', '-T', String(seconds)]),
  }
}
