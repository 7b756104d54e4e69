/**
 * When a spend needs the buyer's own word, and how such a waiting stands.
 *
 * Invariants: nothing is held while it waits; a settled waiting never changes again.
 * Source: spec/engine.md "Identify, confirm".
 */
import type { Minor } from '#contract/money.ts'
import type { ConfirmationState } from '#contract/receipt.ts'
import type { Program } from '#server/features/program/rules.ts'

/** How long the buyer may think, and how many codes may be typed meanwhile. */
export const WAITS_MS = 90_000
export const CODE_TRIES = 5

/** What proves the buyer: a phone anyone may know, a card that may be copied, their own word. */
export type Proof = 'phone' | 'card' | 'one_time' | 'confirmed'

/** True when this much may be spent only after the buyer said so in a messenger. */
export function needsWord(program: Program, proof: Proof | null, spend: Minor): boolean {
  const asked = proof === 'phone' && program.spend_confirmation === 'bot_button'
  return asked && spend > 0 && spend >= program.spend_confirmation_from
}

export type Waiting = {
  status: 'awaiting' | 'confirmed' | 'completed' | 'declined' | 'expired'
  reason: string | null
  tries: number
  amount: Minor
  expires_at: Date
}

/** A waiting whose time is over and that nobody has written down as expired yet. */
export const isOverdue = (waiting: Pick<Waiting, 'status' | 'expires_at'>, now: Date): boolean =>
  waiting.status === 'awaiting' && waiting.expires_at <= now

/** How it is shown: a yes whose commit is on its way is still awaited. */
export function stateOf(receipt_id: string, waiting: Waiting, now: Date): ConfirmationState {
  const { status, reason, tries, amount, expires_at } = waiting
  const open = status === 'awaiting' || status === 'confirmed'
  const left = Math.ceil((expires_at.getTime() - now.getTime()) / 1000)
  return {
    receipt_id,
    status: open ? 'awaiting_confirmation' : status,
    reason,
    amount,
    tries_left: open ? CODE_TRIES - tries : 0,
    expires_at: expires_at.toISOString(),
    seconds_left: open ? Math.max(0, left) : 0,
  }
}
