import type { Feature } from '#contract/licensing.ts'
import type { Db, Tx } from '#server/io/db.ts'
import { Refusal } from '#server/io/refusal.ts'
import { includesFeature } from './limit-rules.ts'
import { listFeatures } from './tariff-store.ts'

/**
 * Proves that the organization's licenses include `feature`. What was opened while they did goes
 * on: nobody's program stops because a tariff was changed.
 * Refuses: `tariff_limit` with {limit: feature}.
 */
export async function requireFeature(
  db: Db | Tx,
  organization_id: string,
  feature: Feature,
  now: Date,
): Promise<void> {
  if (includesFeature(await listFeatures(db, organization_id), feature, now)) return
  const nothing = { allowed: 0 }
  throw new Refusal('tariff_limit', {
    params: nothing,
    data: { limit: feature, ...nothing, used: 0 },
  })
}
