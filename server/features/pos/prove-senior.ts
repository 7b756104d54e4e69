import type { Call } from '#server/io/http.ts'
import type { Io } from '#server/io/io.ts'
import { Refusal } from '#server/io/refusal.ts'
import { checkPin } from './check-pin.ts'
import type { Cashier } from './require-cashier.ts'

/**
 * A senior cashier of the same shop, proven by PIN at another's till.
 * Refuses as `checkPin`: a senior of another shop is as good as a wrong PIN; `not_allowed` for who
 * is no senior.
 */
export async function proveSenior(
  io: Io,
  call: Call,
  at: Pick<Cashier, 'organization_id'>,
  ask: { login: string; password: string },
): Promise<{ id: string; name: string }> {
  const { organization_id, id, name, role } = await checkPin(io, call, ask)
  if (organization_id !== at.organization_id) throw new Refusal('wrong_credentials')
  if (role !== 'senior') throw new Refusal('not_allowed')
  return { id, name }
}
