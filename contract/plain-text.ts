/**
 * Texts of strangers without signs that nobody sees and that harm what stands beside them: marks
 * that turn the direction of the rest of a line (a sum after such a name reads backwards), halves of
 * letters, which PostgreSQL and messengers refuse, and code points that break a file of XML. What
 * languages and emoji are written with stays.
 */
const UNSEEN = /[\u0080-\u009f\u202a-\u202e\u2066-\u2069\ufff9-\ufffb]|\p{Cs}|\p{NChar}/gu

/** Nearly every text: letters without any of these signs, which is much sooner seen than sought. */
const SEEN = /^[\u0000-\u007f\u00a0-\u2029]*$/

export const withoutUnseen = (text: string): string =>
  SEEN.test(text) ? text : text.replaceAll(UNSEEN, '')

/** The beginning of a text, which never ends within a letter. */
export const cut = (text: string, max: number): string => withoutUnseen(text.slice(0, max))

/** On one line: line breaks and other controls are spaces. */
export const oneLine = (text: string): string =>
  withoutUnseen(text.replaceAll(/[\u0000-\u001f\u007f\s]+/g, ' ')).trim()

/** On as many lines as there are; other controls are spaces. */
export const manyLines = (text: string): string =>
  withoutUnseen(text.replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f]/g, ' ')).trim()
