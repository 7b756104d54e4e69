import { inTransaction } from '#server/io/db.ts'
import type { Io } from '#server/io/io.ts'
import { postOut, type PostOutcome } from '#server/io/post-out.ts'
import {
  claimDelivery,
  deleteOld,
  failPending,
  listDue,
  settleDelivery,
  type Claimed,
  type DeliveryKey,
} from './delivery-store.ts'
import { writeStoppedLetter } from './messages.ts'
import { DELIVER } from './note-event.ts'
import { receiveSample } from './receive-sample.ts'
import { afterFailure, GIVE_UP_MS, signedHeaders } from './rules.ts'
import { openSecret } from './secrets.ts'
import { findEndpoint, findOwner, updateEndpoint } from './store.ts'

export const TELL_STOPPED = 'webhooks.tell_stopped'

const TIMEOUT_MS = 10_000
/** A try that nobody settled in this time died with its process. */
const LOST_MS = 60_000
const DAY_MS = 24 * 3600 * 1000
/** Tries of one address in one turn of the sweep: of one that works, of one that fails. */
const EACH = 200
const FAILING_EACH = 5

/** Tries a delivery once, if it is due, and writes down what became of it. */
export async function deliver(
  io: Io,
  key: DeliveryKey,
  options: { timeout_ms?: number } = {},
): Promise<void> {
  const now = io.clock.now()
  const claimed = await claimDelivery(io.db, key, now, new Date(now.getTime() + LOST_MS))
  if (!claimed) return
  const secrets = secretsOf(io, claimed, now)
  const headers = signedHeaders(claimed.id, now, claimed.body, secrets)
  if (claimed.is_demo) {
    await settle(io, claimed, receiveSample(headers, claimed.body, secrets[0] ?? '', now))
    return
  }
  const outcome = await postOut(
    claimed.url,
    { ...headers, 'user-agent': 'Verta-Webhooks/1' },
    claimed.body,
    {
      private_allowed: io.config.WEBHOOKS_PRIVATE === 'true',
      timeout_ms: options.timeout_ms ?? TIMEOUT_MS,
    },
  )
  await settle(io, claimed, outcome)
}

function secretsOf(io: Io, { endpoint_id, ...row }: Claimed, now: Date): string[] {
  const former = row.previous_until !== null && row.previous_until > now && row.previous_sealed
  const sealed = former ? [row.secret_sealed, former] : [row.secret_sealed]
  return sealed.map((text) => openSecret(io, endpoint_id, text))
}

async function settle(io: Io, claimed: Claimed, outcome: PostOutcome): Promise<void> {
  const now = io.clock.now()
  const key = { organization_id: claimed.organization_id, id: claimed.endpoint_id }
  await inTransaction(io.db, async (tx) => {
    if (outcome.problem === null) {
      const done = { ...outcome, status: 'delivered', settled_at: now } as const
      if (await settleDelivery(tx, claimed, done)) {
        await updateEndpoint(tx, key, { failing_since: null })
      }
      return
    }
    const next = afterFailure(claimed.attempts, now, claimed.give_up_at)
    const settled_at = next.status === 'failed' ? now : null
    if (!(await settleDelivery(tx, claimed, { ...outcome, ...next, settled_at }))) return
    const endpoint = await findEndpoint(tx, key)
    if (!endpoint?.enabled) return
    const since = endpoint.failing_since ?? now
    if (now.getTime() - since.getTime() < GIVE_UP_MS) {
      if (endpoint.failing_since === null) await updateEndpoint(tx, key, { failing_since: now })
      return
    }
    await updateEndpoint(tx, key, { enabled: false, stopped_at: now, failing_since: since })
    await failPending(tx, key, now)
    await io.jobs.send(TELL_STOPPED, key, { tx })
  })
}

/** Makes jobs of what is due; forgets what was settled long ago. */
export async function sweep(io: Io): Promise<number> {
  const now = io.clock.now()
  const due = await listDue(io.db, now, { each: EACH, failing: FAILING_EACH })
  await io.jobs.sendAll(DELIVER, due)
  await deleteOld(io.db, new Date(now.getTime() - io.config.KEEP_DELIVERIES_DAYS * DAY_MS))
  return due.length
}

/** Tells the owner that an address was switched off. */
export async function tellStopped(io: Io, key: DeliveryKey): Promise<void> {
  const endpoint = await findEndpoint(io.db, key)
  const owner = await findOwner(io.db, key.organization_id)
  if (!endpoint || endpoint.enabled || !owner) return
  await io.mail.send(writeStoppedLetter(io.config.PUBLIC_URL, owner, endpoint))
}
