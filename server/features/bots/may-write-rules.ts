/**
 * Whether an advertising message may go to a buyer now. Every piece of advertising asks it, once
 * when it is planned and once more at the moment of sending, so that a /stop in between is obeyed.
 *
 * In this order: who cannot be reached or has not agreed gets nothing, ever; what would come too
 * often is dropped too, for a week later it is no news; the night only puts it off.
 * Messages about a buyer's own receipts and bonuses do not ask: they are not advertising.
 * Source: design/screens.md §5.3 "notifications", §7.2; research/domain.md §5.4.
 */
import { minuteOf } from '#server/features/ledger/calendar-rules.ts'
import type { Moment } from '#server/features/ledger/rules.ts'

/** Why it is not sent at all; the name is kept with the message. */
type DropReason = 'gone' | 'buyer_blocked' | 'no_messenger' | 'no_consent' | 'weekly_cap'

export type MayWrite = { send: true } | { later: Date } | { drop: DropReason }

/** What the shop has set. */
export type WritingRules = {
  /** `HH:MM` of the shop's clock; may pass midnight, and equal ends are no quiet at all. */
  quiet_from: string
  quiet_to: string
  /** To one buyer within any seven days. */
  marketing_per_week_max: number
  timezone: string
}

/** What is known of the buyer and of the chat it would go to. */
export type Reader = {
  /** Null: the chat belongs to nobody who is known. */
  buyer_status: 'active' | 'blocked' | 'forgotten' | null
  /** The buyer's last answer about advertising, in whichever chat it was given. */
  buyer_agreed: boolean
  /** The answer in this chat; null: never asked. */
  chat_agreed: boolean | null
  /** The person has stopped the bot, or has not finished joining, or the bot is disconnected. */
  reachable: boolean
  /** Other pieces of advertising that went to this buyer within the last seven days. */
  sent_this_week: number
}

/** The days that the cap counts, as time: no day of any zone is longer for it. */
export const CAP_MS = 7 * 24 * 3600 * 1000

/** Decides about one message to one chat. */
export function mayWrite(reader: Reader, rules: WritingRules, now: Moment): MayWrite {
  if (reader.buyer_status === null || reader.buyer_status === 'forgotten') return { drop: 'gone' }
  if (reader.buyer_status === 'blocked') return { drop: 'buyer_blocked' }
  if (!reader.reachable) return { drop: 'no_messenger' }
  if (!reader.buyer_agreed || reader.chat_agreed !== true) return { drop: 'no_consent' }
  if (reader.sent_this_week >= rules.marketing_per_week_max) return { drop: 'weekly_cap' }
  const loud = endOfQuiet(rules, now)
  return loud === null ? { send: true } : { later: new Date(loud) }
}

const MINUTE = 60_000
/** A single loud minute may fall into the hour that the clock jumps over: it is back a day later. */
const MINUTES_MAX = 50 * 60

/**
 * When the quiet that lies over this moment ends: the first minute at which the clock on the
 * shop's wall shows something else. Null: it is not quiet. The clock may jump meanwhile.
 */
export function endOfQuiet(
  rules: Pick<WritingRules, 'quiet_from' | 'quiet_to' | 'timezone'>,
  now: Moment,
): Moment | null {
  const { timezone } = rules
  const from = minutesOf(rules.quiet_from)
  const to = minutesOf(rules.quiet_to)
  const quiet = (moment: Moment) => {
    const minute = minuteOf(moment, timezone)
    return from < to ? minute >= from && minute < to : minute >= from || minute < to
  }
  if (from === to || !quiet(now)) return null
  const first = Math.floor(now / MINUTE) * MINUTE
  for (let minutes = 1; minutes <= MINUTES_MAX; minutes += 1) {
    const moment = first + minutes * MINUTE
    if (!quiet(moment)) return moment
  }
  throw new Error('quiet hours leave at least a minute of a day')
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}
