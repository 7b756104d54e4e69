import { z } from 'zod'
import type { Io } from '#server/io/io.ts'
import { job, type Job } from '#server/io/jobs.ts'
import { forgetChats } from './forget-chats.ts'
import { remindOfExpiry } from './remind-of-expiry.ts'
import {
  askConfirmation,
  endConfirmation,
  tellBalance,
  tellCancellation,
  tellReceipt,
} from './tell-facts.ts'

const id = z.uuid()
const ofReceipt = z.object({ organization_id: id, receipt_id: id, buyer_id: id })

/** What is announced on lower floors and buyers are told of; each may run twice. */
export function factJobs(io: Io): Job[] {
  return [
    job({
      name: 'receipt_completed.tell',
      payload: ofReceipt,
      handle: (key) => tellReceipt(io, key),
    }),
    job({
      name: 'receipt_cancelled.tell',
      payload: z.object({ organization_id: id, cancellation_id: id, buyer_id: id.nullable() }),
      handle: (key) => tellCancellation(io, key),
    }),
    job({
      name: 'balance_changed.tell',
      payload: z.object({
        ...{ organization_id: id, buyer_id: id },
        ...{ from_number: z.int(), to_number: z.int(), notify: z.boolean() },
      }),
      handle: (key) => tellBalance(io, key),
    }),
    job({
      name: 'confirmation_requested.ask',
      payload: ofReceipt,
      handle: (key) => askConfirmation(io, key),
    }),
    job({
      name: 'confirmation_settled.tell',
      payload: ofReceipt,
      handle: (key) => endConfirmation(io, key),
    }),
    job({
      name: 'buyer_forgotten.close_chats',
      payload: z.object({ organization_id: id, buyer_id: id }),
      handle: (key) => forgetChats(io, key),
    }),
    job({
      name: 'bots.remind_of_expiry',
      payload: z.object({}),
      // Ten o'clock comes at different hours to shops in different zones.
      cron: '2 * * * *',
      handle: () => remindOfExpiry(io),
    }),
  ]
}
