import { describe, expect, it } from 'vitest'
import { textLanguages, type TextLanguage } from '#server/io/text.ts'
import { sayExplanation } from './explain-receipt.ts'
import type { Explanation, ExplainRule } from './explanation-rules.ts'

/** Every rule, with the figures it comes with; rules with several sentences have several. */
const samples: Record<ExplainRule, Explanation['params'][]> = {
  till_discount: [{}],
  promotion_discount: [{ promotion: 'Кава' }],
  promotion_gift: [{ promotion: 'Кава' }],
  promotion_exhausted: [{ promotion: 'Кава' }],
  promotion_bonuses: [{ promotion: 'Кава' }],
  stamps: [{ promotion: 'Кава', unit: 'receipts', goal: 5, count: 1, after: 2 }],
  stamp_gift: [
    { promotion: 'Кава', gift: 'product', times: 1 },
    { promotion: 'Кава', gift: 'bonuses', times: 1 },
    { promotion: 'Кава', gift: 'percent_off_next', times: 1, percent: 1_000 },
  ],
  level_discount: [{ percent: 500 }],
  discount_excluded: [{}],
  price_floor: [{ floor: 100 }],
  bonus_limit: [
    { reason: 'balance' },
    { reason: 'percent' },
    { reason: 'min_price' },
    { reason: 'excluded' },
    { reason: 'min_receipt' },
    { reason: 'confirmation' },
  ],
  bonus_spend: [{}],
  accrual: [{ percent: 500 }],
  accrual_own_percent: [{ percent: 500 }],
  accrual_excluded: [{}],
  accrual_promoted: [{}],
  accrual_min_receipt: [{}],
  accrual_bonuses_spent: [{}],
  accrual_cap: [{ max: 1_000 }],
  license_ended: [{}],
  gift_on_join: [{}],
  gift_first_purchase: [{}],
  gift_flyer: [{ code: 'VESNA' }],
  gift_friend: [{}],
  gift_birthday: [{}],
  debt_repaid: [{}],
  cash_rounding: [{ step: 50 }],
}
const step = (rule: ExplainRule, params: Explanation['params'], amount = 1_250): Explanation => ({
  line: null,
  rule,
  amount,
  params,
})

describe('an explanation', () => {
  it.each(textLanguages)('of every rule is a sentence in %s', (language: TextLanguage) => {
    for (const rule of Object.keys(samples) as ExplainRule[]) {
      for (const params of samples[rule]) {
        const said = sayExplanation(step(rule, params), language)
        expect(said, rule).toMatch(/^\P{Ll}.*[.。]$/su)
        expect(said, rule).not.toMatch(/\{\{|undefined|explain_/)
      }
    }
  })

  it('names the promotion and the size of what it did', () => {
    const said = (rule: ExplainRule, params: Explanation['params'], amount: number) =>
      sayExplanation(step(rule, params, amount), 'uk')
    const promotion = 'Сирні <дні>'
    expect(said('promotion_discount', { promotion }, -1_250)).toBe(
      'Акція «Сирні <дні>»: знижка 12,5.',
    )
    expect(said('promotion_bonuses', { promotion }, 700)).toBe(
      'Акція «Сирні <дні>»: нараховано ще 7.',
    )
  })

  it('counts stamps as the card does: receipts and units by number, money as money', () => {
    const card = { promotion: 'Чай', goal: 30_000, count: 1, after: 12_345 }
    expect(sayExplanation(step('stamps', { ...card, unit: 'sum' }), 'en')).toBe(
      'Card “Чай”: 123.45 of 300.',
    )
    const units = { ...card, unit: 'units', goal: 6, after: -1 }
    expect(sayExplanation(step('stamps', units), 'en')).toBe('Card “Чай”: -1 of 6.')
  })
})
