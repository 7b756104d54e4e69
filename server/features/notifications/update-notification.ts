import { z } from 'zod'
import type { Ask } from '#contract/endpoint.ts'
import { updateNotification as update } from '#contract/notifications.ts'
import type { EventCode } from '#contract/notification-events.ts'
import { noteAct } from '#server/features/audit/note-act.ts'
import { shortChanges, type Actor } from '#server/features/audit/rules.ts'
import { requireProductLink } from '#server/features/catalog/find-product-link.ts'
import type { Organization } from '#server/features/organizations/require-organization.ts'
import { requireSegment } from '#server/features/segments/select-segment.ts'
import { inTransaction } from '#server/io/db.ts'
import { requireOwnImage } from '#server/io/images.ts'
import type { Io } from '#server/io/io.ts'
import { Refusal } from '#server/io/refusal.ts'
import { refuseText } from './refuse-text.ts'
import { settingProblems, type NotificationSetting } from './rules.ts'
import { loadOutcome, showNotification } from './show-notifications.ts'
import { ownsAll, putSetting } from './setting-store.ts'
import { loadSetting } from './tell-event.ts'

/**
 * Changes one notification over the version it was made from, and answers it as it is afterwards.
 * Refuses: `version_conflict` with the present one, `validation_failed`, `not_found`.
 */
export async function updateNotification(
  io: Io,
  by: Actor,
  organization: Organization,
  code: EventCode,
  { version, ...changes }: Ask<typeof update>['body'],
  language: string,
) {
  const show = async (setting: NotificationSetting) =>
    showNotification(setting, await loadOutcome(io, organization.id, setting), language)
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
  await requireOwn(io, organization, present, next)
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

/** What is newly named must be the shop's own. Refuses: `not_found`, `validation_failed`. */
async function requireOwn(
  io: Io,
  { id }: Organization,
  present: NotificationSetting,
  next: NotificationSetting,
): Promise<void> {
  if (!(await ownsAll(io.db, id, next))) throw new Refusal('not_found')
  if (next.segment_id !== null && next.segment_id !== present.segment_id) {
    await requireSegment(io, id, next.segment_id)
  }
  const { button_product_id } = next
  if (button_product_id !== null && button_product_id !== present.button_product_id) {
    await requireProductLink(io, id, button_product_id, 'button_product_id')
  }
  if (next.image !== present.image) await requireOwnImage(io.config, id, next.image, 'image')
}
