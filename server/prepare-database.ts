import { allJobs } from './app.ts'
import type { Config } from './io/config.ts'
import type { DatabaseServer } from './io/database-server.ts'
import { roleOf } from './io/db.ts'
import { installJobs, type Job } from './io/jobs.ts'
import { migrate, oneStartAtATime } from './io/migrate.ts'
import { openIo, type OpenIo } from './open-io.ts'

/** Brings schema and job queues up to date as their owner, then opens io as the program's role. */
export async function prepareDatabase(
  config: Config,
  server: DatabaseServer,
  options: { supervise_jobs: boolean },
): Promise<{ io: OpenIo; jobs: Job[] }> {
  const role = roleOf(server.url)
  return oneStartAtATime(server.migrate_url, async () => {
    await migrate(server.migrate_url, role)
    return installJobs(server.migrate_url, role, async () => {
      const io = await openIo(config, { url: server.url, ...options })
      return { io, jobs: allJobs(io) }
    })
  })
}
