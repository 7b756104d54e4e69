import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import type { Ask } from '#contract/endpoint.ts'
import { getPromotion, type updatePromotion as endpoint } from '#contract/promotions.ts'
import type { Actor } from '#server/features/audit/rules.ts'
import { openPromotionUsage } from '#server/features/ledger/read-account.ts'
import type { Organization } from '#server/features/organizations/require-organization.ts'
import { localDay } from '#server/features/organizations/rules.ts'
import { touchPromotions } from '#server/features/program/touch-promotions.ts'
import { inTransaction } from '#server/io/db.ts'
import type { Io } from '#server/io/io.ts'
import { Refusal } from '#server/io/refusal.ts'
import { announceSegment } from './announce-segment.ts'
import { checkLaunch, checkPromotion } from './check-promotion.ts'
import { notePromotion } from './note-promotion.ts'
import { showPromotions, statusOf } from './show-promotions.ts'
import { isRewardLocked } from './status-rules.ts'
import {
  deletePromotion as deleteRow,
  lockPromotion,
  updatePromotion as writeRow,
  type PromotionRow,
} from './store.ts'
import { tidyRules, type PromotionRules } from './terms-rules.ts'

type Changes = Ask<typeof endpoint>['body']

/**
 * Changes a promotion if nobody has since the version the change was made from.
 * Refuses: `not_found`, `version_conflict` with the present one, `promotion_state` for a step its
 * life does not have, `validation_failed` (also `reward_locked`).
 */
export async function updatePromotion(
  io: Io,
  by: Actor,
  organization: Organization,
  id: string,
  changes: Changes,
): Promise<PromotionRow> {
  const now = io.clock.now()
  const today = localDay(now, organization.timezone)
  const stale: { row?: PromotionRow } = {}
  const changed = await inTransaction(io.db, async (tx) => {
    const row = await lockPromotion(tx, organization.id, id)
    if (!row) throw new Refusal('not_found')
    if (row.version !== changes.version) {
      stale.row = row
      return undefined
    }
    const next = changedRow(row, changes, today, now)
    await checkPromotion({ db: tx, config: io.config }, organization, row.type, next.rules)
    if (next.state === 'launched' && row.state !== 'launched') checkLaunch(next.rules, today)
    await writeRow(tx, next)
    await notePromotion(tx, by, 'promotion_changed', next, now, row)
    if (next.state !== 'draft') {
      await openPromotionUsage(tx, { organization_id: organization.id, promotion_id: id })
      await touchPromotions(tx, organization.id)
      await announceSegment(io, tx, next, row)
    }
    return next
  })
  if (changed) return changed
  const [present] = stale.row ? await showPromotions(io, organization, [stale.row]) : []
  throw new Refusal('version_conflict', {
    ...(present && { data: z.encode(getPromotion.response, present) }),
  })
}

function changedRow(
  row: PromotionRow,
  { version, status, archived, name, description, show_in_bot, ...asked }: Changes,
  today: string,
  now: Date,
): PromotionRow {
  const given = Object.entries(asked).filter(([, value]) => value !== undefined)
  const rules = tidyRules<PromotionRules>({ ...row.rules, ...Object.fromEntries(given) })
  const before = statusOf(row, today)
  const says = [name, description, show_in_bot].some((value) => value !== undefined)
  if (before === 'finished' && (given.length > 0 || says)) throw new Refusal('promotion_state')
  refuseLocked(row.rules, rules, isRewardLocked(before))
  const state = status === undefined ? row.state : nextState(before, status)
  const finished = before === 'finished' || state === 'finished'
  if (archived === true && !finished) throw new Refusal('promotion_state')
  return {
    ...row,
    version: version + 1,
    rules,
    state,
    name: name ?? row.name,
    description: description ?? row.description,
    show_in_bot: show_in_bot ?? row.show_in_bot,
    archived_at: archived === undefined ? row.archived_at : archived ? now : null,
    launched_at: row.launched_at ?? (state === 'launched' ? now : null),
    finished_at: row.finished_at ?? (state === 'finished' ? now : null),
    updated_at: now,
  }
}

function refuseLocked(before: PromotionRules, after: PromotionRules, locked: boolean): void {
  if (!locked) return
  const paths = (['effect', 'products'] as const).filter(
    (path) => !isDeepStrictEqual(before[path], after[path]),
  )
  if (paths.length === 0) return
  throw new Refusal('validation_failed', {
    fields: paths.map((path) => ({ path, code: 'reward_locked' })),
  })
}

/** The steps of a promotion's life; what was finished never runs again. */
function nextState(
  before: ReturnType<typeof statusOf>,
  asked: NonNullable<Changes['status']>,
): PromotionRow['state'] {
  const steps = {
    draft: { running: 'launched', paused: null, finished: null },
    planned: { running: 'launched', paused: 'paused', finished: 'finished' },
    running: { running: 'launched', paused: 'paused', finished: 'finished' },
    paused: { running: 'launched', paused: 'paused', finished: 'finished' },
    finished: { running: null, paused: null, finished: null },
  } as const
  const next = steps[before][asked]
  if (next === null) throw new Refusal('promotion_state')
  return next
}

/** Deletes a draft. Refuses: `not_found`, `promotion_state` for what was launched. */
export async function deletePromotion(
  io: Io,
  by: Actor,
  organization: Organization,
  id: string,
): Promise<void> {
  await inTransaction(io.db, async (tx) => {
    const row = await lockPromotion(tx, organization.id, id)
    if (!row) throw new Refusal('not_found')
    if (row.state !== 'draft') throw new Refusal('promotion_state')
    await deleteRow(tx, organization.id, id)
    await notePromotion(tx, by, 'promotion_deleted', row, io.clock.now())
  })
}
