/**
 * Texts with variables. Pure: the text, the names and the values come from outside.
 *
 * `{name}` is a value; `{name|friend}` says `friend` where there is none; `{amount|a|b|c}` is the
 * form that the figure needs, by the plural rules of the reader's language (1 | 2 | 5, and a fourth
 * for fractions). A part in `[…]` goes when a variable in it is empty. Nothing else is special, so
 * that a text of an owner who knows none of this is sent as it was written.
 */

/** A value: what is printed, and the figure behind it where there is one. */
export type Value = { text: string; count?: number }
export type Values = Readonly<Record<string, Value | undefined>>

type Part =
  | { kind: 'text'; text: string }
  | { kind: 'variable'; key: string; rest: string[] }
  | { kind: 'group'; parts: Part[] }

export type TemplateProblem =
  | { code: 'unknown_variable'; name: string; suggestion: string | null }
  | { code: 'open_brace' }
  | { code: 'not_a_figure'; name: string }

export type Template = { parts: Part[]; problems: TemplateProblem[] }

/** Which keys a text may name, by every word for them; the first is the one that is shown. */
export type Names = ReadonlyMap<string, readonly string[]>

/** Apostrophes and spaces are typed in many ways; case does not matter. */
export const plainName = (name: string): string =>
  name
    .trim()
    .toLowerCase()
    .replaceAll(/['’ʼ`′]/g, '')
    .replaceAll(/[\s_-]+/g, '_')

const FORMS = 3

/** Reads a text. What it cannot read is told as problems, and stands in the text as it is. */
export function readTemplate(text: string, names: Names, figures: ReadonlySet<string>): Template {
  const keys = new Map<string, string>()
  for (const [key, words] of names) for (const word of words) keys.set(plainName(word), key)
  const problems: TemplateProblem[] = []
  const parts: Part[] = []
  let group: Part[] | null = null
  const add = (part: Part) => (group ?? parts).push(part)
  for (const piece of text.split(/(\{[^{}]*\}|\[|\])/)) {
    if (piece === '') continue
    if (piece === '[' && group === null) group = []
    else if (piece === ']' && group !== null) {
      const closed: Part[] = group
      group = null
      // Brackets with no variable in them are the owner's own.
      if (closed.some(({ kind }) => kind === 'variable')) add({ kind: 'group', parts: closed })
      else for (const part of [word('['), ...closed, word(']')]) add(part)
    } else if (/^\{[^{}]*\}$/.test(piece)) add(readVariable(piece, keys, figures, problems))
    else {
      if (/[{}]/.test(piece)) problems.push({ code: 'open_brace' })
      add(word(piece))
    }
  }
  // A bracket that is never closed is only a bracket.
  if (group !== null) parts.push(word('['), ...group)
  return { parts, problems }
}

const word = (text: string): Part => ({ kind: 'text', text })

function readVariable(
  piece: string,
  keys: ReadonlyMap<string, string>,
  figures: ReadonlySet<string>,
  problems: TemplateProblem[],
): Part {
  const [name = '', ...rest] = piece.slice(1, -1).split('|')
  const key = keys.get(plainName(name))
  if (key === undefined) {
    const suggestion = nearest(plainName(name), keys)
    problems.push({ code: 'unknown_variable', name: name.trim(), suggestion })
    return word(piece)
  }
  if (rest.length >= FORMS && !figures.has(key)) {
    problems.push({ code: 'not_a_figure', name: name.trim() })
  }
  return { kind: 'variable', key, rest }
}

/** The key whose word is written almost like this; null: none is near. */
function nearest(name: string, keys: ReadonlyMap<string, string>): string | null {
  let best: { key: string; away: number } | null = null
  for (const [known, key] of keys) {
    const away = distance(name, known)
    const near = away <= Math.max(1, Math.floor(known.length / 3)) || begins(name, known)
    if (near && (best === null || away < best.away)) best = { key, away }
  }
  return best?.key ?? null
}

const begins = (name: string, known: string): boolean =>
  name.length >= 3 && (known.startsWith(name) || name.startsWith(known))

/** How many letters must be put in, left out or changed. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const change = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[b.length] ?? 0
}

/** The text with its values, in a language (`uk`, `en`…); lines that became empty go. */
export function fillTemplate({ parts }: Template, values: Values, language: string): string {
  const plurals = new Intl.PluralRules(language)
  const textOf = (part: Part): string => {
    if (part.kind === 'text') return part.text
    if (part.kind === 'variable') return valueOf(part, values, plurals) || GAP
    const missing = part.parts.some(
      (one) => one.kind === 'variable' && valueOf(one, values, plurals) === '',
    )
    return missing ? '' : part.parts.map(textOf).join('')
  }
  return tidy(parts.map(textOf).join(''))
}

function valueOf(
  { key, rest }: Part & { kind: 'variable' },
  values: Values,
  plurals: Intl.PluralRules,
): string {
  const value = values[key]
  if (value === undefined || value.text === '') return rest.length === 1 ? (rest[0] ?? '') : ''
  if (rest.length < FORMS || value.count === undefined) return value.text
  const [one = '', few = '', many = '', fraction = few] = rest
  if (!Number.isInteger(value.count)) return fraction
  const rule = plurals.select(value.count)
  if (rule === 'one') return one
  return rule === 'few' ? few : many
}

/** Where a value is missing, until the text is whole. */
const GAP = '\u0000'

/** What stood beside a missing value must not begin a line: `{name}, welcome`. */
const tidy = (text: string): string =>
  text
    .replaceAll(/^(?: *\u0000[ ,.!]*)+/gm, '')
    .replaceAll(GAP, '')
    .split('\n')
    .map((line) => line.replaceAll(/ {2,}/g, ' ').trim())
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()

/** The text with each variable called by the word of this reader. */
export function renameVariables(text: string, names: Names): string {
  return text.replaceAll(/\{(\w+)((?:\|[^{}|]*)*)\}/g, (whole, key: string, rest: string) => {
    const shown = names.get(key)?.[0]
    return shown === undefined ? whole : `{${shown}${rest}}`
  })
}
