/**
 * What a row of the log says: who, from where, what was before and after, in short. Nothing of a
 * secret or of a person goes in: callers name the fields, and texts are cut.
 */
import { cut } from '#contract/plain-text.ts'

/** Who does something, as the guards know him. */
export type Actor = (
  | { user_id: string }
  | { cashier_id: string }
  | { administrator_id: string }
) & {
  /** Masked already (`io/masked-address.ts`). */
  address?: string | undefined
}

/** `owner:<id>` or `cashier:<id>`, as entries of the ledger name it; `platform:<id>`, who runs it all. */
export function actorOf(by: Actor): string {
  if ('administrator_id' in by) return `platform:${by.administrator_id}`
  return 'user_id' in by ? `owner:${by.user_id}` : `cashier:${by.cashier_id}`
}

export type Short = string | number | boolean | null
/** Of each changed field: before, after. */
export type Changes = Record<string, readonly [Short, Short]>

const TEXT_MAX = 80
const CHANGES_MAX = 20

/** The fields of `after` that differ from `before`; lists and objects are told by their size. */
export function shortChanges(before: object, after: object): Changes {
  // Only what is the row's own: a field may be called like something every object has.
  const was = new Map<string, unknown>(Object.entries(before))
  const changed = Object.entries(after).filter(
    ([name, value]) => value !== undefined && !isSame(was.get(name), value),
  )
  return Object.fromEntries(
    changed
      .slice(0, CHANGES_MAX)
      .map(([name, value]) => [name, [short(was.get(name)), short(value)]]),
  )
}

const isSame = (a: unknown, b: unknown): boolean =>
  a === b || JSON.stringify(a ?? null) === JSON.stringify(b ?? null)

function short(value: unknown): Short {
  if (value === undefined || value === null) return null
  if (typeof value === 'number' || typeof value === 'boolean') return value
  if (Array.isArray(value) && value.some((one) => typeof one === 'object')) return value.length
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > TEXT_MAX ? `${cut(text, TEXT_MAX - 1)}…` : text
}
