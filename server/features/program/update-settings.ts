import { z } from 'zod'
import type { Ask } from '#contract/endpoint.ts'
import * as endpoints from '#contract/settings.ts'
import { noteAct } from '#server/features/audit/note-act.ts'
import { shortChanges } from '#server/features/audit/rules.ts'
import type { Owner } from '#server/features/identity/require-owner.ts'
import { announce } from '#server/features/ledger/events.ts'
import { openPromotionUsage } from '#server/features/ledger/read-account.ts'
import type { Organization } from '#server/features/organizations/require-organization.ts'
import { inTransaction, type Tx } from '#server/io/db.ts'
import { newId } from '#server/io/id.ts'
import type { Io } from '#server/io/io.ts'
import { Refusal } from '#server/io/refusal.ts'
import { programChanged } from './events.ts'
import { numberFlyers, welcomeProblems, type AskedGift, type WelcomeGift } from './gift-rules.ts'
import { layOver } from './lay-over.ts'
import { refuseProblems } from './refuse-problems.ts'
import {
  generalProblems,
  ladderProblems,
  numberLevels,
  type BonusSettings,
  type GeneralSettings,
} from './rules.ts'
import {
  readSettings,
  showBonuses,
  showGeneral,
  showNotifications,
  type Settings,
} from './read-settings.ts'
import { insertVersion, lockProgram, updateProgram } from './store.ts'

/**
 * Each of these changes one group if nobody has since the version the change was made from, and
 * answers the group as it is afterwards. General and bonus settings become a new version of the
 * program, valid from now: receipts already settled keep theirs.
 * Refuse: `version_conflict` with the present group, `validation_failed`.
 */
export async function updateGeneral(
  io: Io,
  owner: Owner,
  organization: Organization,
  { version, ...changes }: Ask<typeof endpoints.updateGeneralSettings>['body'],
): Promise<endpoints.GeneralSettings> {
  return inTransaction(io.db, async (tx) => {
    const present = await lockSettings(tx, organization)
    if (present.row.general_version !== version) {
      const shown = z.encode(endpoints.getGeneralSettings.response, showGeneral(present))
      throw new Refusal('version_conflict', { data: shown })
    }
    const general = layOver<GeneralSettings>(present.general, changes)
    refuseProblems(generalProblems(general))
    const next = { ...present, general, row: { ...present.row, general_version: version + 1 } }
    await saveVersion(io, tx, owner, organization, next)
    await note(io, tx, owner, organization, 'general', [present.general, general])
    return showGeneral(next)
  })
}

export async function updateBonuses(
  io: Io,
  owner: Owner,
  organization: Organization,
  { version, levels, welcome, ...changes }: Ask<typeof endpoints.updateBonusSettings>['body'],
): Promise<endpoints.BonusSettings> {
  return inTransaction(io.db, async (tx) => {
    const present = await lockSettings(tx, organization)
    if (present.row.bonuses_version !== version) {
      const shown = z.encode(endpoints.getBonusSettings.response, showBonuses(present))
      throw new Refusal('version_conflict', { data: shown })
    }
    const known = new Set(present.bonuses.levels.map((level) => level.number))
    refuseProblems(ladderProblems(levels ?? present.bonuses.levels))
    const ladder = numberLevels(levels ?? present.bonuses.levels, known, present.row.last_level)
    const bonuses = {
      ...layOver<BonusSettings>(present.bonuses, changes),
      levels: ladder.levels,
      ...(welcome && { welcome: welcomeOf(io, present.bonuses, welcome) }),
    }
    const row = { ...present.row, bonuses_version: version + 1, last_level: ladder.last_used }
    const next = { ...present, bonuses, row }
    await saveVersion(io, tx, owner, organization, next)
    await openFlyers(tx, organization.id, bonuses.welcome)
    await note(io, tx, owner, organization, 'bonuses', [present.bonuses, bonuses])
    return showBonuses(next)
  })
}

function welcomeOf(io: Io, present: BonusSettings, asked: readonly AskedGift[]): WelcomeGift[] {
  refuseProblems(welcomeProblems(asked))
  const known = new Set(present.welcome.flatMap((gift) => (gift.kind === 'flyer' ? gift.id : [])))
  return numberFlyers(asked, known, () => newId(io.clock.now()))
}

/** A flyer's uses are claimed from a counter like a promotion's. */
async function openFlyers(
  tx: Tx,
  organization_id: string,
  welcome: readonly WelcomeGift[],
): Promise<void> {
  for (const gift of welcome) {
    if (gift.kind !== 'flyer') continue
    await openPromotionUsage(tx, { organization_id, promotion_id: gift.id })
  }
}

export async function updateNotifications(
  io: Io,
  owner: Owner,
  organization: Organization,
  { version, ...changes }: Ask<typeof endpoints.updateNotificationSettings>['body'],
): Promise<endpoints.NotificationSettings> {
  return inTransaction(io.db, async (tx) => {
    const present = await lockSettings(tx, organization)
    if (present.row.notifications_version !== version) {
      const shown = z.encode(endpoints.getNotificationSettings.response, showNotifications(present))
      throw new Refusal('version_conflict', { data: shown })
    }
    const notifications = layOver(present.notifications, changes)
    const row = { ...present.row, notifications_version: version + 1 }
    const saved = { notifications_version: row.notifications_version, notifications }
    await updateProgram(tx, organization.id, saved, io.clock.now())
    const sides = [present.notifications, notifications] as const
    await note(io, tx, owner, organization, 'notifications', sides)
    return showNotifications({ ...present, notifications, row })
  })
}

/** Writes down which fields of a group an owner changed, from what to what. */
async function note(
  io: Io,
  tx: Tx,
  owner: Owner,
  { id: organization_id }: Organization,
  group: string,
  [before, after]: readonly [object, object],
): Promise<void> {
  const changes = shortChanges(before, after)
  const act = { organization_id, by: owner, act: 'settings_changed' as const }
  await noteAct(tx, { ...act, facts: { group }, changes }, io.clock.now())
}

/** Reads the settings under a lock: of two changes at once the second sees the first. */
async function lockSettings(tx: Tx, organization: Organization): Promise<Settings> {
  return readSettings(tx, organization, await lockProgram(tx, organization.id))
}

async function saveVersion(
  io: Io,
  tx: Tx,
  owner: Owner,
  organization: Organization,
  { row, general, bonuses }: Settings,
): Promise<void> {
  const now = io.clock.now()
  const version = row.version + 1
  const { general_version, bonuses_version, last_level } = row
  await insertVersion(tx, organization.id, {
    version,
    valid_from: now,
    general,
    bonuses,
    changed_by: owner.user_id,
  })
  const changes = { version, general_version, bonuses_version, last_level }
  await updateProgram(tx, organization.id, changes, now)
  await announce(io, tx, organization.id, [
    programChanged({
      organization_id: organization.id,
      from_version: row.version,
      to_version: version,
    }),
  ])
}
