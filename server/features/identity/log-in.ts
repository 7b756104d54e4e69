import type { Ask } from '#contract/endpoint.ts'
import type { logIn as logInEndpoint, User } from '#contract/user.ts'
import { inTransaction } from '#server/io/db.ts'
import type { Call } from '#server/io/http.ts'
import type { Io } from '#server/io/io.ts'
import { Refusal } from '#server/io/refusal.ts'
import { checkPassword } from './check-password.ts'
import { enterAccount, giveEntry } from './enter-account.ts'
import { printUser } from './print-user.ts'
import * as store from './store.ts'
import { takeVisitorRate } from './visitor.ts'

/**
 * Signs in with e-mail and password. Answers alike, in body and in time, whether the address is
 * unknown, has no password or the password is wrong.
 * Refuses: `wrong_credentials`, `second_factor_required`, `locked`, `rate_limited`.
 */
export async function logIn(
  io: Io,
  call: Call,
  ask: Ask<typeof logInEndpoint>['body'],
): Promise<User> {
  await takeVisitorRate(io, call, 'login', 20, 60)
  const { email, password, remember } = ask
  const user = await store.findUserByEmail(io.db, email)
  if (!(await checkPassword(io, call, { email, user }, password)) || !user) {
    throw new Refusal('wrong_credentials')
  }
  const entry = await inTransaction(io.db, async (tx) => {
    // The account is locked and read again: its password may have been changed meanwhile.
    const row = await store.lockUser(tx, user.id)
    if (row?.password_hash !== user.password_hash) throw new Refusal('wrong_credentials')
    return enterAccount(io, tx, call, { user_id: user.id, remember })
  })
  giveEntry(io, call, entry, remember)
  return printUser(user)
}
