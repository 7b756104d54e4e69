import type { Cashier } from '#server/features/pos/require-cashier.ts'
import type { Io } from '#server/io/io.ts'
import type { Once } from './answer-once.ts'
import type { Approver } from './approve-receipt.ts'
import { programOf, promotionsOf } from './till-program.ts'
import { requireSelling } from './decide-receipt.ts'
import { readFrozen, writeFrozen, type FrozenReceipt } from './freeze-receipt.ts'
import type { NamedIn } from './identify-buyer.ts'
import { requireFlyer } from './offer-gifts.ts'
import type { CreateAsk, Prepared } from './prepare-create.ts'
import type { Sale } from './rules.ts'

/** A create whose buyer has to say yes first. */
export type Asked = {
  ask: CreateAsk
  prepared: Prepared
  once: Once | null
  /** What the till was shown, and what the buyer says yes to. */
  frozen: FrozenReceipt
  buyer_id: string
}

/** What is kept of it: everything that the commit needs and that is no rule of the shop. */
type Kept = {
  spend: number
  named: NamedIn
  cashier: Cashier
  pos_id: string
  program_version: number
  sent: Sale
  sale: Sale
  number: string | null
  approved_by: Approver | null
  request_hash: string
  once: Once | null
  frozen: string
}

export function writeAsked({ ask, prepared, once, frozen }: Asked): string {
  const { cashier, pos, program, sent, sale, number, named_in, approved_by, request_hash } =
    prepared
  const kept: Kept = {
    ...{ spend: ask.spend, named: named_in, cashier, pos_id: pos.id },
    ...{ program_version: program.version, sent, sale, number, approved_by, request_hash, once },
    frozen: writeFrozen(frozen),
  }
  return JSON.stringify(kept)
}

/** The figures that were shown. */
export const shownIn = (content: string): FrozenReceipt =>
  readFrozen({ content: (JSON.parse(content) as Kept).frozen })

/**
 * The kept create, as if the same cashier asked it now: under the same version of the program and
 * with the figures that were shown, so that it is made only if they still hold.
 * Refuses: `code_expired` (the flyer's days are over), `pos_inactive`, `license_required`.
 */
export async function readAsked(
  io: Io,
  row: { receipt_id: string; content: string; buyer_id: string },
): Promise<{ ask: CreateAsk; prepared: Prepared; once: Once | null }> {
  const kept = JSON.parse(row.content) as Kept
  const { cashier, named, number, approved_by, request_hash, sent, sale } = kept
  const pos = cashier.pos.find(({ id }) => id === kept.pos_id)
  if (!pos) throw new Error('readAsked: a till sells at its own points')
  requireSelling(pos)
  const program = await programOf(io, cashier, kept.program_version)
  const occurred_at = io.clock.now()
  const { totals } = shownIn(row.content).settled
  const shown = { spent: totals.bonuses_spent, to_pay: totals.to_pay, buyer_id: row.buyer_id }
  const ask = {
    ...{ receipt_id: row.receipt_id, named, spend: kept.spend },
    ...{ body: undefined, register: undefined, occurred_at: undefined },
  }
  const prepared: Prepared = {
    ...{ cashier, pos, program, promotions: await promotionsOf(io, cashier) },
    ...{ sent, sale, number, named_in: named, shown, drafted: null, occurred_at },
    flyer: requireFlyer(program, pos.id, named, occurred_at),
    ...{ money_taken: false, offline: false, approved_by, request_hash },
  }
  return { ask, prepared, once: kept.once }
}
