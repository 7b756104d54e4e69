/**
 * What is as it nearly always is need not be written: a stored receipt leaves it out, and reading
 * puts it back. Half of a receipt's text is such.
 *
 * Invariant: what is filled equals what was slimmed. So a usual value, once told here, stays: stored
 * receipts count on it. A field of which a receipt says nothing because it is older than the field
 * is filled the same way.
 */

/** The usual values of some fields; `same_as`: fields that usually equal another one. */
export type Usual<Fields extends object> = {
  values: Partial<Fields>
  same_as?: { [Name in keyof Fields]?: keyof Fields }
}

const isUsual = (value: unknown, usual: unknown): boolean =>
  value === usual || (Array.isArray(usual) && Array.isArray(value) && value.length === 0)

const isSame = (value: unknown, other: unknown): boolean =>
  value === other ||
  (Array.isArray(value) &&
    Array.isArray(other) &&
    value.length === other.length &&
    value.every((item, index) => item === other[index]))

/** `fields` without what is usual. */
export function slim<Fields extends object>(
  fields: Fields,
  { values, same_as = {} }: Usual<Fields>,
): Partial<Fields> {
  const told: Partial<Fields> = {}
  for (const name of Object.keys(fields) as (keyof Fields)[]) {
    const other = same_as[name]
    const usual =
      other === undefined
        ? name in values && isUsual(fields[name], values[name])
        : isSame(fields[name], fields[other])
    if (!usual) told[name] = fields[name]
  }
  return told
}

/** What was slimmed, whole again. A field that equals another is told after that other. */
export function fill<Fields extends object>(
  left: Partial<Fields>,
  { values, same_as = {} }: Usual<Fields>,
): Fields {
  const fields = { ...values, ...left } as Fields
  for (const [name, other] of Object.entries(same_as) as [keyof Fields, keyof Fields][]) {
    if (!(name in left)) fields[name] = fields[other]
  }
  return fields
}
