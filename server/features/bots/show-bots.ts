import { renderSVG } from 'uqr'
import type { Bot } from '#contract/bots.ts'
import type { Io } from '#server/io/io.ts'
import { listClients, type ClientRow } from './client-store.ts'
import { ensureLink } from './ensure-link.ts'
import { findManager } from './find-manager.ts'
import { listRequests, type ManagedRequestRow } from './managed-store.ts'
import { chatLink } from './rules.ts'
import type { BotRow } from './store.ts'
import { countSubscribers } from './subscriber-store.ts'

/** Bots as an owner sees them. */
export async function showBots(
  io: Io,
  organization_id: string,
  rows: readonly BotRow[],
): Promise<Bot[]> {
  if (rows.length === 0) return []
  const bot_ids = rows.map(({ id }) => id)
  const clients = await listClients(io.db, organization_id, bot_ids)
  const counts = await countSubscribers(
    io.db,
    organization_id,
    clients.map(({ id }) => id),
  )
  const offered = (await findManager(io)) !== undefined
  const requests = await listRequests(io.db, organization_id, io.clock.now())
  const slug = await ensureLink(io, organization_id, null)
  const link = pageLink(io, slug)
  return rows.map((row) => {
    const shown = clients
      .filter(({ bot_id }) => bot_id === row.id)
      .map((client) => showClient(client, counts.get(client.id)))
    const subscribers = shown.reduce((sum, client) => sum + client.subscribers, 0)
    const { id, name, greeting, menu, card_design, contact, working_hours, version, review_url } =
      row
    return {
      ...{ id, organization_id, name, greeting, menu, card_design, contact, working_hours },
      ...{ version, review_url, clients: shown, link, slug, qr: qrOf(link), subscribers },
      managed:
        offered && !shown.some(({ type }) => type === 'telegram')
          ? showManaged(requests.find(({ bot_id }) => bot_id === id))
          : null,
      created_at: row.created_at.toISOString(),
    }
  })
}

/** One bot as an owner sees it. */
export async function showBot(io: Io, row: BotRow): Promise<Bot> {
  const [shown] = await showBots(io, row.organization_id, [row])
  if (!shown) throw new Error('one row shows one bot')
  return shown
}

function showManaged(request: ManagedRequestRow | undefined): Bot['managed'] {
  if (!request) return { state: 'offered', problem: null }
  // The database keeps no other words.
  const problem = request.problem as NonNullable<Bot['managed']>['problem']
  if (problem !== null) return { state: 'failed', problem }
  return { state: request.user_id === null ? 'waiting' : 'started', problem }
}

function showClient(
  client: ClientRow,
  counts: { subscribers: number; blocked: number } = { subscribers: 0, blocked: 0 },
): Bot['clients'][number] {
  const { type, username, title, avatar, status, last_error, token_last4, mode } = client
  return {
    ...{ type, username, title, avatar, status, last_error, token_last4, mode, ...counts },
    connected_at: client.connected_at.toISOString(),
    checked_at: client.checked_at?.toISOString() ?? null,
    link: chatLink(client, null),
  }
}

/** The page where a buyer chooses the messenger. */
export const pageLink = (io: Pick<Io, 'config'>, slug: string): string =>
  `${io.config.PUBLIC_URL}/b/${slug}`

export const qrOf = (text: string): string => renderSVG(text, { border: 4 })
