/**
 * Recomputes an account from its entries alone and names everything that does not agree:
 * the ledger check's promises, for tests without a database.
 */
import { createHash } from 'node:crypto'
import type { Account, NewEntry } from '#server/features/ledger/rules.ts'

/** What is wrong; empty when nothing is. */
export function auditAccount(account: Account, entries: readonly NewEntry[]): string[] {
  const wrong: string[] = []
  const expect = (rule: string, found: unknown, expected: unknown) => {
    if (found !== expected) wrong.push(`${rule}: ${String(found)} instead of ${String(expected)}`)
  }
  const lots = new Map<number, number>()
  const sources = new Set<string>()
  let balance = 0
  let debt = 0
  let last_hash = createHash('sha256')
    .update(JSON.stringify([account.organization_id, account.buyer_id]))
    .digest('hex')
  for (const [index, entry] of entries.entries()) {
    const at = `entry ${index + 1}`
    balance += entry.amount
    debt += entry.debt_change
    for (const lot of entry.lots) lots.set(lot.number, (lots.get(lot.number) ?? 0) + lot.amount)
    const moved = entry.lots.reduce((sum, lot) => sum + lot.amount, 0)
    expect(`${at} number`, entry.number, index + 1)
    expect(`${at} balance`, entry.balance_after, balance)
    expect(`${at} debt`, entry.debt_after, debt)
    expect(`${at} lots`, moved, entry.amount)
    expect(`${at} chain`, entry.prev_hash, last_hash)
    expect(`${at} hash`, entry.hash, hashAgain(entry))
    expect(`${at} source twice`, sources.has(`${entry.source} ${entry.kind}`), false)
    if (entry.amount === 0 && entry.debt_change === 0) wrong.push(`${at} moves nothing`)
    if (balance < 0 || debt < 0) wrong.push(`${at} below zero`)
    if (balance > 0 && debt > 0) wrong.push(`${at} bonuses in debt`)
    for (const [number, remaining] of lots) {
      if (remaining < 0) wrong.push(`${at} over-consumes lot ${number}`)
    }
    sources.add(`${entry.source} ${entry.kind}`)
    last_hash = entry.hash
  }
  expect('entries', account.entries, entries.length)
  expect('balance', account.balance, balance)
  expect('debt', account.debt, debt)
  expect('last hash', account.last_hash, last_hash)
  auditLots(account, lots, expect)
  return wrong
}

function auditLots(
  account: Account,
  lots: ReadonlyMap<number, number>,
  expect: (rule: string, found: unknown, expected: unknown) => void,
): void {
  const open = [...lots].filter(([, remaining]) => remaining > 0)
  expect('open lots', account.lots.length, open.length)
  for (const lot of account.lots) {
    expect(`lot ${lot.number}`, lot.remaining, lots.get(lot.number))
  }
  for (const [index, lot] of account.lots.entries()) {
    const next = account.lots[index + 1]
    if (!next) continue
    const first = lot.expires_at ?? Number.POSITIVE_INFINITY
    const second = next.expires_at ?? Number.POSITIVE_INFINITY
    expect('spend order', first < second || (first === second && lot.number < next.number), true)
  }
}

function hashAgain(entry: NewEntry): string {
  const { prev_hash, number, kind, amount, debt_change, balance_after, debt_after } = entry
  const { active_from, expires_at, receipt_id, source, reason, actor, created_at } = entry
  const lots = entry.lots.map((lot) => Object.values(lot))
  const fields: unknown[] = [
    prev_hash,
    number,
    kind,
    amount,
    debt_change,
    balance_after,
    debt_after,
    lots,
  ]
  fields.push(active_from, expires_at, receipt_id, source, reason, actor, created_at)
  return createHash('sha256').update(JSON.stringify(fields)).digest('hex')
}
