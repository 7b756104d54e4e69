import type * as wire from '#contract/settings.ts'
import type { Db } from '#server/io/db.ts'
import type { ProgramOwner } from './load-program.ts'
import {
  defaultBonusSettings,
  defaultGeneralSettings,
  defaultNotificationSettings,
  type BonusSettings,
  type GeneralSettings,
  type NotificationSettings,
} from './rules.ts'
import { findProgram, findVersion, type ProgramRow } from './store.ts'

/** The three groups as they are, with the versions a change must name. */
export type Settings = {
  row: ProgramRow
  general: GeneralSettings
  bonuses: BonusSettings
  notifications: NotificationSettings
}

/** Reads all settings of an organization; `row` when it has been read (and locked) already. */
export async function readSettings(
  db: Db,
  organization: ProgramOwner,
  row?: ProgramRow,
): Promise<Settings> {
  const program = row ?? (await findProgram(db, organization.id))
  const version = await findVersion(db, organization.id, program.version)
  return {
    row: program,
    general: { ...defaultGeneralSettings(organization.currency), ...version.general },
    bonuses: { ...defaultBonusSettings(), ...version.bonuses },
    notifications: { ...defaultNotificationSettings(), ...program.notifications },
  }
}

export const showGeneral = ({ row, general }: Settings): wire.GeneralSettings => ({
  version: row.general_version,
  ...general,
})
export const showBonuses = ({ row, bonuses }: Settings): wire.BonusSettings => ({
  version: row.bonuses_version,
  ...bonuses,
})
export const showNotifications = ({ row, notifications }: Settings): wire.NotificationSettings => ({
  version: row.notifications_version,
  ...notifications,
})
