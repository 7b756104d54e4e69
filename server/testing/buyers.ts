import { registerBuyer } from '#server/features/buyers/register-buyer.ts'
import { setMessengers } from '#server/features/buyers/set-messengers.ts'
import { inTransaction } from '#server/io/db.ts'
import type { Shop } from './shop.ts'
import type { TestIo } from './open-test-io.ts'

let registered = 0

/** Registers a buyer of the shop; without a phone, one that nobody else has. */
export async function openBuyer(
  t: TestIo,
  shop: { organization_id: string },
  options: { phone?: string; first_name?: string; last_name?: string } = {},
): Promise<{ buyer_id: string; phone: string }> {
  registered += 1
  const phone = options.phone ?? `+38067${String(1_000_000 + registered)}`
  const { buyer_id } = await registerBuyer(t.io, {
    organization_id: shop.organization_id,
    phone,
    first_name: options.first_name,
    last_name: options.last_name,
    via: 'till',
  })
  return { buyer_id, phone }
}

/** Gives bonuses through the owner's call, in currency units. */
export async function giveBonuses(
  shop: Shop,
  buyer_id: string,
  amount: number,
  options: { lifetime_days?: number } = {},
) {
  const answer = await shop.owner.inject(
    'POST',
    '/api/v1/buyers/make_handle_accrual',
    { organization_id: shop.organization_id, buyer_id, amount, reason: 'gift', ...options },
    { 'idempotency-key': `${buyer_id}-${Math.random()}` },
  )
  if (answer.status !== 201)
    throw new Error(`giving answered ${answer.status}: ${JSON.stringify(answer.body)}`)
  return answer
}

/** From now on the buyer can be asked in Telegram. */
export async function reachBuyer(t: TestIo, shop: { organization_id: string }, buyer_id: string) {
  const key = { organization_id: shop.organization_id, buyer_id }
  await inTransaction(t.io.db, (tx) => setMessengers(tx, key, ['telegram']))
}
