import { dayOf, dayText, minuteOf, startOfDay } from '#server/features/ledger/calendar-rules.ts'
import type { Io } from '#server/io/io.ts'
import { expiryMessage } from './fact-message-rules.ts'
import { selectExpiring, selectShopsWithChats } from './facts-store.ts'
import { wordsOf } from './load-facts.ts'
import { tellBuyer } from './tell-buyer.ts'

const DAYS_BEFORE = [7, 1]
const HOUR = 10
/** Less than this many bonuses is not worth a message; minor units. */
const AMOUNT_MIN = 10_00

/**
 * 12: tells buyers what burns in seven days and tomorrow, at ten o'clock of their shop. Safe to run
 * twice: a day is told once.
 */
export async function remindOfExpiry(io: Io): Promise<void> {
  const now = io.clock.now().getTime()
  for (const { organization_id, timezone } of await selectShopsWithChats(io.db)) {
    if (Math.floor(minuteOf(now, timezone) / 60) !== HOUR) continue
    const today = dayOf(now, timezone).number
    for (const days of DAYS_BEFORE) await remind(io, organization_id, timezone, today + days)
  }
}

/** A lot ends with its last day: what ends with this one is told. */
async function remind(io: Io, organization_id: string, timezone: string, last: number) {
  const date = dayText(last)
  const until = {
    after: new Date(startOfDay(last, timezone)),
    until: new Date(startOfDay(last + 1, timezone)),
  }
  for (const { buyer_id, amount } of await selectExpiring(io.db, organization_id, until)) {
    if (amount < AMOUNT_MIN) continue
    await tellBuyer(io, {
      ...{ organization_id, buyer_id, kind: 'expiry', priority: 1 },
      // One word a day on each of the two days before it.
      source: `expiry ${date} ${dayOf(io.clock.now().getTime(), timezone).text}`,
      wants: (chat) => chat.notify_bonuses,
      say: (context) => expiryMessage({ amount, date }, wordsOf(context)),
    })
  }
}
