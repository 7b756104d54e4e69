import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '#server/io/embedded-postgres.ts'

/** A PostgreSQL whose data is thrown away: for tests and for generating the tables' types. */
export async function startThrowawayPostgres() {
  const dir = mkdtempSync(join(tmpdir(), 'verta-pg-'))
  // mkdtemp makes it private; run by root, the server's own account has to pass through.
  chmodSync(dir, 0o711)
  const postgres = await startEmbeddedPostgres(join(dir, 'data'), { throwaway: true })
  return {
    ...postgres,
    async stop() {
      await postgres.stop()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}
