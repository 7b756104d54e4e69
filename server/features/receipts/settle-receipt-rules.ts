/**
 * Decides a receipt. Calculate and create call this one function, so they cannot differ.
 *
 * Invariants: the same ask gives the same answer; Σ lines = header for every amount; nothing that
 * is not in the ask is read. Source: spec/engine.md "The pipeline", "Receipt life"; decision 0005.
 */
import { roundToStep, type Minor } from '#contract/money.ts'
import { beginChange, endChange } from '#server/features/ledger/change-rules.ts'
import { dayOf } from '#server/features/ledger/calendar-rules.ts'
import { levelOf, settleLevel } from '#server/features/ledger/level-rules.ts'
import { availableOf, type Draft } from '#server/features/ledger/rules.ts'
import type { Level, Program } from '#server/features/program/rules.ts'
import { accrueOverLines } from './accrual-rules.ts'
import { discountLines, offersOf, type DiscountTerms, type Offer } from './discount-rules.ts'
import { flyerClaims, giftsOf, isGone } from './gift-rules.ts'
import { freezeLine, openLines, sumOf, type OpenLine } from './line-rules.ts'
import { accrualDates, moveAccount, nothingMoved } from './move-rules.ts'
import { claimsOf, Tally, workingPromotions, type WorkingPromotions } from './promotion-rules.ts'
import type { Explanation } from './explanation-rules.ts'
import type { ReceiptAsk, ReceiptDecision, RuleRefusal, SpendLimit, Totals } from './rules.ts'
import { refusalOfSpend, spendLimitOf, spendOverLines } from './spend-rules.ts'
import { giftOffers, stampReceipt, takeGifts, type Cards } from './stamp-rules.ts'

/** One receipt on its way through the pipeline, of a buyer. */
type Member = {
  draft: Draft
  level: Level
  working: WorkingPromotions
  terms: DiscountTerms
  offers: Offer[]
}

/**
 * Decides what one receipt costs, redeems and earns; touches nothing.
 * The spend is lowered to what is possible, and `refused` says why: calculate shows the figures,
 * create throws it. Throws on a sale that `refusalOfSale` refuses.
 * Source: seed §7 "POS API"; spec/engine.md "The pipeline".
 */
export function settleReceipt(ask: ReceiptAsk): ReceiptDecision {
  const { program } = ask
  const explain: Explanation[] = []
  const lines = openLines(ask.sale, program, explain)
  const member = ask.account
    ? openMember(ask, beginChange(ask.account, ask.now), lines, explain)
    : null
  const tally = new Tally()
  if (member) discountLines(lines, member.terms, member.offers, tally, explain)
  const limit = member ? limitOf(ask, member, lines) : null
  const spent = spendWithin(ask, limit, lines, explain)
  const cards = member ? earn(ask, member, lines, tally, explain) : null
  const totals = totalsOf(ask, lines, limit)
  const offers = ask.gifts.filter((offer) => !isGone(offer, ask.exhausted))
  const gifts = member?.terms.earns ? giftsOf(offers, totals, program, explain) : []
  totals.gifts = gifts.reduce((sum, { amount }) => sum + amount, 0)
  const promotions = tally.settled()
  const moved =
    member && cards
      ? moveAccount(member.draft, ask, totals, promotions, cards, gifts)
      : nothingMoved
  if (moved.accrual_repaid_debt > 0) {
    const amount = moved.accrual_repaid_debt
    explain.push({ line: null, rule: 'debt_repaid', amount, params: {} })
  }
  if (totals.rounding !== 0) {
    const params = { step: program.cash_rounding }
    explain.push({ line: null, rule: 'cash_rounding', amount: totals.rounding, params })
  }
  return {
    receipt: {
      bare: 'total' in ask.sale,
      program_version: program.version,
      occurred_at: ask.occurred_at,
      day: dayOf(ask.occurred_at, program.timezone).text,
      level: member?.level.number ?? null,
      lines: lines.map(freezeLine),
      totals,
      cash_rounding: program.cash_rounding,
      explain,
      promotions,
      gifts,
      ...moved,
    },
    change: member ? endChange(member.draft) : null,
    claims: [...claimsOf(promotions, ask.promotions), ...flyerClaims(gifts, ask.gifts)],
    refused: refusalOf(ask, limit, spent),
  }
}

/** The buyer's level, and the promotions that work for this buyer on this receipt. */
function openMember(
  ask: ReceiptAsk,
  draft: Draft,
  lines: readonly OpenLine[],
  explain: Explanation[],
): Member {
  const { program } = ask
  settleLevel(draft, program)
  const level = levelIn(program, levelOf(draft.account, program, ask.now))
  const found = workingPromotions(ask, draft.account, level.number, lines, explain)
  const working = ask.money_taken ? { ...found, product: found.product.filter(onlyGives) } : found
  const terms: DiscountTerms = {
    excluded_categories: program.excluded_categories,
    accrue_on_promoted: program.accrue_on_promoted,
    spend_on_promoted: program.spend_on_promoted,
    percent: program.mode === 'bonus' || ask.money_taken ? 0 : level.discount_percent,
    stack_level_with_promotion: program.stack_level_with_promotion,
    earns: program.mode !== 'discount' && ask.license === 'active',
  }
  // Gifts of a stamp card are taken off the price; they wait for the next receipt.
  const gifts = ask.money_taken ? [] : giftOffers(ask, draft.account, lines)
  return { draft, level, working, terms, offers: [...gifts, ...offersOf(working.product, terms)] }
}

/** A product promotion that gives bonuses or stamps, and no discount. */
const onlyGives = ({ promotion }: WorkingPromotions['product'][number]): boolean =>
  promotion.effect.kind === 'bonus_per_unit' || promotion.effect.kind === 'stamp'

function limitOf(ask: ReceiptAsk, { draft, level }: Member, lines: readonly OpenLine[]) {
  const { program } = ask
  return spendLimitOf(lines, {
    available: availableOf(draft.account, ask.now),
    max_pay_percent: level.max_pay_percent ?? program.max_pay_percent,
    min_receipt_for_spend: program.min_receipt_for_spend,
    min_balance_for_spend: program.min_balance_for_spend,
    spend_step: program.spend_step,
    confirmation_limit: ask.confirmation_limit,
  })
}

/** Spends what is asked, within the limit and in whole steps; answers how much. */
function spendWithin(
  ask: ReceiptAsk,
  limit: { max: Minor; reason: SpendLimit } | null,
  lines: readonly OpenLine[],
  explain: Explanation[],
): Minor {
  if (!limit) return 0
  const within = Math.min(ask.spend, limit.max)
  const spent = within - (within % ask.program.spend_step)
  if (spent < ask.spend) {
    const params = { reason: limit.reason, asked: ask.spend }
    explain.push({ line: null, rule: 'bonus_limit', amount: limit.max, params })
  }
  spendOverLines(lines, spent, explain)
  return spent
}

/** Steps 6 and 7, and the stamps: what is earned goes into the lines and the tally. */
function earn(
  ask: ReceiptAsk,
  { draft, level, working, terms, offers }: Member,
  lines: readonly OpenLine[],
  tally: Tally,
  explain: Explanation[],
): Cards {
  if (terms.earns) {
    const promotions = { working: working.accrual, per_unit: working.product }
    accrueOverLines(lines, ask.program, level.cashback_percent, promotions, tally, explain)
  } else if (ask.program.mode !== 'discount') {
    explain.push({ line: null, rule: 'license_ended', amount: 0, params: {} })
  }
  const cards = takeGifts(ask, draft.account, lines, offers, tally)
  stampReceipt(ask, draft.account, working.product, terms, cards, tally, explain)
  return cards
}

function totalsOf(
  ask: ReceiptAsk,
  lines: readonly OpenLine[],
  limit: { max: Minor; reason: SpendLimit } | null,
): Totals {
  const to_pay = sumOf(lines, (line) => line.to_pay)
  const cash_to_pay = roundToStep(to_pay, ask.program.cash_rounding)
  const accrual = sumOf(lines, (line) => line.accrual)
  const dates = accrual > 0 ? accrualDates(ask.program, ask) : null
  return {
    gross: sumOf(lines, (line) => line.gross),
    till_discount: sumOf(lines, (line) => line.till_discount),
    promotion_discount: sumOf(lines, (line) => line.promotion_discount),
    level_discount: sumOf(lines, (line) => line.level_discount),
    total: sumOf(lines, (line) => line.total),
    bonuses_max: limit?.max ?? 0,
    bonuses_max_reason: limit?.reason ?? null,
    bonuses_spent: sumOf(lines, (line) => line.bonuses_spent),
    to_pay,
    cash_to_pay,
    card_to_pay: to_pay,
    rounding: cash_to_pay - to_pay,
    accrual,
    promotion_accrual: sumOf(lines, (line) => line.promotion_accrual),
    gifts: 0,
    accrual_active_from: dates?.active_from ?? null,
    accrual_expires_at: dates?.expires_at ?? null,
  }
}

function refusalOf(
  ask: ReceiptAsk,
  limit: { max: Minor; reason: SpendLimit } | null,
  spent: Minor,
): RuleRefusal | null {
  if (!limit && ask.spend > 0) return { code: 'buyer_not_found' }
  const refusal = limit ? refusalOfSpend(ask.spend, limit, ask.program.spend_step) : null
  if (refusal) return refusal
  return ask.license === 'ended' && spent === 0 ? { code: 'license_required' } : null
}

function levelIn(program: Program, number: number): Level {
  const level = program.levels.find((row) => row.number === number)
  if (!level) throw new Error('the level is not in the ladder')
  return level
}
