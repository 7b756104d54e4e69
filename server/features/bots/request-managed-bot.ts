import { randomBytes } from 'node:crypto'
import type { z } from 'zod'
import type { requestManagedBot as endpoint } from '#contract/bots.ts'
import { hashToken } from '#server/features/identity/tokens.ts'
import type { Io } from '#server/io/io.ts'
import { Refusal } from '#server/io/refusal.ts'
import { checkClient } from './check-client.ts'
import { findClient, listClients } from './client-store.ts'
import { findManager } from './find-manager.ts'
import { managedLink, TOKEN_BYTES } from './managed-rules.ts'
import { putRequest } from './managed-store.ts'
import type { BotRow } from './store.ts'

const LIVES_MS = 3_600_000

/**
 * Begins what the owner goes on with in Telegram: a link to the platform's bot, kept as its hash.
 * Refuses: `in_use` (Telegram is connected), `not_allowed` (the platform may not make bots),
 * `messenger_unavailable`.
 */
export async function requestManagedBot(
  io: Io,
  by: { user_id: string },
  { organization_id, id: bot_id }: BotRow,
): Promise<z.output<(typeof endpoint)['response']>> {
  const clients = await listClients(io.db, organization_id, [bot_id])
  if (clients.some(({ type }) => type === 'telegram')) throw new Refusal('in_use')
  const known = await findManager(io)
  if (!known) throw new Refusal('not_allowed')
  // Asked at Telegram now: the right may have been taken away since the last look.
  if ((await checkClient(io, known)) !== 'ok') throw new Refusal('messenger_unavailable')
  const manager = await findClient(io.db, known.id)
  if (!manager?.can_manage_bots) throw new Refusal('not_allowed')
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  const created_at = io.clock.now()
  const expires_at = new Date(created_at.getTime() + LIVES_MS)
  const row = { organization_id, bot_id, token_hash: hashToken(token), asked_by: by.user_id }
  await putRequest(io.db, { ...row, created_at, expires_at })
  return { link: managedLink(manager.username, token), expires_at: expires_at.toISOString() }
}
