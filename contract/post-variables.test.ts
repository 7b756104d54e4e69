import { describe, expect, test } from 'vitest'
import { fillVariables, hasVariables, unknownVariables } from './post-variables.ts'

const olena = {
  name: { text: 'Олено' },
  balance: { text: '230 бонусів', count: 230 },
  expiring: undefined,
  date: undefined,
  shop: { text: 'Кава' },
}
const nobody = { ...olena, name: { text: '' } }
const fill = (text: string, values: Parameters<typeof fillVariables>[1]) =>
  fillVariables(text, values, 'uk')

describe('what a mailing says of its reader', () => {
  test('by names in Ukrainian, Russian or English', () => {
    expect(fill('{імʼя}, у вас {баланс} у {shop}', olena)).toBe('Олено, у вас 230 бонусів у Кава')
    expect(fill("{ім'я}", olena)).toBe('Олено')
  })
  test('who has none gets the words behind the bar, and no comma at the beginning', () => {
    expect(fill('{імʼя|Друже}, привіт', nobody)).toBe('Друже, привіт')
    expect(fill('{імʼя}, привіт', nobody)).toBe('привіт')
    expect(fill('Згорить {згорить|незабаром щось}', olena)).toBe('Згорить незабаром щось')
  })
  test('forms follow a figure and a part goes with its value, as in notifications', () => {
    expect(fill('На картці {баланс|чекає|чекають|чекають} бонуси', olena)).toBe(
      'На картці чекають бонуси',
    )
    expect(fill('Вітаємо[, {імʼя}]![ Згорить {згорить}.]', nobody)).toBe('Вітаємо!')
  })
  test('a name that means nothing is told', () => {
    expect(unknownVariables('{бланс} і {баланс}')).toEqual(['бланс'])
    expect(hasVariables('Без них {тут}')).toBe(false)
    expect(fill('{бланс}', olena)).toBe('{бланс}')
  })
})
