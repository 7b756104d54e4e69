import { z } from 'zod'
import { id } from '#contract/wire.ts'
import type { Io } from '#server/io/io.ts'
import { job, type Job } from '#server/io/jobs.ts'
import { runReplay } from './run-replay.ts'
import { REPLAY_JOB } from './start-replay.ts'
import { deleteOldReplays } from './store.ts'

const KEPT_MS = 30 * 24 * 3_600_000

/** Replays, and forgetting them. */
export function jobs(io: Io): Job[] {
  return [
    job({
      name: REPLAY_JOB,
      payload: z.object({ organization_id: id, id }),
      handle: (key) => runReplay(io, key),
    }),
    job({
      name: 'replay.forget',
      payload: z.object({}),
      cron: '55 3 * * *',
      async handle() {
        await deleteOldReplays(io.db, new Date(io.clock.now().getTime() - KEPT_MS))
      },
    }),
  ]
}
