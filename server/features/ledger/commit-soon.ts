import { together } from '#server/io/together.ts'
import { commitOperations, type Operation, type Outcome } from './commit-operations.ts'

/**
 * Commits one operation together with those that happen to wait beside it, of different buyers
 * (spec/ledger.md "Speed"). Two lanes, by organization, so that a lane's statements never wait for
 * each other's rows.
 */
export const commitSoon = together<Operation, Outcome>({
  lanes: 2,
  batch_max: 128,
  // The last digits of a UUIDv7 are random.
  laneOf: ({ organization_id }) => Number.parseInt(organization_id.slice(-4), 16),
  thingsOf,
  run: commitOperations,
})

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
