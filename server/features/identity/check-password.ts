import { checkSecret } from '#server/io/argon2.ts'
import type { Call } from '#server/io/http.ts'
import type { Io } from '#server/io/io.ts'
import { noteEvent } from './note-event.ts'
import * as store from './store.ts'
import { takeSignInTry } from './take-try.ts'
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
  const key = hashEmail(email)
  const taken = await takeSignInTry(io, key)
  let right: boolean
  try {
    right = await checkSecret(user?.password_hash, password)
  } catch (error) {
    // Nobody looked at the password, so this was no miss.
    await taken.giveBack()
    throw error
  }
  if (right) await store.dropGuard(io.db, key)
  else if (user)
    await noteEvent(io, io.db, call, user.id, taken.locks ? 'locked' : 'sign_in_failed')
  return right
}
