import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { importFields } from '#contract/product-import.ts'
import { readCatalogues } from '#server/io/text.ts'
import { guessColumns } from '#server/features/sheets/column-rules.ts'
import { columnNames } from './column-names-rules.ts'
import { readFlag, readRow, readUnit } from './import-rules.ts'
import { changesOf, KnownProducts, refuseChanges } from './merge-rules.ts'
import { newProduct } from './save-product.ts'

const guessMapping = (headings: string[]) => guessColumns(headings, columnNames)

describe('headings', () => {
  test('of other programs are recognised', () => {
    expect(
      guessMapping(['Код', 'Найменування', 'Штрих-код', 'Роздрібна ціна, грн', 'Од. вим.']),
    ).toEqual({
      ...{ sku: 0, name: 1, barcode: 2, price: 3, unit: 4 },
    })
    expect(
      guessMapping(['Наименование', 'Цена закупки', 'Цена продажи', 'Мин. цена', 'Группа']),
    ).toEqual({
      ...{ name: 0, cost: 1, price: 2, min_price: 3, category: 4 },
    })
    expect(guessMapping(['Product name', 'EAN', 'SKU', 'Price (UAH)', 'Min price %'])).toEqual({
      ...{ name: 0, barcode: 1, sku: 2, price: 3, min_price_percent: 4 },
    })
  })

  test('that say nothing are left to the person', () => {
    expect(guessMapping(['', 'Залишок', 'Постачальник'])).toEqual({})
  })

  test('of our own template are recognised whole, in each language', () => {
    for (const language of ['uk', 'ru', 'en'] as const) {
      const say = readCatalogues(language)['products'] ?? {}
      const mapping = guessMapping(importFields.map((field) => say[field] ?? ''))
      expect(mapping).toEqual(Object.fromEntries(importFields.map((field, at) => [field, at])))
      const whole = Object.fromEntries(importFields.map((field, at) => [field, at]))
      for (const example of ['example_1', 'example_2']) {
        const read = readRow(2, (say[example] ?? '').split('|'), whole)
        expect(read).toHaveProperty('changes')
      }
    }
  })

  test('never give one column to two fields', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('ціна', 'мін ціна', 'код', 'назва', 'код товару', 'price', 'x')),
        (headings) => {
          const columns = Object.values(guessMapping(headings))
          expect(new Set(columns).size).toBe(columns.length)
        },
      ),
    )
  })
})

test('words of yes, no and units are known in three languages', () => {
  expect(['Так', 'да', 'YES', '1', '+'].map(readFlag)).toEqual([true, true, true, true, true])
  expect(['ні', 'Нет', 'no', '0'].map(readFlag)).toEqual([false, false, false, false])
  expect(readFlag('може')).toBeUndefined()
  expect(['шт.', 'КГ', 'л', 'послуга'].map(readUnit)).toEqual(['piece', 'kg', 'litre', 'service'])
})

test('a row tells all that is wrong with it at once, cell by cell', () => {
  const mapping = { name: 0, barcode: 1, price: 2, active: 3 }
  expect(readRow(14, ['К', '4820000000018', 'дорого', 'може'], mapping)).toEqual({
    errors: [
      { row: 14, field: 'name', code: 'too_short', value: 'К' },
      { row: 14, field: 'barcode', code: 'wrong_check_digit', value: '4820000000018' },
      { row: 14, field: 'price', code: 'not_a_number', value: 'дорого' },
      { row: 14, field: 'active', code: 'not_yes_or_no', value: 'може' },
    ],
  })
  expect(readRow(15, ['', '', '45'], mapping)).toEqual({
    errors: [{ row: 15, field: 'name', code: 'required', value: '' }],
  })
})

describe('a row', () => {
  const now = new Date('2026-11-21T08:00:00Z')
  const product = (other: object) => ({ ...newProduct('shop', 'Лате', now), ...other })
  const latte = product({ barcode: '4820000000017', price: 6000 })
  const mocha = product({ name: 'Мокко', sku: 'MOC' })
  const known = new KnownProducts([
    latte,
    mocha,
    product({ name: 'Чай' }),
    product({ name: 'чай' }),
  ])

  test('is the product of its barcode, of its article, of its name', () => {
    expect(known.find({ barcode: '4820000000017', name: 'Інша назва' })).toBe(latte)
    expect(known.find({ barcode: '5900000000008', sku: 'MOC' })).toBe(mocha)
    expect(known.find({ name: 'ЛАТЕ' })).toBe(latte)
    expect(known.find({ name: 'Лате', sku: 'NEW' })).toBeUndefined()
    expect(known.find({ barcode: '4820000000017', sku: 'MOC' })).toBe('two_products')
    expect(known.find({ name: 'ЧАЙ' })).toBe('ambiguous_name')
  })

  test('changes only what it says, and nothing the second time', () => {
    const days = {
      ...{ kind: 'absolute' as const, value: 5000, pos_ids: [] },
      ...{ date_from: '2026-12-01', date_to: null },
    }
    const before = { ...latte, min_prices: [days] }
    const row = { barcode: '4820000000017', price: 6500, min_price_percent: 60_00 }
    const changes = changesOf(row, before)
    expect(changes).toEqual({
      price: 6500,
      min_prices: [
        { kind: 'percent_of_price', value: 60_00, pos_ids: [], date_from: null, date_to: null },
        days,
      ],
    })
    expect(changesOf(row, { ...before, ...changes })).toEqual({})
  })

  test('is refused a minimum of its own above the price, also above the price of before', () => {
    expect(refuseChanges(3, { name: 'Нове', min_price: 1 }, undefined)?.code).toBe(
      'above_own_price',
    )
    expect(refuseChanges(3, { min_price: 6001 }, latte)?.params).toEqual({ price: 60 })
    expect(refuseChanges(3, { min_price: 6001, price: 7000 }, latte)).toBeUndefined()
    expect(refuseChanges(3, { sku: 'NEW' }, undefined)).toMatchObject({
      ...{ row: 3, field: 'name', code: 'required' },
    })
  })
})
