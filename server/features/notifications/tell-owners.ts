import { toMoney } from '#contract/money.ts'
import { dayOf, minuteOf, startOfDay } from '#server/features/ledger/calendar-rules.ts'
import { noticeOwner } from '#server/features/notices/notice-owner.ts'
import type { Io } from '#server/io/io.ts'
import { writeNotice, type OwnerNotice } from './messages.ts'
import {
  selectDetachedBots,
  selectFigures,
  selectLowRatings,
  selectSummaryShops,
  type Reader,
} from './owner-store.ts'

const MINUTE_MS = 60_000
/** A person who was asked what went wrong has this long to write it. */
const COMMENT_MS = 10 * MINUTE_MS
const DAY_MS = 24 * 60 * MINUTE_MS
const SUMMARY_HOUR = 20

/**
 * Tells owners what they want to hear of: a bad rating, a bot that was disconnected, the sum of the
 * day at eight in the evening. Each once.
 */
export async function tellOwners(io: Io): Promise<void> {
  const now = io.clock.now()
  const rated = { from: new Date(now.getTime() - DAY_MS), to: new Date(now.getTime() - COMMENT_MS) }
  for (const row of await selectLowRatings(io.db, rated)) {
    const { buyer_id, stars, score, comment, place, buyer } = row
    const rating = score === null ? { given: stars, of: 5 } : { given: score, of: 10 }
    const notice = { code: 'low_rating' as const, ...rating, comment, place, buyer_id, buyer }
    await tell(io, row, row.receipt_id, notice)
  }
  for (const row of await selectDetachedBots(io.db)) {
    await tell(io, row, row.object, { code: 'bot_detached', type: row.type })
  }
  for (const row of await selectSummaryShops(io.db)) await sumUp(io, row, now)
}

async function sumUp(io: Io, shop: Reader, now: Date): Promise<void> {
  if (minuteOf(now.getTime(), shop.timezone) < SUMMARY_HOUR * 60) return
  const { number, text } = dayOf(now.getTime(), shop.timezone)
  const from = new Date(startOfDay(number, shop.timezone))
  const figures = await selectFigures(io.db, shop.organization_id, text, from)
  // A day on which nothing happened is no news.
  if (figures.receipts === 0 && figures.newcomers === 0) return
  const { receipts, newcomers, turnover, accrued, spent } = figures
  await tell(io, shop, text, {
    ...{ code: 'daily_summary', day: text, receipts, newcomers },
    ...{ turnover: toMoney(turnover), accrued: toMoney(accrued), spent: toMoney(spent) },
  })
}

async function tell(io: Io, reader: Reader, object: string, notice: OwnerNotice): Promise<void> {
  const { organization_id, by_mail } = reader
  const words = writeNotice(io.config.PUBLIC_URL, reader, notice)
  await noticeOwner(io, { organization_id, code: notice.code, object, words, by_mail })
}
