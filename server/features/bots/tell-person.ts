import { z } from 'zod'
import type { Tx } from '#server/io/db.ts'
import type { Io } from '#server/io/io.ts'
import { job, type Job } from '#server/io/jobs.ts'
import { MessengerError } from '#server/io/messengers/messenger.ts'
import { textIn } from '#server/io/text.ts'
import { tokenOf } from './client-secrets.ts'
import { findClient } from './client-store.ts'
import {
  managedFacts,
  managedMessage,
  managedSaying,
  type ManagedFacts,
  type ManagedSaying,
} from './managed-rules.ts'
import { sendNow } from './send-now.ts'
import { listOfPerson } from './subscriber-store.ts'

/** Somebody in a chat with the platform's bot, who need not be anybody's buyer. */
export type Person = { client_id: string; user_id: string; language: string }

/** Tells a person something of a bot to be made, once this transaction is done. */
export const tellPerson = (
  io: Io,
  tx: Tx,
  person: Person,
  saying: ManagedSaying,
  facts: ManagedFacts,
): Promise<void> => io.jobs.send('bots.tell_person', { ...person, saying, facts }, { tx })

/** Sends it; who cannot be reached is let be, and a messenger that is away is tried again. */
export const tellPersonJob = (io: Io): Job =>
  job({
    name: 'bots.tell_person',
    payload: z.object({
      ...{ client_id: z.uuid(), user_id: z.string(), language: z.string() },
      ...{ saying: managedSaying, facts: managedFacts },
    }),
    async handle({ client_id, user_id, language, saying, facts }) {
      const client = await findClient(io.db, client_id)
      if (!client) return
      const cards = await listOfPerson(io.db, client_id, user_id)
      const message = managedMessage(saying, facts, textIn(language), cards.length > 0)
      const outgoing = { ...message, tapped: null, language }
      try {
        await sendNow(io, client, tokenOf(io, client), { user_id, outgoing })
      } catch (error) {
        if (!(error instanceof MessengerError) || error.may_pass) throw error
        io.log.warn({ client_id, trouble: error.trouble }, 'a person could not be told')
      }
    },
  })
