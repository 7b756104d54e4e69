/** What leaves the product as a file or a letter, read so strictly that nothing alive gets through. */
import { TextWriter, Uint8ArrayReader, ZipReader } from '@zip.js/zip.js'
import { parse } from 'csv-parse/sync'
import { readXlsx } from 'hucre/xlsx'

export const cellsOfCsv = (body: string, delimiter = ';'): string[] =>
  parse(body, { bom: true, delimiter }).flat()

/** Throws when a part is no XML that every reader takes, or when a cell has a formula or a link. */
export async function cellsOfXlsx(bytes: Uint8Array): Promise<string[]> {
  for (const part of await new ZipReader(new Uint8ArrayReader(bytes)).getEntries()) {
    if (part.directory) continue
    const xml = await part.getData(new TextWriter())
    const alive = /<(?:f|hyperlinks?|definedName)[ >]/.exec(xml)
    const illegal = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u.exec(xml)
    if (alive || illegal)
      throw new Error(`${part.filename} has ${JSON.stringify(alive ?? illegal)}`)
  }
  const { sheets } = await readXlsx(bytes)
  return sheets.flatMap(({ rows }) => rows.flat().map((cell) => String(cell ?? '')))
}

/** The cells of a CSV that some spreadsheet would run; a figure is none. */
export const runningCells = (cells: readonly string[]): string[] =>
  cells.filter((cell) => /^\s*[=+\-@＝＋－＠]/.test(cell) && !/^-?[\d ]+(?:[.,]\d+)?$/.test(cell))

const TAGS = /^(?:!doctype|html|head|meta|title|body|table|tr|td|h1|p|a)$/
const ATTRIBUTES =
  /^(?:html|lang|charset|name|content|style|role|width|cellpadding|cellspacing|align|href)$/
const signs: Record<string, string> = {
  ...{ '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" },
}

/** What the HTML of a letter says. Throws at whatever `io/mail/letter.ts` does not write. */
export function readLetter(html: string): string {
  let said = ''
  const pieces = /<\/?([!a-z0-9]+)((?:\s+[a-z-]+(?:="[^"<>]*")?)*)\s*\/?>|[^<]+|</g
  for (const [piece, tag, attributes = ''] of html.matchAll(pieces)) {
    if (tag === undefined) {
      if (/[<>]|&(?!(?:amp|lt|gt|quot|#39);)/.test(piece)) throw new Error(`not ours: ${piece}`)
      said += piece.replaceAll(/&\w+;|&#39;/g, (sign) => signs[sign] ?? sign)
      continue
    }
    const named = [...attributes.matchAll(/([a-z-]+)(?:="([^"]*)")?/g)]
    const ours = named.every(
      ([, name = '', value = '']) =>
        ATTRIBUTES.test(name) && (name !== 'href' || /^https?:\/\//.test(value)),
    )
    if (!TAGS.test(tag) || !ours) throw new Error(`not ours: ${piece}`)
  }
  return said
}
