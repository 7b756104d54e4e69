import { randomBytes } from 'node:crypto'
import { noteAct } from '#server/features/audit/note-act.ts'
import type { Actor } from '#server/features/audit/rules.ts'
import { inTransaction, type Tx } from '#server/io/db.ts'
import { newId } from '#server/io/id.ts'
import type { Io } from '#server/io/io.ts'
import { MessengerError, type MessengerType } from '#server/io/messengers/messenger.ts'
import { Refusal } from '#server/io/refusal.ts'
import { cardPage } from './card-page.ts'
import { checkClient } from './check-client.ts'
import { sealSecret, tokenOf } from './client-secrets.ts'
import { findClientByExternal, putClient, type ClientRow } from './client-store.ts'
import { messengerOf } from './messengers.ts'
import { refreshAvatar } from './refresh-avatar.ts'

/** Whose bot is connected, and by whom (null: Telegram gave it a new token); null: the platform's. */
export type ClientOwner = { organization_id: string; bot_id: string; by: Actor | null } | null

/**
 * Connects a bot to a messenger: proves the token there, keeps it sealed, makes updates come.
 * The same bot may be connected again with a new token, and then keeps its subscribers.
 * Refuses: `token_refused`, `bot_taken` (another shop's), `messenger_unavailable`,
 * `validation_failed` (Viber without a public https address).
 */
export async function connectClient(
  io: Io,
  owner: ClientOwner,
  type: MessengerType,
  token: string,
): Promise<ClientRow> {
  const messenger = messengerOf(io, type)
  if (type === 'viber' && !io.config.https) {
    throw new Refusal('validation_failed', { fields: [{ path: 'type', code: 'needs_https' }] })
  }
  const known = await refusing(() => messenger.identify(token))
  const before = await findClientByExternal(io.db, type, known.external_id)
  if (before && before.bot_id !== (owner?.bot_id ?? null)) throw new Refusal('bot_taken')
  const now = io.clock.now()
  const id = before?.id ?? newId(now)
  const hook_id = randomBytes(18).toString('base64url')
  const secret = randomBytes(24).toString('base64url')
  const row = {
    id,
    organization_id: owner?.organization_id ?? null,
    bot_id: owner?.bot_id ?? null,
    type,
    hook_id,
    ...known,
    token_sealed: sealSecret(io, 'token', id, token),
    token_last4: token.slice(-4),
    secret_sealed: sealSecret(io, 'secret', id, secret),
    mode: io.config.https ? ('webhook' as const) : ('polling' as const),
    status: 'ok' as const,
    last_error: null,
    connected_at: now,
  }
  // Kept first: an update may come before the messenger has answered.
  const kept = await inTransaction(io.db, async (tx) => {
    const put = await putClient(tx, row)
    if (put && owner?.by) await note(tx, { ...owner, by: owner.by }, type, known.username, now)
    return put
  })
  if (!kept) throw new Refusal('bot_taken')
  const hook = io.config.https
    ? { url: `${io.config.PUBLIC_URL}/webhooks/${type}/${hook_id}`, secret }
    : null
  await refusing(() => messenger.connect(token, hook, cardPage(io, id)))
  const client = await findClientByExternal(io.db, type, known.external_id)
  if (!client) throw new Refusal('bot_taken')
  // Connected by somebody else meanwhile: the messenger may have heard of our address last.
  if (client.hook_id !== hook_id) await checkClient(io, client)
  else await refreshAvatar(io, client)
  return client
}

function note(
  tx: Tx,
  { organization_id, bot_id, by }: NonNullable<ClientOwner> & { by: Actor },
  messenger: string,
  name: string,
  now: Date,
): Promise<void> {
  const on = { kind: 'bot' as const, id: bot_id, name }
  return noteAct(tx, { organization_id, by, act: 'bot_connected', on, facts: { messenger } }, now)
}

/** The messenger's trouble in the owner's terms. */
async function refusing<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (!(error instanceof MessengerError)) throw error
    const refused = error.trouble === 'revoked' || error.trouble === 'bad'
    if (!refused)
      throw new Refusal('messenger_unavailable', { retry_after: error.retry_after || 30 })
    throw new Refusal('token_refused', { fields: [{ path: 'token', code: 'token_refused' }] })
  }
}

/** Makes updates stop coming; a messenger that does not answer is let be. */
export async function silenceClient(io: Io, client: ClientRow): Promise<void> {
  try {
    await messengerOf(io, client.type).disconnect(tokenOf(io, client))
  } catch (error) {
    if (!(error instanceof MessengerError)) throw error
    io.log.warn({ client_id: client.id, trouble: error.trouble }, 'a bot could not be disconnected')
  }
}
