import type { AuditAct } from '#contract/audit-acts.ts'
import type { Db, Tx } from '#server/io/db.ts'
import { newId } from '#server/io/id.ts'
import { actorOf, type Actor, type Changes, type Short } from './rules.ts'
import { insertAct } from './store.ts'

/** Acts that others keep, the ledger and `identity/`: nobody writes them down once more. */
type KeptElsewhere =
  | 'manual_accrual'
  | 'manual_withdraw'
  | 'compensation'
  | 'receipt_cancelled'
  | 'receipt_refunded'
  | 'owner_signed_in'

export type Act = {
  organization_id: string
  by: Actor
  act: Exclude<AuditAct, KeptElsewhere>
  /** What it was done to; of a buyer without a name. */
  on?: {
    kind: 'cashier' | 'pos' | 'buyer' | 'bot' | 'license' | 'promotion'
    id: string
    name?: string
  }
  /** Plain facts: the group of settings, the name of a report. */
  facts?: Record<string, Short>
  changes?: Changes
}

/**
 * Writes down what an owner or a cashier does. `tx` is the transaction of the act itself, so that
 * neither is ever there without the other; where something is only looked at, the plain database,
 * before it is answered.
 */
export async function noteAct(tx: Db | Tx, act: Act, now: Date): Promise<void> {
  await insertAct(tx, {
    organization_id: act.organization_id,
    id: newId(now),
    actor: actorOf(act.by),
    act: act.act,
    subject_kind: act.on?.kind ?? null,
    subject_id: act.on?.id ?? null,
    subject_name: act.on?.name?.slice(0, 120) ?? null,
    detail: JSON.stringify({ ...act.facts, ...(act.changes && { changes: act.changes }) }),
    address: act.by.address ?? null,
    created_at: now,
  })
}
