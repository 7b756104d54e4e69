import type { Operation } from '#server/features/ledger/commit-operations.ts'
import type { Announced } from '#server/features/ledger/events.ts'
import type { Cashier } from '#server/features/pos/require-cashier.ts'
import { answerFor, type Once } from './answer-once.ts'
import type { DecidedReceipt } from './decide-receipt.ts'
import { friendBought, receiptCompleted, saleMade } from './events.ts'
import { writeFrozen, type FrozenReceipt } from './freeze-receipt.ts'
import { giftSource, type GiftOffer, type SettledGift } from './gift-rules.ts'
import type { CreateAsk, Prepared } from './prepare-create.ts'

/** What the commit writes for a decided receipt. */
export function operationOf(
  ask: CreateAsk,
  prepared: Prepared,
  { decision, frozen }: DecidedReceipt,
  context: {
    registered: boolean
    once: Once | null
    now: Date
    gifts: GiftOffer[]
    announced: readonly Announced[]
    /** A message would reach the buyer. */
    reachable: boolean
  },
) {
  const { registered, once, now, gifts, announced, reachable } = context
  const { cashier, pos } = prepared
  const { organization_id } = cashier
  const { receipt: settled, change, claims } = decision
  const { totals, balance_after } = settled
  const { receipt_id } = ask
  const answer = answerFor(once, { receipt_id })
  const buyer_id = change?.account.buyer_id
  const reached = reachable ? buyer_id : undefined
  return {
    organization_id,
    change,
    now,
    day: settled.day,
    pos_id: pos.id,
    receipt: {
      id: receipt_id,
      cashier_id: cashier.cashier_id,
      number: prepared.number,
      request_hash: prepared.request_hash,
      program_version: settled.program_version,
      gross: totals.gross,
      till_discount: totals.till_discount,
      promotion_discount: totals.promotion_discount,
      level_discount: totals.level_discount,
      bonuses_spent: totals.bonuses_spent,
      to_pay: totals.to_pay,
      accrual: totals.accrual + totals.gifts,
      balance_after: balance_after?.available ?? null,
      pending_after: balance_after?.pending ?? null,
      debt_after: balance_after?.debt ?? null,
      registered,
      offline: prepared.offline,
      content: writeFrozen(frozen),
      occurred_at: prepared.occurred_at,
    },
    account_day: { day: settled.day, turnover: totals.to_pay, receipts: 1 },
    once: onceOf(receipt_id, settled.gifts, gifts),
    claims,
    announcements: [...announcementsOf(cashier, receipt_id, frozen, reached), ...announced],
    ...(answer && { answer }),
  } satisfies Operation
}

/** The gifts are claimed for the phones they were offered to. */
function onceOf(receipt_id: string, given: readonly SettledGift[], offers: readonly GiftOffer[]) {
  return given.map(({ gift, who }) => ({
    ...{ gift, who, source: giftSource(receipt_id, gift) },
    also: offers.find((offer) => offer.gift === gift)?.also ?? [],
  }))
}

function announcementsOf(
  { organization_id, sales_heard }: Cashier,
  receipt_id: string,
  frozen: FrozenReceipt,
  /** Whom a message would reach. */
  buyer_id: string | undefined,
): Announced[] {
  const friend = frozen.settled.gifts.some(({ inviter_id }) => inviter_id !== null)
  return [
    ...(friend ? [friendBought({ organization_id, receipt_id })] : []),
    ...(buyer_id === undefined
      ? []
      : [receiptCompleted({ organization_id, receipt_id, buyer_id })]),
    ...(sales_heard ? [saleMade({ organization_id, receipt_id })] : []),
  ]
}
