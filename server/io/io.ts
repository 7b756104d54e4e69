import type pg from 'pg'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { Db } from './db.ts'
import type { Jobs } from './jobs.ts'
import type { Live } from './live.ts'
import type { Log } from './log.ts'
import type { Mail } from './mail/mail.ts'
import type { Messengers } from './messengers/messenger.ts'
import type { Metrics } from './metrics.ts'
import type { Replica } from './replica.ts'
import type { Secrets } from './secrets.ts'

/**
 * Everything that touches the world, opened once by `openIo` and handed down. A plain record:
 * no container, no globals, so that a test opens its own beside another's.
 */
export type Io = {
  config: Config
  db: Db
  /** For reports (`readLate`). */
  replica: Replica
  /** For the few prepared statements of the hot path (`named` in db.ts). */
  pool: pg.Pool
  clock: Clock
  log: Log
  mail: Mail
  messengers: Messengers
  jobs: Jobs
  /** News between the processes. */
  live: Live
  secrets: Secrets
  /** Figures for Prometheus; nothing is measured while nobody reads them. */
  metrics: Metrics
}
