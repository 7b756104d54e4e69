/**
 * What a new bot is like, and the links that open one.
 *
 * A link's payload is what Telegram hands to `/start` and Viber to `context`: at most 64 of
 * `A-Za-z0-9_-`. Parts are joined by `_`; ids are written in hex, so that no part has one inside.
 * Source: design/screens.md §5.11, §7.1.
 */
import type { Bot, CardDesign } from '#contract/bots.ts'
import { cut } from '#contract/plain-text.ts'

export const MENU: Bot['menu'] = [
  'card',
  'balance',
  'history',
  'promotions',
  'news',
  'points',
  'invite',
  'contact',
  'settings',
]

export const defaultCard = (name: string): CardDesign => ({
  background: 'gradient-1',
  logo: null,
  title: cut(name, 24).trim(),
  code: 'qr',
  fields: ['name', 'level', 'balance', 'next_expiry'],
  back_text: '',
})

/** Why a chat was opened. `slug` names the shop, so that a bot of many shops knows which. */
export type Payload =
  /** From a poster or a receipt of a point of sale; `claim` is a receipt that waits. */
  | { kind: 'pos'; slug: string; source: string; claim: string | null }
  | { kind: 'friend'; slug: string; inviter_id: string }
  | { kind: 'flyer'; slug: string; flyer_id: string }
  | { kind: 'confirm'; slug: string; receipt_id: string }
  /** From the card's page: what its buttons open. */
  | { kind: 'view'; slug: string; view: View }

type View = 'points' | 'invite'

const SLUG = '[a-z0-9]{8,12}'
const HEX = '[0-9a-f]{32}'
const shapes = {
  pos: new RegExp(`^p(${SLUG})(?:_([a-z0-9]{0,8})(?:_(${HEX}))?)?$`),
  friend: new RegExp(`^f(${SLUG})_(${HEX})$`),
  flyer: new RegExp(`^y(${SLUG})_(${HEX})$`),
  confirm: new RegExp(`^k(${SLUG})_(${HEX})$`),
  view: new RegExp(`^v(${SLUG})_(points|invite)$`),
} as const

const hexOf = (id: string) => id.replaceAll('-', '')
const idOf = (hex: string) =>
  `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`

/** The payload as a link carries it. */
export function writePayload(payload: Payload): string {
  switch (payload.kind) {
    case 'pos': {
      const claim = payload.claim === null ? '' : `_${hexOf(payload.claim)}`
      return `p${payload.slug}_${payload.source}${claim}`
    }
    case 'friend':
      return `f${payload.slug}_${hexOf(payload.inviter_id)}`
    case 'flyer':
      return `y${payload.slug}_${hexOf(payload.flyer_id)}`
    case 'confirm':
      return `k${payload.slug}_${hexOf(payload.receipt_id)}`
    case 'view':
      return `v${payload.slug}_${payload.view}`
  }
}

/** What a link carried; null: it is none of ours. */
export function readPayload(text: string): Payload | null {
  for (const [kind, shape] of Object.entries(shapes)) {
    const [, slug, second, third] = shape.exec(text) ?? []
    if (slug === undefined) continue
    if (kind === 'pos') {
      return { kind, slug, source: second ?? '', claim: third === undefined ? null : idOf(third) }
    }
    if (kind === 'view') return { kind, slug, view: second as View }
    const id = idOf(second ?? '')
    if (kind === 'friend') return { kind, slug, inviter_id: id }
    if (kind === 'flyer') return { kind, slug, flyer_id: id }
    return { kind: 'confirm', slug, receipt_id: id }
  }
  return null
}

/** The address that opens a chat, with a payload or without. */
export function chatLink(
  { type, username }: { type: 'telegram' | 'viber'; username: string },
  payload: Payload | null,
): string {
  const text = payload && writePayload(payload)
  const query = new URLSearchParams()
  if (type === 'telegram') {
    if (text !== null) query.set('start', text)
    const tail = query.toString()
    return `https://t.me/${encodeURIComponent(username)}${tail && `?${tail}`}`
  }
  query.set('chatURI', username)
  if (text !== null) query.set('context', text)
  return `viber://pa?${query.toString()}`
}

/** Letters that are not mistaken for one another on paper. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'

/** A short name of a link from random bytes. */
export const slugOf = (bytes: Uint8Array): string =>
  [...bytes].map((byte) => LETTERS[byte % LETTERS.length]).join('')
export const SLUG_LENGTH = 10
