import type { FoundBuyer } from '#server/features/buyers/find-buyer.ts'
import type { Cashier, CashierPos } from '#server/features/pos/require-cashier.ts'
import type { Program } from '#server/features/program/rules.ts'
import type { Promotion } from '#server/features/promotions/rules.ts'
import { Refusal } from '#server/io/refusal.ts'
import { needsWord, type Proof } from './confirmation-rules.ts'
import type { TillLimit } from './explain-receipt.ts'
import type { GiftOffer } from './gift-rules.ts'
import type { FrozenReceipt } from './freeze-receipt.ts'
import type { ReceiptDecision, RuleRefusal, Sale } from './rules.ts'
import { settleReceipt } from './settle-receipt-rules.ts'
import { viewBuyer } from './view-buyer.ts'

/** Where a sale is made and by whom, under which program. */
export type AtTill = {
  cashier: Cashier
  pos: CashierPos
  program: Program
  /** What the shop has at work, whether or not it fits the sale. */
  promotions: readonly Promotion[]
}

/** A sale with its buyer, ready to be decided. */
export type SaleAsk = {
  receipt_id: string
  /** As the till told it. */
  sent: Sale
  /** The same with what the catalogue said when it was calculated; what is decided on. */
  sale: Sale
  number: string | null
  found: FoundBuyer | null
  proof: Proof | null
  unknown_phone: boolean
  spend: number
  gifts: readonly GiftOffer[]
  /** Ids of what has run out for all buyers together, and gifts given meanwhile. */
  exhausted: readonly string[]
  /** The buyer has paid what the till said: nothing of ours can be taken off. */
  money_taken?: boolean
  occurred_at: number
  now: number
}

/** A decided receipt in the shape that is shown and frozen. `completed` tells of the buyer after it. */
export type DecidedReceipt = {
  decision: ReceiptDecision
  frozen: FrozenReceipt
  /** Why create says no. */
  refused: RuleRefusal | null
}

/** What nothing new may be sold without. Refuses: `pos_inactive`, `license_required`. */
export function requireSelling(pos: CashierPos): void {
  if (pos.license_state !== 'none') return
  throw new Refusal(pos.license_id === null ? 'pos_inactive' : 'license_required')
}

/**
 * Decides a sale at a till: the one place where the till's rights, the buyer's proof and the
 * license become arguments of the rule. Calculate and create both ask here.
 */
export function decideReceipt(
  { cashier, pos, program, promotions }: AtTill,
  ask: SaleAsk,
  completed: boolean,
): DecidedReceipt {
  const decision = settleReceipt({
    receipt_id: ask.receipt_id,
    program,
    sale: ask.sale,
    account: ask.found?.account ?? null,
    spend: ask.spend,
    confirmation_limit: confirmationLimit(cashier, program, ask),
    license: pos.license_state === 'spend_only' ? 'ended' : 'active',
    promotions,
    exhausted: ask.exhausted,
    pos_id: pos.id,
    gifts: ask.gifts,
    money_taken: ask.money_taken ?? false,
    segment_ids: ask.found?.buyer.segment_ids ?? [],
    occurred_at: ask.occurred_at,
    now: ask.now,
    actor: `cashier:${cashier.cashier_id}`,
  })
  const { receipt, change } = decision
  const account = (completed ? change?.account : undefined) ?? ask.found?.account
  const can_register = ask.unknown_phone && mayRegister(cashier, program)
  const frozen: FrozenReceipt = {
    settled: receipt,
    number: ask.number,
    pos: { id: pos.id, name: pos.name },
    cashier: { id: cashier.cashier_id, name: cashier.name },
    buyer:
      ask.found && account
        ? viewBuyer(
            ask.found.buyer,
            account,
            { program, promotions },
            ask.now,
            cashier.permissions.see_phone,
          )
        : null,
    unknown_phone: ask.unknown_phone,
    can_register,
    ...(can_register && program.referral.on && { can_name_inviter: true }),
    limits: limitsOf(cashier, program, ask, receipt.totals.total),
    confirmation: {
      required:
        receipt.totals.bonuses_max_reason === 'confirmation' ||
        needsWord(program, ask.proof, receipt.totals.bonuses_spent),
      mode: program.spend_confirmation,
    },
    footer: program.receipt_footer,
    timezone: program.timezone,
    version: ask.found?.account.version ?? 0,
  }
  return { decision, frozen, refused: namedRefusal(decision.refused, cashier, program, ask) }
}

export const mayRegister = (cashier: Cashier, program: Program): boolean =>
  program.register_at_till && cashier.permissions.register_buyer

/**
 * The most that may be spent with what proves the buyer; null: any sum. A one-time code is the
 * buyer's own word. A phone is anyone's: from the shop's threshold on the buyer must confirm in a
 * messenger, and who has none cannot.
 */
function confirmationLimit(
  cashier: Cashier,
  program: Program,
  { proof, found }: SaleAsk,
): number | null {
  if (!cashier.permissions.spend) return 0
  if (proof === 'one_time' || proof === 'confirmed' || proof === null) return null
  if (proof === 'card') return 0
  switch (program.spend_confirmation) {
    case 'none':
      return null
    case 'code_only':
      return 0
    case 'bot_button':
      if (found && found.buyer.messengers.length > 0) return null
      return Math.max(0, program.spend_confirmation_from - 1)
  }
}

/** The rule knows of one limit "confirmation"; here it is told what would help. */
function namedRefusal(
  refused: RuleRefusal | null,
  cashier: Cashier,
  program: Program,
  ask: SaleAsk,
): RuleRefusal | null {
  if (!refused) {
    // Earning by a typed phone can be closed too: then only a code proves the buyer.
    const closed = ask.proof === 'phone' && !program.accrue_by_phone
    return closed ? { code: 'confirmation_required' } : null
  }
  const by_code = refused.code === 'spend_not_permitted' && cashier.permissions.spend
  return by_code && ask.proof === 'phone' && program.spend_confirmation === 'code_only'
    ? { ...refused, code: 'confirmation_required' }
    : refused
}

/** The limits this sale passes, which only a senior cashier may. */
function limitsOf(cashier: Cashier, program: Program, ask: SaleAsk, total: number): TillLimit[] {
  if (cashier.role !== 'cashier') return []
  const limits: TillLimit[] = []
  const { receipts_per_day_max, receipt_amount_max } = program
  const today = ask.found?.receipts_today ?? 0
  if (receipts_per_day_max > 0 && today >= receipts_per_day_max) {
    limits.push({ kind: 'receipts_per_day', count: today })
  }
  if (receipt_amount_max > 0 && total > receipt_amount_max) {
    limits.push({ kind: 'receipt_amount', max: receipt_amount_max })
  }
  return limits
}
