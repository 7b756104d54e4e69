import type { PromotionClaim } from '#server/features/ledger/rules.ts'
import type { Io } from '#server/io/io.ts'
import { listUsed } from './store.ts'

/**
 * The promotions of which less is left than is claimed, as things stand. Nothing is held by asking:
 * what is true in the end is told by the commit. Nothing limited, nothing asked.
 */
export async function findExhausted(
  io: Pick<Io, 'db'>,
  organization_id: string,
  claims: readonly PromotionClaim[],
): Promise<string[]> {
  const limited = claims.filter(({ max_uses, budget }) => max_uses !== null || budget !== null)
  if (limited.length === 0) return []
  const used = await listUsed(
    io.db,
    organization_id,
    limited.map(({ promotion_id }) => promotion_id),
  )
  return limited.flatMap(({ promotion_id, uses, amount, max_uses, budget }) => {
    const before = used.get(promotion_id) ?? { uses: 0, amount: 0 }
    const fits =
      before.uses + uses <= (max_uses ?? Infinity) && before.amount + amount <= (budget ?? Infinity)
    return fits ? [] : [promotion_id]
  })
}
