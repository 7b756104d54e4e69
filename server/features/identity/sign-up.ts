import type { Ask } from '#contract/endpoint.ts'
import type { signUp as signUpEndpoint, User } from '#contract/user.ts'
import { inTransaction, violatedConstraint } from '#server/io/db.ts'
import type { Call } from '#server/io/http.ts'
import type { Io } from '#server/io/io.ts'
import { Refusal } from '#server/io/refusal.ts'
import { choosePassword } from './choose-password.ts'
import { setTokens } from './cookies.ts'
import { insertNewUser } from './insert-new-user.ts'
import { openSession } from './open-session.ts'
import { printUser } from './print-user.ts'
import { takeVisitorRate } from './visitor.ts'

type SignUp = Ask<typeof signUpEndpoint>['body']

/**
 * Creates an account, signs in and has the confirmation mailed, all or nothing.
 * Refuses: `email_taken`, `validation_failed`, `rate_limited`.
 */
export async function signUp(io: Io, call: Call, ask: SignUp): Promise<User> {
  await takeVisitorRate(io, call, 'sign-up', 10, 3600)
  if (!ask.accept_terms) {
    const fields = [{ path: 'accept_terms', code: 'terms_not_accepted' }]
    throw new Refusal('validation_failed', { fields })
  }
  const password_hash = await choosePassword(ask.password, ask)
  const { email, first_name, last_name, language } = ask
  try {
    const { row, pair } = await inTransaction(io.db, async (tx) => {
      const person = {
        email,
        email_confirmed: false,
        first_name,
        last_name,
        language,
        password_hash,
      }
      const row = await insertNewUser(io, tx, call, person)
      return { row, pair: await openSession(io, tx, call, { user_id: row.id, remember: true }) }
    })
    setTokens(io.config, call, pair, true)
    return printUser(row)
  } catch (error) {
    if (violatedConstraint(error) === 'user_account_email_key') throw new Refusal('email_taken')
    throw error
  }
}
