/**
 * `npm run tables`: writes server/io/tables.ts, the types of all tables, from the migrated schema.
 * With `--verify` it changes nothing and fails when the file is out of date.
 */
import { execFileSync } from 'node:child_process'
import { chmodSync } from 'node:fs'
import { migrate } from '../server/io/migrate.ts'
import { startThrowawayPostgres } from '../server/testing/throwaway-postgres.ts'

const postgres = await startThrowawayPostgres()
try {
  await migrate(postgres.migrate_url, 'verta_app')
  execFileSync(
    'kysely-codegen',
    [
      '--dialect=postgres',
      `--url=${postgres.migrate_url}`,
      '--default-schema=public',
      '--include-pattern=public.*',
      '--exclude-pattern=public.kysely_*',
      '--date-parser=string',
      '--out-file=server/io/tables.ts',
      `--type-mapping=${JSON.stringify({ int8: 'number', timestamptz: 'Date' })}`,
      ...(process.argv.includes('--verify') ? ['--verify'] : []),
    ],
    { stdio: 'inherit' },
  )
  chmodSync('server/io/tables.ts', 0o644)
} finally {
  await postgres.stop()
}
