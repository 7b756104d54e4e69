/**
 * Finds words in a text as a person means them: any case, any apostrophe, any ending.
 * A word matches by its beginning without the last letters, because Ukrainian words change there.
 */

const APOSTROPHES = /[ʼ’'`]/g
const plain = (text: string) => text.toLowerCase().replaceAll(APOSTROPHES, 'ʼ')

/** What of a word is looked for: the longer it is, the more of its end may change. */
function stemOf(word: string): string {
  if (word.length >= 9) return word.slice(0, -4)
  if (word.length >= 6) return word.slice(0, -2)
  return word.length >= 4 ? word.slice(0, -1) : word
}

/** The beginnings of words that a query asks for. */
export const stemsOf = (query: string): string[] =>
  plain(query)
    .split(/[^\p{L}\dʼ]+/u)
    .filter((word) => word !== '')
    .map(stemOf)

const wordsWith = (stem: string) => new RegExp(`(?<![\\p{L}\\dʼ])${stem}[\\p{L}\\dʼ]*`, 'gu')

/** Whether a text has all of them. */
export const hasAll = (text: string, stems: readonly string[]): boolean =>
  stems.every((stem) => wordsWith(stem).test(plain(text)))

/** Where in a text the words that begin so are: from, to. */
export const placesOf = (text: string, stems: readonly string[]): [number, number][] =>
  stems.flatMap((stem) =>
    [...plain(text).matchAll(wordsWith(stem))].map(({ 0: word, index }): [number, number] => [
      index,
      index + word.length,
    ]),
  )
