import { openDatabase } from './io/db.ts'
import { systemClock, type Clock } from './io/clock.ts'
import type { Config } from './io/config.ts'
import type { Io } from './io/io.ts'
import { openJobs, type JobRunner } from './io/jobs.ts'
import { openLive } from './io/live.ts'
import { openLog, type Log } from './io/log.ts'
import { openMail, type Mail } from './io/mail/mail.ts'
import { openMessengers } from './io/messengers/open-messengers.ts'
import { openMetrics } from './io/metrics.ts'
import { openReplica } from './io/replica.ts'
import { findSecretKeys, openSecrets } from './io/secrets.ts'

/** `Io` as its opener holds it: with the runner of jobs and the end of all of it. */
export type OpenIo = Io & { jobs: JobRunner; close(): Promise<void> }

/** Opens everything that touches the world. What a test gives (clock, mail, log) replaces ours. */
export async function openIo(
  config: Config,
  given: { url: string; supervise_jobs: boolean; clock?: Clock; mail?: Mail; log?: Log },
): Promise<OpenIo> {
  const log = given.log ?? openLog(config.LOG_LEVEL)
  const database = openDatabase(given.url, { pool: config.DATABASE_POOL })
  const replica = openReplica(config, database.db, log)
  const jobs = await openJobs(given.url, log, { supervise: given.supervise_jobs })
  const secrets = openSecrets(await findSecretKeys(config))
  const live = openLive(given.url, log)
  const clock = given.clock ?? systemClock
  const mail = given.mail ?? openMail(config, clock)
  return {
    config,
    db: database.db,
    replica,
    pool: database.pool,
    clock,
    log,
    mail,
    messengers: openMessengers(config),
    jobs,
    live,
    secrets,
    metrics: openMetrics(config, database.pools),
    async close() {
      await jobs.stop()
      await live.close()
      await replica.close()
      await database.close()
    },
  }
}
