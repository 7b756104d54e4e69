import type { Db, Tx } from '#server/io/db.ts'
import { limitOf, type LimitKind } from './limit-rules.ts'
import { listLimits } from './tariff-store.ts'

/**
 * How many more of `kind` the organization's licenses allow now; null: any number. Says what would
 * be refused, and holds nothing: `requireWithinLimit` decides when they are added.
 */
export async function readRoom(
  db: Db | Tx,
  ask: { organization_id: string; kind: LimitKind; count(limit: number): Promise<number> },
  now: Date,
): Promise<number | null> {
  const allowed = limitOf(await listLimits(db, ask.organization_id), ask.kind, now)
  return allowed === null ? null : Math.max(0, allowed - (await ask.count(allowed)))
}
