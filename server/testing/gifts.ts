/** What tests ask of gifts: the entries a buyer has, forgetting, what shops switch on. */
import { sql } from 'kysely'
import { checkLedger } from '#server/features/ledger/check-ledger.ts'
import { readAccount } from '#server/features/ledger/read-account.ts'
import type { TestIo } from './open-test-io.ts'

type BuyerKey = { organization_id: string; buyer_id: string }

export const onJoin = (amount: number, other: object = {}) => ({
  ...{ kind: 'on_join', on: true, amount, lifetime_days: 30, when: 'at_once' },
  ...other,
})
export const profileComplete = (amount: number) => ({
  ...{ kind: 'profile_complete', on: true, amount, lifetime_days: 30 },
})
export const firstPurchase = (amount: number, other: object = {}) => ({
  ...{ kind: 'first_purchase', on: true, reward: 'amount', amount, percent: 0 },
  ...{ min_receipt: 0, lifetime_days: 30 },
  ...other,
})
export const flyer = (code: string, amount: number, other: object = {}) => ({
  ...{ kind: 'flyer', on: true, code, amount, lifetime_days: 30, pos_ids: [] },
  ...{ date_from: null, date_to: null, max_uses: null },
  ...other,
})
export const birthday = (amount: number, other: object = {}) => ({
  ...{ on: true, reward: 'amount', amount, times: 2, days_before: 3, days_after: 7 },
  ...other,
})
export const referral = (friend_amount: number, inviter_amount: number, other: object = {}) => ({
  ...{ on: true, friend_amount, inviter_amount, min_receipt: 100 },
  ...{ monthly_cap: 5, max_friends: 20 },
  ...other,
})

/** `kind source amount` of each entry, in order; amounts in minor units. */
export async function entriesOf(t: TestIo, key: BuyerKey): Promise<string[]> {
  const { rows } = await sql<{ kind: string; source: string; size: number }>`
    select kind, source, (amount - debt_change)::bigint as size from entry
    where organization_id = ${key.organization_id} and buyer_id = ${key.buyer_id}
    order by number`.execute(t.io.db)
  return rows.map(({ kind, source, size }) => `${kind} ${source} ${size}`)
}

export async function balanceOf(t: TestIo, key: BuyerKey): Promise<number> {
  return (await readAccount(t.io, key))?.balance ?? 0
}

/** What forgetting does to a buyer: the person goes, the HMAC of the phone stays. */
export async function forget(t: TestIo, key: BuyerKey): Promise<void> {
  await sql`update buyer set status = 'forgotten', phone = null, first_name = null,
      last_name = null, birthday = null, city = null, forgotten_at = ${t.clock.now()}
    where organization_id = ${key.organization_id} and id = ${key.buyer_id}`.execute(t.io.db)
}

/** What the ledger check finds wrong with an organization. */
export async function violationsOf(t: TestIo, organization_id: string): Promise<unknown[]> {
  const found: unknown[] = []
  await checkLedger(t.io, (violation) => found.push(violation), organization_id)
  return found
}
