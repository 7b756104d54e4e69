import { z } from 'zod'
import type { Ask } from '#contract/endpoint.ts'
import { updateNotification as update } from '#contract/notifications.ts'
import type { EventCode } from '#contract/notification-events.ts'
import { noteAct } from '#server/features/audit/note-act.ts'
import { shortChanges, type Actor } from '#server/features/audit/rules.ts'
import type { Organization } from '#server/features/organizations/require-organization.ts'
import { inTransaction } from '#server/io/db.ts'
import type { Io } from '#server/io/io.ts'
import { Refusal } from '#server/io/refusal.ts'
import { refuseText } from './refuse-text.ts'
import { settingProblems, type NotificationSetting } from './rules.ts'
import { showNotification } from './show-notifications.ts'
import { countSent, putSetting } from './store.ts'
import { loadSetting } from './tell-event.ts'

/**
 * Changes one notification over the version it was made from, and answers it as it is afterwards.
 * Refuses: `version_conflict` with the present one, `validation_failed`.
 */
export async function updateNotification(
  io: Io,
  by: Actor,
  organization: Organization,
  code: EventCode,
  { version, ...changes }: Ask<typeof update>['body'],
  language: string,
) {
  const show = async (setting: NotificationSetting) => {
    const since = new Date(io.clock.now().getTime() - 30 * 24 * 3600 * 1000)
    const sent = await countSent(io.db, organization.id, since)
    return showNotification(setting, sent.get(code) ?? 0, language)
  }
  const present = await loadSetting(io, organization.id, code)
  const given = Object.fromEntries(
    Object.entries(changes).filter(([, value]) => value !== undefined),
  )
  const next: NotificationSetting = { ...present, ...given }
  for (const [its, text] of Object.entries(next.texts)) {
    if (text !== undefined) refuseText(code, text, `texts.${its}`, language)
  }
  const fields = settingProblems(next)
  if (fields.length > 0) throw new Refusal('validation_failed', { fields })
  const now = io.clock.now()
  const act = { organization_id: organization.id, by, facts: { group: 'auto', fields: code } }
  const kept =
    present.version === version &&
    (await inTransaction(io.db, async (tx) => {
      const put = await putSetting(tx, organization.id, { ...next, version }, now)
      const told = { ...act, changes: shortChanges(present, given) }
      if (put) await noteAct(tx, { ...told, act: 'settings_changed' }, now)
      return put
    }))
  if (!kept) {
    const fresh = await show(await loadSetting(io, organization.id, code))
    throw new Refusal('version_conflict', { data: z.encode(update.response, fresh) })
  }
  return show({ ...next, version: version + 1 })
}
