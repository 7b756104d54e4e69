import type { z } from 'zod'
import type { buyerRow, buyerWhole, entry, profile } from '#contract/buyers.ts'
import { maskPhone } from '#contract/phone.ts'
import { levelOf } from '#server/features/ledger/level-rules.ts'
import type { Account } from '#server/features/ledger/rules.ts'
import type { Program } from '#server/features/program/rules.ts'
import { averageOf, expiringUntil, fullName } from './rules.ts'
import type { EntryRow } from './entry-store.ts'
import type { ProfileRow } from './store.ts'

export type Profile = z.output<typeof profile>
export type BuyerWhole = z.output<typeof buyerWhole>
export type ListedBuyer = z.output<typeof buyerRow>
export type Entry = z.output<typeof entry>

const DAYS_30_MS = 30 * 24 * 3600 * 1000

/** A profile as its page shows it. The whole phone only for who named it in the asking. */
export function presentProfile(row: ProfileRow, asked_phone: string | null): Profile {
  return {
    id: row.id,
    first_name: row.first_name,
    last_name: row.last_name,
    phone_masked: row.phone === null ? null : maskPhone(row.phone),
    phone: row.phone !== null && row.phone === asked_phone ? row.phone : null,
    birthday: row.birthday,
    gender: row.gender as Profile['gender'],
    city: row.city,
    tags: row.tags,
    note: row.note,
    status: row.status as Profile['status'],
    card_code: row.card_code,
    joined_at: row.joined_at.toISOString(),
    joined_via: row.joined_via as Profile['joined_via'],
    joined_pos_id: row.joined_pos_id,
    merged_into: row.merged_into,
  }
}

/** Who invited, by name and masked phone; a forgotten one has neither. */
export const presentInviter = (
  row: ProfileRow,
): NonNullable<BuyerWhole['referral']['inviter']> => ({
  id: row.id,
  name: fullName(row),
  phone_masked: row.phone === null ? null : maskPhone(row.phone),
})

/** The level that applies now, by its name; null when the ladder has one row only. */
export function presentLevel(account: Account, program: Program, now: Date): BuyerWhole['level'] {
  if (program.levels.length < 2) return null
  const number = levelOf(account, program, now.getTime())
  const name = program.levels.find((level) => level.number === number)?.name
  if (name === undefined) return null
  const iso = (moment: number | null) => (moment === null ? null : new Date(moment).toISOString())
  const { pinned_level, pinned_until } = account
  const holds = pinned_until === null || now.getTime() < pinned_until
  const pinned = pinned_level === number && holds
  return {
    number,
    name,
    pinned,
    until: pinned ? null : iso(account.level_until),
    pinned_until: pinned ? iso(account.pinned_until) : null,
  }
}

/** A row of the list. Its phone is masked always. */
export function presentRow(
  buyer: {
    id: string
    phone: string | null
    first_name: string | null
    last_name: string | null
    status: string
    tags: string[]
    messengers: ('telegram' | 'viber')[]
    joined_at: Date
  },
  account: Account,
  figures: { available: number; pending: number; level: string | null; now: Date },
): ListedBuyer {
  const now = figures.now.getTime()
  return {
    id: buyer.id,
    name: fullName(buyer),
    phone_masked: buyer.phone === null ? null : maskPhone(buyer.phone),
    status: buyer.status as ListedBuyer['status'],
    level: figures.level,
    available: figures.available,
    pending: figures.pending,
    debt: account.debt,
    expiring_30d: expiringUntil(account, now, now + DAYS_30_MS),
    receipts_count: account.receipts,
    turnover: Math.max(0, account.turnover),
    average_receipt: averageOf(account.turnover, account.receipts),
    last_visit_at: visitOf(account),
    joined_at: buyer.joined_at.toISOString(),
    messengers: buyer.messengers,
    tags: buyer.tags,
  }
}

export const visitOf = (account: Account): string | null =>
  account.last_receipt_at === null ? null : new Date(account.last_receipt_at).toISOString()

/** Reasons are kept as `gift`, or `other: what the owner wrote`. */
export const reasonText = (reason: string, comment: string | undefined): string =>
  comment === undefined ? reason : `${reason}: ${comment}`

/** A line of the history. */
export function presentEntry(row: EntryRow): Entry {
  const [role, by] = row.actor.split(':')
  const manual = row.kind === 'manual_accrual' || row.kind === 'manual_withdraw'
  const [, reason = row.reason, comment = null] =
    (manual ? /^(\w+): (.*)$/su.exec(row.reason ?? '') : null) ?? []
  return {
    number: row.number,
    kind: row.kind as Entry['kind'],
    amount: row.amount,
    debt_change: row.debt_change,
    balance_after: row.balance_after,
    occurred_at: row.occurred_at.toISOString(),
    created_at: row.created_at.toISOString(),
    receipt_id: row.receipt_id,
    receipt_number: row.receipt_number,
    pos_id: row.pos_id,
    cashier_id: role === 'cashier' ? (by ?? null) : null,
    user_id: role === 'owner' ? (by ?? null) : null,
    reason,
    comment,
  }
}
