import type { Tx } from '#server/io/db.ts'
import type { Call } from '#server/io/http.ts'
import type { Io } from '#server/io/io.ts'
import { Refusal } from '#server/io/refusal.ts'
import { setPending, setTokens, type TokenPair } from './cookies.ts'
import { noteEvent } from './note-event.ts'
import { openSession } from './open-session.ts'
import { after, PENDING_MS } from './rules.ts'
import * as factors from './second-factor-store.ts'
import { hashToken, newToken } from './tokens.ts'

type Entry = { pair: TokenPair } | { pending: string }

/**
 * Lets somebody in who has just given the first factor, by whichever way: with a session, or with a
 * sign-in that waits for the second factor where the account has one. To be told to the browser
 * after the transaction, with `giveEntry`.
 */
export async function enterAccount(
  io: Io,
  tx: Tx,
  call: Call,
  opening: { user_id: string; remember: boolean },
): Promise<Entry> {
  const { user_id, remember } = opening
  const factor = await factors.findSecondFactor(tx, user_id)
  if (!factor?.on) {
    await noteEvent(io, tx, call, user_id, 'signed_in')
    return { pair: await openSession(io, tx, call, opening) }
  }
  const pending = newToken()
  const expires_at = after(io.clock.now(), PENDING_MS)
  await factors.insertPending(tx, { token_hash: hashToken(pending), user_id, remember, expires_at })
  return { pending }
}

/**
 * Gives the browser its session.
 * Refuses: `second_factor_required`, when a code is owed first; the browser may now give it.
 */
export function giveEntry(
  io: Io,
  call: Call,
  entry: Entry,
  remember: boolean,
  data?: { redirect: string },
): void {
  if ('pair' in entry) return setTokens(io.config, call, entry.pair, remember)
  setPending(io.config, call, entry.pending)
  throw new Refusal('second_factor_required', data && { data })
}
