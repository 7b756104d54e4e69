import { maskPhone } from '#contract/phone.ts'
import { findBuyer, type FoundBuyer } from '#server/features/buyers/find-buyer.ts'
import { issueCode } from '#server/features/buyers/issue-code.ts'
import { issueLinkCode } from '#server/features/buyers/issue-link-code.ts'
import { balanceOf } from '#server/features/buyers/rules.ts'
import { dayOf } from '#server/features/ledger/calendar-rules.ts'
import { loadProgramVersion } from '#server/features/program/load-program.ts'
import type { Program } from '#server/features/program/rules.ts'
import { loadPromotions } from '#server/features/promotions/load-promotions.ts'
import { viewCards } from '#server/features/promotions/view-card-rules.ts'
import { readConfirmation } from '#server/features/receipts/read-confirmation.ts'
import { readReceipt } from '#server/features/receipts/read-receipt.ts'
import type { Io } from '#server/io/io.ts'
import { selectChatShop, type ChatBot } from './chat-store.ts'
import type { ClientRow } from './client-store.ts'
import type { Screen } from './chat-rules.ts'
import { levelFacts, shopFacts } from './fact-rules.ts'
import {
  loadHistory,
  loadInvite,
  loadNews,
  loadPoints,
  loadShownPromotions,
  loadWhy,
} from './load-lists.ts'
import type { Facts, KnownFacts } from './facts-rules.ts'
import type { ShopRow } from './store.ts'
import { listOfPerson, type SubscriberRow } from './subscriber-store.ts'
import { unlessTooOften } from './unless-too-often.ts'
import { wordsIn } from './words.ts'

/** Whose chat it is, as every screen needs it. */
export type ChatContext = {
  client: ClientRow
  subscriber: SubscriberRow
  shop: ShopRow
  bot: ChatBot | null
  program: Program
  promotions_version: number
}

/** The shop behind a chat; undefined: it is gone. */
export async function openContext(
  io: Io,
  client: ClientRow,
  subscriber: SubscriberRow,
): Promise<ChatContext | undefined> {
  const { organization_id } = subscriber
  const read = await selectChatShop(io, { organization_id, bot_id: client.bot_id })
  if (!read) return undefined
  const { shop, bot, program_version, promotions_version } = read
  const program = await loadProgramVersion(io, shop, program_version)
  return { client, subscriber, shop, bot, program, promotions_version }
}

/** The buyer behind a chat; null before joining and after being forgotten. */
export async function findChatBuyer(io: Io, context: ChatContext): Promise<FoundBuyer | null> {
  const { subscriber, program, shop } = context
  if (subscriber.buyer_id === null) return null
  const found = await findBuyer(io, shop.id, { id: subscriber.buyer_id }, program)
  return found && found.buyer.status !== 'forgotten' ? found : null
}

const CODE_SCREENS = new Set<Screen['show']>(['card'])

/** What these screens are made of. What acts have found out is given in `known`. */
export async function loadFacts(
  io: Io,
  context: ChatContext,
  screens: readonly Screen[],
  known: KnownFacts,
): Promise<Facts> {
  const { shop, bot, program, client, subscriber } = context
  const now = io.clock.now().getTime()
  const found = await findChatBuyer(io, context)
  const facts: Facts = {
    shop: shopFacts({
      ...{ shop, bot, program, now, shared: client.organization_id === null },
      language: subscriber.language,
    }),
    buyer: found && (await buyerFacts(io, context, found, now)),
    ...known,
  }
  for (const screen of screens) Object.assign(facts, await partOf(io, context, found, screen))
  return facts
}

async function buyerFacts(
  io: Io,
  { shop, program, subscriber, promotions_version }: ChatContext,
  { buyer, account }: FoundBuyer,
  now: number,
): Promise<NonNullable<Facts['buyer']>> {
  const promotions = await loadPromotions(io, shop, promotions_version)
  const { available, pending, debt, expiring } = balanceOf(account, now, shop.timezone)
  return {
    id: buyer.id,
    first_name: buyer.first_name,
    blocked: buyer.status === 'blocked',
    card_code: buyer.card_code,
    ...{ available, pending, debt, expiring },
    level: levelFacts(account, program, now),
    stamps: viewCards(account, promotions, shop.timezone, now),
    notify: {
      marketing: subscriber.marketing === true,
      bonuses: subscriber.notify_bonuses,
      rating: subscriber.notify_rating,
    },
  }
}

/** What one screen needs beside the shop and the buyer. */
async function partOf(
  io: Io,
  context: ChatContext,
  found: FoundBuyer | null,
  screen: Screen,
): Promise<Partial<Facts>> {
  const { shop, client, subscriber } = context
  if (screen.show === 'shops') {
    const all = await listOfPerson(io.db, client.id, subscriber.user_id)
    return { shops: all.map((one) => ({ id: one.organization_id, name: one.shop_name })) }
  }
  if (screen.show === 'promotions' || screen.show === 'promotion') {
    return { promotions: await loadShownPromotions(io, shop) }
  }
  if (screen.show === 'news') return { news: await loadNews(io, context, 0) }
  if (screen.show === 'news_item') return { news: await loadNews(io, context, screen.index) }
  if (screen.show === 'points') return { points: await loadPoints(io, shop, screen.at) }
  if (screen.show === 'flyer') return { flyer: flyerFacts(io, context, screen.flyer_id) }
  if (!found) return {}
  const key = { organization_id: shop.id, buyer_id: found.buyer.id }
  if (CODE_SCREENS.has(screen.show)) return { code: await newCode(io, context, found) }
  switch (screen.show) {
    case 'history':
      return { history: await loadHistory(io, key, screen.page) }
    case 'why':
      return { why: await loadWhy(io, key, screen, subscriber.language) }
    case 'invite':
      return { invite: await loadInvite(io, context, key) }
    case 'joined':
      return screen.claim === null ? {} : { claim: await claimOf(io, context, found, screen.claim) }
    case 'claim':
      return { claim: await claimOf(io, context, found, screen.receipt_id) }
    case 'link_code':
      return { link_code: await newLinkCode(io, key) }
    case 'confirm':
      return { confirmation: await confirmationOf(io, key, screen.receipt_id) }
    default:
      return {}
  }
}

async function newCode(io: Io, { program, shop }: ChatContext, { buyer }: FoundBuyer) {
  if (!program.identify_by_code || buyer.status === 'blocked') return undefined
  const ttl_seconds = program.code_ttl_seconds
  const { code, qr } = await issueCode(io, {
    organization_id: shop.id,
    buyer_id: buyer.id,
    ttl_seconds,
  })
  return { spoken: code, qr, minutes: Math.max(1, Math.round(ttl_seconds / 60)) }
}

type BuyerKey = { organization_id: string; buyer_id: string }

/**
 * A receipt that waits for this buyer: its link was shown before the chat. Undefined: there is no
 * such receipt (yet), so nothing is told of it.
 */
async function claimOf(
  io: Io,
  { program, shop }: ChatContext,
  { buyer }: FoundBuyer,
  receipt_id: string,
): Promise<Facts['claim']> {
  const receipt = await readReceipt(io, { organization_id: shop.id, receipt_id })
  if (!receipt || receipt.cancelled) return undefined
  const { total, earned } = receipt
  if (receipt.buyer_id === null) return { other: null }
  const whose = await findBuyer(io, shop.id, { id: receipt.buyer_id }, program)
  if (whose?.buyer.id === buyer.id) return { total, earned }
  return { other: whose?.buyer.phone ? maskPhone(whose.buyer.phone) : null }
}

/** A code by which this card joins another; null: too many were asked for. */
async function newLinkCode(io: Io, key: BuyerKey): Promise<Facts['link_code']> {
  return unlessTooOften(issueLinkCode(io, key, 'chat'), null)
}

async function confirmationOf(
  io: Io,
  key: BuyerKey,
  receipt_id: string,
): Promise<Facts['confirmation']> {
  const asked = await readConfirmation(io, { organization_id: key.organization_id, receipt_id })
  if (!asked || asked.buyer_id !== key.buyer_id) return null
  const waits = asked.state.status === 'awaiting_confirmation' && asked.state.seconds_left > 0
  return { receipt_id, amount: asked.spend, code: asked.code, waits }
}

/** A flyer that works today; null: it is over. */
function flyerFacts(io: Io, { program, shop }: ChatContext, flyer_id: string): Facts['flyer'] {
  const today = dayOf(io.clock.now().getTime(), shop.timezone).text
  for (const gift of program.welcome) {
    if (gift.kind !== 'flyer' || gift.id !== flyer_id || !gift.on) continue
    const early = gift.date_from !== null && today < gift.date_from
    const late = gift.date_to !== null && today > gift.date_to
    return early || late ? null : { amount: gift.amount, code: gift.code }
  }
  return null
}

/** The words of a chat's language. */
export const wordsOf = ({ subscriber, program }: ChatContext) =>
  wordsIn(subscriber.language, program)
