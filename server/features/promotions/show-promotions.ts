import type { Promotion as Shown } from '#contract/promotions.ts'
import type { Organization } from '#server/features/organizations/require-organization.ts'
import { localDay } from '#server/features/organizations/rules.ts'
import type { Io } from '#server/io/io.ts'
import { conflictsOf } from './conflict-rules.ts'
import type { Promotion } from './rules.ts'
import { isRewardLocked, statusOn } from './status-rules.ts'
import { listPromotions, listUsage, type PromotionRow, type Usage } from './store.ts'

/** A row as the engine and the rules here read it. */
export function promotionOf(row: PromotionRow): Promotion {
  const { id, version, name, type } = row
  const { image: _image, ...rules } = row.rules
  return { ...rules, id, version, name, type } as Promotion
}

/** Adds to promotions (of one organization) how they stand, what they did and whom they meet. */
export async function showPromotions(
  io: Io,
  { id: organization_id, timezone }: Pick<Organization, 'id' | 'timezone'>,
  rows: readonly PromotionRow[],
): Promise<Shown[]> {
  const today = localDay(io.clock.now(), timezone)
  const ids = rows.map(({ id }) => id)
  const usage = await listUsage(io.db, organization_id, ids)
  const all = await listPromotions(io.db, organization_id, { archived: false })
  const working = all
    .filter((row) => ['planned', 'running'].includes(statusOf(row, today)))
    .map(promotionOf)
  return rows.map((row) => {
    const status = statusOf(row, today)
    const conflicts = status === 'finished' ? [] : conflictsOf(promotionOf(row), working)
    return {
      ...fieldsOf(row, usage.get(row.id)),
      status,
      conflicts,
      reward_locked: isRewardLocked(status),
    }
  })
}

/** How a promotion stands on a local day. */
export const statusOf = ({ state, rules }: PromotionRow, today: string) =>
  statusOn({ state, date_from: rules.date_from, date_to: rules.date_to }, today)

function fieldsOf(row: PromotionRow, usage: Usage | undefined) {
  const { state: _state, rules, archived_at, launched_at, finished_at, ...plain } = row
  return {
    ...plain,
    ...rules,
    archived: archived_at !== null,
    exhausted: exhaustedOf(rules, usage),
    statistics: {
      uses: usage?.uses ?? 0,
      buyers: usage?.buyers ?? 0,
      receipts: usage?.receipts ?? 0,
      discount: usage?.discount ?? 0,
      bonuses: usage?.bonuses ?? 0,
      turnover: usage?.turnover ?? 0,
    },
    launched_at: launched_at?.toISOString() ?? null,
    finished_at: finished_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}

function exhaustedOf(
  { max_uses_total, budget }: PromotionRow['rules'],
  usage: Usage | undefined,
): Shown['exhausted'] {
  if (max_uses_total !== null && (usage?.uses ?? 0) >= max_uses_total) return 'uses'
  return budget !== null && (usage?.amount ?? 0) >= budget ? 'budget' : null
}
