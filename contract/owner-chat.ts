/**
 * Where the owner of a shop reads notices in Telegram. A link opens a bot, the platform's or the
 * shop's own, with a token that names the chat once, within an hour.
 */
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, moment } from './wire.ts'

const query = z.strictObject({ organization_id: id })

export const getOwnerChat = endpoint({
  method: 'GET',
  path: '/api/v1/owner-chat',
  summary: 'The Telegram that notices to the owner go to',
  access: 'owner',
  query,
  response: z.object({
    chat: z
      .object({
        /** As Telegram calls the person. */
        name: z.string(),
        /** The name of the bot that writes. */
        bot: z.string(),
        linked_at: moment,
      })
      .nullable(),
    /** There is a bot that a chat can be linked through. */
    can_link: z.boolean(),
  }),
})

export const linkOwnerChat = endpoint({
  method: 'POST',
  path: '/api/v1/owner-chat',
  summary: 'A link that makes the Telegram it is opened in the one for notices; the last one works',
  access: 'owner',
  query,
  response: z.object({ link: z.string(), expires_at: moment }),
})

export const unlinkOwnerChat = endpoint({
  method: 'DELETE',
  path: '/api/v1/owner-chat',
  summary: 'Send notices to that Telegram no more',
  access: 'owner',
  query,
})
