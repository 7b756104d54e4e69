/** Facts of lower floors, told to the buyer they are about. Each may run twice. */
import type { EventCode } from '#contract/notification-events.ts'
import { findBuyer } from '#server/features/buyers/find-buyer.ts'
import { dayOf } from '#server/features/ledger/calendar-rules.ts'
import { birthdayIn } from '#server/features/program/birthday-rules.ts'
import { loadProgramOf } from '#server/features/program/load-program-of.ts'
import { readReceipt } from '#server/features/receipts/read-receipt.ts'
import type { Io } from '#server/io/io.ts'
import { selectCancellation, selectEntries, type EntryRow } from './facts-store.ts'
import type { NotificationSetting } from './rules.ts'
import { loadSetting, tellEvent, type ToTell } from './tell-event.ts'
import { tellProgress } from './tell-progress.ts'

type OfReceipt = { organization_id: string; receipt_id: string; buyer_id: string }
type BuyerKey = { organization_id: string; buyer_id: string }

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** A purchase: one message of what it earned or spent, the question about it, the progress. */
export async function tellReceipt(io: Io, key: OfReceipt): Promise<void> {
  const { organization_id, receipt_id, buyer_id } = key
  const receipt = await readReceipt(io, key)
  if (!receipt || receipt.cancelled) return
  const code = receipt.spent > 0 ? 'spent' : 'accrual'
  const { total, to_pay, spent, earned, number, pos, balance_after } = receipt
  const buyer = { organization_id, buyer_id }
  const setting = await loadSetting(io, organization_id, code)
  const told: ToTell = {
    ...{ code, object: receipt_id },
    facts: {
      ...{ receipt: total, to_pay, spent, earned, number, place: pos.name },
      ...(balance_after !== null && { balance: balance_after }),
    },
    ...(setting.when ? { due_at: minutesFrom(io, setting.when) } : {}),
  }
  const enough = code === 'spent' || earned >= (setting.min_amount ?? 0)
  if (enough && isWantedAt(setting, pos)) await tellEvent(io, buyer, told, setting)
  await askOpinion(io, key, pos)
  await tellProgress(io, buyer, receipt_id)
}

const minutesFrom = (io: Pick<Io, 'clock'>, minutes: number): Date =>
  new Date(io.clock.now().getTime() + minutes * MINUTE_MS)

/** Whether an owner wants to tell of visits to this point of sale. */
const isWantedAt = ({ pos_ids }: NotificationSetting, { id }: { id: string }): boolean =>
  pos_ids.length === 0 || pos_ids.includes(id)

/** Some hours after a visit, and not every time. */
async function askOpinion(
  io: Io,
  key: OfReceipt,
  pos: { id: string; name: string },
): Promise<void> {
  const { organization_id, receipt_id, buyer_id } = key
  const setting = await loadSetting(io, organization_id, 'feedback_request')
  if (!setting.on || !isWantedAt(setting, pos)) return
  const now = io.clock.now().getTime()
  const buyer = { organization_id, buyer_id }
  const { cap_days } = setting
  await tellEvent(
    io,
    buyer,
    {
      ...{ code: 'feedback_request', object: receipt_id, facts: { place: pos.name } },
      // Of two receipts at once only one is asked about.
      ...(cap_days !== null && { once: String(Math.floor(now / (cap_days * DAY_MS))) }),
      due_at: new Date(now + (setting.when ?? 0) * HOUR_MS),
    },
    setting,
  )
}

/** 11: a receipt, or a part of it, was taken back. */
export async function tellCancellation(
  io: Io,
  key: { organization_id: string; cancellation_id: string; buyer_id: string | null },
): Promise<void> {
  const { organization_id, cancellation_id, buyer_id } = key
  if (buyer_id === null) return
  const row = await selectCancellation(io.db, organization_id, cancellation_id)
  if (!row) return
  const { number, whole, bonuses_return: returned, bonuses_withdraw: withdrawn } = row
  await tellEvent(
    io,
    { organization_id, buyer_id },
    {
      ...{ code: 'receipt_cancelled', object: cancellation_id },
      facts: { number, returned, withdrawn },
      ...(whole ? {} : { standard: 'receipt_cancelled_part' }),
    },
  )
}

/** Gifts, what an owner gave or took by hand and wants to be told, and what burned. */
export async function tellBalance(
  io: Io,
  key: BuyerKey & { from_number: number; to_number: number; notify: boolean },
): Promise<void> {
  const { organization_id, buyer_id, from_number, to_number, notify } = key
  const buyer = { organization_id, buyer_id }
  const rows = await selectEntries(io.db, buyer, from_number, to_number)
  const shop = rows.length > 0 ? await loadProgramOf(io, organization_id) : undefined
  if (!shop) return
  const { timezone } = shop.program
  for (const [index, row] of rows.entries()) {
    if (!notify && row.kind !== 'expiry') continue
    const code = await codeOf(io, buyer, row, timezone)
    if (code === null) continue
    const setting = await loadSetting(io, organization_id, code)
    if (Math.abs(row.amount) < (setting.min_amount ?? 0)) continue
    const until = row.expires_at && dayOf(row.expires_at.getTime() - 1, timezone).text
    const facts = { bonuses: row.amount, until, reason: row.reason }
    const told = { code, object: `entry ${from_number + index}`, facts }
    const late = code === 'welcome' && setting.when ? { due_at: minutesFrom(io, setting.when) } : {}
    await tellEvent(io, buyer, { ...told, ...late }, setting)
  }
}

/** Which notification an entry is told by; null: none. */
async function codeOf(
  io: Io,
  buyer: BuyerKey,
  { kind, amount, created_at }: EntryRow,
  timezone: string,
): Promise<EventCode | null> {
  switch (kind) {
    case 'expiry':
      return 'expired'
    case 'manual_withdraw':
      return kind
    case 'manual_accrual':
    case 'compensation':
      return 'manual_accrual'
    case 'welcome':
      return amount > 0 ? 'welcome' : null
    case 'referral':
      return amount > 0 ? 'referral_rewarded' : null
    case 'birthday':
      return amount > 0 ? birthdayCode(io, buyer, created_at, timezone) : null
    default:
      return null
  }
}

/** A birthday gift comes before the day, or on it, or late. */
async function birthdayCode(
  io: Io,
  { organization_id, buyer_id }: BuyerKey,
  given_at: Date,
  timezone: string,
): Promise<EventCode> {
  const shop = await loadProgramOf(io, organization_id)
  const found = shop && (await findBuyer(io, organization_id, { id: buyer_id }, shop.program))
  const birthday = found?.buyer.birthday
  if (!birthday) return 'birthday_day'
  const today = dayOf(given_at.getTime(), timezone)
  const days = [today.year, today.year + 1].map((year) => birthdayIn(birthday, year))
  const ahead = days.some((day) => day > today.number && day - today.number <= 31)
  return ahead ? 'birthday_before' : 'birthday_day'
}

/** A friend came by this buyer. */
export async function tellInviter(io: Io, key: BuyerKey & { inviter_id: string }): Promise<void> {
  const { organization_id, buyer_id: object, inviter_id: buyer_id } = key
  await tellEvent(io, { organization_id, buyer_id }, { code: 'referral_joined', object, facts: {} })
}
