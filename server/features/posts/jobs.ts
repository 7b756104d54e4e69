import { z } from 'zod'
import type { Io } from '#server/io/io.ts'
import { job, type Job } from '#server/io/jobs.ts'
import { feedMailing } from './feed-mailing.ts'
import { listAtWork } from './store.ts'

export function jobs(io: Io): Job[] {
  return [
    job({
      name: 'posts.feed',
      payload: z.object({ organization_id: z.uuid(), post_id: z.uuid() }),
      handle: (key) => feedMailing(io, key),
    }),
    job({
      name: 'posts.sweep',
      payload: z.object({}),
      // Behind the jobs that mailings send themselves: for one that a killed worker left.
      cron: '* * * * *',
      async handle() {
        for (const key of await listAtWork(io.db, io.clock.now())) {
          await io.jobs.send('posts.feed', key, { singleton_key: key.post_id })
        }
      },
    }),
  ]
}
