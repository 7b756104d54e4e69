import {
  TextReader,
  TextWriter,
  Uint8ArrayReader,
  Uint8ArrayWriter,
  ZipReader,
  ZipWriter,
} from '@zip.js/zip.js'
import { parse } from 'csv-parse/sync'
import { describe, expect, test } from 'vitest'
import { cellsOfXlsx } from '#server/testing/exported-files.ts'
import { guessDelimiter, textOf } from './spreadsheet-format.ts'
import {
  readSheet,
  streamCsv,
  streamXlsx,
  UnreadableFile,
  writeCsv,
  writeXlsx,
  type SheetFormat,
} from './spreadsheet.ts'

async function read(bytes: Uint8Array) {
  let format: SheetFormat | undefined
  const rows: string[][] = []
  const numbers: number[] = []
  await readSheet(bytes, {
    begin: (told) => (format = told),
    async rows(slice) {
      for (const { number, cells } of slice) {
        rows.push(cells)
        numbers.push(number)
      }
    },
  })
  return { format, rows, numbers }
}

const goods = [
  ['Назва', 'Ціна'],
  ['Кава «Ранкова», 1 кг', '450,50'],
  ['Чай; зелений', '45'],
]

/** Cyrillic in the bytes of windows-1251, for letters that both alphabets of the test have. */
const windows1251 = (text: string) =>
  Buffer.from(
    Array.from(text, (sign) => {
      const code = sign.codePointAt(0) ?? 0
      if (code < 128) return code
      const odd: Record<string, number> = {
        і: 0xb3,
        І: 0xb2,
        ї: 0xbf,
        є: 0xba,
        '«': 0xab,
        '»': 0xbb,
      }
      return odd[sign] ?? code - 0x410 + 0xc0
    }),
  )

/** The same workbook with the text of its sheet changed. */
async function repacked(bytes: Buffer, change: (text: string) => Promise<string>) {
  const zip = new ZipWriter(new Uint8ArrayWriter())
  for (const part of await new ZipReader(new Uint8ArrayReader(bytes)).getEntries()) {
    if (part.directory) continue
    const text = await part.getData(new TextWriter())
    const is_sheet = part.filename.endsWith('sheet1.xml')
    await zip.add(part.filename, new TextReader(is_sheet ? await change(text) : text))
  }
  return zip.close()
}

async function collect(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array[]> {
  const all: Uint8Array[] = []
  for await (const chunk of chunks) all.push(chunk)
  return all
}

async function* inTwoParts() {
  yield [
    ['Назва', 'Ціна'],
    ['=1+1', 450.5],
  ] as const
  yield [['<b>«Чай» & \u0001</b>', -45]] as const
}

describe('a file written as its rows come', () => {
  test('has them all; numbers are numbers and texts are texts', async () => {
    const csv = await read(Buffer.concat(await collect(streamCsv(inTwoParts()))))
    expect(csv.rows).toEqual([
      ['Назва', 'Ціна'],
      ["'=1+1", '450,5'],
      ['<b>«Чай» &  </b>', '-45'],
    ])
    const xlsx = await read(Buffer.concat(await collect(streamXlsx('Ціни', inTwoParts()))))
    expect(xlsx.format).toEqual({ kind: 'xlsx' })
    expect(xlsx.rows.slice(0, 2)).toEqual([
      ['Назва', 'Ціна'],
      ['=1+1', '450.5'],
    ])
    expect(xlsx.rows[2]?.[0]).toContain('<b>«Чай» &')
  })
})

describe('a CSV', () => {
  test('of our own is read back as it was written', async () => {
    const { format, rows } = await read(writeCsv(goods))
    expect(format).toEqual({ kind: 'csv', encoding: 'utf-8', delimiter: ';' })
    expect(rows).toEqual(goods)
  })

  test('is understood in the encodings and with the delimiters of other programs', async () => {
    const text = 'Назва;Ціна\r\nКава;450,50\r\n'
    const rows = [
      ['Назва', 'Ціна'],
      ['Кава', '450,50'],
    ]
    const old = await read(windows1251(text))
    expect(old).toMatchObject({ format: { encoding: 'windows-1251', delimiter: ';' }, rows })
    const excel = await read(Buffer.from(`\uFEFF${text.replaceAll(';', '\t')}`, 'utf16le'))
    expect(excel).toMatchObject({ format: { encoding: 'utf-16le', delimiter: '\t' }, rows })
    const comma = await read(Buffer.from('Назва,Ціна\nКава,"450,50"\n'))
    expect(comma).toMatchObject({ format: { encoding: 'utf-8', delimiter: ',' }, rows })
  })

  test('counts rows as a spreadsheet shows them, empty ones too', async () => {
    const { numbers } = await read(Buffer.from('a;b\n\n;\n1;2\n'))
    expect(numbers).toEqual([1, 4])
  })

  test.each([
    '=cmd()',
    '-1',
    '+1',
    '@A1',
    ' =1',
    '\t=1',
    '\n=1',
    '\u00a0+1',
    '＝1',
    '＋1',
    '－1',
    '＠1',
  ])('that a spreadsheet would run is written as text: %j', (text) => {
    const rows = parse(writeCsv([[text, 'так']]), { bom: true, delimiter: ';' })
    expect(rows).toEqual([[`'${text}`, 'так']])
  })
})

test('an XLSX is read back as it was written: figures, Cyrillic, long codes', async () => {
  const bytes = await writeXlsx('Товари', [
    ['Назва', 'Код', 'Ціна'],
    ['Кава', '0012345678905', 45.35],
    ['Чай', '4820000000017', 0.1 + 0.2],
  ])
  const { format, rows } = await read(bytes)
  expect(format).toEqual({ kind: 'xlsx' })
  expect(rows).toEqual([
    ['Назва', 'Код', 'Ціна'],
    ['Кава', '0012345678905', '45.35'],
    ['Чай', '4820000000017', '0.3'],
  ])
})

test('a text of an XLSX is read as it was written, without what would break the file', async () => {
  const bytes = await writeXlsx('Товари', [['_x003D_1+1', '=1+1', '_x0_', 'a\uffff\ufffe\ud800b']])
  expect((await read(bytes)).rows).toEqual([['_x003D_1+1', '=1+1', '_x0_', 'ab']])
  expect(await cellsOfXlsx(bytes)).toEqual(['_x003D_1+1', '=1+1', '_x0_', 'ab'])
})

test('a cell has no control that a database would refuse, whatever the workbook writes', async () => {
  const sheet = async (text: string) => text.replace('Кава', 'Ка_x0000_ва\u202e')
  const { rows } = await read(await repacked(await writeXlsx('Товари', [['Кава']]), sheet))
  expect(rows).toEqual([['Ка ва']])
})

describe('what is no spreadsheet', () => {
  const problem = async (bytes: Buffer) => {
    const refused = await read(bytes).catch((error: unknown) => error)
    return refused instanceof UnreadableFile ? refused.problem : refused
  }
  test('is named for what it is', async () => {
    expect(await problem(Buffer.from('%PDF-1.7\u0000\u0001'))).toBe('not_a_sheet')
    expect(await problem(Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1]))).toBe('locked')
    expect(await problem(Buffer.concat([Buffer.from([0x50, 0x4b, 3, 4]), Buffer.alloc(50)]))).toBe(
      'broken',
    )
    expect(await problem(Buffer.from(''))).toBe('empty')
    expect(await problem(Buffer.from(';;\n;\n'))).toBe('empty')
  })
})

describe('an XLSX made to do harm', () => {
  const honest = () => writeXlsx('Товари', [['Назва'], ['Кава']])

  test('with entities of its own gets none of them: no file is read, nothing grows', async () => {
    const bytes = await honest()
    const sheet = async (text: string) => {
      const entities = `<!DOCTYPE a [<!ENTITY own SYSTEM "file:///etc/passwd">
        <!ENTITY big "${'x'.repeat(1000)}"><!ENTITY bigger "${'&big;'.repeat(1000)}">]>`
      return text.replace('?>', `?>${entities}`).replace('Кава', '&own;&bigger;')
    }
    const { rows } = await read(await repacked(bytes, sheet))
    expect(rows).toEqual([['Назва'], ['&own;&bigger;']])
  })

  test('that would unpack to gigabytes is refused before it is unpacked', async () => {
    const bytes = Buffer.from(await honest())
    const entry = bytes.indexOf(Buffer.from('PK\u0001\u0002', 'latin1'))
    bytes.writeUInt32LE(4_000_000_000, entry + 24)
    const refused = await read(bytes).catch((error: unknown) => error)
    expect(refused).toMatchObject({ problem: 'too_large' })
  })
})

test('a delimiter is what the headings have most of, outside of quotes', () => {
  expect(guessDelimiter('a;b;"c,d,e,f"\n1,2')).toBe(';')
  expect(guessDelimiter('sep=,\na;b')).toBe(',')
  expect(guessDelimiter('one column\n1')).toBe(';')
})

test('a barcode that a spreadsheet took for a number stays digits', () => {
  expect(textOf(4820000000017)).toBe('4820000000017')
  expect(textOf(1e21)).toBe('1000000000000000000000')
  expect(textOf(new Date('2026-11-21T00:00:00Z'))).toBe('2026-11-21')
})
