import { z } from 'zod'
import type { Io } from '#server/io/io.ts'
import { job, type Job } from '#server/io/jobs.ts'
import { checkClient } from './check-client.ts'
import { listAllClients } from './client-store.ts'
import { connectManagedJob } from './connect-managed.ts'
import { deliverBulk } from './deliver-bulk.ts'
import { deliver } from './deliver.ts'
import { deleteOverRequests } from './managed-store.ts'
import { listWaitingClients, putFate } from './message-store.ts'
import { deleteOldOwnerChats } from './owner-chat-store.ts'
import { deleteOld } from './sweep-store.ts'
import { tellPersonJob } from './tell-person.ts'

const DAY_MS = 24 * 3600 * 1000
const ANSWERS_DAYS = 3

/** Sending, and looking after bots. What facts tell buyers is `fact-jobs.ts`. */
export function jobs(io: Io): Job[] {
  return [
    job({
      name: 'bots.deliver',
      payload: z.object({ client_id: z.uuid() }),
      handle: ({ client_id }) => deliver(io, client_id),
    }),
    job({
      name: 'bots.deliver_bulk',
      payload: z.object({}),
      handle: () => deliverBulk(io),
    }),
    job({
      name: 'bots.sweep',
      payload: z.object({}),
      // Behind the jobs that are sent with each message: for what a killed worker had claimed.
      cron: '* * * * *',
      async handle() {
        const waiting = await listWaitingClients(io.db, io.clock.now())
        await io.jobs.sendAll(
          'bots.deliver',
          waiting.map((client_id) => ({ client_id })),
        )
        await io.jobs.send('bots.deliver_bulk', {})
      },
    }),
    fateJob(io),
    connectManagedJob(io),
    tellPersonJob(io),
    job({
      name: 'bots.check',
      payload: z.object({}),
      cron: '23 * * * *',
      async handle() {
        for (const client of await listAllClients(io.db)) {
          const before = client.status
          const status = await checkClient(io, client)
          if (status === before) continue
          const { id: client_id, organization_id } = client
          io.log.warn({ client_id, organization_id, before, status }, 'a bot changed its state')
        }
      },
    }),
    job({
      name: 'bots.forget_old',
      payload: z.object({}),
      cron: '50 3 * * *',
      async handle() {
        const now = io.clock.now()
        const before = (days: number) => new Date(now.getTime() - days * DAY_MS)
        const told = before(io.config.KEEP_MESSAGES_DAYS)
        await deleteOld(io.db, { answered: before(ANSWERS_DAYS), told })
        await deleteOldOwnerChats(io.db, now)
        await deleteOverRequests(io.db, now)
      },
    }),
  ]
}

/** What a messenger told of a message that was not known then. */
const fateJob = (io: Io): Job =>
  job({
    name: 'bots.note_fate',
    payload: z.object({
      what: z.enum(['delivered', 'seen', 'failed']),
      ...{ client_id: z.uuid(), user_id: z.string(), external_id: z.string() },
      ...{ reason: z.string().nullable(), at: z.coerce.date() },
    }),
    async handle(told) {
      // What is not known by now was sent by somebody else.
      await putFate(io.db, told)
    },
  })
