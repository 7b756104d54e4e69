/**
 * Why a figure is what it is: codes and figures, in the order of the pipeline; the sentences are
 * made in `explain-receipt.ts`. Source: spec/engine.md "The pipeline".
 */
import type { Minor } from '#contract/money.ts'

/** One step that changed something; routes make the sentence from `rule` and `params`. */
export type ExplainRule =
  | 'till_discount'
  | 'promotion_discount'
  | 'promotion_gift'
  | 'promotion_exhausted'
  | 'promotion_bonuses'
  | 'stamps'
  | 'stamp_gift'
  | 'level_discount'
  | 'discount_excluded'
  | 'price_floor'
  | 'bonus_limit'
  | 'bonus_spend'
  | 'accrual'
  | 'accrual_own_percent'
  | 'accrual_excluded'
  | 'accrual_promoted'
  | 'accrual_min_receipt'
  | 'accrual_bonuses_spent'
  | 'accrual_cap'
  | 'license_ended'
  | 'gift_on_join'
  | 'gift_first_purchase'
  | 'gift_flyer'
  | 'gift_friend'
  | 'gift_birthday'
  | 'debt_repaid'
  | 'cash_rounding'
export type Explanation = {
  /** null: the whole receipt. */
  line: number | null
  rule: ExplainRule
  /** Signed: what the step took off (< 0) or gave (> 0); of a limit, the limit. */
  amount: Minor
  params: Record<string, string | number>
}
