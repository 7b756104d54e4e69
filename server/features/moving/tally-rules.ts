/** What is counted and what is told of the rows of a file. */
import type { Minor } from '#contract/money.ts'
import {
  openingOf,
  profileChange,
  type KnownBuyer,
  type RowChanges,
  type RowError,
} from './import-rules.ts'

/** Errors that are told one by one; the rest are counted. */
const ERRORS_SHOWN = 1000

/** A row with what is known of its buyer; undefined: nobody has the phone yet. */
export type LookedUp = {
  row: number
  changes: RowChanges
  known: KnownBuyer | undefined
  /** The owner of this phone asked to be forgotten. */
  forgotten: boolean
}

export class Tally {
  created = 0
  updated = 0
  unchanged = 0
  failed = 0
  balances = 0
  balance_sum: Minor = 0
  balances_kept = 0
  readonly errors: RowError[]

  constructor(errors: readonly RowError[] = []) {
    this.errors = [...errors]
  }

  refuse(errors: readonly RowError[]): void {
    this.failed += 1
    this.errors.push(...errors.slice(0, Math.max(0, ERRORS_SHOWN - this.errors.length)))
  }

  /** Whether this is the first row about somebody; a later one is refused with its number. */
  isFirst(row: number, who: string, value: string, seen: Map<string, number>): boolean {
    const first = seen.get(who)
    if (first === undefined) {
      seen.set(who, row)
      return true
    }
    const params = { row: first }
    this.refuse([{ row, field: 'phone', code: 'repeated_phone', value, params }])
    return false
  }

  /** Counts what a row does; false: it cannot. */
  count({ row, changes, known, forgotten }: LookedUp): boolean {
    if (forgotten) {
      const value = changes.phone
      this.refuse([{ row, field: 'phone', code: 'buyer_forgotten', value }])
      return false
    }
    const had = known ?? { had_balance: false, had_turnover: false }
    const { balance, turnover } = openingOf(changes, had)
    if (balance > 0) {
      this.balances += 1
      this.balance_sum += balance
    }
    if (known?.had_balance && (changes.balance ?? 0) > 0) this.balances_kept += 1
    if (!known) this.created += 1
    else if (balance + turnover > 0 || Object.keys(profileChange(changes, known)).length > 0) {
      this.updated += 1
    } else this.unchanged += 1
    return true
  }

  get counts() {
    const { created, updated, unchanged, balances, balance_sum, balances_kept } = this
    return { created, updated, unchanged, balances, balance_sum, balances_kept }
  }
}
