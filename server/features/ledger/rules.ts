/**
 * How bonuses move: the only arithmetic that changes what a buyer is owed. Plain data in, plain
 * data out; the store writes the resulting `Change` in one conditional statement.
 *
 * Invariants kept here, for every account at all times:
 * - `balance` = Σ amount of its entries = Σ remaining of its lots ≥ 0; `debt` = Σ debt_change ≥ 0;
 * - a buyer in debt has no bonuses: every credit repays the debt first, at once;
 * - entries are numbered 1, 2, 3 … without gaps, each carrying the hash of the one before;
 * - lots lie in the order they are spent in: nearest expiry first, then oldest, never-expiring last;
 * - no lot past its expiry survives a change.
 * Units: amounts in minor units, times in milliseconds since 1970 (integers).
 * Source: spec/engine.md "Ledger", "Cancel"; spec/ledger.md; decision 0005.
 */
import type { Minor } from '#contract/money.ts'

/** Milliseconds since 1970-01-01T00:00Z, an integer. */
export type Moment = number

/** Kinds that give bonuses and make a lot. */
export type CreditKind =
  | 'accrual'
  | 'promotion'
  | 'welcome'
  | 'birthday'
  | 'referral'
  | 'manual_accrual'
  | 'compensation'
  | 'import'
  | 'transfer_in'

/** Why an entry was written. */
export type EntryKind =
  | CreditKind
  | 'spend'
  | 'spend_return'
  | 'accrual_reversal'
  | 'manual_withdraw'
  | 'expiry'
  | 'forfeit'
  | 'transfer_out'

/** One earning that still holds bonuses. Its number is the number of the entry that made it. */
export type Lot = {
  number: number
  kind: CreditKind
  /** What it held when it was made (debt it repaid not counted). */
  amount: Minor
  /** What is left of it, > 0. */
  remaining: Minor
  /** Pending before this moment. */
  active_from: Moment
  /** Gone from this moment on; null: never. */
  expires_at: Moment | null
}

/** A lot as a spend found it, and what was taken of it. Enough to make the lot again. */
export type TakenLot = Omit<Lot, 'remaining'> & { taken: Minor }

/** Stamps of one local day: receipts, whole units or minor units, as the card counts. */
export type Stamp = {
  /** Days since 1970-01-01. */
  day: number
  count: number
}

/** What a full card gave and its buyer has not taken yet. */
export type CardGift = {
  id: string
  earned_at: Moment
  /** Gone from this moment on; null: never. */
  expires_at: Moment | null
  /** What the card was filled with: a cancellation can empty it again. */
  stamps: Stamp[]
}

/** A stamp card of one promotion in one buyer's hands. */
export type CardState = {
  /** Stamps on the card, oldest first. */
  stamps: Stamp[]
  /** Taken back after their gift was used: the next stamps work it off first. */
  owed: number
  /** Cards filled so far. */
  filled: number
  /** The last local day that gave a stamp; null: none yet. */
  last_day: number | null
  /** Gifts that can still be taken, oldest first. */
  gifts: CardGift[]
}

/**
 * What one promotion remembers of one buyer. The ledger carries it with the account, so that it
 * changes in the same commit; only the rules of receipts read and change it. Never changed in
 * place: a change puts a new list into the account.
 */
export type PromotionState = {
  promotion_id: string
  /**
   * Uses that stand, by the period they count in (`ever`, `2026-11-21`, `week 2026-11-16`,
   * `2026-11`), newest last. Kept only for promotions that limit the uses of one buyer.
   */
  uses: { period: string; count: number }[]
  /** Only of a stamp card. */
  card: CardState | null
}

/**
 * What an operation takes of a promotion that many buyers share, in the same commit; a
 * cancellation gives back, so its numbers are negative. `amount` = `discount` + `bonuses`.
 */
export type PromotionClaim = {
  promotion_id: string
  uses: number
  amount: Minor
  /** What all uses together may not pass; null: no limit, and of every cancellation. */
  max_uses: number | null
  /** What all amounts together may not pass; null: no limit, and of every cancellation. */
  budget: Minor | null
  /** Money taken off. */
  discount: Minor
  /** Bonuses given. */
  bonuses: Minor
}

/** One buyer's hot row. */
export type Account = {
  organization_id: string
  buyer_id: string
  /** Commits so far; each raises it by one, also one without entries. 0: nothing was written yet. */
  version: number
  /** Entries so far, which is also the number of the last one. */
  entries: number
  /** Hex SHA-256 of the last entry; of the account itself when there is none. */
  last_hash: string
  balance: Minor
  debt: Minor
  /** Money really paid minus returns, for life. */
  turnover: Minor
  /** The calendar year (in the shop's zone) that `year_turnover` is about; 0: none yet. */
  year: number
  year_turnover: Minor
  /** The same of the year before `year`. */
  last_year_turnover: Minor
  /**
   * Turnover of the days inside the window of a `rolling_days` program: read from the per-day sums
   * when the account is read, 0 for other programs. Never written back from here.
   */
  rolling_turnover: Minor
  /** Completed receipts that are not wholly cancelled. */
  receipts: number
  last_receipt_at: Moment | null
  /** Number of the level reached by turnover; null: not decided yet. */
  level: number | null
  /** End of the period the level was given for (only with `at_period_end`); null: no end. */
  level_until: Moment | null
  /** Level set by hand, which goes before the reached one; null: none. */
  pinned_level: number | null
  /** Until when it is pinned; null: until it is taken off. */
  pinned_until: Moment | null
  /** Open lots in the spend order. */
  lots: Lot[]
  /** What promotions remember of the buyer, by `promotion_id`; empty for most buyers. */
  promotions: PromotionState[]
}

/** What an entry does to one lot. */
export type EntryLot = {
  number: number
  /** Signed: made and restored > 0, consumed < 0. */
  amount: Minor
  /** Only when this entry gives the lot another expiry than it had. */
  expires_at?: Moment | null
}

/** One immutable line of an account, ready to be inserted. */
export type NewEntry = {
  number: number
  kind: EntryKind
  /** Signed change of the balance. */
  amount: Minor
  /** Signed change of the debt. A credit of 100 that meets a debt of 30 is +70 and −30. */
  debt_change: Minor
  balance_after: Minor
  debt_after: Minor
  /** Lots made, consumed or restored; their amounts sum to `amount`. */
  lots: EntryLot[]
  /** Of the lot this entry made; null when it made none. */
  active_from: Moment | null
  expires_at: Moment | null
  receipt_id: string | null
  /** The operation: receipt, cancellation, grant, or lot and moment. Unique per buyer and kind. */
  source: string
  reason: string | null
  /** Who did it, such as `cashier:…`, `owner:…`, `system`. */
  actor: string
  created_at: Moment
  /** Hex SHA-256. */
  prev_hash: string
  hash: string
}

/** What the store commits: the new state (`version` is the one read plus one) and its entries. */
export type Change = { account: Account; entries: NewEntry[] }

/** What every movement says about itself. */
export type Cause = {
  /** The operation that caused it; see `NewEntry.source`. */
  source: string
  actor: string
  receipt_id?: string | null
  reason?: string | null
}

/** A gift that a person gets once; the person is known by the HMAC of the phone. */
export type Once = {
  gift: string
  who: string
  /** The same phone under earlier keys. */
  also?: readonly string[]
  /** The source of its entry. */
  source: string
}

/**
 * A change in the making: a private copy of the account that movements work on.
 * Readable by the caller (after due expiry), written by the rules of the ledger only.
 */
export type Draft = {
  readonly account: Account
  readonly entries: NewEntry[]
  readonly now: Moment
}

/** What can be spent now: Σ remaining of the active lots. Expired lots do not count. */
export function availableOf(account: Account, now: Moment): Minor {
  let sum = 0
  for (const lot of account.lots) {
    if (isActive(lot, now) && !isExpired(lot, now)) sum += lot.remaining
  }
  return sum
}

/** What is earned and not active yet. */
export function pendingOf(account: Account, now: Moment): Minor {
  let sum = 0
  for (const lot of account.lots) {
    if (!isActive(lot, now) && !isExpired(lot, now)) sum += lot.remaining
  }
  return sum
}

/** Whether the lot's bonuses can be spent, as far as their delay goes. */
export function isActive(lot: Pick<Lot, 'active_from'>, now: Moment): boolean {
  return lot.active_from <= now
}

/** Whether the lot's bonuses are gone: from its last moment on. */
export function isExpired(lot: Pick<Lot, 'expires_at'>, now: Moment): boolean {
  return lot.expires_at !== null && lot.expires_at <= now
}
