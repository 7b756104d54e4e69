import { z } from 'zod'
import { cancelEstimate, type CancelEstimate, type CancelResult } from '#contract/cancellation.ts'
import { findBuyer } from '#server/features/buyers/find-buyer.ts'
import { dayOf } from '#server/features/ledger/calendar-rules.ts'
import { decideAndCommit, type Decided } from '#server/features/ledger/decide-and-commit.ts'
import type { Account } from '#server/features/ledger/rules.ts'
import type { Program } from '#server/features/program/rules.ts'
import { newId } from '#server/io/id.ts'
import type { Io } from '#server/io/io.ts'
import { Refusal } from '#server/io/refusal.ts'
import type { TextLanguage } from '#server/io/text.ts'
import { answerFor, answerOnce, type Answered, type Once } from './answer-once.ts'
import { friendReturned, receiptCancelled } from './events.ts'
import { sayWarnings } from './explain-receipt.ts'
import { followMerge } from './follow-merge.ts'
import { readFrozen, readReturned, type FrozenReceipt } from './freeze-receipt.ts'
import type { SettledGift } from './gift-rules.ts'
import type { CancelDecision, CancelFigures, CancelPart } from './rules.ts'
import { settleCancellation } from './settle-cancellation-rules.ts'
import { findCancellation, findReceipt, type ReceiptRow } from './store.ts'

/** Who cancels, and what of the shop's receipts they may. */
export type Canceller = {
  organization_id: string
  /** `cashier:…` or `owner:…`. */
  actor: string
  cashier_id: string | null
  user_id: string | null
  program: Program
  /** Where the money is given back. */
  posOf(receipt: ReceiptRow): string
  /** Throws when this receipt is not theirs to cancel. */
  check(receipt: ReceiptRow): void
}

export type CancelAsk = {
  receipt_id: string
  part: CancelPart
  /** Of the estimate that was shown; undefined: none was. */
  version?: number | undefined
  reason?: string | undefined
}

/** Which part a request means; without lines and amount all that is left. */
export function partOf(body: {
  lines?: { line: number; quantity: number }[] | undefined
  amount?: number | undefined
}): CancelPart {
  if (body.lines) return { kind: 'lines', lines: body.lines }
  if (body.amount !== undefined) return { kind: 'amount', amount: body.amount }
  return { kind: 'full' }
}

/** What a cancellation keeps of itself: enough to answer it again. */
type FrozenCancellation = {
  // The first cancellations knew of no gifts.
  figures: Omit<CancelFigures, 'gifts_withdraw'> & { gifts_withdraw?: number }
  level_before: string | null
  level_after: string | null
}

type Read = {
  row: ReceiptRow
  frozen: FrozenReceipt
  account: Account | null
  buyer_id: string | null
  /** The account is of the buyer that the receipt's own was merged into. */
  merged: boolean
}

/**
 * What cancelling would do; writes nothing.
 * Refuses: `receipt_not_found`, `already_cancelled`, `validation_failed`, and what `check` throws.
 */
export async function estimateCancellation(
  io: Io,
  canceller: Canceller,
  ask: CancelAsk,
  language: TextLanguage,
): Promise<CancelEstimate> {
  const read = await readForCancel(io, canceller, ask.receipt_id)
  const decision = decide(canceller, ask, read, newId(io.clock.now()), io.clock.now())
  return presentEstimate(ask.receipt_id, freeze(canceller.program, decision.estimate), language)
}

/**
 * Cancels a receipt or a part of it, in one commit: bonuses, turnover, the receipt's state.
 * Refuses: as the estimate, and `version_conflict` with the new estimate when another was shown.
 */
export async function cancelReceipt(
  io: Io,
  canceller: Canceller,
  ask: CancelAsk,
  once: Once | null,
  language: TextLanguage,
): Promise<Answered<CancelResult>> {
  const first = await readForCancel(io, canceller, ask.receipt_id)
  const { organization_id } = canceller
  const { buyer_id } = first
  const id = newId(io.clock.now())
  return answerOnce<CancelResult>(io, once, {
    work: () =>
      decideAndCommit(
        io,
        buyer_id === null
          ? { organization_id, receipt_id: ask.receipt_id }
          : { organization_id, buyer_id },
        {
          read: () => readForCancel(io, canceller, ask.receipt_id),
          decide: (read) =>
            decideCancel(canceller, ask, read, { id, once, language, now: io.clock.now() }),
        },
      ),
    replay: (body) => replayCancel(io, organization_id, body, language),
  })
}

function decideCancel(
  canceller: Canceller,
  ask: CancelAsk,
  read: Read,
  { id, once, language, now }: { id: string; once: Once | null; language: TextLanguage; now: Date },
): Decided<CancelResult> {
  const decision = decide(canceller, ask, read, id, now)
  const frozen = freeze(canceller.program, decision.estimate)
  const estimate = presentEstimate(ask.receipt_id, frozen, language)
  if (ask.version !== undefined && ask.version !== estimate.version) {
    throw new Refusal('version_conflict', { data: z.encode(cancelEstimate, estimate) })
  }
  const { organization_id } = canceller
  const { row } = read
  const { figures } = frozen
  const whole = decision.status === 'cancelled'
  const answer = answerFor(once, { cancellation_id: id })
  return {
    operation: {
      organization_id,
      change: decision.change,
      now,
      day: dayOf(now.getTime(), canceller.program.timezone).text,
      pos_id: canceller.posOf(row),
      cancellation: {
        id,
        receipt_id: row.id,
        receipt_version: row.version,
        cashier_id: canceller.cashier_id,
        user_id: canceller.user_id,
        member: row.buyer_id !== null,
        whole,
        refund_money: figures.refund_money,
        bonuses_return: figures.bonuses_return,
        bonuses_withdraw: figures.bonuses_withdraw - figures.shop_loss,
        shop_loss: figures.shop_loss,
        reason: ask.reason ?? null,
        content: JSON.stringify(frozen),
        returned: JSON.stringify(decision.returned),
      },
      account_day: {
        day: decision.turnover.day,
        turnover: decision.turnover.amount,
        receipts: whole ? -1 : 0,
      },
      claims: decision.claims,
      release: decision.gifts_over.map(({ gift, who }) => ({ gift, who })),
      announcements: announcementsOf(organization_id, read, id, decision.gifts_over),
      ...(answer && { answer }),
    },
    result: {
      ...estimate,
      cancellation_id: id,
      status: decision.status,
      created_at: now.toISOString(),
    },
  }
}

function announcementsOf(
  organization_id: string,
  { row, buyer_id }: Read,
  cancellation_id: string,
  gifts_over: readonly SettledGift[],
) {
  const receipt_id = row.id
  const friend = gifts_over.some(({ inviter_id }) => inviter_id !== null)
  return [
    receiptCancelled({ organization_id, receipt_id, cancellation_id, buyer_id }),
    ...(friend ? [friendReturned({ organization_id, receipt_id })] : []),
  ]
}

/** The receipt and whose account it moves: the buyer's, or the one that buyer was merged into. */
async function readForCancel(io: Io, canceller: Canceller, receipt_id: string): Promise<Read> {
  const { organization_id, program } = canceller
  const row = await findReceipt(io.db, { organization_id, receipt_id })
  if (!row) throw new Refusal('receipt_not_found')
  canceller.check(row)
  const frozen = readFrozen(row)
  const money_only = { row, frozen, account: null, buyer_id: null, merged: false }
  if (row.buyer_id === null) return money_only
  const found = await findBuyer(io, organization_id, { id: row.buyer_id }, program)
  // Of a forgotten buyer only the money goes back.
  if (!found || found.buyer.status === 'forgotten') return money_only
  const { account, buyer } = found
  const read = { row, frozen, account, buyer_id: buyer.id, merged: buyer.id !== row.buyer_id }
  if (!read.merged) return read
  const pair = { gone_id: row.buyer_id, keep_id: buyer.id }
  const settled = await followMerge(io, organization_id, pair, frozen.settled)
  return { ...read, frozen: { ...frozen, settled } }
}

type Allowed = Extract<CancelDecision, { refused: null }>

function decide(
  canceller: Canceller,
  ask: CancelAsk,
  { row, frozen, account, merged }: Read,
  cancellation_id: string,
  now: Date,
): Allowed {
  const decision = settleCancellation({
    receipt_id: row.id,
    receipt: frozen.settled,
    returned: readReturned(row, frozen),
    account,
    merged,
    program: canceller.program,
    part: ask.part,
    cancellation_id,
    actor: canceller.actor,
    reason: ask.reason ?? null,
    now: now.getTime(),
  })
  if (decision.refused) {
    const { code, fields, params } = decision.refused
    throw new Refusal(code, { ...(fields && { fields }), ...(params && { params }) })
  }
  return decision
}

function freeze(program: Program, figures: CancelFigures): FrozenCancellation {
  const nameOf = (number: number | null) =>
    program.levels.find((level) => level.number === number)?.name ?? null
  return {
    figures,
    level_before: nameOf(figures.level_before),
    level_after: nameOf(figures.level_after),
  }
}

function presentEstimate(
  receipt_id: string,
  { figures, level_before, level_after }: FrozenCancellation,
  language: TextLanguage,
): CancelEstimate {
  return {
    ...figures,
    gifts_withdraw: figures.gifts_withdraw ?? 0,
    receipt_id,
    level_before,
    level_after,
    warnings: sayWarnings(figures, language),
  }
}

/** The answer of a cancellation that is done, as it was given. */
async function replayCancel(
  io: Io,
  organization_id: string,
  body: string,
  language: TextLanguage,
): Promise<CancelResult> {
  const { cancellation_id } = JSON.parse(body) as { cancellation_id: string }
  const row = await findCancellation(io.db, { organization_id, cancellation_id })
  if (!row) throw new Error('a kept answer names a cancellation')
  return {
    ...presentEstimate(row.receipt_id, JSON.parse(row.content) as FrozenCancellation, language),
    cancellation_id: row.id,
    status: row.whole ? 'cancelled' : 'partially_cancelled',
    created_at: row.created_at.toISOString(),
  }
}
