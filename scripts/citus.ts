/** `npm run citus`: writes deploy/citus.sql, the tables of a distributed database, from the migrated schema. */
import { writeFileSync } from 'node:fs'
import pg from 'pg'
import { writeCitus } from '../checks/distribution.ts'
import { migrate } from '../server/io/migrate.ts'
import { startThrowawayPostgres } from '../server/testing/throwaway-postgres.ts'

const postgres = await startThrowawayPostgres()
const client = new pg.Client({ connectionString: postgres.migrate_url })
try {
  await migrate(postgres.migrate_url, 'verta_app')
  await client.connect()
  writeFileSync('deploy/citus.sql', await writeCitus(client))
} finally {
  await client.end()
  await postgres.stop()
}
