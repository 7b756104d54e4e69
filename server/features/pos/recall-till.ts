import { hashToken } from '#server/features/identity/tokens.ts'
import type { Call } from '#server/io/http.ts'
import type { Io } from '#server/io/io.ts'
import { readBearer } from './read-bearer.ts'
import type { Cashier } from './require-cashier.ts'

/** Where a token sold last, and under which version of the bonus program. */
export type RecalledTill = Pick<
  Cashier,
  'organization_id' | 'timezone' | 'currency' | 'program_version'
>

/** Per database, because a test has its own beside another's. */
const memories = new WeakMap<object, Map<string, RecalledTill>>()
const RECALLED_MAX = 10_000

/** As in the database, a token is known by its hash: what a process keeps opens no till. */
const keyOf = (token: string): string => hashToken(token).toString('base64')

/** Keeps what a token has just opened, for the next call with it. */
export function rememberTill(io: Pick<Io, 'pool'>, token: string, cashier: Cashier): void {
  let memory = memories.get(io.pool)
  if (!memory) memories.set(io.pool, (memory = new Map()))
  const key = keyOf(token)
  const crowded = memory.size >= RECALLED_MAX && !memory.has(key)
  if (crowded) memory.delete(memory.keys().next().value ?? '')
  const { organization_id, timezone, currency, program_version } = cashier
  memory.set(key, { organization_id, timezone, currency, program_version })
}

/**
 * The till that the token of a call opened last, as this process remembers it; undefined when it
 * does not. A guess that proves nothing: what is read by it may be used only after `requireCashier`
 * has named the same shop and version.
 */
export function recallTill(io: Pick<Io, 'pool'>, call: Call): RecalledTill | undefined {
  const token = readBearer(call)
  return token === undefined ? undefined : memories.get(io.pool)?.get(keyOf(token))
}
