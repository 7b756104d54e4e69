import { dayOf } from '#server/features/ledger/calendar-rules.ts'
import { noticeOwner } from '#server/features/notices/notice-owner.ts'
import type { Quota } from '#server/features/pos/quota-rules.ts'
import type { Cashier } from '#server/features/pos/require-cashier.ts'
import type { Io } from '#server/io/io.ts'
import { textIn } from '#server/io/text.ts'

/**
 * Tells the owner at once that somebody at a till, or a program, came to its limit of different
 * phones: so many are not served in an hour, they are collected. Once a cashier and day.
 */
export function alarmLookups(
  io: Io,
  cashier: Cashier,
  quota: Quota,
  allowed: number,
): Promise<void> {
  const { organization_id, organization_name: organization, cashier_id, language } = cashier
  const say = textIn(language)
  const day = dayOf(io.clock.now().getTime(), cashier.timezone).text
  return noticeOwner(io, {
    ...{ organization_id, code: 'many_lookups', object: `${cashier_id} ${day}`, by_mail: true },
    words: {
      language,
      subject: say('anomalies:lookups_subject', { organization }),
      paragraphs: [
        say(quota === 'buyers' ? 'anomalies:lookups_text' : 'anomalies:lookups_unknown', {
          ...{ cashier: cashier.name, organization, allowed },
        }),
        say('anomalies:lookups_advice'),
      ],
      button: {
        title: say('anomalies:lookups_button'),
        url: `${io.config.PUBLIC_URL}/organizations/pos/${organization_id}`,
      },
      note: say('anomalies:lookups_note'),
    },
  })
}
