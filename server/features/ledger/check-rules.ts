/**
 * What must be true of one account, whatever happened: recomputed from its entries alone.
 * Amounts are minor units. Source: spec/ledger.md "Check", spec/engine.md "Ledger".
 */
import { accountHash, entryHash } from './change-rules.ts'
import type { Account, EntryKind, NewEntry } from './rules.ts'

/** Something that must not be. `expected` is what the entries say, `found` what is stored. */
export type Violation = {
  organization_id: string
  buyer_id: string | null
  rule: string
  expected: string
  found: string
}

type Report = (rule: string, expected: unknown, found: unknown) => void

/** Every violation of one account. `days` are the sums of its rows in `account_day`. */
export function checkAccount(
  account: Account,
  entries: readonly NewEntry[],
  days: { turnover: number; receipts: number },
): Violation[] {
  const violations: Violation[] = []
  const report: Report = (rule, expected, found) => {
    if (expected === found) return
    violations.push({
      organization_id: account.organization_id,
      buyer_id: account.buyer_id,
      rule,
      expected: String(expected),
      found: String(found),
    })
  }
  const sum = (of: (entry: NewEntry) => number) => entries.reduce((all, one) => all + of(one), 0)
  report('entries_are_counted', entries.length, account.entries)
  report(
    'balance_is_sum_of_amounts',
    sum((entry) => entry.amount),
    account.balance,
  )
  report(
    'debt_is_sum_of_debt_changes',
    sum((entry) => entry.debt_change),
    account.debt,
  )
  report(
    'balance_is_sum_of_lots',
    account.lots.reduce((all, lot) => all + lot.remaining, 0),
    account.balance,
  )
  report('version_counts_commits', true, entries.length === 0 || account.version > 0)
  report('turnover_is_sum_of_days', days.turnover, account.turnover)
  report('receipts_are_sum_of_days', days.receipts, account.receipts)
  checkChain(account, entries, report)
  checkLots(account, entries, report)
  return violations
}

/** Numbers without gaps, running balances, and the chain of hashes. Reports the first break only. */
function checkChain(account: Account, entries: readonly NewEntry[], report: Report): void {
  let balance = 0
  let debt = 0
  let hash = accountHash(account.organization_id, account.buyer_id)
  for (const [index, entry] of entries.entries()) {
    balance += entry.amount
    debt += entry.debt_change
    const at = `entry ${entry.number}: `
    const facts: [string, unknown, unknown][] = [
      ['numbers_have_no_gaps', index + 1, entry.number],
      ['balances_are_chained', balance, entry.balance_after],
      ['debts_are_chained', debt, entry.debt_after],
      ['hashes_are_chained', hash, entry.prev_hash],
      ['hash_is_of_entry', entryHash(entry), entry.hash],
    ]
    const broken = facts.find(([, expected, found]) => expected !== found)
    if (broken) {
      const [rule, expected, found] = broken
      return report(rule, `${at}${String(expected)}`, `${at}${String(found)}`)
    }
    hash = entry.hash
  }
  report('hash_is_the_last', hash, account.last_hash)
}

const makers: ReadonlySet<EntryKind> = new Set([
  'accrual',
  'promotion',
  'welcome',
  'birthday',
  'referral',
  'manual_accrual',
  'compensation',
  'import',
  'transfer_in',
  // What a merged account had spent comes back as a lot of its own.
  'spend_return',
])

/** Replays every lot: never below nothing, never above what it was made with, and as stored. */
function checkLots(account: Account, entries: readonly NewEntry[], report: Report): void {
  const lots = new Map<number, { amount: number; remaining: number }>()
  for (const entry of entries) {
    const moved = entry.lots.reduce((all, lot) => all + lot.amount, 0)
    report(`lots_sum_to_amount (entry ${entry.number})`, entry.amount, moved)
    for (const { number, amount } of entry.lots) {
      const lot = lots.get(number)
      if (!lot) {
        const made = number === entry.number && makers.has(entry.kind)
        report(
          `lot_was_made (lot ${number})`,
          'made by a credit',
          made ? 'made by a credit' : `entry ${entry.number}`,
        )
        lots.set(number, { amount, remaining: amount })
        continue
      }
      lot.remaining += amount
      const sound = lot.remaining >= 0 && lot.remaining <= lot.amount
      report(
        `lot_is_not_overdrawn (lot ${number})`,
        `0…${lot.amount}`,
        sound ? `0…${lot.amount}` : lot.remaining,
      )
    }
  }
  const open = [...lots].filter(([, lot]) => lot.remaining !== 0)
  const told = (all: [number, number][]) =>
    all
      .toSorted(([a], [b]) => a - b)
      .map(([number, left]) => `${number}:${left}`)
      .join(' ')
  report(
    'lots_are_as_replayed',
    told(open.map(([number, lot]) => [number, lot.remaining])),
    told(account.lots.map((lot) => [lot.number, lot.remaining])),
  )
}
