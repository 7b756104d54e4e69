import type { Minor } from '#contract/money.ts'
import { textIn, type TextLanguage, textLanguages } from '#server/io/text.ts'
import type { FrozenReceipt } from './freeze-receipt.ts'
import type { Explanation } from './explanation-rules.ts'
import type { CancelFigures, CancelWarning } from './rules.ts'

const amounts = Object.fromEntries(
  textLanguages.map((language) => [
    language,
    new Intl.NumberFormat(language, { maximumFractionDigits: 2 }),
  ]),
) as Record<TextLanguage, Intl.NumberFormat>

/** Minor units as people read them: `12 345,6`. */
function printAmount(amount: Minor, language: TextLanguage): string {
  return amounts[language].format(amount / 100)
}

/** `2026-11-28` as `28.11.2026`. */
const printDay = (day: string): string => day.split('-').toReversed().join('.')

/** Why a figure is what it is, as a sentence. Amounts are told by their size: the words say which way. */
export function sayExplanation(step: Explanation, language: TextLanguage): string {
  const { percent, max, promotion, goal, after, unit, code } = step.params
  const signed = step.rule === 'cash_rounding'
  const printCount = (count: string | number | undefined) =>
    unit === 'sum' && typeof count === 'number' ? printAmount(count, language) : count
  return textIn(language)(keyOf(step), {
    amount: printAmount(signed ? step.amount : Math.abs(step.amount), language),
    ...(typeof percent === 'number' && { percent: printAmount(percent, language) }),
    ...(typeof max === 'number' && { max: printAmount(max, language) }),
    ...(promotion !== undefined && { promotion }),
    ...(code !== undefined && { code }),
    ...(goal !== undefined && { goal: printCount(goal), after: printCount(after) }),
  })
}

/** The sentence of a step; those with several causes or gifts have one for each. */
function keyOf({ rule, params }: Explanation): string {
  if (rule === 'bonus_limit') return `receipt:explain_bonus_limit_${params['reason']}`
  if (rule === 'stamp_gift') return `receipt:explain_stamp_gift_${params['gift']}`
  return `receipt:explain_${rule}`
}

/** What is printed under the slip: the owner's own words, or the balance and what burns next. */
export function sayFooter(frozen: FrozenReceipt, language: TextLanguage): string {
  if (frozen.footer !== '') return frozen.footer
  const say = textIn(language)
  const { buyer } = frozen
  if (!buyer) return say('receipt:footer_guest')
  const balance = say('receipt:footer_member', { balance: printAmount(buyer.balance, language) })
  if (!buyer.next_expiry) return balance
  const { amount, date } = buyer.next_expiry
  const expiry = { amount: printAmount(amount, language), date: printDay(date) }
  return `${balance} ${say('receipt:footer_expiry', expiry)}`
}

/** A limit that only a senior cashier passes. */
export type TillLimit =
  | { kind: 'receipts_per_day'; count: number }
  | { kind: 'receipt_amount'; max: Minor }

export function sayLimit(limit: TillLimit, language: TextLanguage): string {
  const say = textIn(language)
  return limit.kind === 'receipts_per_day'
    ? say('receipt:hint_receipts_per_day', { number: limit.count })
    : say('receipt:hint_receipt_amount', { max: printAmount(limit.max, language) })
}

/** What the cashier should know before taking the money, the most important first. */
export function hintFor(frozen: FrozenReceipt, language: TextLanguage): string {
  const say = textIn(language)
  const { buyer, limits } = frozen
  const hints = limits.map((limit) => sayLimit(limit, language))
  if (!buyer && frozen.unknown_phone) {
    hints.push(say(frozen.can_register ? 'receipt:hint_unknown' : 'receipt:hint_unknown_closed'))
  }
  if (buyer && frozen.settled.totals.bonuses_max_reason === 'confirmation') {
    hints.push(say('receipt:hint_confirm_code'))
  }
  if (buyer && buyer.debt > 0) {
    hints.push(say('receipt:hint_debt', { amount: printAmount(buyer.debt, language) }))
  }
  if (buyer?.birthday_soon) hints.push(say('receipt:hint_birthday'))
  if (buyer && buyer.pending > 0) {
    hints.push(say('receipt:hint_pending', { amount: printAmount(buyer.pending, language) }))
  }
  return hints.join(' ')
}

/** What is unusual about a cancellation, as sentences. */
export function sayWarnings(
  figures: Omit<CancelFigures, 'gifts_withdraw'>,
  language: TextLanguage,
): { code: CancelWarning; text: string }[] {
  const amounts_of: Record<CancelWarning, Minor> = {
    taken_from_other_bonuses: figures.bonuses_withdraw,
    becomes_debt: Math.max(0, figures.debt_after - figures.debt_before),
    shop_loss: figures.shop_loss,
    returned_expired: figures.bonuses_return_expired,
    repays_debt: 0,
    level_lowered: 0,
    stamps_owed: 0,
  }
  return figures.warnings.map((code) => ({
    code,
    text: textIn(language)(`receipt:warning_${code}`, {
      amount: printAmount(amounts_of[code], language),
    }),
  }))
}
