import type { Owner } from '#server/features/identity/require-owner.ts'
import {
  requireOrganization,
  type Organization,
} from '#server/features/organizations/require-organization.ts'
import type { Io } from '#server/io/io.ts'
import { Refusal } from '#server/io/refusal.ts'
import { findBot, findOwnBot, type BotRow } from './store.ts'

/**
 * Proves that `owner` owns the bot; answers it and its organization.
 * Refuses: `not_found`, alike for a stranger's and an absent one.
 */
export async function requireOwnBot(
  io: Io,
  owner: Owner,
  bot_id: string,
): Promise<{ organization: Organization; bot: BotRow }> {
  const found = await findOwnBot(io.db, owner.user_id, bot_id)
  if (!found) throw new Refusal('not_found')
  const organization = await requireOrganization(io, owner, found.organization_id)
  const bot = await findBot(io.db, organization.id, bot_id)
  if (!bot) throw new Refusal('not_found')
  return { organization, bot }
}
