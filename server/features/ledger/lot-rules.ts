/**
 * Lots: their order, and how amounts are taken from them.
 * Invariant kept here: lots lie in the spend order, and none is empty.
 */
import type { Minor } from '#contract/money.ts'
import type { Draft, EntryLot, Lot, Moment, TakenLot } from './rules.ts'

/** The spend order: nearest expiry first, then oldest, never-expiring last. */
export function compareLots(
  a: Pick<Lot, 'expires_at' | 'number'>,
  b: Pick<Lot, 'expires_at' | 'number'>,
): number {
  if (a.expires_at === b.expires_at) return a.number - b.number
  if (a.expires_at === null) return 1
  if (b.expires_at === null) return -1
  return a.expires_at - b.expires_at
}

/** Puts a lot in its place of the spend order. */
export function insertLot(lots: Lot[], lot: Lot): void {
  let at = lots.length
  for (let before = lots[at - 1]; before && compareLots(before, lot) > 0; before = lots[at - 1]) {
    at -= 1
  }
  lots.splice(at, 0, lot)
}

/** Takes up to `amount` from the lots that fit, in the spend order; emptied lots are closed. */
export function takeLots(draft: Draft, amount: Minor, fits: (lot: Lot) => boolean): TakenLot[] {
  const { lots } = draft.account
  const taken: TakenLot[] = []
  let left = amount
  let index = 0
  for (let lot = lots[index]; lot && left > 0; lot = lots[index]) {
    if (!fits(lot)) {
      index += 1
      continue
    }
    const part = Math.min(left, lot.remaining)
    const { remaining, ...kept } = lot
    taken.push({ ...kept, taken: part })
    left -= part
    if (part === remaining) lots.splice(index, 1)
    else {
      lot.remaining -= part
      index += 1
    }
  }
  return taken
}

/** The lots of an entry that consumed them. */
export function consumed(taken: readonly TakenLot[]): EntryLot[] {
  return taken.map((lot) => ({ number: lot.number, amount: -lot.taken }))
}

/** Σ taken. */
export function sumTaken(taken: readonly TakenLot[]): Minor {
  return taken.reduce((sum, lot) => sum + lot.taken, 0)
}

/** −amount, without the −0 that JSON and Object.is tell apart from 0. */
export function negative(amount: Minor): Minor {
  return amount === 0 ? 0 : -amount
}

/** Throws unless it is a positive safe integer. */
export function assertAmount(amount: Minor): void {
  if (!Number.isSafeInteger(amount) || amount <= 0) throw new Error(`not an amount: ${amount}`)
}

/**
 * Switches expiry on for lots that never expired: they get `until`, never a moment in the past.
 * Writes no entry: nothing moves.
 */
export function startExpiry(draft: Draft, until: (lot: Lot) => Moment | null): void {
  const { lots } = draft.account
  for (const lot of lots) {
    if (lot.expires_at !== null) continue
    const expires_at = until(lot)
    lot.expires_at = expires_at === null ? null : Math.max(expires_at, draft.now + 1)
  }
  lots.sort(compareLots)
}
