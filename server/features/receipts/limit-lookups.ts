import type { Cashier } from '#server/features/pos/require-cashier.ts'
import type { Io } from '#server/io/io.ts'
import { refuseSpentRate, takeRate } from '#server/io/rate-limit.ts'

const HOUR = 3600
/** Different phones a person may look up in an hour. A program sells for a whole chain. */
const PHONES = { cashier: 300, senior: 300, integration: Infinity } as const
/** Of them, phones nobody has. */
const UNKNOWN_PHONES = { cashier: 100, senior: 100, integration: 2000 } as const

/** Phones looked up lately by this process: one look-up counts once, however often it is recalculated. */
const lately = new WeakMap<object, Map<string, number>>()
const LATELY_MAX = 20_000

/** True when this cashier looked this phone up within the hour. */
function isRepeated(io: Io, key: string, now: number): boolean {
  let seen = lately.get(io)
  if (!seen) lately.set(io, (seen = new Map()))
  const before = seen.get(key)
  if (before !== undefined && now - before < HOUR * 1000) return true
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
  await refuseSpentRate(io, missesOf(cashier), UNKNOWN_PHONES[cashier.role])
  const limit = PHONES[cashier.role]
  if (Number.isFinite(limit)) await takeRate(io, `till phones ${name}`, limit, HOUR)
}

/** Counts a phone that nobody has. Refuses: `rate_limited`. */
export async function limitUnknownPhones(io: Io, cashier: Cashier, phone: string): Promise<void> {
  const key = `unknown ${cashier.organization_id} ${cashier.cashier_id} ${phone}`
  if (isRepeated(io, key, io.clock.now().getTime())) return
  await takeRate(io, missesOf(cashier), UNKNOWN_PHONES[cashier.role], HOUR)
}

const missesOf = ({ organization_id, cashier_id }: Cashier) =>
  `till misses ${organization_id} ${cashier_id}`
