import { expect, test } from 'vitest'
import { amountInWords } from './amount-in-words-rules.ts'

test('a sum is said as accounting says it', () => {
  expect(amountInWords(59_000)).toBe('П’ятсот дев’яносто гривень 00 копійок')
  expect(amountInWords(100)).toBe('Одна гривня 00 копійок')
  expect(amountInWords(202)).toBe('Дві гривні 02 копійки')
  expect(amountInWords(1_101)).toBe('Одинадцять гривень 01 копійка')
  expect(amountInWords(2_111)).toBe('Двадцять одна гривня 11 копійок')
  expect(amountInWords(0)).toBe('Нуль гривень 00 копійок')
  expect(amountInWords(50)).toBe('Нуль гривень 50 копійок')
})

test('thousands are feminine, millions are not', () => {
  expect(amountInWords(159_300)).toBe('Одна тисяча п’ятсот дев’яносто три гривні 00 копійок')
  expect(amountInWords(200_000)).toBe('Дві тисячі гривень 00 копійок')
  expect(amountInWords(1_200_000)).toBe('Дванадцять тисяч гривень 00 копійок')
  expect(amountInWords(100_000_000)).toBe('Один мільйон гривень 00 копійок')
  expect(amountInWords(223_402_425)).toBe(
    'Два мільйони двісті тридцять чотири тисячі двадцять чотири гривні 25 копійок',
  )
})
