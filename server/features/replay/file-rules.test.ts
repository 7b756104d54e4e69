import { describe, expect, test } from 'vitest'
import { findColumns, readMoment, readReceipt } from './file-rules.ts'

const ZONE = 'Europe/Kyiv'

describe('columns', () => {
  test('are known by their headings in three languages', () => {
    expect(findColumns(['Дата', 'Телефон', 'Сума'])).toEqual({ date: 0, buyer: 1, sum: 2 })
    expect(findColumns(['№', 'Сумма, грн', 'Дата чека', 'Время', 'Карта'])).toEqual({
      ...{ date: 2, time: 3, buyer: 4, sum: 1 },
    })
    expect(findColumns(['date', 'total'])).toEqual({ date: 0, sum: 1 })
  })

  test('without a date or a sum are not those of receipts', () => {
    expect(findColumns(['Назва', 'Ціна'])).toBeNull()
  })
})

describe('a moment', () => {
  test.each([
    ['2026-11-21 14:05', '2026-11-21T12:05:00.000Z'],
    ['21.11.2026 14:05:30', '2026-11-21T12:05:30.000Z'],
    ['21/11/26', '2026-11-21T10:00:00.000Z'],
    ['2026-07-01T14:05:00Z', '2026-07-01T14:05:00.000Z'],
    ['1.7.2026', '2026-07-01T09:00:00.000Z'],
  ])('%s is on the clock of the shop', (text, expected) => {
    expect(new Date(readMoment(text, ZONE) ?? 0).toISOString()).toBe(expected)
  })

  test.each(['31.06.2026', '2026-13-01', 'вчора', '21.11.2026 25:00', '46000', ''])(
    '%j is none',
    (text) => {
      expect(readMoment(text, ZONE)).toBeNull()
    },
  )
})

describe('a row', () => {
  const columns = { date: 0, buyer: 1, sum: 2 }
  const read = (...cells: string[]) => readReceipt(7, cells, columns, ZONE)

  test('is a sale to whoever the phone belongs to, however it is written', () => {
    const at = Date.UTC(2026, 10, 21, 10)
    const receipt = { at, buyer: '+380671234567', total: 1_250_50 }
    expect(read('21.11.2026', '067 123-45-67', '1 250,50')).toEqual({ receipt })
    expect(read('21.11.2026', '380671234567', '1250.5')).toEqual({ receipt })
  })

  test('may name a card, or nobody', () => {
    expect(read('21.11.2026', 'VIP-17', '10')).toMatchObject({ receipt: { buyer: 'VIP-17' } })
    expect(read('21.11.2026', '', '10')).toMatchObject({ receipt: { buyer: null } })
  })

  test.each([
    [['', '', '10'], 'required', ''],
    [['завтра', '', '10'], 'not_a_date', 'завтра'],
    [['21.11.2026', '', ''], 'required', ''],
    [['21.11.2026', '', 'сто'], 'not_a_number', 'сто'],
    [['21.11.2026', '', '0'], 'too_small', '0'],
  ])('%j is told by its number and reason', (cells, code, value) => {
    expect(read(...cells)).toEqual({ error: { row: 7, code, value } })
  })
})
