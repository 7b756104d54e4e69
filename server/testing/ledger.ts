import pg from 'pg'
import { beginChange, endChange } from '#server/features/ledger/change-rules.ts'
import {
  type NewCancellation,
  type NewReceipt,
  type Operation,
} from '#server/features/ledger/commit-operations.ts'
import { grant, spend } from '#server/features/ledger/movement-rules.ts'
import { createAccount, readAccount } from '#server/features/ledger/read-account.ts'
import type { Account, Change, CreditKind } from '#server/features/ledger/rules.ts'
import { newId } from '#server/io/id.ts'
import type { TestIo } from './open-test-io.ts'

/** Ids of a shop that exists in the ledger only: the ledger knows nothing of organizations. */
export function ledgerShop(t: TestIo) {
  return { organization_id: newId(t.clock.now()), pos_id: newId(t.clock.now()) }
}
export type LedgerShop = ReturnType<typeof ledgerShop>

/** A new account without entries. */
export async function openTestAccount(t: TestIo, shop: LedgerShop): Promise<Account> {
  const key = { organization_id: shop.organization_id, buyer_id: newId(t.clock.now()) }
  await createAccount(t.io.db, key)
  return readTestAccount(t, key)
}

export async function readTestAccount(
  t: TestIo,
  key: { organization_id: string; buyer_id: string },
): Promise<Account> {
  const account = await readAccount(t.io, key)
  if (!account) throw new Error('there is no such account')
  return account
}

/** A change that gives `amount` as `kind`. */
export function granting(
  t: TestIo,
  account: Account,
  amount: number,
  options: {
    kind?: CreditKind
    source?: string
    receipt_id?: string
    expires_at?: number | null
  } = {},
): Change {
  const draft = beginChange(account, t.clock.now().getTime())
  grant(draft, {
    kind: options.kind ?? 'manual_accrual',
    amount,
    source: options.source ?? newId(t.clock.now()),
    receipt_id: options.receipt_id ?? null,
    actor: 'system',
    expires_at: options.expires_at ?? null,
  })
  return endChange(draft)
}

/** An operation at the till of the shop; `parts` say what it is. */
export function operationOf(
  t: TestIo,
  shop: LedgerShop,
  change: Change | null,
  parts: Partial<Operation> = {},
): Operation {
  return {
    organization_id: shop.organization_id,
    change,
    now: t.clock.now(),
    day: t.clock.now().toISOString().slice(0, 10),
    pos_id: shop.pos_id,
    ...parts,
  }
}

/** A receipt of one bare total. */
export function receiptOf(t: TestIo, parts: Partial<NewReceipt> = {}): NewReceipt {
  const total = parts.gross ?? 10_000
  return {
    id: newId(t.clock.now()),
    cashier_id: null,
    number: null,
    request_hash: 'asked',
    program_version: 1,
    gross: total,
    till_discount: 0,
    promotion_discount: 0,
    level_discount: 0,
    bonuses_spent: 0,
    to_pay: total - (parts.bonuses_spent ?? 0),
    accrual: 0,
    balance_after: null,
    pending_after: null,
    debt_after: null,
    registered: false,
    offline: false,
    content: '{}',
    occurred_at: t.clock.now(),
    ...parts,
  }
}

/** A sale that spends and earns, as one operation. */
export function sale(
  t: TestIo,
  shop: LedgerShop,
  account: Account,
  sums: { spend?: number; earn?: number; gross?: number },
  receipt: Partial<NewReceipt> = {},
): Operation {
  const id = receipt.id ?? newId(t.clock.now())
  const cause = { source: id, receipt_id: id, actor: 'system' }
  const draft = beginChange(account, t.clock.now().getTime())
  if (sums.spend) spend(draft, { ...cause, amount: sums.spend })
  if (sums.earn) grant(draft, { ...cause, kind: 'accrual', amount: sums.earn, expires_at: null })
  const change = endChange(draft)
  const made = receiptOf(t, {
    ...receipt,
    id,
    gross: sums.gross ?? 10_000,
    bonuses_spent: sums.spend ?? 0,
    accrual: sums.earn ?? 0,
  })
  change.account.turnover += made.to_pay
  change.account.receipts += 1
  change.account.last_receipt_at = t.clock.now().getTime()
  const day = t.clock.now().toISOString().slice(0, 10)
  return operationOf(t, shop, change, {
    receipt: made,
    account_day: { day, turnover: made.to_pay, receipts: 1 },
  })
}

/** A cancellation of a whole receipt that moved no bonuses. */
export function cancellationOf(t: TestIo, receipt: NewReceipt): NewCancellation {
  return {
    id: newId(t.clock.now()),
    receipt_id: receipt.id,
    receipt_version: 1,
    cashier_id: null,
    user_id: null,
    member: false,
    whole: true,
    refund_money: receipt.to_pay,
    bonuses_return: 0,
    bonuses_withdraw: 0,
    shop_loss: 0,
    reason: null,
    content: '{}',
    returned: '{}',
  }
}

/** Runs SQL as the owner of the schema: for tests that corrupt what the program cannot. */
export async function asOwner(t: TestIo, statement: string, values: unknown[] = []): Promise<void> {
  const client = new pg.Client({ connectionString: t.owner_url })
  await client.connect()
  try {
    await client.query("set session_replication_role = 'replica'")
    await client.query(statement, values)
  } finally {
    await client.end()
  }
}
