import type { Db, Tx } from '#server/io/db.ts'
import { openAccount } from './change-rules.ts'
import type { Account, CreditKind, PromotionState } from './rules.ts'
import {
  insertAccount,
  insertAccounts,
  insertUsage,
  selectAccount,
  selectAccounts,
  type AccountRow,
} from './store.ts'

export { accountColumns, lotMoments, type AccountRow } from './store.ts'

/** The account of a buyer, or undefined. `since`: the first local day of a rolling window. */
export async function readAccount(
  io: { db: Db | Tx },
  key: { organization_id: string; buyer_id: string },
  since: string | null = null,
): Promise<Account | undefined> {
  const row = await selectAccount(io.db, key, since)
  return row && accountOf(row)
}

/** Makes the account of a new buyer, at version 0; doing it again changes nothing. */
export async function createAccount(
  tx: Db | Tx,
  key: { organization_id: string; buyer_id: string },
): Promise<void> {
  await insertAccount(tx, openAccount(key.organization_id, key.buyer_id))
}

/** The accounts of these buyers of one organization, by the buyer's id. */
export async function readAccounts(
  tx: Db | Tx,
  organization_id: string,
  buyer_ids: readonly string[],
  since: string | null,
): Promise<Map<string, Account>> {
  const rows = await selectAccounts(tx, organization_id, buyer_ids, since)
  return new Map(rows.map((row) => [row.buyer_id, accountOf(row)]))
}

/** Makes the accounts of many new buyers; doing it again changes nothing. */
export async function createAccounts(
  tx: Tx,
  organization_id: string,
  buyer_ids: readonly string[],
): Promise<void> {
  const accounts = buyer_ids.map((buyer_id) => {
    const { last_hash } = openAccount(organization_id, buyer_id)
    return { buyer_id, last_hash }
  })
  await insertAccounts(tx, organization_id, accounts)
}

/** Opens the shared counters of a promotion; doing it again changes nothing. */
export async function openPromotionUsage(
  tx: Tx,
  key: { organization_id: string; promotion_id: string },
): Promise<void> {
  await insertUsage(tx, key)
}

/** The rules' shape of an account row. Moments become milliseconds. */
export function accountOf(row: AccountRow): Account {
  return {
    organization_id: row.organization_id,
    buyer_id: row.buyer_id,
    version: row.version,
    entries: row.entries,
    last_hash: row.last_hash,
    balance: row.balance,
    debt: row.debt,
    turnover: row.turnover,
    year: row.year,
    year_turnover: row.year_turnover,
    last_year_turnover: row.last_year_turnover,
    rolling_turnover: row.rolling_turnover ?? 0,
    receipts: row.receipts,
    last_receipt_at: row.last_receipt_at?.getTime() ?? null,
    level: row.level,
    level_until: row.level_until?.getTime() ?? null,
    pinned_level: row.pinned_level,
    pinned_until: row.pinned_until?.getTime() ?? null,
    lots: row.lot_numbers.map((number, index) => ({
      number,
      kind: row.lot_kinds[index] as CreditKind,
      amount: row.lot_amounts[index] ?? 0,
      remaining: row.lot_remaining[index] ?? 0,
      active_from: millisecondsOf(row.lot_active_from[index]) ?? 0,
      expires_at: millisecondsOf(row.lot_expires_at[index]),
    })),
    promotions: row.promotions === null ? [] : (JSON.parse(row.promotions) as PromotionState[]),
  }
}

const millisecondsOf = (moment: Date | number | null | undefined): number | null =>
  typeof moment === 'number' ? moment : (moment?.getTime() ?? null)
