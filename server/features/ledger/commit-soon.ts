import { isUnavailable } from '#server/io/db.ts'
import type { Io } from '#server/io/io.ts'
import { commitOperations, type Operation, type Outcome } from './commit-operations.ts'

const LANES = 2
const BATCH_MAX = 128

type Waiting = {
  operation: Operation
  resolve(outcome: Outcome): void
  reject(error: unknown): void
}
type Lane = { waiting: Waiting[]; busy: boolean }

const lanesOf = new WeakMap<object, Lane[]>()

/**
 * Commits one operation together with those that happen to wait beside it. There is no timer: an
 * idle lane starts at once, with a batch of one; while its statement is in flight, operations
 * queue, and the next statement takes them all, of different buyers (spec/ledger.md "Speed").
 * Two lanes, by organization, so that a lane's statements never wait for each other's rows.
 */
export function commitSoon(io: Io, operation: Operation): Promise<Outcome> {
  let lanes = lanesOf.get(io.pool)
  if (!lanes) {
    lanes = Array.from({ length: LANES }, () => ({ waiting: [], busy: false }))
    lanesOf.set(io.pool, lanes)
  }
  // The last digits of a UUIDv7 are random.
  const lane = lanes[Number.parseInt(operation.organization_id.slice(-4), 16) % LANES]
  if (!lane) throw new Error('commitSoon: no lane')
  return new Promise((resolve, reject) => {
    lane.waiting.push({ operation, resolve, reject })
    if (!lane.busy) void runLane(io, lane)
  })
}

async function runLane(io: Io, lane: Lane): Promise<void> {
  lane.busy = true
  while (lane.waiting.length > 0) await commitBatch(io, takeBatch(lane))
  lane.busy = false
}

/** The oldest waiting operations, at most one of each buyer, receipt and key. */
function takeBatch(lane: Lane): Waiting[] {
  const taken = new Set<string>()
  const batch: Waiting[] = []
  const left: Waiting[] = []
  for (const one of lane.waiting) {
    const things = thingsOf(one.operation)
    if (batch.length < BATCH_MAX && things.every((thing) => !taken.has(thing))) {
      things.forEach((thing) => taken.add(thing))
      batch.push(one)
    } else left.push(one)
  }
  lane.waiting = left
  return batch
}

/** What two operations of one statement must not share, or both would be tried one by one. */
function thingsOf({
  organization_id,
  change,
  receipt,
  cancellation,
  answer,
  pos_id,
  day,
  once = [],
}: Operation) {
  const things = [
    change?.account.buyer_id,
    receipt?.id ?? cancellation?.receipt_id,
    answer && `key ${answer.key}`,
    receipt?.number != null ? `number ${pos_id} ${day} ${receipt.number}` : undefined,
    ...once.map(({ gift, who }) => `${gift} of ${who}`),
  ]
  return things.flatMap((thing) => (thing === undefined ? [] : [`${organization_id} ${thing}`]))
}

async function commitBatch(io: Io, batch: Waiting[]): Promise<void> {
  try {
    const outcomes = await commitOperations(
      io,
      batch.map(({ operation }) => operation),
    )
    batch.forEach(({ resolve, reject }, index) => {
      const outcome = outcomes[index]
      if (outcome) resolve(outcome)
      else reject(new Error('commitSoon: an operation without an outcome'))
    })
  } catch (error) {
    // Without the database there is nothing to try: every caller may ask again, with the same id.
    if (batch.length === 1 || isUnavailable(error)) batch.forEach(({ reject }) => reject(error))
    // One of them is at fault and the statement wrote nothing: each is judged by itself.
    else for (const one of batch) await commitBatch(io, [one])
  }
}
