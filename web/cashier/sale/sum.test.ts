import { describe, expect, test } from 'vitest'
import { parseQuantity, parseSum, toMinor, typedSum } from './sum.ts'

describe('a typed sum', () => {
  test('is read with a comma or a dot and with spaces', () => {
    expect(parseSum('570')).toBe(57_000)
    expect(parseSum('570,5')).toBe(57_050)
    expect(parseSum('1 200.05')).toBe(120_005)
    expect(parseSum('1\u00a0200,05 ₴')).toBe(120_005)
  })
  test('is added up when there are pluses', () => {
    expect(parseSum('570+45')).toBe(61_500)
    expect(parseSum('0,1 + 0,2')).toBe(30)
  })
  test('counts what stands before a plus that is just typed', () => {
    expect(parseSum('570+')).toBe(57_000)
    expect(parseSum('570,')).toBe(57_000)
  })
  test('is empty or wrong when it is no sum', () => {
    expect(parseSum(' ')).toBe('empty')
    expect(parseSum('+')).toBe('empty')
    expect(parseSum('5,555')).toBe('wrong')
    expect(parseSum('5-2')).toBe('wrong')
    expect(parseSum('5++2')).toBe('wrong')
    expect(parseSum('abc')).toBe('wrong')
    expect(parseSum('999999999999+999999999999')).toBe('wrong')
  })
  test('is written back as a person types it', () => {
    expect(typedSum(23_000)).toBe('230')
    expect(typedSum(1_205)).toBe('12,05')
    expect(toMinor(340.1)).toBe(34_010)
  })
})

describe('a typed quantity', () => {
  test('has up to three fraction digits and is above zero', () => {
    expect(parseQuantity('1')).toBe(1000)
    expect(parseQuantity('0,375')).toBe(375)
    expect(parseQuantity('0')).toBe('wrong')
    expect(parseQuantity('1,2345')).toBe('wrong')
    expect(parseQuantity('')).toBe('empty')
  })
})
