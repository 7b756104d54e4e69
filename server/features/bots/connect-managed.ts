import { z } from 'zod'
import { takeTurns } from '#server/features/ledger/take-turns.ts'
import { inTransaction, type Tx } from '#server/io/db.ts'
import type { Io } from '#server/io/io.ts'
import { job, type Job } from '#server/io/jobs.ts'
import { MessengerError } from '#server/io/messengers/messenger.ts'
import { Refusal } from '#server/io/refusal.ts'
import { tokenOf } from './client-secrets.ts'
import { findClient, findClientByExternal, listClients, type ClientRow } from './client-store.ts'
import { connectClient } from './connect-client.ts'
import {
  deleteRequest,
  findRequestOf,
  noteProblem,
  type ManagedRequestRow,
} from './managed-store.ts'
import { takeUpdate } from './message-store.ts'
import { findShop } from './store.ts'
import { tellPerson, type Person } from './tell-person.ts'

/** A bot that a person made through ours, or that got another token. */
type Made = Person & { managed_id: string; username: string }

/**
 * Brings a bot that Telegram made, or changed, to what it is now: connects it to the shop that
 * asked, or takes its new token. May run twice and at once: what is done is seen and left.
 */
export const connectManagedJob = (io: Io): Job =>
  job({
    name: 'bots.connect_managed',
    payload: z.object({
      ...{ client_id: z.uuid(), user_id: z.string(), language: z.string() },
      ...{ managed_id: z.string(), username: z.string() },
    }),
    handle: (made) => takeTurns(`managed bot ${made.managed_id}`, () => connectManaged(io, made)),
  })

async function connectManaged(io: Io, made: Made): Promise<void> {
  const manager = await findClient(io.db, made.client_id)
  if (!manager) return
  const known = await findClientByExternal(io.db, 'telegram', made.managed_id)
  const request = await findRequestOf(io.db, made.managed_id)
  if (request) await connect(io, manager, made, request)
  else if (known) await renew(io, manager, made, known)
  else await tellStray(io, made)
}

/** Its owner has let Telegram give it another token: the shop goes on with that one. */
async function renew(io: Io, manager: ClientRow, made: Made, known: ClientRow): Promise<void> {
  const { organization_id, bot_id } = known
  if (organization_id === null || bot_id === null) return
  const token = await tokenFrom(io, manager, made)
  if (token === null || token === tokenOf(io, known)) return
  await connectClient(io, { organization_id, bot_id, by: null }, 'telegram', token)
  await inTransaction(io.db, (tx) =>
    tellPerson(io, tx, made, 'renewed', { username: known.username }),
  )
}

async function connect(
  io: Io,
  manager: ClientRow,
  made: Made,
  request: ManagedRequestRow,
): Promise<void> {
  if (request.problem !== null) return
  const { organization_id, bot_id, asked_by } = request
  const shop = await findShop(io.db, organization_id)
  if (!shop) return
  const clients = await listClients(io.db, organization_id, [bot_id])
  const now_there = clients.find(({ type }) => type === 'telegram')
  // A token was pasted meanwhile: the bot that works is not taken away.
  if (now_there && now_there.external_id !== made.managed_id) {
    return end(io, made, request, 'in_use', now_there.username)
  }
  try {
    const token = await tokenFrom(io, manager, made)
    if (token === null) throw new Refusal('token_refused')
    const owner = { organization_id, bot_id, by: { user_id: asked_by } }
    await connectClient(io, owner, 'telegram', token)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if (error.code !== 'token_refused' && error.code !== 'bot_taken') throw new Later(error.code)
    const { code } = error
    await inTransaction(io.db, async (tx) => {
      if (!(await noteProblem(tx, request, code))) return
      await tellPerson(io, tx, made, code, { shop: shop.name, username: made.username })
    })
    return
  }
  await end(io, made, request, 'done', made.username, shop.name)
}

/** A refusal that another try may not meet. */
class Later extends Error {}

async function end(
  io: Io,
  made: Made,
  request: ManagedRequestRow,
  saying: 'done' | 'in_use',
  username: string,
  shop = '',
): Promise<void> {
  await inTransaction(io.db, async (tx) => {
    if (!(await deleteRequest(tx, request))) return
    await isNews(io, tx, made)
    await tellPerson(io, tx, made, saying, { shop, username })
  })
}

/** The token that this bot has now; null: Telegram does not give it to us. */
async function tokenFrom(io: Io, manager: ClientRow, { managed_id }: Made): Promise<string | null> {
  try {
    const user_id = Number(managed_id)
    const call = io.messengers.telegram.call<string>
    return await call(tokenOf(io, manager), 'getManagedBotToken', { user_id })
  } catch (error) {
    if (!(error instanceof MessengerError) || error.may_pass) throw error
    io.log.warn({ trouble: error.trouble }, 'the token of a managed bot was not given')
    return null
  }
}

/** Of a bot nobody asked us for. */
async function tellStray(io: Io, made: Made): Promise<void> {
  await inTransaction(io.db, async (tx) => {
    if (!(await isNews(io, tx, made))) return
    await tellPerson(io, tx, made, 'stray', { username: made.username })
  })
}

/** Whether the person was told nothing of this bot: Telegram tells us of it twice. */
const isNews = (io: Io, tx: Tx, { client_id, managed_id }: Made): Promise<boolean> =>
  takeUpdate(tx, client_id, `made ${managed_id}`, io.clock.now())
