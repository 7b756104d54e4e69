import { hashSecret } from '#server/io/argon2.ts'
import { Refusal } from '#server/io/refusal.ts'
import { passwordProblem } from './rules.ts'

type Person = { email: string; first_name?: string | undefined; last_name?: string | undefined }

/**
 * The hash of a password that a person chose.
 * Refuses: `validation_failed` for a known or too short one, `rate_limited` when too many wait.
 */
export async function choosePassword(password: string, person: Person, path = 'password') {
  const code = passwordProblem(password, person)
  if (code !== undefined) throw new Refusal('validation_failed', { fields: [{ path, code }] })
  return hashSecret(password)
}
