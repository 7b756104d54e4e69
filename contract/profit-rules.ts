/**
 * Discount against cashback: what each leaves of a sale's profit, and how far sales must grow to
 * make up for it. Shares are fractions of one (0.1 is 10 %), money is in currency units; figures
 * are exact, rounding is the page's.
 * Source: spec/engine.md "Profit calculator"; design/screens.md §4.4.
 */

export type ProfitAsk = {
  /** What the goods cost the shop; more than 0. */
  cost: number
  markup: number
  discount: number
  /** The cashback, and the largest discount to set beside it. */
  max: number
  /** The share of bonuses that is never spent. */
  unspent: number
  /** The largest share of a receipt that bonuses may pay. */
  cap: number
  /** Bonuses accrue only on what is paid with money. */
  money_only: boolean
}

export type Offer = {
  price: number
  profit: number
  /** How much more must be sold to earn as much as without a programme; null when nothing helps. */
  growth: number | null
}

/** The part of a sale that comes back as bonuses and is spent: the discount that cashback amounts to. */
export function effectiveDiscount(
  cashback: number,
  { unspent, cap, money_only }: Pick<ProfitAsk, 'unspent' | 'cap' | 'money_only'>,
): number {
  const returned = cashback * (1 - unspent)
  return Math.min(cap, money_only ? returned / (1 + returned) : returned)
}

function offer(ask: ProfitAsk, discount: number): Offer {
  const full = ask.cost * (1 + ask.markup)
  const price = full * (1 - discount)
  const profit = price - ask.cost
  if (discount === 0) return { price, profit, growth: 0 }
  // Floats may leave a crumb where the sum is exactly nothing.
  const none = profit <= full * 1e-12
  return { price, profit, growth: none ? null : (full - ask.cost) / profit - 1 }
}

/** All columns of the page. */
export function compareOffers(ask: ProfitAsk) {
  return {
    plain: offer(ask, 0),
    discount: offer(ask, ask.discount),
    max_discount: offer(ask, ask.max),
    cashback: offer(ask, effectiveDiscount(ask.max, ask)),
    limits: breakEven(ask),
  }
}

/** The discount and the cashback from which a sale earns nothing. */
export function breakEven({
  markup,
  unspent,
  money_only,
}: Pick<ProfitAsk, 'markup' | 'unspent' | 'money_only'>) {
  const discount = markup / (1 + markup)
  const spent = 1 - unspent
  return { discount, cashback: spent === 0 ? Infinity : (money_only ? markup : discount) / spent }
}
