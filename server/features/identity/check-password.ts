import { checkSecret } from '#server/io/argon2.ts'
import { inTransaction } from '#server/io/db.ts'
import type { Call } from '#server/io/http.ts'
import type { Io } from '#server/io/io.ts'
import { Refusal } from '#server/io/refusal.ts'
import { noteEvent } from './note-event.ts'
import { giveBackTry, takeTry } from './rules.ts'
import * as store from './store.ts'
import { hashEmail } from './visitor.ts'

type Known = { id: string; password_hash: string | null } | undefined

/**
 * Tells whether `password` opens the account, counting the try before looking: of a thousand tries
 * at once five are looked at. An address without an account counts, waits and locks like one.
 * Refuses: `locked`, `rate_limited`.
 */
export async function checkPassword(
  io: Io,
  call: Call,
  account: { email: string; user: Known },
  password: string,
): Promise<boolean> {
  const { email, user } = account
  if (user) call.noteWho({ user_id: user.id })
  const now = io.clock.now()
  const key = hashEmail(email)
  const taken = await inTransaction(io.db, async (tx) => {
    const before = await store.lockGuard(tx, key, now)
    const result = takeTry(before, now)
    if (result.wait_seconds === undefined) await store.saveGuard(tx, key, result.guard)
    return result
  })
  if (taken.wait_seconds !== undefined) {
    throw new Refusal('locked', { retry_after: taken.wait_seconds })
  }
  let right: boolean
  try {
    right = await checkSecret(user?.password_hash, password)
  } catch (error) {
    // Nobody looked at the password, so this was no miss.
    await inTransaction(io.db, async (tx) => {
      await store.saveGuard(tx, key, giveBackTry(await store.lockGuard(tx, key, now)))
    })
    throw error
  }
  if (right) await store.dropGuard(io.db, key)
  else if (user) {
    const locked = taken.guard.locked_until !== null
    await noteEvent(io, io.db, call, user.id, locked ? 'locked' : 'sign_in_failed')
  }
  return right
}
