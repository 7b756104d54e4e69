import type { Announced } from '#server/features/ledger/events.ts'
import type { NoticeKey } from './rules.ts'

/** There is something for the owner of a shop to read. `mailed`: a letter of it leaves anyway. */
export const ownerNoticed = (payload: NoticeKey & { mailed: boolean }): Announced => ({
  fact: 'owner_noticed',
  payload,
})
