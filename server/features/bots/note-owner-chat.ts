import { noteAct } from '#server/features/audit/note-act.ts'
import type { Tx } from '#server/io/db.ts'

/** Writes down that an owner's chat begins or ends to be the one for notices. */
export const noteOwnerChat = (
  tx: Tx,
  { organization_id, user_id }: { organization_id: string; user_id: string },
  linked: boolean,
  now: Date,
): Promise<void> =>
  noteAct(
    tx,
    {
      ...{ organization_id, by: { user_id }, act: 'settings_changed' },
      facts: { group: 'notifications' },
      changes: { owner_by_telegram: [!linked, linked] },
    },
    now,
  )
