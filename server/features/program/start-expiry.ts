import { dayOf } from '#server/features/ledger/calendar-rules.ts'
import { beginChange, endChange } from '#server/features/ledger/change-rules.ts'
import { decideAndCommit } from '#server/features/ledger/decide-and-commit.ts'
import { announce } from '#server/features/ledger/events.ts'
import { expiryOf } from '#server/features/ledger/lifetime-rules.ts'
import { startExpiry as startExpiryOfLots } from '#server/features/ledger/lot-rules.ts'
import { readAccount } from '#server/features/ledger/read-account.ts'
import { inTransaction } from '#server/io/db.ts'
import type { Io } from '#server/io/io.ts'
import { expiryStarted } from './events.ts'
import { loadProgram, loadProgramVersion } from './load-program.ts'
import type { Program } from './rules.ts'
import { findZone, listUndated } from './store.ts'

const STEP = 200
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000'

/**
 * Acts on a program that expires bonuses now and did not before: what buyers have by then is not
 * cut off but gets the whole period from now. Running twice changes nothing, for only lots without
 * an end are dated; a switch that was taken back meanwhile is left alone.
 * Answers how many accounts were touched.
 */
export async function startExpiry(
  io: Io,
  change: { organization_id: string; from_version: number },
): Promise<number> {
  const organization = await findZone(io.db, change.organization_id)
  if (!organization) return 0
  const before = await loadProgramVersion(io, organization, change.from_version)
  const program = await loadProgram(io, organization)
  if (before.expiry_mode !== 'never' || program.expiry_mode === 'never') return 0

  let touched = 0
  for (let after = BEFORE_ALL; ;) {
    const buyer_ids = await listUndated(io.db, organization.id, after, STEP)
    for (const buyer_id of buyer_ids) await dateLots(io, program, organization.id, buyer_id)
    touched += buyer_ids.length
    const last = buyer_ids.at(-1)
    if (last === undefined) break
    after = last
  }
  await inTransaction(io.db, (tx) =>
    announce(io, tx, organization.id, [expiryStarted({ organization_id: organization.id })]),
  )
  return touched
}

async function dateLots(
  io: Io,
  program: Program,
  organization_id: string,
  buyer_id: string,
): Promise<void> {
  const key = { organization_id, buyer_id }
  await decideAndCommit(io, key, {
    read: () => readAccount(io, key),
    decide(account) {
      if (!account) throw new Error(`no account of buyer ${buyer_id}`)
      const now = io.clock.now()
      const draft = beginChange(account, now.getTime())
      startExpiryOfLots(draft, (lot) =>
        expiryOf(program, lot.kind, Math.max(lot.active_from, draft.now)),
      )
      const { text: day } = dayOf(draft.now, program.timezone)
      const operation = { organization_id, change: endChange(draft), now, day, pos_id: null }
      return { operation, result: undefined }
    },
  })
}
