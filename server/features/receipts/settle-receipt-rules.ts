/**
 * Decides a receipt. Calculate and create call this one function, so they cannot differ.
 *
 * Invariants: the same ask gives the same answer; Σ lines = header for every amount; nothing that
 * is not in the ask is read. Source: spec/engine.md "The pipeline", "Receipt life"; decision 0005.
 */
import { roundToStep, type Minor } from '#contract/money.ts'
import { beginChange, endChange } from '#server/features/ledger/change-rules.ts'
import { dayOf } from '#server/features/ledger/calendar-rules.ts'
import { addTurnover, levelOf, settleLevel } from '#server/features/ledger/level-rules.ts'
import { expiryOf, moveExpiry } from '#server/features/ledger/lifetime-rules.ts'
import { grant, spend } from '#server/features/ledger/movement-rules.ts'
import {
  availableOf,
  pendingOf,
  type Draft,
  type Moment,
  type TakenLot,
} from '#server/features/ledger/rules.ts'
import { countVisit } from '#server/features/ledger/visit-rules.ts'
import type { Level, Program } from '#server/features/program/rules.ts'
import { accrueOverLines } from './accrual-rules.ts'
import { freezeLine, priceLines, sumOf, type OpenLine } from './line-rules.ts'
import type {
  Explanation,
  ReceiptAsk,
  ReceiptDecision,
  RuleRefusal,
  SettledReceipt,
  SpendLimit,
  Totals,
} from './rules.ts'
import { refusalOfSpend, spendLimitOf, spendOverLines } from './spend-rules.ts'

const HOUR = 3_600_000

/**
 * Decides what one receipt costs, redeems and earns; touches nothing.
 * The spend is lowered to what is possible, and `refused` says why: calculate shows the figures,
 * create throws it. Throws on a sale that `refusalOfSale` refuses.
 * Source: seed §7 "POS API"; spec/engine.md "The pipeline".
 */
export function settleReceipt(ask: ReceiptAsk): ReceiptDecision {
  const explain: Explanation[] = []
  const draft = ask.account ? beginChange(ask.account, ask.now) : null
  if (draft) settleLevel(draft, ask.program)
  const level = draft ? levelIn(ask.program, levelOf(draft.account, ask.program, ask.now)) : null
  const gives_discount = level !== null && ask.program.mode !== 'bonus'
  const lines = priceLines(
    ask.sale,
    {
      discount_percent: gives_discount ? level.discount_percent : 0,
      excluded_categories: ask.program.excluded_categories,
    },
    explain,
  )
  const limit = draft && level ? limitOf(ask, draft, level, lines) : null
  const spent = limit ? lowered(ask.spend, limit.max, ask.program.spend_step) : 0
  if (limit && spent < ask.spend) {
    const params = { reason: limit.reason, asked: ask.spend }
    explain.push({ line: null, rule: 'bonus_limit', amount: limit.max, params })
  }
  spendOverLines(lines, spent, explain)
  const accrual = level ? accrualOf(ask, level, lines, explain) : 0
  const totals = totalsOf(ask, lines, limit, accrual)
  const moved = draft ? moveAccount(draft, ask, totals) : nothingMoved
  if (moved.accrual_repaid_debt > 0) {
    const amount = moved.accrual_repaid_debt
    explain.push({ line: null, rule: 'debt_repaid', amount, params: {} })
  }
  if (totals.rounding !== 0) {
    const params = { step: ask.program.cash_rounding }
    explain.push({ line: null, rule: 'cash_rounding', amount: totals.rounding, params })
  }
  return {
    receipt: {
      bare: 'total' in ask.sale,
      program_version: ask.program.version,
      occurred_at: ask.occurred_at,
      day: dayOf(ask.occurred_at, ask.program.timezone).text,
      level: level?.number ?? null,
      lines: lines.map(freezeLine),
      totals,
      cash_rounding: ask.program.cash_rounding,
      explain,
      ...moved,
    },
    change: draft ? endChange(draft) : null,
    claims: [],
    refused: refusalOf(ask, limit, spent),
  }
}

function limitOf(ask: ReceiptAsk, draft: Draft, level: Level, lines: readonly OpenLine[]) {
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

/** The asked spend, within the limit and in whole steps. */
function lowered(asked: Minor, max: Minor, step: Minor): Minor {
  const within = Math.min(asked, max)
  return within - (within % step)
}

function accrualOf(
  ask: ReceiptAsk,
  level: Level,
  lines: readonly OpenLine[],
  explain: Explanation[],
): Minor {
  if (ask.program.mode === 'discount') return 0
  if (ask.license === 'ended') {
    explain.push({ line: null, rule: 'license_ended', amount: 0, params: {} })
    return 0
  }
  return accrueOverLines(lines, ask.program, level.cashback_percent, explain)
}

function totalsOf(
  ask: ReceiptAsk,
  lines: readonly OpenLine[],
  limit: { max: Minor; reason: SpendLimit } | null,
  accrual: Minor,
): Totals {
  const to_pay = sumOf(lines, (line) => line.to_pay)
  const cash_to_pay = roundToStep(to_pay, ask.program.cash_rounding)
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
    promotion_accrual: 0,
    accrual_active_from: dates?.active_from ?? null,
    accrual_expires_at: dates?.expires_at ?? null,
  }
}

/** The delay counts from the sale; the lifetime from the activation, at the earliest from now. */
function accrualDates(program: Program, ask: { occurred_at: Moment; now: Moment }) {
  const active_from = ask.occurred_at + program.activation_delay_hours * HOUR
  const expires_at = expiryOf(program, 'accrual', Math.max(active_from, ask.now))
  return { active_from, expires_at }
}

type Moved = Pick<
  SettledReceipt,
  | 'balance_after'
  | 'spent_lots'
  | 'accrual_lot'
  | 'accrual_repaid_debt'
  | 'promotions'
  | 'promotion_lots'
  | 'previous_receipt_at'
  | 'moved_expiry'
>
const nothingMoved: Moved = {
  balance_after: null,
  spent_lots: [],
  accrual_lot: null,
  accrual_repaid_debt: 0,
  promotions: [],
  promotion_lots: [],
  previous_receipt_at: null,
  moved_expiry: null,
}

/** Moves the bonuses and counts the visit: the spend first, so that it never takes the accrual. */
function moveAccount(draft: Draft, ask: ReceiptAsk, totals: Totals): Moved {
  const { account } = draft
  const cause = { source: ask.receipt_id, receipt_id: ask.receipt_id, actor: ask.actor }
  const spent_lots: TakenLot[] =
    totals.bonuses_spent > 0 ? spend(draft, { ...cause, amount: totals.bonuses_spent }) : []
  const moved_expiry = moveExpiry(draft, ask.program, ask.occurred_at)
  const granted =
    totals.accrual > 0
      ? grant(draft, {
          ...cause,
          kind: 'accrual',
          amount: totals.accrual,
          active_from: totals.accrual_active_from ?? ask.now,
          expires_at: totals.accrual_expires_at,
        })
      : { lot: null, repaid_debt: 0 }
  const previous_receipt_at = countVisit(draft, ask.occurred_at)
  addTurnover(draft, ask.program, totals.to_pay, ask.occurred_at)
  settleLevel(draft, ask.program)
  return {
    balance_after: {
      available: availableOf(account, ask.now),
      pending: pendingOf(account, ask.now),
      debt: account.debt,
    },
    spent_lots,
    accrual_lot: granted.lot,
    accrual_repaid_debt: granted.repaid_debt,
    promotions: [],
    promotion_lots: [],
    previous_receipt_at,
    moved_expiry,
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
