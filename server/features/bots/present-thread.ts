import type { ThreadMessage } from '#contract/messages.ts'
import type { ShownRow } from './thread-store.ts'

/** Telegram lets a bot change and take back its messages for two days. */
const CHANGEABLE_MS = 48 * 3600 * 1000

/** A line of a thread as its owner sees it, with what may still be done to it. */
export function presentThread(row: ShownRow, now: Date): ThreadMessage {
  const { id, buyer_id, type, direction, text } = row
  const changeable = isChangeable(row, now)
  return {
    ...{ id, buyer_id, type, direction, text: row.deleted_at === null ? text : '' },
    created_at: row.created_at.toISOString(),
    edited_at: row.edited_at?.toISOString() ?? null,
    deleted_at: row.deleted_at?.toISOString() ?? null,
    delivery: direction === 'out' ? row.delivery : null,
    can_edit: changeable,
    can_delete: changeable,
  }
}

/** Before it was sent everywhere; afterwards in Telegram only, for a time. */
export function isChangeable(row: ShownRow, now: Date): boolean {
  if (row.direction === 'in' || row.deleted_at !== null) return false
  if (row.delivery === 'queued') return true
  if (row.type !== 'telegram' || row.delivery !== 'sent' || row.sent_at === null) return false
  return now.getTime() - row.sent_at.getTime() < CHANGEABLE_MS
}
