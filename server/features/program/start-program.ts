import type { Tx } from '#server/io/db.ts'
import {
  BASE_LEVEL,
  defaultBonusSettings,
  defaultGeneralSettings,
  defaultNotificationSettings,
} from './rules.ts'
import { insertProgram, insertVersion } from './store.ts'

/** Gives a new organization its program: the defaults, as version 1, valid from `now`. */
export async function startProgram(
  tx: Tx,
  organization: { id: string; currency: string },
  user_id: string,
  now: Date,
): Promise<void> {
  const notifications = defaultNotificationSettings()
  await insertProgram(tx, organization.id, { notifications, last_level: BASE_LEVEL }, now)
  await insertVersion(tx, organization.id, {
    version: 1,
    valid_from: now,
    general: defaultGeneralSettings(organization.currency),
    bonuses: defaultBonusSettings(),
    changed_by: user_id,
  })
}
