import type { EventCode } from '#contract/notification-events.ts'
import { dayOf, dayText, minuteOf, startOfDay } from '#server/features/ledger/calendar-rules.ts'
import { birthdaysAround } from '#server/features/program/birthday-rules.ts'
import { loadProgramOf } from '#server/features/program/load-program-of.ts'
import type { ProgramOwner } from '#server/features/program/load-program.ts'
import type { Program } from '#server/features/program/rules.ts'
import { selectSegment } from '#server/features/segments/select-segment.ts'
import { inTransaction, type Tx } from '#server/io/db.ts'
import { newId } from '#server/io/id.ts'
import type { Io } from '#server/io/io.ts'
import { Refusal } from '#server/io/refusal.ts'
import { selectShopsWithChats } from './facts-store.ts'
import { findLevelMoves } from './find-level-moves.ts'
import { allSettings, type NotificationSetting } from './rules.ts'
import * as scan from './scan-store.ts'
import { isDigestDay } from './schedule-rules.ts'
import { listSettings } from './setting-store.ts'
import { insertPlanned, isPlanned, takeDay } from './store.ts'

/** What hangs on a day goes out from ten o'clock of the shop on. */
const HOUR = 10
const STEP = 500

/** Plans the day of every shop where it is ten o'clock or later and nobody has planned it yet. */
export async function planDays(io: Io): Promise<void> {
  const now = io.clock.now().getTime()
  for (const { organization_id, timezone } of await selectShopsWithChats(io.db)) {
    if (minuteOf(now, timezone) < HOUR * 60) continue
    await planDay(io, organization_id)
  }
}

/** The day that is planned, as the searches look at it. */
export type PlannedDay = {
  organization_id: string
  program: Program
  now: Date
  /** Days since 1970-01-01. */
  today: number
  /** A day of the shop, so many days away from today. */
  span(days: number): scan.Span
}

/**
 * Plans what this day of the shop brings to whom, once: the mark of the day and all that it brings
 * are one transaction. Late, twice or beside itself it plans nothing more.
 */
async function planDay(io: Io, organization_id: string): Promise<void> {
  const shop = await loadProgramOf(io, organization_id)
  if (!shop) return
  const { program } = shop
  const now = io.clock.now()
  const { number: today, text } = dayOf(now.getTime(), program.timezone)
  if (await isPlanned(io.db, organization_id, text)) return
  const day: PlannedDay = {
    ...{ organization_id, program, now, today },
    span: (days) => ({
      from: new Date(startOfDay(today + days, program.timezone)),
      to: new Date(startOfDay(today + days + 1, program.timezone)),
    }),
  }
  const levels = await findLevelMoves(io, day)
  const members = membersOf(io, shop.organization)
  await inTransaction(io.db, async (tx) => {
    if (!(await takeDay(tx, organization_id, text, now))) return
    const settings = allSettings(await listSettings(tx, organization_id)).filter(({ on }) => on)
    let planned = 0
    for (const setting of settings) {
      const moves = levels.get(setting.code) ?? []
      const due = [...(await findDue(tx, day, setting, members)), ...moves]
      const { segment_id } = setting
      const found = segment_id === null ? due : await within(due, () => members(segment_id))
      for (let at = 0; at < found.length; at += STEP) {
        const rows = found.slice(at, at + STEP).map(({ buyer_id, object, facts }) => ({
          ...{ organization_id, id: newId(now), buyer_id, code: setting.code, object },
          ...{ facts: JSON.stringify(facts), due_at: now, created_at: now },
          priority: setting.priority,
        }))
        planned += await insertPlanned(tx, rows)
      }
    }
    if (planned > 0) await io.jobs.send('notifications.work', { organization_id }, { tx })
  })
}

/** The buyers of a segment as they are today. */
type Members = (segment_id: string) => Promise<ReadonlySet<string>>

/** Each segment is read once a day, and only when somebody asks. */
function membersOf(io: Io, organization: ProgramOwner): Members {
  const known = new Map<string, Promise<ReadonlySet<string>>>()
  const read: Members = async (segment_id) => {
    try {
      const ids = new Set<string>()
      for await (const page of selectSegment(io, organization, { segment_id })) {
        for (const id of page) ids.add(id)
      }
      return ids
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      // One that was removed, or that cannot be read in time, has nobody today.
      io.log.warn({ segment_id, refusal: error.code }, 'nobody of a segment is told of anything')
      return new Set<string>()
    }
  }
  return (segment_id) => {
    const present = known.get(segment_id) ?? read(segment_id)
    known.set(segment_id, present)
    return present
  }
}

const within = async (found: scan.Found[], read: () => ReturnType<Members>) => {
  if (found.length === 0) return found
  const ids = await read()
  return found.filter(({ buyer_id }) => ids.has(buyer_id))
}

/** Who is due for this notification on the day. */
async function findDue(
  tx: Tx,
  day: PlannedDay,
  { code, when, min_amount }: NotificationSetting,
  members: Members,
): Promise<scan.Found[]> {
  const { organization_id: shop, today, now, program } = day
  const days = when ?? 0
  switch (code) {
    case 'expiring_first':
    case 'expiring_last': {
      const date = dayText(today + days)
      const rows = await scan.selectBurning(tx, shop, day.span(days))
      return enough(rows, min_amount, `${date} ${days}`, { date })
    }
    case 'pending_activated': {
      if (program.activation_delay_hours === 0) return []
      const span = { from: new Date(now.getTime() - DAY_MS), to: now }
      return enough(await scan.selectActivated(tx, shop, span), 0, dayText(today), {})
    }
    case 'profile_incomplete':
      return scan.selectJoined(tx, shop, day.span(-days), 'profile')
    case 'never_purchased':
      return scan.selectJoined(tx, shop, day.span(-days), 'receipt')
    case 'second_visit':
    case 'winback_1':
    case 'winback_2':
    case 'winback_3': {
      const about = { day: dayText(today - days), only_one: code === 'second_visit' }
      return scan.selectLastBought(tx, shop, day.span(-days), about)
    }
    case 'balance_digest': {
      if (!isDigestDay(dayText(today), days)) return []
      return scan.selectHolders(tx, shop, dayText(today).slice(0, 7), min_amount ?? 0)
    }
    case 'promo_start':
    case 'promo_ending': {
      const date = dayText(today + (code === 'promo_start' ? 0 : days))
      return findPromotions(tx, shop, code, date, members)
    }
    default:
      return findDated(tx, day, code, days)
  }
}

const DAY_MS = 24 * 3600 * 1000
const EXACT = { days_before: 0, days_after: 0 }

/** What hangs on a birthday or on the day of joining. */
async function findDated(
  tx: Tx,
  { organization_id: shop, program, today, now }: PlannedDay,
  code: EventCode,
  days: number,
): Promise<scan.Found[]> {
  const { birthday, timezone } = program
  switch (code) {
    case 'birthday_before': {
      // The gift of the program tells of itself when it is given.
      if (birthday.on && birthday.reward === 'amount' && program.mode !== 'discount') return []
      const on = birthdaysAround(today + days, EXACT)
      return scan.selectBirthdays(tx, shop, on, { given_on: null })
    }
    case 'birthday_day': {
      const on = birthdaysAround(today, EXACT)
      return scan.selectBirthdays(tx, shop, on, { given_on: dayText(today) })
    }
    case 'birthday_last_call': {
      const on = birthdaysAround(today - days, EXACT)
      const rows = await scan.selectUnspentBirthdays(tx, shop, on, now)
      return rows.map(({ buyer_id, object, amount, last_end }) => ({
        ...{ buyer_id, object },
        facts: {
          bonuses: amount ?? 0,
          until: last_end && dayOf(last_end.getTime() - 1, timezone).text,
        },
      }))
    }
    case 'anniversary':
      return scan.selectAnniversaries(tx, shop, birthdaysAround(today, EXACT), timezone)
    default:
      return []
  }
}

async function findPromotions(
  tx: Tx,
  shop: string,
  code: 'promo_start' | 'promo_ending',
  day: string,
  members: Members,
): Promise<scan.Found[]> {
  const promotions = await scan.selectPromotions(tx, shop)
  const found: scan.Found[] = []
  for (const { id, name, description, date_from, date_to, segment_id } of promotions) {
    if ((code === 'promo_start' ? date_from : date_to) !== day) continue
    const facts = { promotion: name, description, date: date_to }
    const willing = await scan.selectWilling(tx, shop, id, facts)
    // Whom a promotion is not for is not told of it.
    found.push(...(segment_id ? await within(willing, () => members(segment_id)) : willing))
  }
  return found
}

/** Those with as much as the owner finds worth a message. */
const enough = (
  rows: readonly { buyer_id: string; amount: number }[],
  least: number | null,
  object: string,
  facts: scan.Found['facts'],
): scan.Found[] =>
  rows
    .filter(({ amount }) => amount >= (least ?? 0))
    .map(({ buyer_id, amount }) => ({ buyer_id, object, facts: { ...facts, bonuses: amount } }))
