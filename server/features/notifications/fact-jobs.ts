import { z } from 'zod'
import { inTransaction } from '#server/io/db.ts'
import type { Io } from '#server/io/io.ts'
import { job, type Job } from '#server/io/jobs.ts'
import { moveNotifications } from './store.ts'
import { tellBalance, tellCancellation, tellInviter, tellReceipt } from './tell-facts.ts'

const id = z.uuid()

/** What is announced on lower floors and buyers are told of; each may run twice. */
export function factJobs(io: Io): Job[] {
  return [
    job({
      name: 'receipt_completed.tell',
      payload: z.object({ organization_id: id, receipt_id: id, buyer_id: id }),
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
      name: 'buyer_invited.tell',
      payload: z.object({ organization_id: id, buyer_id: id, inviter_id: id }),
      handle: (key) => tellInviter(io, key),
    }),
    job({
      name: 'buyer_merged.move_notifications',
      payload: z.object({ organization_id: id, buyer_id: id, merged_id: id }),
      handle: (pair) => inTransaction(io.db, (tx) => moveNotifications(tx, pair)),
    }),
  ]
}
