import { newId } from '#server/io/id.ts'
import type { Io } from '#server/io/io.ts'
import { selectChat } from './chat-store.ts'
import type { ClientRow } from './client-store.ts'
import { emptyMemory } from './chat-rules.ts'
import { chatLanguage, type Incoming } from './incoming-rules.ts'
import { writePayload, type Payload } from './rules.ts'
import { findLink } from './store.ts'
import {
  findSubscriber,
  insertSubscriber,
  listOfPerson,
  type SubscriberRow,
} from './subscriber-store.ts'

/** `taken`: the update was taken before, and nothing more is to be done. */
export type FoundChat = { taken: false; subscriber: SubscriberRow } | { taken: true }

/**
 * The chat an update belongs to, opened when it is the first. In the platform's bot the link tells
 * the shop, a choice among «Мої картки» or the shop chosen last does otherwise; undefined: nobody
 * can tell.
 */
export async function findChat(
  io: Io,
  client: ClientRow,
  incoming: Incoming,
): Promise<FoundChat | undefined> {
  const { event, user_id } = incoming
  const payload = event.kind === 'start' ? event.payload : null
  const link = payload && (await findLink(io.db, payload.slug))
  const organization_id = client.organization_id ?? (await shopOf(io, client, incoming, link))
  if (organization_id === null) return undefined
  const key = { client_id: client.id, user_id, organization_id }
  const { taken, subscriber: known } = await selectChat(io, { ...key, key: incoming.key })
  if (taken) return { taken }
  if (known) {
    return { taken, subscriber: link ? { ...known, chosen_at: io.clock.now() } : known }
  }
  // Nobody begins by leaving.
  if (event.kind === 'blocked') return undefined
  const own_link = link?.organization_id === organization_id ? link : null
  const row = newSubscriber(io, client, incoming, organization_id, payload, own_link)
  await insertSubscriber(io.db, row)
  const subscriber = await findSubscriber(io.db, key)
  return subscriber && { taken, subscriber }
}

/** In the platform's bot: whose shop is meant. */
async function shopOf(
  io: Io,
  client: ClientRow,
  { event, user_id }: Incoming,
  link: { organization_id: string } | undefined | null,
): Promise<string | null> {
  if (link) return link.organization_id
  const cards = await listOfPerson(io.db, client.id, user_id)
  const [, chosen] = event.kind === 'act' ? (/^shop:(.+)$/.exec(event.act) ?? []) : []
  const card = cards.find((one) => one.organization_id === chosen) ?? cards[0]
  return card?.organization_id ?? null
}

function newSubscriber(
  io: Io,
  client: ClientRow,
  { user_id, name, language }: Incoming,
  organization_id: string,
  payload: Payload | null,
  link: { pos_id: string | null } | null,
): SubscriberRow {
  const now = io.clock.now()
  return {
    ...{ organization_id, id: newId(now), client_id: client.id, type: client.type, user_id, name },
    buyer_id: null,
    language: chatLanguage(language),
    step: 'new',
    memory: JSON.stringify(emptyMemory),
    version: 0,
    source: payload && writePayload(payload),
    pos_id: link?.pos_id ?? null,
    ...{ rules_version: null, rules_accepted_at: null },
    ...{ marketing: null, marketing_text: null, marketing_at: null },
    ...{ notify_bonuses: true, notify_rating: true, tester: false, blocked_at: null },
    ...{ chosen_at: now, last_active_at: now, created_at: now },
  }
}
