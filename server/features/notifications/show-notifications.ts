import type { Notification } from '#contract/notifications.ts'
import { eventOf } from '#contract/notification-events.ts'
import { language as languages } from '#contract/wire.ts'
import type { Organization } from '#server/features/organizations/require-organization.ts'
import type { Io } from '#server/io/io.ts'
import { textLanguageOf } from '#server/io/text.ts'
import { allSettings, standardText, type NotificationSetting } from './rules.ts'
import { countSent, hasBot, listSettings } from './store.ts'
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
  const items = allSettings(changed).map((setting) =>
    showNotification(setting, sent.get(setting.code) ?? 0, language),
  )
  return { items, has_bot }
}

/** One as the wire has it, amounts still in minor units. */
export function showNotification(setting: NotificationSetting, sent: number, language: string) {
  const { code } = setting
  const names = namesOf(eventOf(code), textLanguageOf(language))
  const standard = Object.fromEntries(
    languages.options.map((its) => [
      its,
      standardText(code, standardIn(its, code), textLanguageOf(its)),
    ]),
  ) as Notification['standard']
  return {
    ...setting,
    standard,
    variables: [...names.values()].map(([shown = '']) => shown),
    sent,
  }
}
