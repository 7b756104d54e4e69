/** A PostgreSQL and a streaming replica of it, both thrown away: for tests of reading from a replica. */
import { execFileSync } from 'node:child_process'
import { appendFileSync, chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbeddedPostgres, type EmbeddedPostgres } from '#server/io/embedded-postgres.ts'

const dataOf = (dir: string) => join(dir, 'postgres', 'data')

/**
 * The way of PostgreSQL's manual without `pg_basebackup`, which the embedded one does not carry: the
 * folder is copied between `pg_backup_start` and `pg_backup_stop`.
 */
async function copyCluster(primary: EmbeddedPostgres, from: string, to: string): Promise<void> {
  const client = new pg.Client({ connectionString: primary.migrate_url })
  await client.connect()
  try {
    await client.query(`select pg_backup_start('replica', true)`)
    mkdirSync(join(to, 'postgres'), { recursive: true })
    // With its owner: run by root, the server has an account of its own.
    execFileSync('cp', ['-a', dataOf(from), join(to, 'postgres')])
    const { rows } = await client.query<{ labelfile: string }>(
      'select * from pg_backup_stop(false)',
    )
    writeFileSync(join(dataOf(to), 'backup_label'), rows[0]?.labelfile ?? '')
  } finally {
    await client.end()
  }
  rmSync(join(dataOf(to), 'postmaster.pid'))
  writeFileSync(join(dataOf(to), 'standby.signal'), '')
  // Ours when root made them; the server's account has to change and remove them.
  for (const made of ['backup_label', 'standby.signal']) chmodSync(join(dataOf(to), made), 0o666)
  appendFileSync(
    join(dataOf(to), 'postgresql.auto.conf'),
    `primary_conninfo = 'host=${primary.socket_dir} user=verta_owner'\n`,
  )
}

export async function startPostgresWithStandby() {
  const dir = mkdtempSync(join(tmpdir(), 'verta-pair-'))
  // mkdtemp makes it private; run by root, the server's own account has to pass through.
  chmodSync(dir, 0o711)
  const [first, second] = [join(dir, 'a'), join(dir, 'b')]
  const primary = await startEmbeddedPostgres(first)
  await copyCluster(primary, first, second)
  const standby = await startEmbeddedPostgres(second)
  return {
    primary,
    standby,
    async stop() {
      await standby.stop()
      await primary.stop()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}
