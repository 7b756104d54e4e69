/**
 * What the buyers of a replay take together of limits and budgets, as the ledger would count it.
 * Invariant: nothing is ever taken beyond a limit.
 */
import type { Minor } from '#contract/money.ts'
import type { PromotionClaim } from '#server/features/ledger/rules.ts'

export class SharedLimits {
  readonly #taken = new Map<string, { uses: number; amount: Minor }>()
  readonly #exhausted = new Set<string>()

  /** Ids of what has run out: a list of one's own. */
  exhausted(): string[] {
    return [...this.#exhausted]
  }

  /** Ids of what these claims would take beyond its limit. */
  over(claims: readonly PromotionClaim[]): string[] {
    return claims.flatMap(({ promotion_id, uses, amount, max_uses, budget }) => {
      const taken = this.#takenOf(promotion_id)
      const fits =
        taken.uses + uses <= (max_uses ?? Infinity) && taken.amount + amount <= (budget ?? Infinity)
      return fits ? [] : [promotion_id]
    })
  }

  take(claims: readonly PromotionClaim[]): void {
    for (const { promotion_id, uses, amount, max_uses, budget } of claims) {
      const before = this.#takenOf(promotion_id)
      const taken = { uses: before.uses + uses, amount: before.amount + amount }
      this.#taken.set(promotion_id, taken)
      const over = taken.uses >= (max_uses ?? Infinity) || taken.amount >= (budget ?? Infinity)
      if (over) this.#exhausted.add(promotion_id)
    }
  }

  #takenOf(id: string): { uses: number; amount: Minor } {
    return this.#taken.get(id) ?? { uses: 0, amount: 0 }
  }
}
