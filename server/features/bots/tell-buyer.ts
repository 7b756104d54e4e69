import type { OrganizationId } from '#server/features/organizations/rules.ts'
import { readSettings } from '#server/features/program/read-settings.ts'
import { inTransaction } from '#server/io/db.ts'
import { newId } from '#server/io/id.ts'
import type { Io } from '#server/io/io.ts'
import { findClient } from './client-store.ts'
import { openContext, type ChatContext } from './load-facts.ts'
import type { Message, Outgoing, Tapped } from './message-rules.ts'
import { insertMessages, type NewMessage } from './message-store.ts'
import { requireRoomForMessages } from './require-room-for-messages.ts'
import { listReachable, type SubscriberRow } from './subscriber-store.ts'

export type Tell = {
  organization_id: string
  buyer_id: string
  /** What kind of message it is, and what it is about: the same is told once. */
  kind: string
  source: string
  priority: 0 | 1 | 2
  due_at?: Date
  /** Chats that want to hear it; left out: all. */
  wants?(chat: SubscriberRow): boolean
  /** Everywhere, not only where the shop's settings say: for a message that asks for an answer. */
  everywhere?: boolean
  /** The words; null: there is nothing to tell. */
  say(context: ChatContext): Promise<Message | null> | Message | null
  /** The message that this one stands in the place of. */
  inPlaceOf?(chat: SubscriberRow): Promise<Tapped | null>
}

/**
 * Tells a buyer something, in the messenger the shop's settings prefer: keeps a message for each
 * chat it goes to and makes a job that sends it. Telling the same again changes nothing.
 * Answers how many messages were kept now. Refuses, of advertising: `license_required`,
 * `tariff_limit`.
 */
export async function tellBuyer(io: Io, tell: Tell): Promise<number> {
  const { organization_id, buyer_id } = tell
  const reachable = await listReachable(io.db, organization_id, buyer_id)
  const wanted = reachable.filter((chat) => tell.wants?.(chat) ?? true)
  if (wanted.length === 0) return 0
  const now = io.clock.now()
  const rows: NewMessage[] = []
  let timezone = 'UTC'
  for (const chat of await chosen(io, wanted, tell.everywhere ?? false)) {
    const client = await findClient(io.db, chat.client_id)
    const context = client && (await openContext(io, client, chat))
    const message = context && (await tell.say(context))
    if (!context || !message) continue
    timezone = context.shop.timezone
    const tapped = (await tell.inPlaceOf?.(chat)) ?? null
    const outgoing: Outgoing = { ...message, tapped, language: chat.language }
    rows.push({
      ...{ organization_id, id: newId(now), client_id: chat.client_id, subscriber_id: chat.id },
      ...{ buyer_id, kind: tell.kind, source: tell.source, priority: tell.priority },
      body: JSON.stringify(outgoing),
      due_at: tell.due_at ?? now,
      created_at: now,
    })
  }
  return inTransaction(io.db, async (tx) => {
    // Advertising counts towards what the tariff allows; the rest is never held for it.
    if (tell.priority === 2) {
      const shop = { id: organization_id as OrganizationId, timezone }
      await requireRoomForMessages(tx, shop, rows.length, now)
    }
    const kept = await insertMessages(tx, rows)
    for (const client_id of new Set(kept.map((row) => row.client_id))) {
      const later = tell.due_at !== undefined && tell.due_at > now
      const options = later ? { tx, start_after: tell.due_at as Date } : { tx }
      if (tell.priority === 2) await io.jobs.send('bots.deliver_bulk', {}, options)
      else await io.jobs.send('bots.deliver', { client_id }, options)
    }
    return kept.length
  })
}

/** By the shop's settings: where the buyer was last, one messenger of the two, or both. */
async function chosen(
  io: Io,
  chats: SubscriberRow[],
  everywhere: boolean,
): Promise<SubscriberRow[]> {
  const [first] = chats
  if (!first || everywhere) return chats
  const { notifications } = await readSettings(io.db, {
    id: first.organization_id,
    ...{ timezone: '', currency: '' },
  })
  const preferred = notifications.preferred_channel
  if (preferred === 'both') {
    return ['telegram', 'viber'].flatMap((type) => {
      const chat = chats.find((one) => one.type === type)
      return chat ? [chat] : []
    })
  }
  return [chats.find(({ type }) => type === preferred) ?? first]
}
