/** The longer parts of facts: the past, why it was so, offers, places, friends. */
import { loadPromotions } from '#server/features/promotions/load-promotions.ts'
import { dayOf } from '#server/features/ledger/calendar-rules.ts'
import { readReceipt } from '#server/features/receipts/read-receipt.ts'
import type { Io } from '#server/io/io.ts'
import { textIn, textLanguageOf } from '#server/io/text.ts'
import { findPromotionsVersion } from './card-store.ts'
import { ensureLink } from './ensure-link.ts'
import { closesAt, distanceBetween } from './fact-rules.ts'
import {
  findEntry,
  selectHistory,
  selectInvited,
  selectPoints,
  selectShownPromotions,
  type EntryRow,
} from './facts-store.ts'
import type { ChatContext } from './load-facts.ts'
import { noteNewsSeen, selectNews } from './news-store.ts'
import { chatLink } from './rules.ts'
import type { Facts } from './facts-rules.ts'

type BuyerKey = { organization_id: string; buyer_id: string }
type Shop = { id: string; timezone: string }

const HISTORY_PAGE = 5

export async function loadHistory(
  io: Io,
  key: BuyerKey,
  page: number,
): Promise<NonNullable<Facts['history']>> {
  const rows = await selectHistory(io.db, key, page, HISTORY_PAGE)
  const pages = Math.ceil((rows[0]?.groups ?? 0) / HISTORY_PAGE)
  const items = rows.map(({ number, card_id, at, place, total, changes, kind }) => ({
    ...{ number, card_id, place, total, changes: changes.filter((change) => change !== 0), kind },
    at: at.getTime(),
  }))
  return { items, page, pages }
}

/** Why an entry of the past is what it is: the steps of its receipt, or its own reason. */
export async function loadWhy(
  io: Io,
  key: BuyerKey,
  which: { number: number; card_id: string | null },
  language: string,
): Promise<Facts['why']> {
  const entry = await findEntry(io.db, key, which)
  if (!entry) return null
  const { kind, amount, created_at } = entry
  return {
    ...{ kind, amount, at: created_at.getTime() },
    sentences: await sentencesOf(io, key, entry, language),
  }
}

const BY_RECEIPT = new Set(['accrual', 'promotion', 'spend'])
const GIFTS = new Set(['welcome', 'birthday', 'referral'])

async function sentencesOf(
  io: Io,
  { organization_id }: BuyerKey,
  { kind, receipt_id, reason }: EntryRow,
  language: string,
): Promise<string[]> {
  const say = textIn(language)
  if (receipt_id !== null && (BY_RECEIPT.has(kind) || GIFTS.has(kind))) {
    const receipt = await readReceipt(io, { organization_id, receipt_id })
    if (receipt) return receipt.explain(textLanguageOf(language))
  }
  if (GIFTS.has(kind)) return [say('bot:why_gift')]
  if (kind === 'expiry') return [say('bot:why_expiry')]
  if (kind === 'spend_return' || kind === 'accrual_reversal') return [say('bot:why_cancel')]
  if (reason !== null) return [say('bot:why_manual', { reason: printReason(reason, language) })]
  return [say('bot:why_unknown')]
}

/** The owner's reason, chosen or written. */
export function printReason(reason: string, language: string): string {
  const [, chosen = reason, written] = /^(\w+): (.*)$/su.exec(reason) ?? []
  if (written !== undefined) return written
  const known = ['compensation', 'gift', 'mistake'].includes(chosen)
  return known ? textIn(language)(`bot:reason_${chosen}`) : chosen
}

/** Offers for the bot that run today, the newest first. */
export async function loadShownPromotions(
  io: Io,
  shop: Shop,
): Promise<NonNullable<Facts['promotions']>> {
  const version = await findPromotionsVersion(io.db, shop.id)
  const running = await loadPromotions(io, shop, version)
  const today = dayOf(io.clock.now().getTime(), shop.timezone).text
  const rows = await selectShownPromotions(io.db, shop.id)
  return rows.flatMap(({ id, name, description }) => {
    const rules = running.find((one) => one.id === id)
    if (!rules || (rules.date_from !== null && rules.date_from > today)) return []
    if (rules.date_to !== null && rules.date_to < today) return []
    return [{ name, description, until: rules.date_to }]
  })
}

/** News for this bot, the pinned ones first; the one that is shown is remembered as seen. */
export async function loadNews(
  io: Io,
  { shop, client, subscriber }: ChatContext,
  index: number,
): Promise<NonNullable<Facts['news']>> {
  const now = io.clock.now()
  const rows = await selectNews(io.db, shop.id, { bot_id: client.bot_id, now })
  const shown = rows.length > 0 ? rows[index % rows.length] : undefined
  if (shown) {
    const key = { organization_id: shop.id, post_id: shown.id, subscriber_id: subscriber.id }
    await noteNewsSeen(io.db, key, now)
  }
  return rows
}

/** Places to buy, the nearest first when it is known where the buyer is. */
export async function loadPoints(
  io: Io,
  shop: Shop,
  at: { lat: number; lng: number } | null,
): Promise<NonNullable<Facts['points']>> {
  const now = io.clock.now().getTime()
  const rows = await selectPoints(io.db, shop.id)
  const points = rows.map((row) => {
    const place = row.lat !== null && row.lng !== null ? { lat: row.lat, lng: row.lng } : null
    return {
      name: row.name,
      address: [row.city_name, row.address]
        .filter((part) => part !== null && part !== '')
        .join(', '),
      phone: row.phone,
      open_until: closesAt(row.schedule, shop.timezone, now),
      distance: at && place ? distanceBetween(at, place) : null,
      map: place && `https://www.google.com/maps/search/?api=1&query=${place.lat},${place.lng}`,
    }
  })
  if (!at) return points
  return points.toSorted((a, b) => (a.distance ?? Infinity) - (b.distance ?? Infinity))
}

/** The link for a friend and what it has brought; null: the shop has it switched off. */
export async function loadInvite(
  io: Io,
  { program, client, shop }: ChatContext,
  key: BuyerKey,
): Promise<Facts['invite']> {
  const { on, friend_amount, inviter_amount, min_receipt } = program.referral
  if (!on || program.mode === 'discount') return null
  const slug = await ensureLink(io, shop.id, null)
  const link = chatLink(client, { kind: 'friend', slug, inviter_id: key.buyer_id })
  const counts = await selectInvited(io.db, key)
  return { friend: friend_amount, inviter: inviter_amount, min_receipt, link, ...counts }
}
