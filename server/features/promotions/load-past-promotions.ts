import { localDay } from '#server/features/organizations/rules.ts'
import type { Io } from '#server/io/io.ts'
import type { Promotion } from './rules.ts'
import { promotionOf } from './show-promotions.ts'
import { lifeOf } from './status-rules.ts'
import { listLaunched } from './store.ts'

/**
 * All promotions that ever ran, each within the days it really ran: for settling past receipts anew.
 * One that is paused now ran until it was changed last.
 */
export async function loadPastPromotions(
  io: Pick<Io, 'db'>,
  organization: { id: string; timezone: string },
): Promise<Promotion[]> {
  const rows = await listLaunched(io.db, organization.id)
  const day = (moment: Date) => localDay(moment, organization.timezone)
  return rows.flatMap((row) => {
    if (row.launched_at === null) return []
    const stopped_at = row.state === 'paused' ? row.updated_at : row.finished_at
    const life = { from: day(row.launched_at), to: stopped_at && day(stopped_at) }
    const promotion = promotionOf(row)
    return [{ ...promotion, ...lifeOf(promotion, life) }]
  })
}
