import { randomBytes } from 'node:crypto'
import { hashToken } from '#server/features/identity/tokens.ts'
import { inTransaction, type Tx } from '#server/io/db.ts'
import type { Io } from '#server/io/io.ts'
import type { ClientRow } from './client-store.ts'
import { suggestBot, type Managed } from './managed-rules.ts'
import { giveToRequest, startRequest } from './managed-store.ts'
import { takeUpdate } from './message-store.ts'
import { slugOf } from './rules.ts'
import { findShop } from './store.ts'
import { tellPerson } from './tell-person.ts'

const TAIL_LENGTH = 4

/**
 * Takes what the platform's bot hears of bots to be made, once: a link that was opened, or a bot
 * that was made or got another token. What follows is a job sent with it.
 */
export async function takeManaged(io: Io, client: ClientRow, managed: Managed): Promise<void> {
  await inTransaction(io.db, async (tx) => {
    const now = io.clock.now()
    if (!(await takeUpdate(tx, client.id, managed.key, now))) return
    if (managed.kind === 'start') return start(io, tx, client, managed)
    const { user_id, managed_id, username, language } = managed
    await giveToRequest(tx, user_id, managed_id, now)
    const payload = { client_id: client.id, user_id, managed_id, username, language }
    await io.jobs.send('bots.connect_managed', payload, { tx })
  })
}

async function start(
  io: Io,
  tx: Tx,
  { id: client_id }: ClientRow,
  { user_id, language, token }: Extract<Managed, { kind: 'start' }>,
): Promise<void> {
  const person = { client_id, user_id, language }
  const request = await startRequest(tx, hashToken(token), user_id, io.clock.now())
  const shop = request && (await findShop(tx, request.organization_id))
  if (!shop) return tellPerson(io, tx, person, 'link_over', {})
  const suggested = suggestBot(shop.name, slugOf(randomBytes(TAIL_LENGTH)))
  await tellPerson(io, tx, person, 'ask', { shop: shop.name, ...suggested })
}
