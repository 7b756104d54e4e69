import { dayOf } from '#server/features/ledger/calendar-rules.ts'
import { beginChange, endChange } from '#server/features/ledger/change-rules.ts'
import { decideAndCommit, type Decided } from '#server/features/ledger/decide-and-commit.ts'
import { balanceChanged } from '#server/features/ledger/events.ts'
import { expiryOf } from '#server/features/ledger/lifetime-rules.ts'
import { grant } from '#server/features/ledger/movement-rules.ts'
import { availableOf } from '#server/features/ledger/rules.ts'
import type { FoundBuyer } from '#server/features/buyers/find-buyer.ts'
import type { Cashier } from '#server/features/pos/require-cashier.ts'
import type { Program } from '#server/features/program/rules.ts'
import type { Promotion } from '#server/features/promotions/rules.ts'
import { newId } from '#server/io/id.ts'
import type { Io } from '#server/io/io.ts'
import { Refusal } from '#server/io/refusal.ts'
import { answerFor, answerOnce, type Answered, type Once } from './answer-once.ts'
import { programOf, promotionsOf } from './till-program.ts'
import { nameBuyer, readBuyer } from './identify-buyer.ts'
import { viewBuyer, type BuyerView } from './view-buyer.ts'
import { findReceipt } from './store.ts'
import { claimCompensation, compensatedOn, releaseCompensation } from './compensation-store.ts'

export type CompensateAsk = {
  phone: string
  amount: number
  reason: string
  receipt_id: string | undefined
}

export type Compensation = {
  id: string
  buyer: BuyerView
  amount: number
  balance_after: number
  debt_after: number
  left_today: number | null
  created_at: string
}

/**
 * Gives a buyer bonuses for a sale that cannot be cancelled. The caps, of one compensation and of
 * one cashier's day, are claimed before the ledger is asked and given back when it refuses.
 * Refuses: `not_allowed` (no right, or over a cap: `data` says how much is left), `receipt_not_found`,
 * `buyer_not_found`, `buyer_blocked`, `idempotency_conflict`, `rate_limited`.
 */
export async function compensateBuyer(
  io: Io,
  cashier: Cashier,
  ask: CompensateAsk,
  once: Once | null,
): Promise<Answered<Compensation>> {
  const program = await programOf(io, cashier)
  const [pos] = cashier.pos
  if (!cashier.permissions.compensate || !pos) throw new Refusal('not_allowed')
  await requireReceipt(io, cashier, ask.receipt_id)
  return answerOnce<Compensation>(io, once, {
    work: () => compensate(io, cashier, program, pos.id, ask, once),
    replay: async (body) => JSON.parse(body) as Compensation,
  })
}

async function compensate(
  io: Io,
  cashier: Cashier,
  program: Program,
  pos_id: string,
  ask: CompensateAsk,
  once: Once | null,
) {
  const named = await nameBuyer(io, cashier, pos_id, program, { phone: ask.phone })
  const read = async (): Promise<FoundBuyer> => {
    const found = named && (await readBuyer(io, cashier, pos_id, program, named))
    if (!found) throw new Refusal('buyer_not_found')
    return found
  }
  const first = await read()
  const now = io.clock.now()
  const day = dayOf(now.getTime(), program.timezone).text
  const { organization_id, cashier_id } = cashier
  const purse = { organization_id, cashier_id, day }
  const promotions = await promotionsOf(io, cashier)
  const left_today = await claim(io, program, purse, ask.amount)
  try {
    const done = await decideAndCommit(
      io,
      { organization_id, buyer_id: first.buyer.id },
      {
        read,
        decide: (found) =>
          decide(io, cashier, { program, promotions }, pos_id, ask, {
            found,
            once,
            left_today,
            day,
          }),
      },
    )
    if (done.status !== 'committed') await releaseCompensation(io.db, purse, ask.amount)
    return done
  } catch (error) {
    await releaseCompensation(io.db, purse, ask.amount)
    throw error
  }
}

/** The receipt it is for must be one this till can see. */
async function requireReceipt(
  io: Io,
  cashier: Cashier,
  receipt_id: string | undefined,
): Promise<void> {
  if (receipt_id === undefined) return
  const row = await findReceipt(io.db, { organization_id: cashier.organization_id, receipt_id })
  if (!row || !cashier.pos.some(({ id }) => id === row.pos_id))
    throw new Refusal('receipt_not_found')
}

/** Claims the amount under both caps; answers what is left of the day's. */
async function claim(
  io: Io,
  program: Program,
  purse: { organization_id: string; cashier_id: string; day: string },
  amount: number,
): Promise<number> {
  const { compensation_max, compensation_day_max } = program
  const claimed =
    amount <= compensation_max
      ? await claimCompensation(io.db, purse, amount, compensation_day_max)
      : undefined
  if (claimed !== undefined) return compensation_day_max - claimed
  const given = await compensatedOn(io.db, purse)
  const left_today = Math.max(0, compensation_day_max - given)
  throw new Refusal('not_allowed', {
    data: { max: Math.min(compensation_max, left_today) / 100, left_today: left_today / 100 },
  })
}

function decide(
  io: Io,
  cashier: Cashier,
  shop: { program: Program; promotions: readonly Promotion[] },
  pos_id: string,
  ask: CompensateAsk,
  context: { found: FoundBuyer; once: Once | null; left_today: number; day: string },
): Decided<Compensation> {
  const { found, once, left_today, day } = context
  const now = io.clock.now()
  const at = now.getTime()
  const id = newId(now)
  const { organization_id } = cashier
  const draft = beginChange(found.account, at)
  grant(draft, {
    kind: 'compensation',
    amount: ask.amount,
    expires_at: expiryOf(shop.program, 'compensation', at),
    source: id,
    actor: `cashier:${cashier.cashier_id}`,
    receipt_id: ask.receipt_id ?? null,
    reason: ask.reason,
  })
  const change = endChange(draft)
  const result: Compensation = {
    id,
    buyer: viewBuyer(found.buyer, change.account, shop, at, cashier.permissions.see_phone),
    amount: ask.amount,
    balance_after: availableOf(change.account, at),
    debt_after: change.account.debt,
    left_today,
    created_at: now.toISOString(),
  }
  const answer = answerFor(once, result)
  const first = change.entries[0]?.number ?? change.account.entries
  return {
    operation: {
      organization_id,
      change,
      now,
      day,
      pos_id,
      announcements: [
        balanceChanged({
          organization_id,
          buyer_id: found.buyer.id,
          from_number: first,
          to_number: change.account.entries,
          notify: true,
        }),
      ],
      ...(answer && { answer }),
    },
    result,
  }
}
