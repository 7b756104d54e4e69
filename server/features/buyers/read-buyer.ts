import type { CreditKind } from '#server/features/ledger/rules.ts'
import type { Organization } from '#server/features/organizations/require-organization.ts'
import { loadProgram } from '#server/features/program/load-program.ts'
import type { Io } from '#server/io/io.ts'
import { Refusal } from '#server/io/refusal.ts'
import { findBuyer } from './find-buyer.ts'
import {
  presentEntry,
  presentInviter,
  presentLevel,
  presentProfile,
  visitOf,
  type BuyerWhole,
} from './present-buyer.ts'
import { averageOf, balanceOf } from './rules.ts'
import { countEntries, selectEntries, selectEntryMoments } from './entry-store.ts'
import { selectProfile, type ProfileRow } from './store.ts'

const ENTRIES_FIRST_PAGE = 25

/**
 * Everything the shop knows of one buyer, by id or phone (E.164). The whole phone is in it only
 * when the asker named it; otherwise revealing it is a call of its own, which is recorded.
 * Refuses: `buyer_not_found`.
 */
export async function readBuyer(
  io: Io,
  organization: Organization,
  by: { id: string } | { phone: string },
): Promise<BuyerWhole> {
  const program = await loadProgram(io, organization)
  const found = await findBuyer(io, organization.id, by, program)
  const profile = found && (await selectProfile(io.db, organization.id, found.buyer.id))
  if (!found || !profile) throw new Refusal('buyer_not_found')
  const { account } = found
  const now = io.clock.now()
  const numbers = account.lots.map((lot) => lot.number)
  const [entries, entries_count, moments] = await Promise.all([
    selectEntries(io.db, account, { page: 1, limit: ENTRIES_FIRST_PAGE }),
    countEntries(io.db, account),
    selectEntryMoments(io.db, account, numbers),
  ])
  const iso = (moment: number) => new Date(moment).toISOString()
  return {
    profile: presentProfile(profile, 'phone' in by ? by.phone : null),
    balance: balanceOf(account, now.getTime(), organization.timezone),
    lots: account.lots
      .filter((lot) => lot.expires_at === null || lot.expires_at > now.getTime())
      .map((lot) => ({
        number: lot.number,
        kind: lot.kind satisfies CreditKind,
        amount: lot.amount,
        remaining: lot.remaining,
        active_from: iso(lot.active_from),
        expires_at: lot.expires_at === null ? null : iso(lot.expires_at),
        created_at: moments.get(lot.number)?.toISOString() ?? null,
      })),
    level: presentLevel(account, program, now),
    totals: {
      receipts_count: account.receipts,
      turnover: Math.max(0, account.turnover),
      average_receipt: averageOf(account.turnover, account.receipts),
      last_visit_at: visitOf(account),
    },
    messengers: found.buyer.messengers,
    referral: await referralOf(io, profile, program.referral.on && account.receipts === 0),
    consent: {
      messages: profile.consent_messages,
      messages_at: profile.consent_messages_at?.toISOString() ?? null,
      rules_accepted_at: profile.rules_accepted_at?.toISOString() ?? null,
      rules_version: profile.rules_version,
    },
    entries: {
      items: entries.map(presentEntry),
      total: entries_count,
      page: 1,
      limit: ENTRIES_FIRST_PAGE,
    },
  }
}

async function referralOf(
  io: Io,
  { organization_id, referred_by }: ProfileRow,
  may_be_invited: boolean,
): Promise<BuyerWhole['referral']> {
  if (referred_by === null) return { inviter: null, may_be_invited }
  const inviter = await selectProfile(io.db, organization_id, referred_by)
  return { inviter: inviter ? presentInviter(inviter) : null, may_be_invited: false }
}
