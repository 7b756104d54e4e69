/**
 * What a decided receipt does to the account: bonuses spent and given, the visit, the turnover,
 * what promotions remember. Source: spec/engine.md "Ledger", "Promotions"; decision 0005.
 */
import { endOfDayAfter } from '#server/features/ledger/calendar-rules.ts'
import { addTurnover, settleLevel } from '#server/features/ledger/level-rules.ts'
import { expiryOf, moveExpiry } from '#server/features/ledger/lifetime-rules.ts'
import { grant, spend, type Granted } from '#server/features/ledger/movement-rules.ts'
import {
  availableOf,
  pendingOf,
  type Cause,
  type Draft,
  type Moment,
  type TakenLot,
} from '#server/features/ledger/rules.ts'
import { countVisit } from '#server/features/ledger/visit-rules.ts'
import type { Program } from '#server/features/program/rules.ts'
import type { Promotion } from '#server/features/promotions/rules.ts'
import { grantGifts, type SettledGift } from './gift-rules.ts'
import type { ReceiptAsk, SettledReceipt, Totals } from './rules.ts'
import type { SettledPromotion } from './settled-promotion-rules.ts'
import { statesAfter } from './promotion-state-rules.ts'
import type { Cards } from './stamp-rules.ts'

const HOUR = 3_600_000

/** The delay counts from the sale; the lifetime from the activation, at the earliest from now. */
export function accrualDates(program: Program, ask: { occurred_at: Moment; now: Moment }) {
  const active_from = ask.occurred_at + program.activation_delay_hours * HOUR
  const expires_at = expiryOf(program, 'accrual', Math.max(active_from, ask.now))
  return { active_from, expires_at }
}

export type Moved = Pick<
  SettledReceipt,
  | 'balance_after'
  | 'spent_lots'
  | 'accrual_lot'
  | 'accrual_repaid_debt'
  | 'promotion_lots'
  | 'gift_lots'
  | 'previous_receipt_at'
  | 'moved_expiry'
>
export const nothingMoved: Moved = {
  balance_after: null,
  spent_lots: [],
  accrual_lot: null,
  accrual_repaid_debt: 0,
  promotion_lots: [],
  gift_lots: [],
  previous_receipt_at: null,
  moved_expiry: null,
}

/** Moves the bonuses and counts the visit: the spend first, so that it never takes the accrual. */
export function moveAccount(
  draft: Draft,
  ask: ReceiptAsk,
  totals: Totals,
  promotions: readonly SettledPromotion[],
  cards: Cards,
  gifts: readonly SettledGift[],
): Moved {
  const { account } = draft
  const cause = { source: ask.receipt_id, receipt_id: ask.receipt_id, actor: ask.actor }
  const spent_lots: TakenLot[] =
    totals.bonuses_spent > 0 ? spend(draft, { ...cause, amount: totals.bonuses_spent }) : []
  const moved_expiry = moveExpiry(draft, ask.program, ask.occurred_at)
  const accrual = grantAccrual(draft, cause, totals)
  const given = promotions.map((settled) => grantPromotion(draft, ask, cause, settled))
  const { active_from } = accrualDates(ask.program, ask)
  const { gifts: offers, program, now } = ask
  const gifted = grantGifts(draft, gifts, { offers, program, cause, active_from, now })
  const previous_receipt_at = countVisit(draft, ask.occurred_at)
  addTurnover(draft, ask.program, totals.to_pay, ask.occurred_at)
  settleLevel(draft, ask.program)
  if (promotions.length > 0) account.promotions = statesAfter(account, promotions, cards)
  return {
    balance_after: {
      available: availableOf(account, ask.now),
      pending: pendingOf(account, ask.now),
      debt: account.debt,
    },
    spent_lots,
    accrual_lot: accrual.lot,
    accrual_repaid_debt: given.reduce(
      (sum, one) => sum + one.repaid_debt,
      accrual.repaid_debt + gifted.repaid_debt,
    ),
    promotion_lots: given.flatMap(({ lot }) => (lot === null ? [] : [lot])),
    gift_lots: gifted.lots,
    previous_receipt_at,
    moved_expiry,
  }
}

const nothingGranted: Granted = { lot: null, repaid_debt: 0 }

function grantAccrual(draft: Draft, cause: Cause, totals: Totals): Granted {
  const amount = totals.accrual - totals.promotion_accrual
  if (amount === 0) return nothingGranted
  return grant(draft, {
    ...cause,
    kind: 'accrual',
    amount,
    active_from: totals.accrual_active_from ?? draft.now,
    expires_at: totals.accrual_expires_at,
  })
}

/** One entry and one lot for each promotion: each has its own lifetime. */
function grantPromotion(
  draft: Draft,
  ask: ReceiptAsk,
  cause: Cause,
  { promotion_id, bonuses }: SettledPromotion,
): Granted {
  if (bonuses === 0) return nothingGranted
  const { active_from } = accrualDates(ask.program, ask)
  const from = Math.max(active_from, ask.now)
  const days = lifetimeOf(ask.promotions.find(({ id }) => id === promotion_id))
  const expires_at =
    days === null
      ? expiryOf(ask.program, 'promotion', from)
      : endOfDayAfter(from, days, ask.program.timezone)
  const source = `${cause.source}:${promotion_id}`
  return grant(draft, {
    ...cause,
    source,
    kind: 'promotion',
    amount: bonuses,
    active_from,
    expires_at,
  })
}

/** Days that the promotion's bonuses live; null: as the program says. */
function lifetimeOf(promotion: Promotion | undefined): number | null {
  if (!promotion) return null
  if (promotion.bonus_lifetime_days !== null) return promotion.bonus_lifetime_days
  const { effect } = promotion
  return effect.kind === 'stamp' && effect.gift_days > 0 ? effect.gift_days : null
}
