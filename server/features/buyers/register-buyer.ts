import { announce } from '#server/features/ledger/events.ts'
import { createAccount } from '#server/features/ledger/read-account.ts'
import { requireWithinLimit } from '#server/features/licensing/require-within-limit.ts'
import { inTransaction } from '#server/io/db.ts'
import { newId } from '#server/io/id.ts'
import type { Io } from '#server/io/io.ts'
import { buyerJoined } from './events.ts'
import { newCardCode } from './new-card-code.ts'
import { phoneHash } from './phone-hash.ts'
import { countBuyers, insertBuyer, selectBuyerId, type NewBuyer } from './store.ts'

export type RegisterBuyer = {
  organization_id: string
  /** E.164. */
  phone: string
  first_name?: string | null | undefined
  last_name?: string | null | undefined
  via: NewBuyer['joined_via']
  pos_id?: string | null
  cashier_id?: string | null
}

/**
 * Makes a buyer with an empty account; a known phone answers the buyer it belongs to, unchanged.
 * Safe to repeat and to run twice at once: one phone is one buyer.
 * Refuses: `tariff_limit`.
 */
export async function registerBuyer(
  io: Io,
  ask: RegisterBuyer,
): Promise<{ buyer_id: string; created: boolean }> {
  const { organization_id, phone } = ask
  for (;;) {
    const known = await selectBuyerId(io.db, organization_id, phone)
    if (known !== undefined) return { buyer_id: known, created: false }
    const buyer_id = newId(io.clock.now())
    const created = await inTransaction(io.db, async (tx) => {
      const count = (limit: number) => countBuyers(tx, organization_id, limit)
      const room = { organization_id, kind: 'buyers' as const, count }
      await requireWithinLimit(tx, room, io.clock.now())
      const buyer: NewBuyer = {
        organization_id,
        id: buyer_id,
        phone,
        phone_hash: phoneHash(io, organization_id, phone).who,
        first_name: ask.first_name || null,
        last_name: ask.last_name || null,
        card_code: newCardCode(),
        joined_via: ask.via,
        joined_pos_id: ask.pos_id ?? null,
        joined_cashier_id: ask.cashier_id ?? null,
      }
      if (!(await insertBuyer(tx, buyer, io.clock.now()))) return false
      await createAccount(tx, { organization_id, buyer_id })
      await announce(io, tx, organization_id, [
        buyerJoined({ organization_id, buyer_id, via: ask.via }),
      ])
      return true
    })
    // Not created: somebody registered the phone just now, or the card code is taken. Look again.
    if (created) return { buyer_id, created: true }
  }
}
