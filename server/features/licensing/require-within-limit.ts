import type { Db } from '#server/io/db.ts'
import { Refusal } from '#server/io/refusal.ts'
import { limitOf, type LimitKind } from './limit-rules.ts'
import { listLimits } from './tariff-store.ts'

/**
 * Proves that the organization's licenses have room for `adding` more of `kind`. `count` is asked
 * only where there is a limit, with that limit, so that it need not count further.
 * Refuses: `license_required` when nothing of it comes without a license, `tariff_limit` with
 * {limit, allowed, used}.
 */
export async function requireWithinLimit(
  db: Db,
  ask: {
    organization_id: string
    kind: LimitKind
    count(limit: number): Promise<number>
    adding?: number
  },
  now: Date,
): Promise<void> {
  const { organization_id, kind, adding = 1 } = ask
  const allowed = limitOf(await listLimits(db, organization_id), kind, now)
  if (allowed === null) return
  if (allowed === 0) throw new Refusal('license_required')
  const used = await ask.count(allowed)
  if (used + adding <= allowed) return
  throw new Refusal('tariff_limit', {
    params: { allowed },
    data: { limit: kind, allowed, used },
  })
}
