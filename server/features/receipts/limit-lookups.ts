import { LOOKUP_WINDOW_SECONDS } from '#contract/limits.ts'
import { quotaOf, type Quota } from '#server/features/pos/quota-rules.ts'
import type { Cashier } from '#server/features/pos/require-cashier.ts'
import type { Io } from '#server/io/io.ts'
import { refuseSpentRate, takeRate, type RateLeft } from '#server/io/rate-limit.ts'
import { Refusal } from '#server/io/refusal.ts'

/** Phones looked up lately by this process: one look-up counts once, however often it is recalculated. */
const lately = new WeakMap<object, Map<string, number>>()
const LATELY_MAX = 20_000

/** True when this cashier looked this phone up within the window. */
function isRepeated(io: Io, key: string, now: number): boolean {
  let seen = lately.get(io)
  if (!seen) lately.set(io, (seen = new Map()))
  const before = seen.get(key)
  if (before !== undefined && now - before < LOOKUP_WINDOW_SECONDS * 1000) return true
  if (seen.size >= LATELY_MAX) seen.delete(seen.keys().next().value ?? '')
  seen.delete(key)
  seen.set(key, now)
  return false
}

/**
 * Counts a phone that a cashier looks up, so that a till cannot be used to collect the buyers of a
 * shop. Repeating a phone costs nothing. Refuses: `rate_limited`.
 */
export async function limitPhones(io: Io, cashier: Cashier, phone: string): Promise<void> {
  const name = `${cashier.organization_id} ${cashier.cashier_id}`
  if (isRepeated(io, `${name} ${phone}`, io.clock.now().getTime())) return
  await within(cashier, 'unknown-buyers', (limit) => refuseSpentRate(io, missesOf(cashier), limit))
  await within(cashier, 'buyers', (limit) =>
    takeRate(io, `till phones ${name}`, limit, LOOKUP_WINDOW_SECONDS),
  )
}

/** Counts a phone that nobody has. Refuses: `rate_limited`. */
export async function limitUnknownPhones(io: Io, cashier: Cashier, phone: string): Promise<void> {
  const key = `unknown ${cashier.organization_id} ${cashier.cashier_id} ${phone}`
  if (isRepeated(io, key, io.clock.now().getTime())) return
  await within(cashier, 'unknown-buyers', (limit) =>
    takeRate(io, missesOf(cashier), limit, LOOKUP_WINDOW_SECONDS),
  )
}

const missesOf = ({ organization_id, cashier_id }: Cashier) =>
  `till misses ${organization_id} ${cashier_id}`

/** Asks a quota that this role has, and tells the caller what is left of it. */
async function within(
  cashier: Cashier,
  quota: Quota,
  ask: (limit: number) => Promise<RateLeft | undefined>,
): Promise<void> {
  const limit = quotaOf(cashier.role, quota)
  if (limit === null) return
  try {
    const left = await ask(limit)
    if (left) cashier.tellLeft(quota, left)
  } catch (error) {
    const seconds = error instanceof Refusal ? error.detail.retry_after : undefined
    if (seconds !== undefined) cashier.tellLeft(quota, { left: 0, seconds })
    throw error
  }
}
