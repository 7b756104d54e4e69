import type { Ask } from '#contract/endpoint.ts'
import type { createPromotion as endpoint } from '#contract/promotions.ts'
import type { Actor } from '#server/features/audit/rules.ts'
import { openPromotionUsage } from '#server/features/ledger/read-account.ts'
import type { Organization } from '#server/features/organizations/require-organization.ts'
import { localDay } from '#server/features/organizations/rules.ts'
import { touchPromotions } from '#server/features/program/touch-promotions.ts'
import { inTransaction } from '#server/io/db.ts'
import { newId } from '#server/io/id.ts'
import type { Io } from '#server/io/io.ts'
import { announceSegment } from './announce-segment.ts'
import { checkLaunch, checkPromotion } from './check-promotion.ts'
import { notePromotion } from './note-promotion.ts'
import { insertPromotion, type PromotionRow } from './store.ts'
import { plainTerms, tidyRules, type PromotionRules } from './terms-rules.ts'

/**
 * Makes a promotion, a draft or at work at once; what is not said is as open as can be.
 * Refuses: `validation_failed`.
 */
export async function createPromotion(
  io: Io,
  by: Actor,
  organization: Organization,
  type: 2 | 3,
  { name, description = '', show_in_bot = true, status, ...asked }: Ask<typeof endpoint>['body'],
): Promise<PromotionRow> {
  const given = Object.entries(asked).filter(([, value]) => value !== undefined)
  const rules = tidyRules({ ...plainTerms(), ...Object.fromEntries(given) } as PromotionRules)
  await checkPromotion(io, organization, type, rules)
  const now = io.clock.now()
  const launched = status === 'running'
  if (launched) checkLaunch(rules, localDay(now, organization.timezone))
  const row: PromotionRow = {
    organization_id: organization.id,
    id: newId(now),
    version: 1,
    ...{ type, name, description, show_in_bot, rules },
    state: launched ? 'launched' : 'draft',
    archived_at: null,
    launched_at: launched ? now : null,
    finished_at: null,
    created_at: now,
    updated_at: now,
  }
  await insertWhole(io, by, row)
  return row
}

/** Writes a new promotion; one at work gets its counters and is told to the tills. */
async function insertWhole(io: Io, by: Actor, row: PromotionRow): Promise<void> {
  const { organization_id, id: promotion_id } = row
  await inTransaction(io.db, async (tx) => {
    await insertPromotion(tx, row)
    await notePromotion(tx, by, 'promotion_added', row, row.created_at)
    if (row.state === 'draft') return
    await openPromotionUsage(tx, { organization_id, promotion_id })
    await touchPromotions(tx, organization_id)
    await announceSegment(io, tx, row)
  })
}

/** A draft like `row`; days that are over are left out. */
export async function copyPromotion(
  io: Io,
  by: Actor,
  organization: Organization,
  row: PromotionRow,
): Promise<PromotionRow> {
  const now = io.clock.now()
  const today = localDay(now, organization.timezone)
  const { date_from, date_to } = row.rules
  const over = date_to !== null && date_to < today
  const began = date_from !== null && date_from < today
  const copy: PromotionRow = {
    ...row,
    id: newId(now),
    version: 1,
    state: 'draft',
    rules: {
      ...row.rules,
      date_from: began ? null : date_from,
      date_to: over ? null : date_to,
    },
    archived_at: null,
    launched_at: null,
    finished_at: null,
    created_at: now,
    updated_at: now,
  }
  await insertWhole(io, by, copy)
  return copy
}
