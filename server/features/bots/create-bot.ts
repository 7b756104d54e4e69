import type { createBot as createBotEndpoint } from '#contract/bots.ts'
import type { Ask } from '#contract/endpoint.ts'
import { cut } from '#contract/plain-text.ts'
import { noteAct } from '#server/features/audit/note-act.ts'
import type { Actor } from '#server/features/audit/rules.ts'
import { requireWithinLimit } from '#server/features/licensing/require-within-limit.ts'
import type { Organization } from '#server/features/organizations/require-organization.ts'
import { inTransaction } from '#server/io/db.ts'
import { newId } from '#server/io/id.ts'
import type { Io } from '#server/io/io.ts'
import { Refusal } from '#server/io/refusal.ts'
import { MENU, defaultCard } from './rules.ts'
import { insertBot, listBots, type BotRow } from './store.ts'

const BOTS_MAX = 20

/**
 * Adds a bot that speaks and looks sensibly before anything is set.
 * Refuses: `in_use`, `license_required`, `tariff_limit`.
 */
export async function createBot(
  io: Io,
  by: Actor,
  organization: Organization,
  ask: Ask<typeof createBotEndpoint>['body'],
): Promise<BotRow> {
  if ((await listBots(io.db, organization.id)).length >= BOTS_MAX) throw new Refusal('in_use')
  const now = io.clock.now()
  const name = ask.name ?? cut(organization.name, 60)
  const row: BotRow = {
    organization_id: organization.id,
    id: newId(now),
    name,
    greeting: ask.greeting ?? '',
    menu: ask.menu ?? MENU,
    card_design: ask.card_design ?? defaultCard(organization.name),
    contact: ask.contact ?? { phone: organization.phone, username: null },
    working_hours: ask.working_hours ?? null,
    review_url: ask.review_url ?? null,
    version: 1,
    created_at: now,
    updated_at: now,
  }
  await inTransaction(io.db, async (tx) => {
    const count = async () => (await listBots(tx, organization.id)).length
    const limit = { organization_id: organization.id, kind: 'bots' as const, count }
    await requireWithinLimit(tx, limit, now)
    await insertBot(tx, row)
    const on = { kind: 'bot' as const, id: row.id, name }
    await noteAct(tx, { organization_id: organization.id, by, act: 'bot_added', on }, now)
  })
  return row
}
