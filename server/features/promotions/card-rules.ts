/**
 * Stamp cards: how stamps come onto a card, fill it, and are taken back.
 *
 * Invariants: a card that owes stamps holds none; stamps lie oldest first; stamps added and taken
 * back with nothing in between leave the card as it was, in any number of parts.
 * Source: spec/engine.md "Promotions", "Cancel".
 */
import type { CardGift, CardState, Moment, Stamp } from '#server/features/ledger/rules.ts'

/** So many gifts may wait on one card; what fills it more often waits as stamps. */
const GIFTS_MAX = 20

/** A card nobody has stamped yet. */
export const newCard: CardState = { stamps: [], owed: 0, filled: 0, last_day: null, gifts: [] }

/** Whether the card is as good as none. */
export const isNewCard = (card: CardState): boolean =>
  card.stamps.length === 0 &&
  card.owed === 0 &&
  card.filled === 0 &&
  card.last_day === null &&
  card.gifts.length === 0

export const countOf = (stamps: readonly Stamp[]): number => {
  let sum = 0
  for (const stamp of stamps) sum += stamp.count
  return sum
}

/** The gifts that can be taken now, those that end first before the others. */
export function takeable(card: CardState, now: Moment): CardGift[] {
  return card.gifts
    .filter((gift) => gift.expires_at === null || gift.expires_at > now)
    .toSorted((a, b) => (a.expires_at ?? Infinity) - (b.expires_at ?? Infinity))
}

/** The card as it counts today: without stamps that are too old and gifts that have ended. */
export function livingCard(
  card: CardState,
  within_days: number,
  today: number,
  now: Moment,
): CardState {
  const gifts = card.gifts.filter((gift) => gift.expires_at === null || gift.expires_at > now)
  if (within_days === 0) return { ...card, gifts }
  return { ...card, gifts, stamps: card.stamps.filter(({ day }) => today - day <= within_days) }
}

export type NewStamps = {
  /** > 0. */
  count: number
  day: number
  goal: number
  /** How often the card may be filled by these. */
  fills_max: number
  /** The gifts it is filled for; null: bonuses, which are given at once. */
  gift: ((index: number) => Omit<CardGift, 'stamps'>) | null
}
/** `times`: how often the card was filled; `stamps`: with what, when nothing keeps them. */
export type Stamped = { card: CardState; times: number; stamps: Stamp[] }

/** Puts stamps onto a card. What is owed is worked off first; each full card takes the oldest. */
export function addStamps(before: CardState, ask: NewStamps): Stamped {
  const worked_off = Math.min(before.owed, ask.count)
  const card: CardState = {
    ...before,
    owed: before.owed - worked_off,
    last_day: Math.max(ask.day, before.last_day ?? ask.day),
    stamps: merged(before.stamps, [{ day: ask.day, count: ask.count - worked_off }]),
  }
  const full = Math.min(Math.floor(countOf(card.stamps) / ask.goal), ask.fills_max)
  if (!ask.gift) {
    card.filled += full
    return { card, times: full, stamps: takeOldest(card, full * ask.goal) }
  }
  const gifts = [...card.gifts]
  const times = Math.max(0, Math.min(full, GIFTS_MAX - gifts.length))
  for (let index = 0; index < times; index += 1) {
    gifts.push({ ...ask.gift(index), stamps: takeOldest(card, ask.goal) })
  }
  return { card: { ...card, gifts, filled: card.filled + times }, times, stamps: [] }
}

export type TakenStamps = {
  count: number
  /** The day they had been given on. */
  day: number
  goal: number
  /**
   * When nothing is left of the receipt: bonuses it had filled the card for, and its id, which its
   * gifts begin with. All of these give their stamps back first.
   */
  ended: { given: { times: number; stamps: readonly Stamp[] }; receipt_id: string } | null
}

/**
 * Takes stamps back. A receipt of which nothing is left takes its gifts with it; a card that is full
 * without it is filled by the next stamp. Then go the stamps of that day, then those in gifts they went
 * into, then the newest others, then those in any gift that waits. What is not there any more is
 * owed: a gift once used stays used.
 */
export function takeStamps(before: CardState, ask: TakenStamps): CardState {
  const card: CardState = {
    ...before,
    owed: 0,
    gifts: [...before.gifts],
  }
  if (ask.ended) endGifts(card, ask.ended)
  const emptied: CardGift[] = []
  let left = ask.count + before.owed
  const empty = (at: number) => {
    const [gift] = at < 0 ? [] : card.gifts.splice(at, 1)
    if (!gift) return false
    emptied.push(gift)
    card.stamps = merged(card.stamps, gift.stamps)
    return true
  }
  for (;;) {
    left -= takeOf(card, left, (stamp) => stamp.day === ask.day)
    if (left === 0) break
    const holds = (gift: CardGift) => gift.stamps.some(({ day }) => day === ask.day)
    if (empty(card.gifts.findLastIndex(holds))) continue
    left -= takeOf(card, left, () => true)
    if (left === 0) break
    if (!empty(card.gifts.length - 1)) break
  }
  card.owed = left
  card.filled += refill(card, emptied, ask.goal) - emptied.length
  return card
}

/** Empties what one receipt had filled. */
function endGifts(card: CardState, { given, receipt_id }: NonNullable<TakenStamps['ended']>): void {
  const own = card.gifts.filter((gift) => gift.id.startsWith(`${receipt_id}:`))
  card.gifts = card.gifts.filter((gift) => !own.includes(gift))
  card.filled -= given.times + own.length
  card.stamps = merged(card.stamps, [...given.stamps, ...own.flatMap((gift) => gift.stamps)])
}

/** Cards that were emptied and are still full without what was taken are full again. */
function refill(card: CardState, emptied: readonly CardGift[], goal: number): number {
  let times = 0
  for (const gift of emptied.toSorted(compareGifts)) {
    if (countOf(card.stamps) < goal) break
    putGift(card, { ...gift, stamps: takeOldest(card, goal) })
    times += 1
  }
  return times
}

/** Gives gifts back that a cancelled receipt had used. */
export function returnGifts(before: CardState, gifts: readonly CardGift[]): CardState {
  const card = { ...before, gifts: [...before.gifts] }
  for (const gift of gifts) putGift(card, gift)
  return card
}

/** The oldest first. */
const compareGifts = (a: CardGift, b: CardGift): number =>
  a.earned_at - b.earned_at || (a.id < b.id ? -1 : 1)

/** Puts a gift in its place. */
function putGift(card: CardState, gift: CardGift): void {
  const after = card.gifts.findIndex((other) => compareGifts(other, gift) > 0)
  card.gifts.splice(after === -1 ? card.gifts.length : after, 0, gift)
}

/** Stamps of two lists, one element a day, oldest first. */
function merged(first: readonly Stamp[], second: readonly Stamp[]): Stamp[] {
  const days = new Map<number, number>()
  for (const { day, count } of [...first, ...second]) days.set(day, (days.get(day) ?? 0) + count)
  return [...days]
    .filter(([, count]) => count > 0)
    .map(([day, count]) => ({ day, count }))
    .toSorted((a, b) => a.day - b.day)
}

/** Takes the oldest off the card; there must be so many. */
function takeOldest(card: CardState, count: number): Stamp[] {
  const taken: Stamp[] = []
  const kept: Stamp[] = []
  let left = count
  for (const stamp of card.stamps) {
    const part = Math.min(left, stamp.count)
    left -= part
    if (part > 0) taken.push({ day: stamp.day, count: part })
    if (part < stamp.count) kept.push({ day: stamp.day, count: stamp.count - part })
  }
  card.stamps = kept
  return taken
}

/** Takes up to `count` of the stamps that fit, the newest first; answers how many. */
function takeOf(card: CardState, count: number, fits: (stamp: Stamp) => boolean): number {
  let left = count
  const kept: Stamp[] = []
  for (const stamp of card.stamps.toReversed()) {
    const part = fits(stamp) ? Math.min(left, stamp.count) : 0
    left -= part
    if (part < stamp.count) kept.unshift({ day: stamp.day, count: stamp.count - part })
  }
  card.stamps = kept
  return count - left
}
