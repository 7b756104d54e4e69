import { describe, expect, it } from 'vitest'
import { guessColumns } from '#server/features/sheets/column-rules.ts'
import { columnNames } from './column-names-rules.ts'
import { openingOf, profileChange, readDay, readRow } from './import-rules.ts'

const today = '2026-11-21'
const mapping = { phone: 0, name: 1, birthday: 2, balance: 3, balance_until: 4, tags: 5 }
const read = (...cells: string[]) => readRow(7, cells, mapping, today)

describe('a row of buyers', () => {
  it('says who it is about and what is brought along', () => {
    expect(
      read('067 123-45-67', 'Олена Коваль', '21.05.1990', '1 120,50', '31.12.2026', 'кава; vip'),
    ).toEqual({
      changes: {
        phone: '+380671234567',
        first_name: 'Олена',
        last_name: 'Коваль',
        birthday: '1990-05-21',
        balance: 112_050,
        balance_until: '2026-12-31',
        tags: ['кава', 'vip'],
      },
    })
  })

  it('takes a phone that a spreadsheet made a number of', () => {
    expect(read('380671234567.0')).toEqual({ changes: { phone: '+380671234567' } })
  })

  it('tells everything that is wrong with it', () => {
    expect(read('12', 'x', '31.02.1990', 'сто', '01.01.2020')).toEqual({
      errors: [
        { row: 7, field: 'phone', code: 'not_a_phone', value: '12' },
        { row: 7, field: 'birthday', code: 'not_a_date', value: '31.02.1990' },
        { row: 7, field: 'balance', code: 'not_a_number', value: 'сто' },
        { row: 7, field: 'balance_until', code: 'invalid', value: '01.01.2020' },
      ],
    })
    expect(read('', 'Олена')).toEqual({
      errors: [{ row: 7, field: 'phone', code: 'required', value: '' }],
    })
  })

  it('brings no balance of nothing', () => {
    expect(read('0671234567', '', '', '0')).toEqual({ changes: { phone: '+380671234567' } })
  })

  it('adds tags, leaves what is the same and what it does not say', () => {
    const known = {
      ...{ id: 'a', first_name: 'Олена', last_name: null, birthday: null, city: 'Львів' },
      ...{ tags: ['кава'], note: null, had_balance: true, had_turnover: false },
    }
    const phone = '+380671234567'
    expect(profileChange({ phone, first_name: 'Олена', tags: ['кава'] }, known)).toEqual({})
    expect(profileChange({ phone, last_name: 'Коваль', tags: ['vip'] }, known)).toEqual({
      last_name: 'Коваль',
      tags: ['кава', 'vip'],
    })
    expect(openingOf({ phone, balance: 500, turnover: 900 }, known)).toEqual({
      balance: 0,
      turnover: 900,
    })
  })
})

it('days are read as people of several countries write them', () => {
  expect(['2026-11-21', '21.11.2026', '21/11/2026', '1.2.1990 00:00'].map(readDay)).toEqual([
    ...['2026-11-21', '2026-11-21', '2026-11-21', '1990-02-01'],
  ])
  expect(['', '31.06.2026', '21.11', 'вчора'].map(readDay)).toEqual([null, null, null, null])
})

it('columns of lists are guessed by their headings', () => {
  expect(
    guessColumns(
      ['ПІБ', 'Номер телефону', 'Дата народження', 'Бонусний баланс', 'Сума покупок', 'Група'],
      columnNames,
    ),
  ).toEqual({ name: 0, phone: 1, birthday: 2, balance: 3, turnover: 4, tags: 5 })
  expect(
    guessColumns(['phone', 'first name', 'last name', 'points', 'expires'], columnNames),
  ).toEqual({ phone: 0, first_name: 1, last_name: 2, balance: 3, balance_until: 4 })
})
