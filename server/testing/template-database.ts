/**
 * Set-up of the database tests: one PostgreSQL a run, migrated once into a template that each test
 * file clones in tens of milliseconds.
 */
import type { TestProject } from 'vitest/node'
import { allJobs } from '#server/app.ts'
import { installJobs } from '#server/io/jobs.ts'
import { migrate } from '#server/io/migrate.ts'
import { openIo } from '#server/open-io.ts'
import { testConfig } from './test-config.ts'
import { startThrowawayPostgres } from './throwaway-postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    socket_dir: string
  }
}

export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startThrowawayPostgres()
  await migrate(postgres.migrate_url, 'verta_app')
  const { io } = await installJobs(postgres.migrate_url, 'verta_app', async () => {
    const opened = await openIo(testConfig({}), { url: postgres.url, supervise_jobs: false })
    return { io: opened, jobs: allJobs(opened) }
  })
  await io.close()
  project.provide('socket_dir', postgres.socket_dir)
  return () => postgres.stop()
}
