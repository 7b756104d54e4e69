/**
 * Decides a cancellation. The estimate and the deed call this one function, so they cannot differ.
 *
 * Invariants: only amounts frozen in the receipt are used, never today's percents; any partial
 * cancellations that sum to the whole sum to its amounts exactly, in any order.
 * Source: spec/engine.md "Cancel"; decision 0005.
 */
import { hash } from 'node:crypto'
import { roundToStep, shareDown, type Minor } from '#contract/money.ts'
import { endOfDayAfter } from '#server/features/ledger/calendar-rules.ts'
import { beginChange, endChange, expireDue } from '#server/features/ledger/change-rules.ts'
import { addTurnover, levelOf, settleLevel } from '#server/features/ledger/level-rules.ts'
import { moveExpiryBack } from '#server/features/ledger/lifetime-rules.ts'
import {
  restore,
  takeBack,
  type Restored,
  type TakenBack,
} from '#server/features/ledger/movement-rules.ts'
import { availableOf, pendingOf, type Draft, type TakenLot } from '#server/features/ledger/rules.ts'
import { forgetVisit } from '#server/features/ledger/visit-rules.ts'
import { undoGifts, type UndoneGifts } from './gift-rules.ts'
import { sumOf } from './line-rules.ts'
import { partToCancel, returnedMoney, wholeOf } from './returned-rules.ts'
import type {
  CancelAsk,
  CancelDecision,
  CancelFigures,
  CancelLine,
  CancelWarning,
  Returned,
} from './rules.ts'
import { returnClaims, undoPromotions } from './undo-promotions-rules.ts'

/**
 * Decides what cancelling a receipt, or a part of it, does; touches nothing.
 * Refuses: `already_cancelled`, `validation_failed` (a line that is not there, more than is left,
 * lines of a bare total or an amount of products). Windows and rights are the action's.
 */
export function settleCancellation(ask: CancelAsk): CancelDecision {
  const part = partToCancel(ask.receipt, ask.returned, ask.part)
  if (part.refused) return part
  const after: Returned = { ...ask.returned, lines: part.lines, whole: part.whole }
  const lines = cancelledLines(ask, after)
  const refund_money = sumOf(lines, (line) => line.refund_money)
  const draft = ask.account ? beginChange(ask.account, ask.now) : null
  const undone = undoGifts(ask.receipt, ask.returned, after, draft !== null)
  const balance = draft ? moveBack(draft, ask, after, lines, undone) : noBalance
  const figures = {
    kind: ask.part.kind,
    lines,
    refund_money,
    refund_cash: refundCash(ask, after),
    ...balance.figures,
  }
  return {
    refused: null,
    estimate: { ...figures, version: versionOf(figures, ask.returned) },
    change: draft ? endChange(draft) : null,
    returned: { ...after, debt_again: after.debt_again + balance.debt_again },
    status: after.whole ? 'cancelled' : 'partially_cancelled',
    claims: [...returnClaims(ask, after), ...undone.claims],
    gifts_over: draft ? undone.over : [],
    turnover: { day: ask.receipt.day, amount: refund_money === 0 ? 0 : -refund_money },
  }
}

/** Each line's part: what is returned of it after, less what was returned before. */
function cancelledLines(ask: CancelAsk, after: Returned): CancelLine[] {
  const { receipt, returned } = ask
  const member = ask.account !== null
  const lines: CancelLine[] = []
  for (const [index, line] of receipt.lines.entries()) {
    const from = returned.lines[index] ?? 0
    const to = after.lines[index] ?? 0
    const whole = wholeOf(receipt, line)
    if (from === to && whole > 0) continue
    const share = (amount: Minor) => shareDown(amount, to, whole) - shareDown(amount, from, whole)
    lines.push({
      line: line.line,
      quantity: receipt.bare ? 0 : to - from,
      refund_money: share(line.to_pay),
      bonuses_return: member ? share(line.bonuses_spent) : 0,
      bonuses_withdraw: member ? share(line.accrual) : 0,
    })
  }
  return lines
}

type BalanceFigures = Omit<
  CancelFigures,
  'kind' | 'lines' | 'refund_money' | 'refund_cash' | 'version'
>
type MovedBack = { figures: BalanceFigures; debt_again: Minor }

const noBalance: MovedBack = {
  figures: {
    bonuses_return: 0,
    bonuses_return_expired: 0,
    bonuses_withdraw: 0,
    gifts_withdraw: 0,
    bonuses_withdraw_pending: 0,
    bonuses_withdraw_active: 0,
    bonuses_already_spent: 0,
    shop_loss: 0,
    balance_before: 0,
    balance_after: 0,
    available_after: 0,
    pending_after: 0,
    debt_before: 0,
    debt_after: 0,
    level_before: null,
    level_after: null,
    warnings: [],
  },
  debt_again: 0,
}

/** Moves the bonuses and the visit back: the return first, so that it can meet the withdrawal. */
function moveBack(
  draft: Draft,
  ask: CancelAsk,
  after: Returned,
  lines: readonly CancelLine[],
  undone: UndoneGifts,
): MovedBack {
  const { account, now } = draft
  settleLevel(draft, ask.program)
  const level_before = levelOf(account, ask.program, now)
  const balance_before = account.balance
  const debt_before = account.debt
  const restored = returnSpent(
    draft,
    ask,
    sumOf(lines, (line) => line.bonuses_return),
  )
  const bonuses_withdraw = sumOf(lines, (line) => line.bonuses_withdraw) + undone.withdraw
  const taken = takeAccrued(draft, ask, bonuses_withdraw)
  const stamps_owed = undoPromotions(draft, ask, after)
  if (after.whole) undoVisit(draft, ask)
  const refund = sumOf(lines, (line) => line.refund_money)
  addTurnover(draft, ask.program, -refund, ask.receipt.occurred_at)
  settleLevel(draft, ask.program)
  const figures: BalanceFigures = {
    bonuses_return: restored.returned,
    bonuses_return_expired: restored.expired,
    bonuses_withdraw,
    gifts_withdraw: undone.withdraw,
    bonuses_withdraw_pending: taken.pending,
    bonuses_withdraw_active: taken.active,
    bonuses_already_spent: taken.debt + taken.loss,
    shop_loss: taken.loss,
    balance_before,
    balance_after: account.balance,
    available_after: availableOf(account, now),
    pending_after: pendingOf(account, now),
    debt_before,
    debt_after: account.debt,
    level_before,
    level_after: levelOf(account, ask.program, now),
    warnings: [],
  }
  figures.warnings = warningsOf(figures, restored, taken)
  if (stamps_owed > 0) figures.warnings.push('stamps_owed')
  return { figures, debt_again: taken.debt_again }
}

const nothingRestored: Restored = { returned: 0, expired: 0, repaid_debt: 0 }
const nothingTaken: TakenBack = {
  pending: 0,
  active: 0,
  own: 0,
  debt: 0,
  debt_again: 0,
  loss: 0,
}

function causeOf(ask: CancelAsk) {
  const { cancellation_id: source, receipt_id, actor, reason } = ask
  return { source, receipt_id, actor, reason }
}

function returnSpent(draft: Draft, ask: CancelAsk, amount: Minor): Restored {
  if (amount === 0) return nothingRestored
  const lots = lotsToReturn(ask.receipt.spent_lots, returnedBonuses(ask), amount)
  const merged = ask.merged ?? false
  return restore(draft, { ...causeOf(ask), lots, grace_until: graceOf(ask), merged })
}

/** Spent bonuses that earlier cancellations gave back. */
function returnedBonuses({ receipt, returned }: CancelAsk): Minor {
  return sumOf(receipt.lines, (line) => {
    const part = returned.lines[line.line - 1] ?? 0
    return shareDown(line.bonuses_spent, part, wholeOf(receipt, line))
  })
}

/**
 * The lots a return goes to: those the spend took last come back first, as if the buyer had spent
 * that much less. `before` was returned already.
 */
function lotsToReturn(spent: readonly TakenLot[], before: Minor, amount: Minor): TakenLot[] {
  const lots: TakenLot[] = []
  let skip = before
  let left = amount
  for (const lot of spent.toReversed()) {
    const skipped = Math.min(skip, lot.taken)
    skip -= skipped
    const taken = Math.min(left, lot.taken - skipped)
    left -= taken
    if (taken > 0) lots.push({ ...lot, taken })
  }
  return lots
}

/** Until when a lot that expired meanwhile lives on; now: it does not. */
function graceOf(ask: CancelAsk): number {
  const days = ask.program.restore_grace_days
  return days === 0 ? ask.now : endOfDayAfter(ask.now, days, ask.program.timezone)
}

function takeAccrued(draft: Draft, ask: CancelAsk, amount: Minor): TakenBack {
  if (amount === 0) return nothingTaken
  const { receipt, returned } = ask
  return takeBack(draft, {
    ...causeOf(ask),
    amount,
    own_lots: [
      ...(receipt.accrual_lot === null ? [] : [receipt.accrual_lot]),
      ...receipt.promotion_lots,
      ...receipt.gift_lots,
    ],
    debt_again: receipt.accrual_repaid_debt - returned.debt_again,
    policy: ask.program.return_policy,
  })
}

/** A wholly cancelled receipt was no visit, and no purchase that lets lots live longer. */
function undoVisit(draft: Draft, ask: CancelAsk): void {
  const { occurred_at, previous_receipt_at, moved_expiry } = ask.receipt
  const was_last = forgetVisit(draft, occurred_at, previous_receipt_at)
  if (!was_last || !moved_expiry) return
  moveExpiryBack(draft, moved_expiry, graceOf(ask))
  expireDue(draft)
}

function warningsOf(
  figures: BalanceFigures,
  restored: Restored,
  taken: TakenBack,
): CancelWarning[] {
  const warnings: CancelWarning[] = []
  if (taken.pending + taken.active > taken.own) warnings.push('taken_from_other_bonuses')
  if (taken.debt > 0) warnings.push('becomes_debt')
  if (taken.loss > 0) warnings.push('shop_loss')
  if (restored.expired > 0) warnings.push('returned_expired')
  if (restored.repaid_debt > 0) warnings.push('repays_debt')
  if (figures.level_before !== figures.level_after) warnings.push('level_lowered')
  return warnings
}

/** What the cash total of the rest is less by; the whole gives back the very cash total paid. */
function refundCash(ask: CancelAsk, after: Returned): Minor {
  const { receipt, returned } = ask
  const cash = (state: Returned): Minor => {
    if (state.whole) return 0
    const refunded = returnedMoney(receipt, state)
    if (refunded === 0) return receipt.totals.cash_to_pay
    return roundToStep(receipt.totals.to_pay - refunded, receipt.cash_rounding)
  }
  return cash(returned) - cash(after)
}

/** 48 bits of a hash over the figures and over what was cancelled before. */
function versionOf(figures: Omit<CancelFigures, 'version'>, returned: Returned): number {
  const digest = hash('sha256', JSON.stringify([figures, returned]), 'hex')
  return Number.parseInt(digest.slice(0, 12), 16)
}
