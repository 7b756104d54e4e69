/**
 * Step 1 of the pipeline: what each line costs before our discounts, and how it is frozen.
 *
 * Invariant: gross = till discount + our discounts + total.
 * Source: spec/engine.md "The pipeline".
 */
import {
  MINOR_MAX,
  priceTimesQuantity,
  type BasisPoints,
  type Minor,
  type Thousandths,
} from '#contract/money.ts'
import type { Program } from '#server/features/program/rules.ts'
import type { Explanation } from './explanation-rules.ts'
import type { LineInput, RuleRefusal, Sale, SettledLine } from './rules.ts'

/** A line with what the later steps ask of its product. */
export type OpenLine = SettledLine & {
  /** The category in lower case. */
  category_key: string | null
  /** The one line of a bare total: it has no units. */
  bare: boolean
  /** Whole units; of weighed goods the whole ones. */
  units: number
  /** Of them, what a full stamp card gives. */
  gift_units: number
  /** Bonuses that its promotion gives per unit. */
  unit_bonuses: Minor
  /** What is earned from. */
  accrual_base: Minor
  /** Its price was lowered by a promotion or by the till itself; a card's gift does not count. */
  promoted: boolean
  exclude_discount: boolean
  exclude_accrual: boolean
  exclude_spend: boolean
  own_percent: BasisPoints | null
}

/** What closes lines to bonuses beside the products' own settings. */
export type LineTerms = Pick<
  Program,
  'excluded_categories' | 'accrue_on_promoted' | 'spend_on_promoted'
>

/** Fiscal registrars refuse a line of nothing: 0.01. */
const LINE_MIN: Minor = 1

/** A line as the till sends it when the catalogue knows nothing of it. */
export function plainLine(price: Minor, quantity: Thousandths): LineInput {
  return {
    barcode: null,
    sku: null,
    name: null,
    category: null,
    price,
    quantity,
    till_discount: 0,
    floor: 0,
    exclude_discount: false,
    exclude_accrual: false,
    exclude_spend: false,
    accrual_percent: null,
  }
}

/** The lines of a sale; a bare total is one anonymous line of one piece. */
export function linesOf(sale: Sale): readonly LineInput[] {
  return 'total' in sale ? [plainLine(sale.total, 1000)] : sale.lines
}

/** What a sale comes to when nothing but the till's own discounts is taken off. */
export const paidOf = (sale: Sale): Minor =>
  linesOf(sale).reduce(
    (sum, line) => sum + priceTimesQuantity(line.price, line.quantity) - line.till_discount,
    0,
  )

/**
 * What is wrong with a sale beyond its single fields: a till discount above its line, or a sum no
 * field can carry. `settleReceipt` throws on such a sale, so actions ask this first.
 */
export function refusalOfSale(sale: Sale): RuleRefusal | null {
  let sum = 0
  for (const [index, line] of linesOf(sale).entries()) {
    const gross = priceTimesQuantity(line.price, line.quantity)
    sum += gross
    if (sum > MINOR_MAX) return refusedField(`products.${index}.quantity`, 'too_large')
    if (line.till_discount > gross) {
      return refusedField(`products.${index}.discount_amount`, 'above_line')
    }
  }
  return null
}

function refusedField(path: string, code: string): RuleRefusal {
  return { code: 'validation_failed', fields: [{ path, code }] }
}

/**
 * Opens the lines of a sale: gross less the till's discount, with the floor that holds from here on.
 * Products of the excluded categories (lower case) neither earn nor are paid for with bonuses.
 */
export function openLines(sale: Sale, terms: LineTerms, explain: Explanation[]): OpenLine[] {
  const refusal = refusalOfSale(sale)
  if (refusal) throw new Error(`not a sale: ${JSON.stringify(refusal)}`)
  const bare = 'total' in sale
  return linesOf(sale).map((input, index) => {
    const line = openLine(input, index + 1, bare, terms)
    if (line.till_discount > 0) {
      const amount = -line.till_discount
      explain.push({ line: line.line, rule: 'till_discount', amount, params: {} })
    }
    return line
  })
}

function openLine(input: LineInput, line: number, bare: boolean, terms: LineTerms): OpenLine {
  const gross = priceTimesQuantity(input.price, input.quantity)
  const after_till = gross - input.till_discount
  const category_key = input.category?.toLowerCase() ?? null
  const excluded = category_key !== null && terms.excluded_categories.includes(category_key)
  const open: OpenLine = {
    line,
    barcode: input.barcode,
    sku: input.sku,
    name: input.name,
    category: input.category,
    price: input.price,
    quantity: input.quantity,
    gross,
    till_discount: input.till_discount,
    promotion_discount: 0,
    promotion_id: null,
    level_discount: 0,
    total: after_till,
    floor: Math.min(after_till, Math.max(input.floor, LINE_MIN)),
    bonuses_spent: 0,
    to_pay: after_till,
    accrual_percent: 0,
    accrual: 0,
    promotion_accrual: 0,
    category_key,
    bare,
    units: bare ? 0 : Math.floor(input.quantity / 1000),
    gift_units: 0,
    unit_bonuses: 0,
    accrual_base: 0,
    promoted: false,
    exclude_discount: input.exclude_discount,
    exclude_accrual: input.exclude_accrual || excluded,
    exclude_spend: input.exclude_spend || excluded,
    own_percent: input.accrual_percent,
  }
  if (input.till_discount > 0) closePromoted(open, terms)
  return open
}

/** Marks a line whose price was lowered, and closes it to bonuses as the program wants it. */
export function closePromoted(line: OpenLine, terms: LineTerms): void {
  line.promoted = true
  line.exclude_accrual ||= !terms.accrue_on_promoted
  line.exclude_spend ||= !terms.spend_on_promoted
}

/** The line as it is frozen. Field by field: three times as fast as leaving fields out. */
export function freezeLine(open: OpenLine): SettledLine {
  return {
    line: open.line,
    barcode: open.barcode,
    sku: open.sku,
    name: open.name,
    category: open.category,
    price: open.price,
    quantity: open.quantity,
    gross: open.gross,
    till_discount: open.till_discount,
    promotion_discount: open.promotion_discount,
    promotion_id: open.promotion_id,
    level_discount: open.level_discount,
    total: open.total,
    floor: open.floor,
    bonuses_spent: open.bonuses_spent,
    to_pay: open.to_pay,
    accrual_percent: open.accrual_percent,
    accrual: open.accrual,
    promotion_accrual: open.promotion_accrual,
  }
}

/** Σ of one amount over lines. */
export function sumOf<T>(items: readonly T[], amount: (item: T) => Minor): Minor {
  let sum = 0
  for (const item of items) sum += amount(item)
  return sum
}
