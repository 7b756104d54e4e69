import { z } from 'zod'
import { inTransaction } from '#server/io/db.ts'
import type { Io } from '#server/io/io.ts'
import { job, type Job } from '#server/io/jobs.ts'
import { feedMailing } from './feed-mailing.ts'
import { noteTap } from './follow-tap.ts'
import { moveWaiting, takeFeedTurn } from './recipient-store.ts'
import { listAtWork } from './store.ts'

/** A little less than a mailing waits between two looks. */
const TURN_MS = 900

export function jobs(io: Io): Job[] {
  return [
    job({
      name: 'posts.feed',
      payload: z.object({ organization_id: z.uuid(), post_id: z.uuid() }),
      async handle(key) {
        // The queue keeps no key single: a second job of one mailing ends here, the first goes on.
        const now = io.clock.now()
        const until = new Date(now.getTime() + TURN_MS)
        if (await takeFeedTurn(io.db, key, now, until)) await feedMailing(io, key)
      },
    }),
    job({
      name: 'posts.sweep',
      payload: z.object({}),
      // Behind the jobs that mailings send themselves: for one that a killed worker left.
      cron: '* * * * *',
      async handle() {
        for (const key of await listAtWork(io.db, io.clock.now())) {
          await io.jobs.send('posts.feed', key)
        }
      },
    }),
    job({
      name: 'card_tapped.note_tap',
      payload: z.object({
        ...{ organization_id: z.uuid(), buyer_id: z.uuid(), token: z.string() },
        at: z.coerce.date(),
      }),
      handle: (told) => noteTap(io, told),
    }),
    job({
      name: 'buyer_merged.move_recipients',
      payload: z.object({ organization_id: z.uuid(), buyer_id: z.uuid(), merged_id: z.uuid() }),
      handle: (pair) => inTransaction(io.db, (tx) => moveWaiting(tx, pair)),
    }),
  ]
}
