import { z } from 'zod'
import type { Io } from '#server/io/io.ts'
import { job, type Job } from '#server/io/jobs.ts'
import { forgetChats } from './forget-chats.ts'
import { askConfirmation, endConfirmation } from './ask-confirmation.ts'
import { moveChats } from './move-chats.ts'
import { TELL_OWNER, tellOwnerChat } from './tell-owner-chat.ts'

const id = z.uuid()
const ofReceipt = z.object({ organization_id: id, receipt_id: id, buyer_id: id })

/** What is announced on lower floors and chats act on; each may run twice. */
export function factJobs(io: Io): Job[] {
  return [
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
      name: 'buyer_merged.move_chats',
      payload: z.object({ organization_id: id, buyer_id: id, merged_id: id }),
      handle: (pair) => moveChats(io, pair),
    }),
    job({
      name: TELL_OWNER,
      payload: z.object({ organization_id: id, notice_id: id, mailed: z.boolean() }),
      handle: (ask) => tellOwnerChat(io, ask),
    }),
  ]
}
