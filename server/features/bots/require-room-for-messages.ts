import { dayNumber, dayOf, startOfDay } from '#server/features/ledger/calendar-rules.ts'
import { requireWithinLimit } from '#server/features/licensing/require-within-limit.ts'
import type { Organization } from '#server/features/organizations/require-organization.ts'
import type { Tx } from '#server/io/db.ts'
import { countWritten } from './message-store.ts'

/**
 * Proves that the shop may write `adding` more messages this calendar month of its own. What buyers
 * are told about their bonuses and receipts is not counted: nobody goes without a receipt for it.
 * Refuses: `license_required`, `tariff_limit`.
 */
export async function requireRoomForMessages(
  tx: Tx,
  { id: organization_id, timezone }: Pick<Organization, 'id' | 'timezone'>,
  adding: number,
  now: Date,
): Promise<void> {
  const today = dayOf(now.getTime(), timezone).text
  const month = new Date(startOfDay(dayNumber(`${today.slice(0, 8)}01`), timezone))
  const count = (limit: number) => countWritten(tx, organization_id, month, limit)
  await requireWithinLimit(tx, { organization_id, kind: 'messages', count, adding }, now)
}
