import { newId } from '#server/io/id.ts'
import type { Tx } from '#server/io/db.ts'
import type { Io } from '#server/io/io.ts'
import { insertAnnouncements } from './store.ts'

/** A fact that upper floors may act on later; the payload carries ids only. */
export type Announced = { fact: string; payload: Record<string, unknown> }

/** A buyer's bonuses moved otherwise than by a receipt: by hand, by expiry. */
export const balanceChanged = (payload: {
  organization_id: string
  buyer_id: string
  /** The entries it is about. */
  from_number: number
  to_number: number
  /** The owner wants the buyer to be told. */
  notify: boolean
}): Announced => ({ fact: 'balance_changed', payload })

/**
 * Tells of a fact together with the change it tells of: the row exists only if `tx` commits.
 * Movements of bonuses carry theirs in the commit itself.
 */
export async function announce(
  io: Pick<Io, 'clock'>,
  tx: Tx,
  organization_id: string,
  announced: readonly Announced[],
): Promise<void> {
  const created_at = io.clock.now()
  await insertAnnouncements(
    tx,
    announced.map(({ fact, payload }) => ({
      organization_id,
      id: newId(created_at),
      fact,
      payload: JSON.stringify(payload),
      created_at,
    })),
  )
}
