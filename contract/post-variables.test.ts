import { describe, expect, test } from 'vitest'
import { fillVariables, hasVariables, unknownVariables } from './post-variables.ts'

const olena = { name: 'Олено', balance: '230 бонусів', expiring: null, date: null, shop: 'Кава' }
const nobody = { ...olena, name: null }

describe('what a mailing says of its reader', () => {
  test('by names in Ukrainian, Russian or English', () => {
    expect(fillVariables('{імʼя}, у вас {баланс} у {shop}', olena)).toBe(
      'Олено, у вас 230 бонусів у Кава',
    )
    expect(fillVariables("{ім'я}", olena)).toBe('Олено')
  })
  test('who has none gets the words behind the bar, and no comma at the beginning', () => {
    expect(fillVariables('{імʼя|Друже}, привіт', nobody)).toBe('Друже, привіт')
    expect(fillVariables('{імʼя}, привіт', nobody)).toBe('привіт')
    expect(fillVariables('Згорить {згорить|незабаром щось}', olena)).toBe('Згорить незабаром щось')
  })
  test('a name that means nothing is told', () => {
    expect(unknownVariables('{бланс} і {баланс}')).toEqual(['бланс'])
    expect(hasVariables('Без них {тут}')).toBe(false)
    expect(fillVariables('{бланс}', olena)).toBe('{бланс}')
  })
})
