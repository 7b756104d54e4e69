/**
 * A shop without a database: plays operations of one buyer through the rules and keeps what the
 * store would keep, so that whole histories run in microseconds.
 */
import { beginChange, endChange, openAccount } from '#server/features/ledger/change-rules.ts'
import { rollingFrom } from '#server/features/ledger/level-rules.ts'
import { expiryOf } from '#server/features/ledger/lifetime-rules.ts'
import { grant, withdraw } from '#server/features/ledger/movement-rules.ts'
import type { Minor } from '#contract/money.ts'
import type { Account, Change, NewEntry, PromotionClaim } from '#server/features/ledger/rules.ts'
import type { Program } from '#server/features/program/rules.ts'
import type { Promotion } from '#server/features/promotions/rules.ts'
import { nothingReturned } from '#server/features/receipts/returned-rules.ts'
import type {
  CancelDecision,
  CancelPart,
  ReceiptAsk,
  ReceiptDecision,
  Returned,
  Sale,
  SettledReceipt,
} from '#server/features/receipts/rules.ts'
import { settleCancellation } from '#server/features/receipts/settle-cancellation-rules.ts'
import { settleReceipt } from '#server/features/receipts/settle-receipt-rules.ts'

export class MemoryShop {
  /** May be changed between two operations, as an owner does. */
  program: Program
  account: Account = openAccount('shop', 'buyer')
  readonly entries: NewEntry[] = []
  readonly receipts: { id: string; receipt: SettledReceipt; returned: Returned }[] = []
  /** Turnover per local day. */
  readonly days = new Map<string, number>()
  /** The promotions that run. May be changed between two operations. */
  promotions: readonly Promotion[] = []
  /** What all buyers took of each promotion so far. */
  readonly usage = new Map<string, { uses: number; amount: Minor }>()
  private operations = 0

  constructor(program: Program) {
    this.program = program
  }

  /** The account as the store reads it for a decision at this moment. */
  read(now: number): Account {
    if (this.program.level_base !== 'rolling_days') return { ...this.account, rolling_turnover: 0 }
    const from = rollingFrom(this.program, now)
    let rolling_turnover = 0
    for (const [day, sum] of this.days) if (day >= from) rolling_turnover += sum
    return { ...this.account, rolling_turnover }
  }

  calculate(sale: Sale, spend: number, now: number, other: Partial<ReceiptAsk> = {}) {
    return settleReceipt({
      receipt_id: `receipt-${this.operations}`,
      program: this.program,
      sale,
      account: this.read(now),
      spend,
      confirmation_limit: null,
      license: 'active',
      promotions: this.promotions,
      exhausted: [],
      pos_id: 'pos',
      gifts: [],
      segment_ids: [],
      occurred_at: now,
      now,
      actor: 'cashier:1',
      ...other,
    })
  }

  create(sale: Sale, spend: number, now: number, other: Partial<ReceiptAsk> = {}): ReceiptDecision {
    const exhausted: string[] = []
    let decision = this.calculate(sale, spend, now, { exhausted, ...other })
    for (
      let over = this.exhaustedBy(decision);
      over.length > 0;
      over = this.exhaustedBy(decision)
    ) {
      exhausted.push(...over)
      decision = this.calculate(sale, spend, now, { exhausted, ...other })
    }
    const { receipt } = decision
    this.commit(decision.change)
    this.claim(decision.claims)
    this.addToDay(receipt.day, receipt.totals.to_pay)
    const id = `receipt-${this.operations - 1}`
    this.receipts.push({ id, receipt, returned: nothingReturned(receipt) })
    return decision
  }

  estimate(index: number, part: CancelPart, now: number): CancelDecision {
    const stored = this.receipts[index]
    if (!stored) throw new Error('no such receipt')
    return settleCancellation({
      receipt_id: stored.id,
      receipt: stored.receipt,
      returned: stored.returned,
      account: this.read(now),
      program: this.program,
      part,
      cancellation_id: `cancellation-${this.operations}`,
      actor: 'cashier:1',
      reason: null,
      now,
    })
  }

  cancel(index: number, part: CancelPart, now: number): CancelDecision {
    const decision = this.estimate(index, part, now)
    const stored = this.receipts[index]
    if (decision.refused || !stored) return decision
    this.commit(decision.change)
    this.claim(decision.claims)
    this.addToDay(decision.turnover.day, decision.turnover.amount)
    stored.returned = decision.returned
    return decision
  }

  grant(amount: number, now: number): void {
    const draft = beginChange(this.read(now), now)
    const source = `grant-${this.operations}`
    const expires_at = expiryOf(this.program, 'manual_accrual', now)
    grant(draft, { source, actor: 'owner:1', kind: 'manual_accrual', amount, expires_at })
    this.commit(endChange(draft))
  }

  /** False when there is less than that. */
  withdraw(amount: number, now: number): boolean {
    const draft = beginChange(this.read(now), now)
    if (draft.account.balance < amount) return false
    withdraw(draft, { source: `withdraw-${this.operations}`, actor: 'owner:1', amount })
    this.commit(endChange(draft))
    return true
  }

  /** The nightly job. */
  expire(now: number): void {
    this.commit(endChange(beginChange(this.read(now), now)))
  }

  private commit(change: Change | null): void {
    this.operations += 1
    if (!change) return
    if (change.account.version !== this.account.version + 1) throw new Error('stale')
    this.account = change.account
    this.entries.push(...change.entries)
  }

  /** Promotions whose shared limits a decision does not fit any more. */
  private exhaustedBy({ claims }: ReceiptDecision): string[] {
    return claims.flatMap(({ promotion_id, uses, amount, max_uses, budget }) => {
      const taken = this.usage.get(promotion_id) ?? { uses: 0, amount: 0 }
      const fits =
        (max_uses === null || taken.uses + uses <= max_uses) &&
        (budget === null || taken.amount + amount <= budget)
      return fits ? [] : [promotion_id]
    })
  }

  private claim(claims: readonly PromotionClaim[]): void {
    for (const { promotion_id, uses, amount } of claims) {
      const taken = this.usage.get(promotion_id) ?? { uses: 0, amount: 0 }
      this.usage.set(promotion_id, { uses: taken.uses + uses, amount: taken.amount + amount })
    }
  }

  private addToDay(day: string, amount: number): void {
    this.days.set(day, (this.days.get(day) ?? 0) + amount)
  }
}
