import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { eventCodes, eventOf } from '#contract/notification-events.ts'
import { fillTemplate, plainName, readTemplate, type Values } from '#contract/template.ts'
import { runs } from '#server/testing/property-runs.ts'
import { textLanguages } from '#server/io/text.ts'
import { standardIn } from './tell-event.ts'
import { textProblems } from './rules.ts'
import { isDigestDay } from './schedule-rules.ts'
import { figures, namesOf } from './variable-rules.ts'

const event = eventOf('winback_1')
const names = namesOf(event, 'uk')
const fill = (text: string, values: Values, language = 'uk') =>
  fillTemplate(readTemplate(text, names, figures), values, language)
const figure = (count: number) => ({ text: String(count), count })

describe('a text with variables', () => {
  test('is filled in by any of the three words for a variable', () => {
    const values = { balance: figure(5) }
    expect(fill('{баланс} {balance} {БАЛАНС}', values)).toBe('5 5 5')
  })

  test('an apostrophe may be typed in any way', () => {
    const values = { name: { text: 'Олена' } }
    expect(fill("{імʼя}{ім'я}{ім’я}{імя}", values)).toBe('Олена'.repeat(4))
    expect(plainName(' Дата  згоряння ')).toBe('дата_згоряння')
  })

  test('says another word where there is no value', () => {
    expect(fill('Вітаємо, {імʼя|друже}!', {})).toBe('Вітаємо, друже!')
    expect(fill('Вітаємо, {імʼя|друже}!', { name: { text: 'Олено' } })).toBe('Вітаємо, Олено!')
    expect(fill('Вітаємо, {імʼя}!', {})).toBe('Вітаємо, !')
  })

  test.each([
    [1, 'бонус'],
    [2, 'бонуси'],
    [5, 'бонусів'],
    [11, 'бонусів'],
    [21, 'бонус'],
    [22, 'бонуси'],
    [0, 'бонусів'],
    [1.5, 'бонуса'],
  ])('%d takes the form «%s»', (count, form) => {
    expect(fill('{сума|бонус|бонуси|бонусів|бонуса}', { amount: figure(count) })).toBe(form)
  })

  test('two forms of English are the first and the last of three', () => {
    const text = '{amount|bonus|bonuses|bonuses}'
    expect(fill(text, { amount: figure(1) }, 'en')).toBe('bonus')
    expect(fill(text, { amount: figure(2) }, 'en')).toBe('bonuses')
  })

  test('a part in brackets goes with its value, and takes its line with it', () => {
    const text = 'Картка чекає[, {імʼя}].[\nДаруємо {бонуси}.]'
    expect(fill(text, {})).toBe('Картка чекає.')
    expect(fill(text, { name: { text: 'Олено' } })).toBe('Картка чекає, Олено.')
    expect(fill(text, { bonuses: figure(50) })).toBe('Картка чекає.\nДаруємо 50.')
  })

  test('brackets without a variable, or never closed, are the owner’s own', () => {
    expect(fill('Меню [тут]: [далі', {})).toBe('Меню [тут]: [далі')
  })

  test('an unknown variable is told with the one that was probably meant', () => {
    expect(textProblems('winback_1', '{бланс}', 'uk')).toEqual([
      { code: 'unknown_variable', name: 'бланс', suggestion: 'баланс' },
    ])
    expect(textProblems('winback_1', '{balans}', 'en')).toEqual([
      { code: 'unknown_variable', name: 'balans', suggestion: 'balance' },
    ])
    expect(textProblems('winback_1', '{щось зовсім інше}', 'uk')).toEqual([
      { code: 'unknown_variable', name: 'щось зовсім інше', suggestion: null },
    ])
  })

  test('an open brace and forms after what is no number are told', () => {
    expect(textProblems('winback_1', 'Баланс {баланс', 'uk')).toEqual([{ code: 'open_brace' }])
    expect(textProblems('winback_1', '{імʼя|а|б|в}', 'uk')).toEqual([
      { code: 'not_a_figure', name: 'імʼя' },
    ])
  })

  test('words without anything special are sent as they were written', () => {
    const plain = fc.string().filter((text) => !/[{}[\]]| {2}|\s$|^\s|\n/.test(text))
    fc.assert(
      fc.property(plain, (text) => {
        expect(fill(text, {})).toBe(text.trim())
      }),
      runs(200),
    )
  })

  test('any text at all is read without a fault', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('{', '}', '[', ']', '|', 'а', ' ', '\n') }),
        (text) => {
          fill(text, {})
        },
      ),
      runs(300),
    )
  })
})

describe('our own texts', () => {
  test.each(textLanguages)('are readable for every event in %s', (language) => {
    const wrong = eventCodes.flatMap((code) => {
      const text = standardIn(language, code)
      const problems = textProblems(code, text, language)
      return text.startsWith('notifications:') || problems.length > 0 ? [{ code, problems }] : []
    })
    expect(wrong).toEqual([])
  })
})

test('a monthly message of the 31st goes out on the last day of shorter months', () => {
  expect(isDigestDay('2026-02-28', 31)).toBe(true)
  expect(isDigestDay('2028-02-28', 31)).toBe(false)
  expect(isDigestDay('2028-02-29', 30)).toBe(true)
  expect(isDigestDay('2026-11-01', 1)).toBe(true)
  expect(isDigestDay('2026-11-02', 1)).toBe(false)
})
