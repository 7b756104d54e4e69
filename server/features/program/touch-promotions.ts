import type { Tx } from '#server/io/db.ts'
import { raisePromotionsVersion } from './store.ts'

/** Says that the promotions of an organization have changed: its tills load them anew. */
export async function touchPromotions(tx: Tx, organization_id: string): Promise<void> {
  await raisePromotionsVersion(tx, organization_id)
}
