/**
 * What screens are made of: words, facts, and the pieces that many screens share. Amounts are minor
 * units, days `YYYY-MM-DD`.
 */
import type { Bot } from '#contract/bots.ts'
import type { Minor } from '#contract/money.ts'
import type { Button, CardPicture } from './message-rules.ts'
import type { NewsFacts } from './post-rules.ts'

/** How figures and texts are written in one language. */
export type Words = {
  /** Of the wire: `ua-UA`. */
  language: string
  say(key: string, params?: Record<string, string | number>): string
  /** `230 бонусів`, by the shop's own word. */
  bonuses(amount: Minor): string
  amount(amount: Minor): string
  /** With the currency's sign. */
  money(amount: Minor): string
  percent(basis_points: number): string
  /** `28.11.2026`. */
  day(day: string): string
  /** `21.11 14:05`, in the shop's zone. */
  moment(ms: number): string
}

export type ShopFacts = {
  id: string
  name: string
  greeting: string
  /** Basis points of the first level; 0: none. */
  cashback: number
  currency_sign: string
  /** For joining; 0: none. */
  join_gift: { amount: Minor; until: string } | null
  profile_gift: Minor
  rules_text: string
  menu: Bot['menu']
  max_pay_percent: number
  contact: { phone: string | null; username: string | null }
  /** Where reviews are written; null: nowhere. */
  review_url: string | null
  hours: string
  open_now: boolean
  /** The bot serves many shops. */
  shared: boolean
}

export type StampFacts = { name: string; count: number; goal: number; gifts: number }

export type BuyerFacts = {
  id: string
  first_name: string | null
  blocked: boolean
  card_code: string
  available: Minor
  pending: Minor
  debt: Minor
  expiring: { date: string; amount: Minor }[]
  level: { name: string; percent: number; next: { name: string; left: Minor } | null } | null
  stamps: StampFacts[]
  notify: { marketing: boolean; bonuses: boolean; rating: boolean }
}

export type HistoryItem = {
  number: number
  /** The joined card that has it; null: this one. */
  card_id: string | null
  at: number
  place: string | null
  /** Paid and owed of a receipt; null: no receipt. */
  total: Minor | null
  changes: Minor[]
  kind: string
}

export type PromotionFacts = { name: string; description: string; until: string | null }

export type PointFacts = {
  name: string
  address: string
  phone: string | null
  /** Closes at; null: closed now. */
  open_until: string | null
  /** In tenths of a kilometre; null: not asked or not known. */
  distance: number | null
  map: string | null
}

/** The card whose code was typed; else why it cannot be joined. */
export type LinkOfferFacts =
  | { status: 'found'; offer: { id: string; phone: string | null; available: Minor } }
  | { status: 'wrong' | 'same' | 'blocked' | 'wait' }

/** What the screens of one turn are made of; a screen that needs a missing part says so itself. */
export type Facts = {
  shop: ShopFacts
  buyer: BuyerFacts | null
  joined?: { created: boolean }
  /** `other`: the receipt is on the card of another phone, told in part. */
  claim?: { total: Minor; earned: Minor } | { other: string | null }
  code?: { spoken: string; qr: string; minutes: number }
  history?: { items: HistoryItem[]; page: number; pages: number }
  why?: { kind: string; amount: Minor; at: number; sentences: string[] } | null
  promotions?: PromotionFacts[]
  news?: NewsFacts[]
  points?: PointFacts[]
  invite?: {
    friend: Minor
    inviter: Minor
    min_receipt: Minor
    link: string
    invited: number
    earned: Minor
  } | null
  flyer?: { amount: Minor; code: string } | null
  confirmation?: { receipt_id: string; amount: Minor; code: string; waits: boolean } | null
  confirmed?: { status: 'done' | 'declined' | 'late' | 'changed'; amount: Minor }
  shops?: { id: string; name: string }[]
  /** The code of this card; null: too many were asked for. */
  link_code?: { code: string; minutes: number } | null
  link_offer?: LinkOfferFacts
  linked?: 'done' | 'late' | 'blocked' | 'wait'
}

/** What acts find out before the screens are made. */
export type KnownFacts = Pick<Facts, 'joined' | 'confirmed' | 'link_offer' | 'linked'>

/** The menu, two in a row; the card alone on top, as Viber has it. */
export function menuRows({ shop }: Facts, { say }: Words): Button[][] {
  const acts = { settings: 'settings', points: 'points', contact: 'contact' } as const
  const buttons = shop.menu
    .filter((line) => line !== 'card')
    .map((line) => ({
      text: say(`bot:menu_${line}`),
      act: line === 'history' ? 'history:0' : ((acts as Record<string, string>)[line] ?? line),
      columns: 3,
    }))
  const rows: Button[][] = [[{ text: say('bot:menu_card'), act: 'card', columns: 6, tone: 'main' }]]
  for (let at = 0; at < buttons.length; at += 2) rows.push(buttons.slice(at, at + 2))
  if (shop.shared) rows.push([{ text: say('bot:my_cards'), act: 'shops', columns: 6 }])
  return rows
}

export const backRow = ({ say }: Words): Button[] => [{ text: say('bot:back'), act: 'menu' }]

/** The card of a buyer with a code on it. */
export const cardPicture = (
  { shop, buyer }: { shop: ShopFacts; buyer: BuyerFacts },
  code: string,
  { language }: Words,
): CardPicture => ({ kind: 'card', organization_id: shop.id, buyer_id: buyer.id, code, language })

/** What became of the receipt whose link opened the chat; null: there is nothing to tell. */
export function claimLine({ claim }: Facts, { say, money, bonuses }: Words): string | null {
  if (!claim) return null
  if ('other' in claim) return say('bot:claim_other', { phone: claim.other ?? '••' })
  return say('bot:claim_waiting', { money: money(claim.total), bonuses: bonuses(claim.earned) })
}

/** Lines that are there, one under another. */
export const lines = (...all: (string | null | false | undefined)[]): string =>
  all.filter((line) => typeof line === 'string' && line !== '').join('\n')
