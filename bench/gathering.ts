/**
 * What is gathered of receipts a minute after they were sold, done and measured apart: left to its
 * job it falls into some rounds and not into others, and no two runs say the same.
 */
import { gatherPurchases } from '#server/features/segments/gather-purchases.ts'
import { openDatabase } from '#server/io/db.ts'
import type { Program } from '#server/testing/program.ts'
import { processorTime } from './processor-time.ts'

/** Of one receipt, in microseconds of processor. */
export type Gathered = { receipts: number; database_us: number; program_us: number }

export type Gathering = {
  /** Gathers all that was sold until now, so that the program's own job finds nothing. */
  take(): Promise<Gathered>
  close(): Promise<void>
}

/** The job waits a minute, for commits on their way; nobody sells while this one runs. */
const clock = { now: () => new Date(Date.now() + 60_000) }

export function openGathering(program: Program): Gathering {
  const { db, close } = openDatabase(program.migrate_url, { pool: 2 })
  return {
    async take() {
      const own = process.cpuUsage()
      const database = processorTime(program.database_pid())
      const receipts = await gatherPurchases({ db, clock })
      const { user, system } = process.cpuUsage(own)
      const each = (us: number) => us / Math.max(1, receipts)
      return {
        receipts,
        database_us: each(processorTime(program.database_pid()) - database),
        program_us: each(user + system),
      }
    },
    close,
  }
}
