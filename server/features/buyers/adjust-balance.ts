import { hash } from 'node:crypto'
import type { z } from 'zod'
import type { makeHandleAccrual } from '#contract/buyers.ts'
import { toMoney } from '#contract/money.ts'
import { dayOf, endOfDayAfter } from '#server/features/ledger/calendar-rules.ts'
import { beginChange, endChange } from '#server/features/ledger/change-rules.ts'
import { decideAndCommit, type Decided } from '#server/features/ledger/decide-and-commit.ts'
import { balanceChanged } from '#server/features/ledger/events.ts'
import { expiryOf } from '#server/features/ledger/lifetime-rules.ts'
import { grant, withdraw } from '#server/features/ledger/movement-rules.ts'
import type { Account, Moment } from '#server/features/ledger/rules.ts'
import type { Organization } from '#server/features/organizations/require-organization.ts'
import { loadProgram } from '#server/features/program/load-program.ts'
import type { Program } from '#server/features/program/rules.ts'
import { newId } from '#server/io/id.ts'
import type { Io } from '#server/io/io.ts'
import { takeRate } from '#server/io/rate-limit.ts'
import { Refusal } from '#server/io/refusal.ts'
import { findBuyer } from './find-buyer.ts'
import { presentEntry, reasonText } from './present-buyer.ts'
import { balanceOf } from './rules.ts'
import { selectAnswer } from './store.ts'

export type Adjust = {
  direction: 'accrual' | 'withdraw'
  by: { id: string } | { phone: string }
  /** Minor units, > 0. */
  amount: number
  reason: string
  comment?: string | undefined
  /** Of an accrual: 0 never expires, undefined is the program's own period. */
  lifetime_days?: number | undefined
  notify: boolean
}

export type Adjusted = z.output<(typeof makeHandleAccrual)['response']>

const PER_MINUTE = 120

/**
 * Gives or takes bonuses by an owner's hand, once per Idempotency-Key: a repetition with the same
 * content is answered by what was answered first.
 * Amounts are minor units. A debt is repaid first; available bonuses are taken before pending ones.
 * Refuses: `buyer_not_found`, `insufficient_bonuses`, `idempotency_conflict`, `rate_limited`.
 */
export async function adjustBalance(
  io: Io,
  organization: Organization,
  owner: { user_id: string },
  ask: Adjust,
  idempotency_key: string,
): Promise<{ answer: Adjusted; replayed: boolean }> {
  const actor = `owner:${owner.user_id}`
  const key = `${actor} ${idempotency_key}`
  const request_hash = hash('sha256', JSON.stringify(ask), 'hex')
  const kept = await selectAnswer(io.db, organization.id, key)
  if (kept) return replay(kept, request_hash)
  await takeRate(io, `adjust ${owner.user_id}`, PER_MINUTE, 60)

  const program = await loadProgram(io, organization)
  const found = await findBuyer(io, organization.id, ask.by, program)
  if (!found || found.buyer.status === 'forgotten') throw new Refusal('buyer_not_found')
  const buyer = { organization_id: organization.id, buyer_id: found.buyer.id }
  const source = newId(io.clock.now())
  const settled = await decideAndCommit(io, buyer, {
    async read() {
      // Found anew each time: the buyer may be merged into another at this moment.
      const present = await findBuyer(io, organization.id, { id: buyer.buyer_id }, program)
      if (!present) throw new Refusal('buyer_not_found')
      return present.account
    },
    decide: (account) =>
      decide(account, ask, { source, actor, program, now: io.clock.now(), key, request_hash }),
  })
  if (settled.status === 'committed') return { answer: settled.result, replayed: false }
  if (settled.status === 'duplicate_key') return replay(settled, request_hash)
  throw new Error(`adjustBalance: ${settled.status} cannot be`)
}

type Context = {
  source: string
  actor: string
  program: Program
  now: Date
  key: string
  request_hash: string
}

function decide(account: Account, ask: Adjust, context: Context): Decided<Adjusted> {
  const { program, now } = context
  const draft = beginChange(account, now.getTime())
  const reason = reasonText(ask.reason, ask.comment)
  const cause = { source: context.source, actor: context.actor, reason }
  if (ask.direction === 'accrual') {
    const expires_at = expiryOfGift(program, ask.lifetime_days, now.getTime())
    grant(draft, { ...cause, kind: 'manual_accrual', amount: ask.amount, expires_at })
  } else {
    const { balance } = draft.account
    if (ask.amount > balance) {
      throw new Refusal('insufficient_bonuses', { data: { available: toMoney(balance) } })
    }
    withdraw(draft, { ...cause, amount: ask.amount })
  }
  const change = endChange(draft)
  const { organization_id, buyer_id } = account
  const result: Adjusted = {
    buyer_id,
    entries: change.entries.map((entry) => {
      const moment = new Date(entry.created_at)
      return presentEntry({
        ...entry,
        ...{ pos_id: null, receipt_number: null, created_at: moment, occurred_at: moment },
      })
    }),
    balance: balanceOf(change.account, now.getTime(), program.timezone),
  }
  const from_number = account.entries + 1
  const to_number = change.account.entries
  const ids = { organization_id, buyer_id, from_number, to_number }
  return {
    operation: {
      organization_id,
      change,
      now,
      day: dayOf(now.getTime(), program.timezone).text,
      pos_id: null,
      announcements: [balanceChanged({ ...ids, notify: ask.notify })],
      answer: {
        key: context.key,
        request_hash: context.request_hash,
        body: JSON.stringify(result),
      },
    },
    result,
  }
}

function expiryOfGift(program: Program, days: number | undefined, now: Moment): Moment | null {
  if (days === undefined) return expiryOf(program, 'manual_accrual', now)
  return days === 0 ? null : endOfDayAfter(now, days, program.timezone)
}

function replay(
  kept: { request_hash: string; body: string },
  request_hash: string,
): { answer: Adjusted; replayed: boolean } {
  if (kept.request_hash !== request_hash) throw new Refusal('idempotency_conflict')
  return { answer: JSON.parse(kept.body) as Adjusted, replayed: true }
}
