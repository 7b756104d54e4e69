import type { FieldProblem } from '#contract/errors.ts'
import { Refusal } from '#server/io/refusal.ts'
import { isCurrency, isTimezone } from './rules.ts'
import { refusedColumn } from './store.ts'

/** Refuses a currency or a zone that does not exist. */
export function checkChoices(ask: {
  currency?: string | undefined
  timezone?: string | undefined
}): void {
  const fields: Omit<FieldProblem, 'message'>[] = []
  if (ask.currency !== undefined && !isCurrency(ask.currency)) {
    fields.push({ path: 'currency', code: 'not_an_option' })
  }
  if (ask.timezone !== undefined && !isTimezone(ask.timezone)) {
    fields.push({ path: 'timezone', code: 'unknown_timezone' })
  }
  if (fields.length > 0) throw new Refusal('validation_failed', { fields })
}

/** Runs a write and says in the caller's terms what the table refused of it. */
export async function refusingChoices<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    const column = refusedColumn(error)
    if (column === undefined) throw error
    if (column === 'name')
      throw new Refusal('name_taken', { fields: [{ path: 'name', code: 'taken' }] })
    throw new Refusal('validation_failed', { fields: [{ path: column, code: 'not_an_option' }] })
  }
}
