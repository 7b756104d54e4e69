import type { Notification } from '#contract/notifications.ts'
import { eventOf } from '#contract/notification-events.ts'
import { language as languages } from '#contract/wire.ts'
import type { Organization } from '#server/features/organizations/require-organization.ts'
import type { Io } from '#server/io/io.ts'
import { textLanguageOf } from '#server/io/text.ts'
import { allSettings, standardNameOf, standardText, type NotificationSetting } from './rules.ts'
import { listSettings, selectTrials, type Trial } from './setting-store.ts'
import { countSent, hasBot } from './store.ts'
import { standardIn } from './tell-event.ts'
import { namesOf } from './variable-rules.ts'

const SENT_DAYS = 30
const DAY_MS = 24 * 3600 * 1000

/** All notifications of a shop as they are set, with what the last days have sent. */
export async function showNotifications(io: Io, { id }: Organization, language: string) {
  const since = new Date(io.clock.now().getTime() - SENT_DAYS * DAY_MS)
  const [changed, sent, has_bot] = await Promise.all([
    listSettings(io.db, id),
    countSent(io.db, id, since),
    hasBot(io.db, id),
  ])
  const tried = changed.filter(({ control_percent }) => control_percent > 0)
  const trials = await loadTrials(io, id, tried)
  const items = allSettings(changed).map((setting) => {
    const { code } = setting
    const came = { sent: sent.get(code) ?? 0, trial: trials.get(code) ?? null }
    return showNotification(setting, came, language)
  })
  return { items, has_bot }
}

/** What came of those that leave somebody out. */
async function loadTrials(io: Io, organization_id: string, settings: NotificationSetting[]) {
  const since = new Date(io.clock.now().getTime() - SENT_DAYS * DAY_MS)
  const codes = settings.map(({ code }) => code)
  return selectTrials(io.db, organization_id, codes, since)
}

/** What came of one in the last days. */
export async function loadOutcome(
  io: Io,
  organization_id: string,
  setting: NotificationSetting,
): Promise<Outcome> {
  const since = new Date(io.clock.now().getTime() - SENT_DAYS * DAY_MS)
  const sent = await countSent(io.db, organization_id, since)
  const trials = await loadTrials(io, organization_id, [setting])
  const trial = setting.control_percent > 0 ? (trials.get(setting.code) ?? null) : null
  return { sent: sent.get(setting.code) ?? 0, trial }
}

type Outcome = { sent: number; trial: Trial | null }

/** One as the wire has it, amounts still in minor units. */
export function showNotification(setting: NotificationSetting, outcome: Outcome, language: string) {
  const { code } = setting
  const names = namesOf(eventOf(code), textLanguageOf(language))
  const standard = Object.fromEntries(
    languages.options.map((its) => [
      its,
      standardText(code, standardIn(its, standardNameOf(code, setting)), textLanguageOf(its)),
    ]),
  ) as Notification['standard']
  return {
    ...setting,
    standard,
    variables: [...names.values()].map(([shown = '']) => shown),
    ...outcome,
  }
}
