/**
 * What a post may be: the lengths messengers take, a button that is whole, a moment on the shop's
 * own clock.
 */
import { Temporal } from 'temporal-polyfill'
import { unknownVariables } from '#contract/post-variables.ts'
import { POST_CAPTION_MAX, POST_TEXT_MAX } from '#contract/limits.ts'
import { buttonFaults, type PostButton } from '#server/features/bots/post-rules.ts'
import { endOfQuiet, type WritingRules } from '#server/features/bots/may-write-rules.ts'
import { dayOf, dayText, weekdayOf } from '#server/features/ledger/calendar-rules.ts'
import type { Moment } from '#server/features/ledger/rules.ts'
import type { Filter } from '#server/features/segments/filter-rules.ts'

export type PostType = 'news' | 'manual_notification'
export type PostStatus = 'draft' | 'scheduled' | 'sending' | 'sent' | 'paused' | 'failed'

/** What an owner writes. */
export type PostContent = PostButton & {
  /** Only this bot; null: whichever the reader uses. */
  bot_id: string | null
  title: string
  text: string
  image: string | null
  pinned: boolean
  segment_id: string | null
  filters: Filter | null
  control_percent: number
  scheduled_at: Date | null
}

export const emptyContent: Omit<PostContent, 'text'> = {
  bot_id: null,
  ...{ title: '', image: null, pinned: false },
  ...{ button_text: null, button_url: null, button_leads_to: 'url', button_product_id: null },
  ...{ segment_id: null, filters: null, control_percent: 0, scheduled_at: null },
}

export type Fault = { path: string; code: string; params?: Record<string, string> }

/** What is wrong with a post; empty: nothing. */
export function faultsOf(type: PostType, post: PostContent): Fault[] {
  const faults: Fault[] = []
  const max = post.image === null ? POST_TEXT_MAX : POST_CAPTION_MAX
  if (shownLength(type, post) > max) faults.push({ path: 'text', code: 'too_long' })
  const [unknown] = type === 'news' ? [] : unknownVariables(post.text)
  if (unknown !== undefined) {
    faults.push({ path: 'text', code: 'unknown_variable', params: { name: `{${unknown}}` } })
  }
  if (type === 'news' && post.title === '') faults.push({ path: 'title', code: 'required' })
  faults.push(...buttonFaults(post))
  if (post.segment_id !== null && post.filters !== null) {
    faults.push({ path: 'filters', code: 'invalid' })
  }
  return faults
}

/** Characters as a chat shows them: the title of news stands above, marks of bold are not seen. */
function shownLength(type: PostType, { title, text }: PostContent): number {
  const head = type === 'news' && title !== '' ? title.length + 2 : 0
  return head + text.replaceAll('**', '').length
}

/** A moment as it was given: with an offset, or on the clock of `timezone`. */
export function readMoment(text: string, timezone: string): Date {
  const has_offset = /(?:Z|[+-]\d{2}:?\d{2})$/.test(text)
  if (has_offset) return new Date(Temporal.Instant.from(text).epochMilliseconds)
  const local = Temporal.PlainDateTime.from(text).toZonedDateTime(timezone)
  return new Date(local.epochMilliseconds)
}

/** A moment on the clock of `timezone`: `2026-11-21T18:30`. */
export function localOf(moment: Date, timezone: string): string {
  const instant = Temporal.Instant.fromEpochMilliseconds(moment.getTime())
  const local = instant.toZonedDateTimeISO(timezone).toPlainDateTime()
  return local.toString({ smallestUnit: 'minute' })
}

const HOUR_MS = 3_600_000

/**
 * The next moment at which a message comes just before its readers buy: an hour before the hour of
 * the week in which they buy most, and not at night.
 */
export function bestMoment(
  { weekday, hour }: { weekday: number; hour: number },
  rules: Pick<WritingRules, 'quiet_from' | 'quiet_to' | 'timezone'>,
  now: Moment,
): Moment {
  const { timezone } = rules
  const today = dayOf(now, timezone).number
  const ahead = (weekday - weekdayOf(today) + 7) % 7
  const momentIn = (days: number) => {
    const at = dayText(today + days)
    const local = Temporal.PlainDateTime.from(`${at}T${String(hour).padStart(2, '0')}:00`)
    const before = local.toZonedDateTime(timezone).epochMilliseconds - HOUR_MS
    return endOfQuiet(rules, before) ?? before
  }
  const next = momentIn(ahead)
  return next > now ? next : momentIn(ahead + 7)
}

/** News that wait are out from their moment on. */
export const statusAt = (
  { type, status, scheduled_at }: { type: PostType; status: PostStatus; scheduled_at: Date | null },
  now: Date,
): PostStatus =>
  type === 'news' && status === 'scheduled' && scheduled_at !== null && scheduled_at <= now
    ? 'sent'
    : status

/** By what the outbox knows the messages of a post; a chat gets one of it. */
export const sourceOf = (post_id: string): string => `post ${post_id}`
