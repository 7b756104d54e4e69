import { createHash } from 'node:crypto'
import type { Tx } from '#server/io/db.ts'
import type { Call } from '#server/io/http.ts'
import type { Io } from '#server/io/io.ts'
import { Refusal } from '#server/io/refusal.ts'
import { noteEvent } from './note-event.ts'
import * as factors from './second-factor-store.ts'
import { readCode, stepOfCode } from './second-factor-rules.ts'
import * as store from './store.ts'
import { takeSignInTry } from './take-try.ts'

const SECRET = 'identity.second_factor'
const CODE = 'identity recovery code'

export const sealSecret = (io: Pick<Io, 'secrets'>, secret: string) =>
  io.secrets.encrypt(SECRET, secret)
export const openSecret = (io: Pick<Io, 'secrets'>, sealed: string) =>
  io.secrets.decrypt(SECRET, sealed)

/** The digests of a recovery code, the one by the active key first. */
export const hashesOfCode = (io: Io, user_id: string, code: string): string[] =>
  io.secrets.hmacAll(CODE, `${user_id} ${code}`)

/** Misses of codes are counted apart from those of the password, which a mailed link lifts. */
const guardOf = (user_id: string) =>
  createHash('sha256').update(`second factor ${user_id}`).digest()

/**
 * Does `act` when `typed` is a code of this account, counting the try before looking. The code is
 * used up in the transaction that `act` opens and hands to `take`, so that it works once and only
 * with the act.
 * Refuses: `code_wrong`, `locked`.
 */
export async function withCode<T>(
  io: Io,
  call: Call,
  user_id: string,
  act: (take: (tx: Tx, typed: string) => Promise<void>) => Promise<T>,
): Promise<T> {
  const key = guardOf(user_id)
  // No mailed link lifts these misses, so no number of them locks for ever.
  const taken = await takeSignInTry(io, key, Infinity)
  let missed = false
  try {
    return await act(async (tx, typed) => {
      missed = !(await useCode(io, tx, call, user_id, typed))
      if (missed) throw new Refusal('code_wrong')
      await store.dropGuard(tx, key)
    })
  } catch (error) {
    if (!missed) await taken.giveBack()
    else await noteMiss(io, call, user_id, taken.locks)
    throw error
  }
}

async function noteMiss(io: Io, call: Call, user_id: string, locks: boolean): Promise<void> {
  await noteEvent(io, io.db, call, user_id, locks ? 'second_factor_locked' : 'code_failed')
  // Whoever guesses codes has given the first factor already: its owner must know.
  if (locks) await io.jobs.send('identity.mail', { kind: 'second_factor_locked', user_id })
}

async function useCode(
  io: Io,
  tx: Tx,
  call: Call,
  user_id: string,
  typed: string,
): Promise<boolean> {
  const read = readCode(typed)
  const now = io.clock.now()
  if (read?.kind === 'app') {
    const factor = await factors.findSecondFactor(tx, user_id)
    if (!factor?.on) return false
    const secret = openSecret(io, factor.secret_sealed)
    const step = stepOfCode(secret, read.code, now, factor.last_step)
    return step !== undefined && (await factors.takeStep(tx, user_id, step))
  }
  if (!read) return false
  const hashes = hashesOfCode(io, user_id, read.code)
  if (!(await factors.takeRecoveryCode(tx, user_id, hashes, now))) return false
  await noteEvent(io, tx, call, user_id, 'recovery_used')
  await io.jobs.send('identity.mail', { kind: 'recovery_used', user_id }, { tx })
  return true
}
