import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import { describe, expect, test } from 'vitest'
import { mapColumns } from '#server/features/sheets/column-rules.ts'
import { Tally } from '#server/features/sheets/tally-rules.ts'
import { columnNames } from './column-names-rules.ts'
import { readRow } from './import-rules.ts'
import { buyerPrograms, receiptPrograms } from './program-columns-rules.ts'
import { receiptColumns } from './receipt-columns-rules.ts'
import { openReceiptReader } from './receipt-reader-rules.ts'

const rowsOf = (name: string): string[][] => {
  const text = readFileSync(`server/features/moving/samples/${name}.csv`, 'utf8')
  return parse(text, { delimiter: text.startsWith('"') ? ',' : ';' })
}

describe('a file of buyers as it leaves', () => {
  test.each(['poster-customers', 'odoo-contacts', 'erpnext-customer'])('%s', (name) => {
    const [headings = [], first = []] = rowsOf(name)
    const mapping = mapColumns(headings, columnNames, buyerPrograms)
    const read = readRow(2, first, mapping, '2026-11-21')
    expect(read).toMatchObject({ changes: { phone: '+380501110001' } })
    expect('changes' in read && read.changes.last_name).toMatch(/Коваль|Koval/)
    if (name.startsWith('poster')) {
      expect(read).toMatchObject({
        changes: { balance: 3000, turnover: 100050, tags: ['Постійні'], city: 'Львів' },
      })
    }
  })
})

describe('a file of receipts as it leaves', () => {
  test.each(['odoo-pos-order', 'erpnext-pos-invoice'])('%s', (name) => {
    const [headings = [], ...rows] = rowsOf(name)
    const tally = new Tally()
    const point = { id: 'a', name: 'Кавʼярня', code: '1', external_code: '' }
    const reader = openReceiptReader({
      mapping: mapColumns(headings, receiptColumns, receiptPrograms),
      timezone: 'Europe/Kyiv',
      now: Date.parse('2026-11-21T08:00:00Z'),
      points: [point],
      pos_id: 'a',
    })
    const found = [
      ...rows.flatMap((cells, at) => reader.take({ number: at + 2, cells }, tally)),
      ...reader.end(tally),
    ]
    expect(tally.errors).toEqual([])
    expect(found).toMatchObject([
      {
        phone: '+380501110001',
        day: '2026-02-03',
        sale: {
          lines: [
            { price: 5500, quantity: 2000 },
            { price: 3000, quantity: 1000 },
          ],
        },
      },
      { phone: null, day: '2026-02-04', sale: { lines: [{ price: 5000 }] } },
    ])
    expect(found.every(({ number }) => number !== null)).toBe(true)
  })
})
