/**
 * What a mailing may say of each reader: `{імʼя}` or `{name}`, with other words behind a bar for who
 * has none: `{імʼя|друже}`. Free of zod, so that the editor checks as the server does.
 */
const names = {
  name: ['name', 'імʼя', "ім'я", 'ім’я', 'имя'],
  balance: ['balance', 'баланс'],
  expiring: ['expiring', 'згорить', 'сгорит'],
  date: ['date', 'дата'],
  shop: ['shop', 'магазин'],
} as const
export type PostVariable = keyof typeof names

/** How a language names them, for hints: `{імʼя}`. */
export const printedVariables = (locale: string): string[] => {
  const place = locale.startsWith('uk') ? 1 : locale.startsWith('ru') ? -1 : 0
  return Object.values(names).map((words) => `{${words.at(place)}}`)
}

const known = new Map<string, PostVariable>(
  Object.entries(names).flatMap(([variable, words]) =>
    words.map((word) => [word, variable as PostVariable] as const),
  ),
)
const places = /\{([^{}|\n]{1,30})(?:\|([^{}\n]{0,60}))?\}/g

/** Names in a text that mean nothing. */
export const unknownVariables = (text: string): string[] =>
  [...text.matchAll(places)].flatMap(([, name = '']) =>
    known.has(name.trim().toLowerCase()) ? [] : [name],
  )

/** True when a text says something of its reader. */
export const hasVariables = (text: string): boolean =>
  [...text.matchAll(places)].some(([, name = '']) => known.has(name.trim().toLowerCase()))

/** The text for one reader; null and empty values give way to the words behind the bar. */
export function fillVariables(
  text: string,
  values: Readonly<Record<PostVariable, string | null>>,
): string {
  const filled = text.replaceAll(places, (whole, name: string, fallback: string | undefined) => {
    const variable = known.get(name.trim().toLowerCase())
    if (!variable) return whole
    return values[variable] || fallback || ''
  })
  // What stood beside an empty name must not begin a line.
  return filled.replaceAll(/^[ ,.!]+/gm, '').replaceAll(/ {2,}/g, ' ')
}
