import { Refusal } from '#server/io/refusal.ts'
import type { Cashier, CashierPos } from './require-cashier.ts'

/**
 * The point of sale a call of the till is about: the one it names, or the cashier's only one.
 * Refuses: `not_found` for one where this cashier does not sell, `validation_failed` when there
 * are several and none is named.
 */
export function choosePos(cashier: Cashier, pos_id: string | undefined): CashierPos {
  const [only, ...others] = cashier.pos
  if (pos_id !== undefined) {
    const named = cashier.pos.find(({ id }) => id === pos_id)
    if (!named) throw new Refusal('not_found')
    return named
  }
  if (!only) throw new Refusal('pos_inactive')
  if (others.length > 0) {
    throw new Refusal('validation_failed', { fields: [{ path: 'pos_id', code: 'required' }] })
  }
  return only
}
