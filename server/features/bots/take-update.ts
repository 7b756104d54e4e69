import { announce } from '#server/features/ledger/events.ts'
import { takeTurns } from '#server/features/ledger/take-turns.ts'
import { setConsent } from '#server/features/buyers/set-consent.ts'
import { dayOf } from '#server/features/ledger/calendar-rules.ts'
import { inTransaction, type Tx } from '#server/io/db.ts'
import { newId } from '#server/io/id.ts'
import type { Io } from '#server/io/io.ts'
import { Refusal } from '#server/io/refusal.ts'
import type { ClientRow } from './client-store.ts'
import { emptyMemory, type Chat, type Event, type Memory, type Turn } from './chat-rules.ts'
import { asksForAnswers, converse } from './conversation-rules.ts'
import { doActs, type Done } from './do-acts.ts'
import { cardTapped } from './events.ts'
import { selectAnswers } from './facts-store.ts'
import { findChat } from './find-chat.ts'
import type { Incoming } from './incoming-rules.ts'
import { loadFacts, openContext, wordsOf, type ChatContext } from './load-facts.ts'
import type { Message, Outgoing } from './message-rules.ts'
import { insertMessages, takeUpdate } from './message-store.ts'
import { refreshMessengers } from './refresh-messengers.ts'
import { screenMessage } from './screen-rules.ts'
import { insertConsent, takeTurn, type SubscriberRow } from './subscriber-store.ts'
import { commentRating, insertThread, putRating } from './thread-store.ts'

/** The edition of the question about advertising; raised when its words change. */
export const MARKETING_TEXT = 1
const ATTEMPTS = 5

/** What became of an update; `welcome`: the answer to a chat that was only opened. */
export type Taken = {
  taken: boolean
  welcome: Outgoing[] | null
  /** The bot serves many shops, and nobody can tell which is meant. */
  nobody?: boolean
}

/**
 * Takes one proven update, once: the new state of the chat, the answers to send and the row that
 * remembers the update are one transaction. The same update again changes nothing.
 * `in_answer`: the messenger sends what we answer to it by itself, so the first message is handed
 * back and not kept.
 */
export async function takeIncoming(
  io: Io,
  client: ClientRow,
  incoming: Incoming,
  { in_answer = false }: { in_answer?: boolean } = {},
): Promise<Taken> {
  return takeTurns(`chat ${client.id} ${incoming.user_id}`, async () => {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      const taken = await tryOnce(io, client, incoming, in_answer)
      if (taken) return taken
    }
    throw new Error('a chat never stood still')
  })
}

async function tryOnce(
  io: Io,
  client: ClientRow,
  incoming: Incoming,
  in_answer: boolean,
): Promise<Taken | null> {
  const found = await findChat(io, client, incoming)
  if (found?.taken) return { taken: false, welcome: null }
  if (!found) {
    const taken = await noteOnly(io, client, incoming)
    return { taken, welcome: null, nobody: client.organization_id === null }
  }
  const context = await openContext(io, client, found.subscriber)
  if (!context) return { taken: await noteOnly(io, client, incoming), welcome: null }
  const chat = await chatOf(io, context, incoming.event)
  const { turn, done } = await act(io, context, chat, converse(chat, incoming.event))
  const after = { ...context, subscriber: afterTurn(io, context, turn, done) }
  const facts = await loadFacts(io, after, turn.screens, done.facts)
  const words = wordsOf(after)
  const messages = turn.screens.map((screen) => screenMessage(screen, facts, words))
  const outgoing = messages.map((message, index) => outgoingOf(message, incoming, after, index))
  return write(io, {
    before: found.subscriber,
    context: after,
    turn,
    done,
    incoming,
    outgoing,
    in_answer,
  })
}

/** Where the shop's tariff has no room for one more buyer, the chat stays before the card. */
async function act(
  io: Io,
  context: ChatContext,
  chat: Chat,
  turn: Turn,
): Promise<{ turn: Turn; done: Done }> {
  try {
    return { turn, done: await doActs(io, context, turn.acts) }
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'tariff_limit') throw error
    const full: Turn = { ...chat, step: 'phone', acts: [], screens: [{ show: 'full' }] }
    return { turn: full, done: { facts: {}, buyer_id: null, ratings: [] } }
  }
}

/** A person we have no shop for: the update is remembered, nothing else. */
async function noteOnly(io: Io, client: ClientRow, incoming: Incoming): Promise<boolean> {
  return inTransaction(io.db, (tx) => takeUpdate(tx, client.id, incoming.key, io.clock.now()))
}

/** Only the first answer stands in the place of what was tapped. */
const outgoingOf = (
  message: Message,
  incoming: Incoming,
  { subscriber }: ChatContext,
  index: number,
): Outgoing => ({
  ...message,
  tapped: index === 0 ? incoming.tapped : null,
  language: subscriber.language,
})

async function chatOf(io: Io, { subscriber, shop }: ChatContext, event: Event): Promise<Chat> {
  const { buyer_id, organization_id } = subscriber
  const memory = { ...emptyMemory, ...(JSON.parse(subscriber.memory) as Partial<Memory>) }
  const answers =
    buyer_id !== null && asksForAnswers(memory, event)
      ? await selectAnswers(io.db, { organization_id, buyer_id })
      : undefined
  const known = (['first_name', 'birthday', 'gender', 'city'] as const).filter(
    (field) => (answers?.[field] ?? null) !== null,
  )
  return {
    step: subscriber.step,
    memory,
    language: subscriber.language,
    known,
    marketing_asked: subscriber.marketing !== null,
    today: dayOf(io.clock.now().getTime(), shop.timezone).text,
  }
}

/** The chat's row as this turn leaves it. */
function afterTurn(io: Io, context: ChatContext, turn: Turn, done: Done): SubscriberRow {
  const now = io.clock.now()
  const { subscriber, shop } = context
  const row: SubscriberRow = {
    ...subscriber,
    step: turn.step,
    memory: JSON.stringify(turn.memory),
    buyer_id: done.buyer_id,
    last_active_at: now,
    blocked_at: null,
  }
  for (const act of turn.acts) {
    if (act.do === 'language') row.language = act.language
    if (act.do === 'choose') row.chosen_at = now
    if (act.do === 'block') row.blocked_at = act.blocked ? now : null
    if (act.do === 'notify' && act.what === 'bonuses') row.notify_bonuses = !row.notify_bonuses
    if (act.do === 'notify' && act.what === 'rating') row.notify_rating = !row.notify_rating
    const given = marketingAnswer(act, subscriber)
    if (given !== null) {
      Object.assign(row, { marketing: given, marketing_text: MARKETING_TEXT, marketing_at: now })
    }
    if (act.do === 'join') {
      Object.assign(row, { rules_version: shop.rules_version, rules_accepted_at: now })
    }
    if (act.do === 'forget') Object.assign(row, { name: '', source: null, marketing: null })
  }
  return row
}

function marketingAnswer(act: Turn['acts'][number], { marketing }: SubscriberRow): boolean | null {
  if (act.do === 'marketing') return act.given
  return act.do === 'notify' && act.what === 'marketing' ? marketing !== true : null
}

type Written = {
  /** As the turn found it. */
  before: SubscriberRow
  context: ChatContext
  turn: Turn
  done: Done
  incoming: Incoming
  outgoing: Outgoing[]
  in_answer: boolean
}

/** Null: another update of the chat came between. */
async function write(io: Io, all: Written): Promise<Taken | null> {
  const { before, context, incoming, outgoing, in_answer } = all
  const { client, subscriber } = context
  const now = io.clock.now()
  // What the messenger sends by itself as our answer is not sent by us too.
  const welcome = in_answer && subscriber.step !== 'active' ? outgoing.slice(0, 1) : null
  const kept = welcome ? outgoing.slice(1) : outgoing
  try {
    return await inTransaction(io.db, async (tx) => {
      const update = { client_id: client.id, key: incoming.key, created_at: now }
      const { taken, moved } = await takeTurn(tx, update, before, changesOf(subscriber))
      if (!taken) return { taken: false, welcome: null }
      if (!moved) throw new Moved()
      await writeActs(io, tx, all)
      const rows = kept.map((message, index) => ({
        organization_id: subscriber.organization_id,
        // Ids of one millisecond lie in any order; the messages of a chat are sent in theirs.
        id: newId(new Date(now.getTime() + index)),
        client_id: client.id,
        subscriber_id: subscriber.id,
        buyer_id: subscriber.buyer_id,
        kind: 'answer',
        source: `answer ${incoming.key} ${index}`,
        priority: 0,
        body: JSON.stringify(message),
        due_at: now,
        created_at: now,
      }))
      if ((await insertMessages(tx, rows)).length > 0) {
        await io.jobs.send('bots.deliver', { client_id: client.id }, { tx })
      }
      return { taken: true, welcome }
    })
  } catch (error) {
    if (error instanceof Moved) return null
    throw error
  }
}

class Moved extends Error {}

function changesOf(row: SubscriberRow): Partial<SubscriberRow> {
  const { step, memory, name, buyer_id, language, source, pos_id, blocked_at } = row
  const { marketing, marketing_text, marketing_at, notify_bonuses, notify_rating } = row
  const { rules_version, rules_accepted_at, chosen_at, last_active_at } = row
  return {
    ...{ step, memory, name, buyer_id, language, source, pos_id, blocked_at },
    ...{ marketing, marketing_text, marketing_at, notify_bonuses, notify_rating },
    ...{ rules_version, rules_accepted_at, chosen_at, last_active_at },
  }
}

/** What acts leave in the tables of this feature, and what buyers are told of the chat. */
async function writeActs(io: Io, tx: Tx, { before, context, turn, done }: Written): Promise<void> {
  const { subscriber, shop } = context
  const { organization_id, id: subscriber_id, buyer_id } = subscriber
  const now = io.clock.now()
  const consent = (kind: 'rules' | 'marketing', given: boolean, text_version: number) =>
    insertConsent(tx, {
      ...{ organization_id, id: newId(now), subscriber_id, buyer_id, kind, given, text_version },
      ...{ language: subscriber.language, created_at: now },
    })
  for (const act of turn.acts) {
    const given = marketingAnswer(act, before)
    if (given !== null) await consent('marketing', given, MARKETING_TEXT)
    if (buyer_id === null) continue
    const key = { organization_id, buyer_id }
    if (given !== null) {
      await setConsent(tx, key, { messages: { given, text_version: MARKETING_TEXT } }, now)
    }
    if (act.do === 'join') {
      await consent('rules', true, shop.rules_version)
      await setConsent(tx, key, { rules: { version: shop.rules_version } }, now)
    }
    if (act.do === 'comment') {
      await commentRating(tx, { ...key, receipt_id: act.receipt_id }, act.text)
    }
    if (act.do === 'note_tap') {
      const tapped = { ...key, token: act.token, at: now.toISOString() }
      await announce(io, tx, organization_id, [cardTapped(tapped)])
    }
    if (act.do === 'write') {
      await insertThread(tx, {
        ...{ organization_id, id: newId(now), subscriber_id, buyer_id, direction: 'in' },
        ...{ text: act.text, image: null, message_id: null, user_id: null, read_at: null },
        ...{ edited_at: null, deleted_at: null, created_at: now },
      })
    }
  }
  if (buyer_id !== null) {
    for (const rating of done.ratings) {
      await putRating(tx, { ...rating, organization_id, buyer_id, subscriber_id, created_at: now })
    }
  }
  if (reachedOtherwise(before, subscriber)) {
    for (const buyer of new Set([before.buyer_id, buyer_id])) {
      if (buyer !== null) await refreshMessengers(tx, { organization_id, buyer_id: buyer })
    }
  }
}

const reachedOtherwise = (before: SubscriberRow, after: SubscriberRow): boolean =>
  before.buyer_id !== after.buyer_id ||
  (before.blocked_at === null) !== (after.blocked_at === null) ||
  before.step !== after.step
