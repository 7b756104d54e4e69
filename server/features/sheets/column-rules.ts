/** Which column of a file is which field, guessed by the headings. */

/** A heading as it is compared: lower case, words only; a percent sign is a word. */
export function headingKey(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[ʼ’'`"«»]/g, '')
    .replaceAll('%', ' % ')
    .replaceAll(/[^\p{L}\p{N}%]+/gu, ' ')
    .trim()
}

/** How well a heading names a field: 3 by its very name, 2 by its beginning, 1 by a part, 0 not. */
function fit(key: string, names: readonly string[]): number {
  let best = 0
  for (const name of names) {
    if (key === name) return 3
    if (key.startsWith(`${name} `)) best = Math.max(best, 2)
    else if (` ${key} `.includes(` ${name} `)) best = Math.max(best, 1)
  }
  return best
}

/** A program whose files are told by their headings, and what it calls fields. */
export type KnownProgram<Field extends string = string> = {
  /** All of these are there, as `headingKey` compares them. */
  signs: readonly string[]
  /** A field it calls otherwise than others do; an empty list: none of its columns is this. */
  columns: Partial<Record<Field, readonly string[]>>
}

/** Which column is which field: by the program that wrote the file, or as it is probably meant. */
export function mapColumns<Field extends string>(
  headings: readonly string[],
  names_of: Record<Field, readonly string[]>,
  programs: readonly KnownProgram<Field>[] = [],
): Partial<Record<Field, number>> {
  const keys = new Set(headings.map(headingKey))
  const known = programs.find(({ signs }) => signs.every((sign) => keys.has(sign)))
  return guessColumns(headings, { ...names_of, ...known?.columns })
}

/** Which column is probably which field: the best fit first, each column and each field once. */
export function guessColumns<Field extends string>(
  headings: readonly string[],
  names_of: Record<Field, readonly string[]>,
): Partial<Record<Field, number>> {
  const keys = headings.map(headingKey)
  const fits = (Object.entries(names_of) as [Field, readonly string[]][]).flatMap(
    ([field, names]) => keys.map((key, column) => ({ field, column, score: fit(key, names) })),
  )
  const mapping: Partial<Record<Field, number>> = {}
  const taken = new Set<number>()
  for (const { field, column, score } of fits.toSorted((a, b) => b.score - a.score)) {
    if (score === 0 || mapping[field] !== undefined || taken.has(column)) continue
    mapping[field] = column
    taken.add(column)
  }
  return mapping
}
