import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  asOwner,
  cancellationOf,
  granting,
  ledgerShop,
  openTestAccount,
  operationOf,
  readTestAccount,
  sale,
  type LedgerShop,
} from '#server/testing/ledger.ts'
import { openTestIo, type TestIo } from '#server/testing/open-test-io.ts'
import { beginChange, endChange } from './change-rules.ts'
import { checkLedger, type Violation } from './check-ledger.ts'
import { commitOperations, type Operation } from './commit-operations.ts'
import { restore, takeBack } from './movement-rules.ts'
import type { Account, TakenLot } from './rules.ts'

let t: TestIo
beforeAll(async () => {
  t = await openTestIo()
})
afterAll(async () => {
  await t.close()
})

async function commit(operation: Operation): Promise<void> {
  expect(await commitOperations(t.io, [operation])).toEqual([{ status: 'committed' }])
}

/** A buyer who was given bonuses, bought twice, and returned the second receipt. */
async function history(shop: LedgerShop): Promise<{ account: Account; receipt_id: string }> {
  const key = await openTestAccount(t, shop)
  await commit(operationOf(t, shop, granting(t, key, 3_000)))
  await commit(sale(t, shop, await readTestAccount(t, key), { earn: 500 }, { number: '1' }))
  const second = sale(
    t,
    shop,
    await readTestAccount(t, key),
    { spend: 1_000, earn: 400 },
    { number: '2' },
  )
  const receipt = second.receipt
  if (!receipt) throw new Error('no receipt')
  await commit(second)
  const draft = beginChange(await readTestAccount(t, key), t.clock.now().getTime())
  const cancellation = cancellationOf(t, receipt)
  const cause = { source: cancellation.id, receipt_id: receipt.id, actor: 'system' }
  const first: TakenLot = {
    number: 1,
    kind: 'manual_accrual',
    amount: 3_000,
    taken: 1_000,
    active_from: 0,
    expires_at: null,
  }
  restore(draft, { ...cause, lots: [first], grace_until: 0 })
  takeBack(draft, { ...cause, amount: 400, own_lots: [4], debt_again: 0, policy: 'debt' })
  const change = endChange(draft)
  change.account.turnover -= receipt.to_pay
  change.account.receipts -= 1
  await commit(
    operationOf(t, shop, change, {
      cancellation: { ...cancellation, member: true, bonuses_return: 1_000, bonuses_withdraw: 400 },
      account_day: { day: '2026-11-21', turnover: -receipt.to_pay, receipts: -1 },
    }),
  )
  return { account: await readTestAccount(t, key), receipt_id: receipt.id }
}

async function violationsOf(shop: LedgerShop): Promise<Violation[]> {
  const found: Violation[] = []
  await checkLedger(t.io, (violation) => found.push(violation), shop.organization_id)
  return found
}

test('a ledger that only the program wrote has no violation', async () => {
  const shop = ledgerShop(t)
  const { account } = await history(shop)
  expect(account).toMatchObject({ balance: 3_500, debt: 0, entries: 6, version: 4 })
  const found: Violation[] = []
  const checked = await checkLedger(t.io, (violation) => found.push(violation))
  expect(found).toEqual([])
  expect(checked).toMatchObject({ organizations: 1, accounts: 1, entries: 6 })
})

const corruptions: [string, string][] = [
  ['balance_is_sum_of_amounts', 'update account set balance = balance + 1 where buyer_id = $1'],
  ['debt_is_sum_of_debt_changes', 'update account set debt = 7 where buyer_id = $1'],
  ['balance_is_sum_of_lots', 'update account set lot_remaining[1] = 1 where buyer_id = $1'],
  [
    'lots_are_as_replayed',
    'update account set lot_remaining[1] = lot_remaining[1] + 1, lot_remaining[2] = lot_remaining[2] - 1 where buyer_id = $1',
  ],
  ['entries_are_counted', 'update account set entries = entries + 1 where buyer_id = $1'],
  ['version_counts_commits', 'update account set version = 0 where buyer_id = $1'],
  ['turnover_is_sum_of_days', 'update account set turnover = turnover + 1 where buyer_id = $1'],
  ['receipts_are_sum_of_days', 'update account set receipts = receipts + 1 where buyer_id = $1'],
  ['hash_is_the_last', "update account set last_hash = '\\x00' where buyer_id = $1"],
  ['account_exists', 'delete from account where buyer_id = $1'],
  ['numbers_have_no_gaps', 'delete from entry where buyer_id = $1 and number = 3'],
  [
    'balances_are_chained',
    'update entry set balance_after = balance_after + 1 where buyer_id = $1 and number = 2',
  ],
  ['debts_are_chained', 'update entry set debt_after = 1 where buyer_id = $1 and number = 2'],
  ['hashes_are_chained', "update entry set prev_hash = '\\x00' where buyer_id = $1 and number = 2"],
  ['hash_is_of_entry', "update entry set reason = 'another' where buyer_id = $1 and number = 1"],
  [
    'lots_sum_to_amount',
    "update entry set lot_amounts = '{2999}' where buyer_id = $1 and number = 1",
  ],
  ['lot_was_made', "update entry set lot_numbers = '{9}' where buyer_id = $1 and number = 3"],
  [
    'lot_is_not_overdrawn',
    "update entry set lot_amounts = '{-4000}' where buyer_id = $1 and number = 3",
  ],
  ['entry_has_its_receipt', "delete from receipt where buyer_id = $1 and number = '1'"],
  [
    'receipt_spent_is_its_entries',
    "update receipt set bonuses_spent = 1001 where buyer_id = $1 and number = '2'",
  ],
  [
    'receipt_accrual_is_its_entries',
    "update receipt set accrual = 501 where buyer_id = $1 and number = '1'",
  ],
  [
    'receipt_returned_is_its_entries',
    "update receipt set bonuses_returned = 1 where buyer_id = $1 and number = '2'",
  ],
  [
    'receipt_withdrawn_is_its_entries',
    "update receipt set bonuses_withdrawn = 1 where buyer_id = $1 and number = '2'",
  ],
  [
    'receipt_returned_is_its_cancellations',
    'update cancellation set bonuses_return = 1 where buyer_id = $1',
  ],
  [
    'receipt_withdrawn_is_its_cancellations',
    'update cancellation set bonuses_withdraw = 1 where buyer_id = $1',
  ],
  [
    'receipt_loss_is_its_cancellations',
    'update cancellation set shop_loss = 1 where buyer_id = $1',
  ],
  [
    'receipt_refund_is_its_cancellations',
    'update cancellation set refund_money = 1 where buyer_id = $1',
  ],
  ['receipt_version_counts_cancellations', 'delete from cancellation where buyer_id = $1'],
  [
    'receipt_sums_to_pay',
    "update receipt set gross = gross + 1 where buyer_id = $1 and number = '1'",
  ],
  [
    'receipt_refund_within_pay',
    "update receipt set refunded = to_pay + 1 where buyer_id = $1 and number = '2'",
  ],
  [
    'cancelled_receipt_returns_all_spent',
    "update receipt set bonuses_spent = 1001 where buyer_id = $1 and number = '2'",
  ],
  [
    'cancelled_receipt_takes_back_all_earned',
    "update receipt set accrual = 401 where buyer_id = $1 and number = '2'",
  ],
  [
    'receipt_has_its_number',
    "update receipt_number set number = '3' where receipt_id in (select id from receipt where buyer_id = $1) and number = '2'",
  ],
  [
    'day_is_sum_of_its_movements (spent)',
    'update pos_day set spent = spent + 1 where organization_id = (select organization_id from account where buyer_id = $1)',
  ],
  [
    'day_is_sum_of_its_movements (receipts)',
    'delete from pos_day where organization_id = (select organization_id from account where buyer_id = $1)',
  ],
  [
    'buyer_day_is_sum_of_receipts',
    'update account_day set turnover = turnover + 1 where buyer_id = $1',
  ],
]

test.each(corruptions)('the check finds: %s', async (rule, corruption) => {
  const shop = ledgerShop(t)
  const { account } = await history(shop)
  expect(await violationsOf(shop)).toEqual([])
  await asOwner(t, corruption, [account.buyer_id])
  const found = await violationsOf(shop)
  const named = found.find((violation) => violation.rule.startsWith(rule))
  expect(named, JSON.stringify(found)).toBeDefined()
  expect(named?.organization_id).toBe(shop.organization_id)
  expect(named?.expected).not.toBe(named?.found)
})
