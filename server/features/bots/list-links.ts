import type { z } from 'zod'
import type { listBotLinks, readBotLink } from '#contract/bots.ts'
import { loadProgram } from '#server/features/program/load-program.ts'
import type { Io } from '#server/io/io.ts'
import { Refusal } from '#server/io/refusal.ts'
import { listClients, listSharedClients, type ClientRow } from './client-store.ts'
import { ensureLink } from './ensure-link.ts'
import { chatLink, type Payload } from './rules.ts'
import { pageLink, qrOf } from './show-bots.ts'
import { findLink, findShop, listBots, listPosNames } from './store.ts'
import { countByPos } from './subscriber-store.ts'

type Printed = z.output<(typeof listBotLinks)['response']>
type Opened = z.output<(typeof readBotLink)['response']>

/** Links to print: of the shop and of each of its points of sale. */
export async function listLinks(io: Io, organization_id: string): Promise<Printed> {
  const places = [{ id: null, name: null }, ...(await listPosNames(io.db, organization_id))]
  const counts = await countByPos(io.db, organization_id)
  const items = []
  for (const { id, name } of places) {
    const slug = await ensureLink(io, organization_id, id)
    const link = pageLink(io, slug)
    const subscribers = counts.get(id) ?? 0
    items.push({ pos_id: id, pos_name: name, slug, link, qr: qrOf(link), subscribers })
  }
  const shared = await listSharedClients(io.db)
  return { items, shared: shared.map(({ type, username }) => ({ type, username })) }
}

/** What a printed link opens. Refuses: `not_found`. */
export async function openLink(
  io: Io,
  slug: string,
  ask: { src?: string | undefined; claim?: string | undefined },
): Promise<Opened> {
  const link = await findLink(io.db, slug)
  const shop = link && (await findShop(io.db, link.organization_id))
  if (!link || !shop) throw new Refusal('not_found')
  const bots = await listBots(io.db, shop.id)
  const clients = await clientsOf(
    io,
    shop.id,
    bots.map(({ id }) => id),
  )
  const places = await listPosNames(io.db, shop.id)
  const program = await loadProgram(io, shop)
  const payload: Payload = { kind: 'pos', slug, source: ask.src ?? '', claim: ask.claim ?? null }
  const chat = (type: ClientRow['type']) => {
    const client = clients.find((one) => one.type === type)
    return client ? chatLink(client, payload) : null
  }
  const percent = program.levels[0]?.cashback_percent ?? 0
  return {
    organization: { name: shop.name, logo: shop.logo },
    pos_name: places.find(({ id }) => id === link.pos_id)?.name ?? null,
    greeting: bots[0]?.greeting ?? '',
    cashback_percent: program.mode === 'discount' || percent === 0 ? null : percent / 100,
    telegram: chat('telegram'),
    viber: chat('viber'),
  }
}

/** What a till shows newcomers; null: no bot of the shop or of the platform can be reached. */
export async function linkOfTill(
  io: Io,
  organization_id: string,
  pos_id: string,
): Promise<string | null> {
  const bots = await listBots(io.db, organization_id)
  const ids = bots.map(({ id }) => id)
  if ((await clientsOf(io, organization_id, ids)).length === 0) return null
  return `${pageLink(io, await ensureLink(io, organization_id, pos_id))}?src=till`
}

/** The shop's own bots that work, then the platform's. */
async function clientsOf(io: Io, organization_id: string, bot_ids: string[]): Promise<ClientRow[]> {
  const own = await listClients(io.db, organization_id, bot_ids)
  const shared = await listSharedClients(io.db)
  return [...own, ...shared].filter(({ status }) => status !== 'revoked')
}
