import { noteAct } from '#server/features/audit/note-act.ts'
import { shortChanges, type Actor } from '#server/features/audit/rules.ts'
import type { Tx } from '#server/io/db.ts'
import type { PromotionRow } from './store.ts'

/** Writes down what an owner did to a promotion; changed: which of its fields, its life among them. */
export async function notePromotion(
  tx: Tx,
  by: Actor,
  act: 'promotion_added' | 'promotion_changed' | 'promotion_deleted',
  row: PromotionRow,
  now: Date,
  before?: PromotionRow,
): Promise<void> {
  const { organization_id, id, name } = row
  const changes = before && { changes: shortChanges(fieldsOf(before), fieldsOf(row)) }
  await noteAct(
    tx,
    { organization_id, by, act, on: { kind: 'promotion', id, name }, ...changes },
    now,
  )
}

const fieldsOf = ({ name, description, show_in_bot, state, archived_at, rules }: PromotionRow) => ({
  ...{ name, description, show_in_bot, state, archived: archived_at !== null },
  ...rules,
})
