import { LOOKUP_WINDOW_SECONDS } from '#contract/limits.ts'
import { quotaOf, type Quota } from '#server/features/pos/quota-rules.ts'
import type { Cashier } from '#server/features/pos/require-cashier.ts'
import type { Io } from '#server/io/io.ts'
import { isRateTaken, refuseSpentRate, takeRate, type RateLeft } from '#server/io/rate-limit.ts'
import { Refusal } from '#server/io/refusal.ts'
import { alarmLookups } from './alarm-lookups.ts'

/**
 * Phones that this process knows were counted lately: saves asking the database, nothing else. What
 * was counted is marked there, so that a phone counts once whichever process looks it up.
 */
const lately = new WeakMap<object, Map<string, number>>()
const LATELY_MAX = 20_000
/** A mark limits nobody: two processes may set it at once. */
const ANY_NUMBER = 1_000_000

/** Runs `take` once a window for each `thing`; what was refused is asked about again. */
async function once(io: Io, thing: string, shared: boolean, take: () => Promise<void>) {
  let seen = lately.get(io)
  if (!seen) lately.set(io, (seen = new Map()))
  const now = io.clock.now().getTime()
  const before = seen.get(thing)
  if (before !== undefined && now - before < LOOKUP_WINDOW_SECONDS * 1000) return
  const mark = `counted ${thing}`
  if (!(shared && (await isRateTaken(io, mark)))) {
    await take()
    if (shared) await takeRate(io, mark, ANY_NUMBER, LOOKUP_WINDOW_SECONDS)
  }
  if (seen.size >= LATELY_MAX) seen.delete(seen.keys().next().value ?? '')
  seen.delete(thing)
  seen.set(thing, now)
}

/**
 * Counts a phone that a cashier looks up, so that a till cannot be used to collect the buyers of a
 * shop. Repeating a phone costs nothing. Refuses: `rate_limited`.
 */
export async function limitPhones(io: Io, cashier: Cashier, phone: string): Promise<void> {
  const name = `${cashier.organization_id} ${cashier.cashier_id}`
  // A program has no quota of phones: there is nothing to mark.
  const counted = quotaOf(cashier.role, 'buyers') !== null
  await once(io, `${name} ${phone}`, counted, async () => {
    await within(io, cashier, 'unknown-buyers', (limit) =>
      refuseSpentRate(io, missesOf(cashier), limit),
    )
    await within(io, cashier, 'buyers', (limit) =>
      takeRate(io, `till phones ${name}`, limit, LOOKUP_WINDOW_SECONDS),
    )
  })
}

/** Counts a phone that nobody has. Refuses: `rate_limited`. */
export async function limitUnknownPhones(io: Io, cashier: Cashier, phone: string): Promise<void> {
  const thing = `unknown ${cashier.organization_id} ${cashier.cashier_id} ${phone}`
  await once(io, thing, true, () =>
    within(io, cashier, 'unknown-buyers', (limit) =>
      takeRate(io, missesOf(cashier), limit, LOOKUP_WINDOW_SECONDS),
    ),
  )
}

const missesOf = ({ organization_id, cashier_id }: Cashier) =>
  `till misses ${organization_id} ${cashier_id}`

/** Asks a quota that this role has, tells the caller what is left of it, and the owner when nothing is. */
async function within(
  io: Io,
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
    if (seconds !== undefined) {
      cashier.tellLeft(quota, { left: 0, seconds })
      // Thousands more may be refused within the window: the owner is told by the first.
      const alarm = `alarm ${cashier.organization_id} ${cashier.cashier_id} ${quota}`
      await once(io, alarm, false, () => alarmLookups(io, cashier, quota, limit))
    }
    throw error
  }
}
