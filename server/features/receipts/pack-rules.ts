/**
 * How lines lie in a stored receipt: by column, because every name then stands there once, and a
 * field that is the same in all lines takes one value. A receipt of five lines is a third as long,
 * which is as much less for the database to read, to log and to keep for ever.
 *
 * Invariant: what is unpacked equals what was packed, for any rows of one shape.
 */

/** `count` rows; a column is one value per row, or the plain value that all of them have. */
export type Packed = { count: number; columns: Record<string, unknown> }

const isPlain = (value: unknown): boolean => value === null || typeof value !== 'object'

/** Rows of one shape as columns. */
export function packRows(rows: readonly Readonly<Record<string, unknown>>[]): Packed {
  const columns: Record<string, unknown> = {}
  const [first] = rows
  for (const name of Object.keys(first ?? {})) {
    const value = first?.[name]
    const one_for_all = isPlain(value) && rows.every((row) => row[name] === value)
    columns[name] = one_for_all ? value : rows.map((row) => row[name])
  }
  return { count: rows.length, columns }
}

/** The rows again. */
export function unpackRows({ count, columns }: Packed): Record<string, unknown>[] {
  const named = Object.entries(columns)
  return Array.from({ length: count }, (_none, row) =>
    Object.fromEntries(
      named.map(([name, column]) => [name, Array.isArray(column) ? column[row] : column]),
    ),
  )
}
