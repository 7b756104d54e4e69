import type { Tx } from '#server/io/db.ts'
import { Refusal } from '#server/io/refusal.ts'
import { limitOf, type LimitKind } from './limit-rules.ts'
import { listLimits, lockLimit } from './tariff-store.ts'

/**
 * Proves that the organization's licenses have room for `adding` more of `kind`, in the transaction
 * that adds them: who adds at the same time waits until this one is done, so that the last place is
 * taken once. `count` is asked only where there is a limit, with that limit, so that it need not
 * count further.
 * Refuses: `license_required` when nothing of it comes without a license, `tariff_limit` with
 * {limit, allowed, used}.
 */
export async function requireWithinLimit(
  tx: Tx,
  ask: {
    organization_id: string
    kind: LimitKind
    count(limit: number): Promise<number>
    adding?: number
  },
  now: Date,
): Promise<void> {
  const { organization_id, kind, adding = 1 } = ask
  const allowed = limitOf(await listLimits(tx, organization_id), kind, now)
  if (allowed === null) return
  if (allowed === 0) throw new Refusal('license_required')
  await lockLimit(tx, organization_id, kind)
  const used = await ask.count(allowed)
  if (used + adding <= allowed) return
  throw new Refusal('tariff_limit', {
    params: { allowed },
    data: { limit: kind, allowed, used },
  })
}
