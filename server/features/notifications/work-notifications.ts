import { eventOf } from '#contract/notification-events.ts'
import { askToWrite } from '#server/features/bots/ask-to-write.ts'
import { listChats } from '#server/features/bots/list-chats.ts'
import { requireRoomForMessages } from '#server/features/bots/require-room-for-messages.ts'
import { giveGift } from '#server/features/gifts/give-gift.ts'
import { isComplete } from '#server/features/gifts/rules.ts'
import { dayOf, endOfDayAfter } from '#server/features/ledger/calendar-rules.ts'
import type { OrganizationId } from '#server/features/organizations/rules.ts'
import { loadProgramOf } from '#server/features/program/load-program-of.ts'
import { inTransaction } from '#server/io/db.ts'
import type { Io } from '#server/io/io.ts'
import { Refusal } from '#server/io/refusal.ts'
import { isLeftOut, type EventFacts, type NotificationSetting } from './rules.ts'
import { momentToSend } from './schedule-rules.ts'
import { listClientsOf } from './setting-store.ts'
import {
  postponePlanned,
  selectDue,
  selectNow,
  settlePlanned,
  wasGiven,
  wasTold,
  type PlannedRow,
} from './store.ts'
import { isMeant, isTooSoon, loadSetting, sourceOf, tellEvent } from './tell-event.ts'

const BATCH = 50
const AGAIN_MS = 10 * 60_000

type Outcome = { state: 'sent' } | { state: 'dropped'; reason: string } | { later: Date }

/**
 * Sends what is due in one shop, the most wanted first. Everything is asked anew at this moment:
 * whether the shop still wants it, whether it is still true, whether the buyer still may be written
 * to. Safe to run twice and beside itself: the outbox keeps one message of each, and a worker that
 * dies between the message and its mark finds the message there.
 */
export async function workNotifications(io: Io, organization_id: string): Promise<void> {
  for (;;) {
    const due = await selectDue(io.db, organization_id, io.clock.now(), BATCH)
    if (due.length === 0) return
    for (const row of due) await workOne(io, row)
  }
}

async function workOne(io: Io, row: PlannedRow): Promise<void> {
  const now = io.clock.now()
  try {
    const outcome = await sendPlanned(io, row)
    if ('later' in outcome) {
      await postponePlanned(io.db, row, outcome.later)
      const { organization_id } = row
      await io.jobs.send('notifications.work', { organization_id }, { start_after: outcome.later })
      return
    }
    const reason = outcome.state === 'dropped' ? outcome.reason : null
    await settlePlanned(io.db, row, { state: outcome.state, reason, settled_at: now })
  } catch (error) {
    if (error instanceof Refusal) {
      const reason = error.code
      return settlePlanned(io.db, row, { state: 'dropped', reason, settled_at: now })
    }
    // One that fails must not hold the others; the sweep comes back for it.
    io.log.error({ notification_id: row.id, err: error }, 'a notification could not be sent')
    await postponePlanned(io.db, row, new Date(now.getTime() + AGAIN_MS))
  }
}

async function sendPlanned(io: Io, row: PlannedRow): Promise<Outcome> {
  const { organization_id, buyer_id, code, object } = row
  const key = { organization_id, buyer_id }
  const setting = await loadSetting(io, organization_id, code)
  const needless = await whyNeedless(io, row, setting)
  if (needless !== null) return { state: 'dropped', reason: needless }
  const later = await momentOf(io, organization_id, setting)
  if (later) return { later }
  if (eventOf(code).about === 'advertising') {
    const held = await holdBack(io, key, setting)
    if (held) return held
    if (isLeftOut(setting, row)) return { state: 'dropped', reason: 'control' }
    await requireRoom(io, organization_id)
  }
  const facts: EventFacts = JSON.parse(row.facts) as EventFacts
  Object.assign(facts, await giveOwn(io, row, setting))
  const kept = await tellEvent(io, key, { code, object, facts }, setting)
  if (kept > 0 || (await wasTold(io.db, key, sourceOf(code, object)))) return { state: 'sent' }
  return { state: 'dropped', reason: 'no_messenger' }
}

/** Why it is not to be sent any more; null: it is. */
async function whyNeedless(
  io: Io,
  row: PlannedRow,
  setting: NotificationSetting,
): Promise<string | null> {
  if (!setting.on) return 'off'
  const buyer = await selectNow(io.db, row)
  if (!buyer || buyer.status !== 'active') return 'gone'
  const bought = buyer.last_receipt_at !== null && buyer.last_receipt_at > row.created_at
  if (setting.stops && bought) return 'bought'
  if (row.code === 'profile_incomplete' && isComplete(buyer)) return 'complete'
  if (await isTooSoon(io, row, setting, sourceOf(row.code, row.object))) return 'too_soon'
  return null
}

/** When the shop's own days and hours for it come; null: it is now. */
async function momentOf(
  io: Io,
  organization_id: string,
  setting: NotificationSetting,
): Promise<Date | null> {
  if (setting.weekdays.length === 0 && setting.window_from === null) return null
  const shop = await loadProgramOf(io, organization_id)
  if (!shop) return null
  const now = io.clock.now().getTime()
  const moment = momentToSend(setting, shop.program.timezone, now)
  return moment > now ? new Date(moment) : null
}

/** Advertising waits for the day, or is not sent at all; null: it may go. */
async function holdBack(
  io: Io,
  key: { organization_id: string; buyer_id: string },
  setting: NotificationSetting,
): Promise<Outcome | null> {
  const { bot_id } = setting
  const clients = bot_id && (await listClientsOf(io.db, key.organization_id, bot_id))
  const all = await listChats(io, key)
  const chats = all.filter(
    (chat) => (!clients || clients.has(chat.client_id)) && isMeant(setting, chat),
  )
  const answers = await askToWrite(
    io,
    key.organization_id,
    chats.map(({ id }) => ({ subscriber_id: id })),
  )
  if (answers.some((answer) => 'send' in answer)) return null
  const later = answers.find((answer) => 'later' in answer)
  if (later) return later
  const dropped = answers.find((answer) => 'drop' in answer)
  return { state: 'dropped', reason: dropped?.drop ?? 'no_messenger' }
}

/**
 * Nothing is given with a message that the tariff has no room for.
 * Refuses: `license_required`, `tariff_limit`.
 */
async function requireRoom(io: Io, organization_id: string): Promise<void> {
  const shop = await loadProgramOf(io, organization_id)
  if (!shop) return
  const { timezone } = shop.program
  const id = organization_id as OrganizationId
  await inTransaction(io.db, (tx) =>
    requireRoomForMessages(tx, { id, timezone }, 1, io.clock.now()),
  )
}

/** The bonuses that come with it, once; nothing where none are set. */
async function giveOwn(
  io: Io,
  { organization_id, buyer_id, code, object }: PlannedRow,
  { bonus, bonus_days }: NotificationSetting,
): Promise<Pick<EventFacts, 'bonuses' | 'until'>> {
  if (bonus === null || !eventOf(code).gives) return {}
  const shop = await loadProgramOf(io, organization_id)
  if (!shop) return {}
  const { timezone } = shop.program
  const gift = `notice:${code}:${object}`
  const end = (now: number) => endOfDayAfter(now, bonus_days, timezone)
  const given = await giveGift(io, shop, buyer_id, {
    ...{ kind: 'promotion', gift, source: gift, amount: bonus, quiet: true },
    expires_at: end,
  })
  if (!given && !(await wasGiven(io.db, { organization_id, buyer_id }, gift))) return {}
  return { bonuses: bonus, until: dayOf(end(io.clock.now().getTime()) - 1, timezone).text }
}
