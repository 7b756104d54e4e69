import { expect, test } from 'vitest'
import { defaultPermissions, freeLogin, isWeakPin, loginStem } from './rules.ts'

test('a login begins with the first word of the shop’s name in Latin letters', () => {
  expect(loginStem('Кава на розі')).toBe('kava')
  expect(loginStem('«Щастя» у Львові')).toBe('shchastia')
  expect(loginStem("Кав'ярня №1")).toBe('kaviarnia')
  expect(loginStem('Coffee & Co')).toBe('coffee')
  expect(loginStem('Є Кава')).toBe('ie')
  expect(loginStem('☕ 🥐')).toBe('kasa')
  expect(loginStem('Найдовшаназвавсвітіщонеуміщається').length).toBeLessThanOrEqual(16)
})

test('the first free number is taken', () => {
  expect(freeLogin('kava', new Set())).toBe('kava-01')
  expect(freeLogin('kava', new Set(['kava-01', 'kava-03']))).toBe('kava-02')
  const hundred = new Set(
    Array.from({ length: 99 }, (_, i) => `kava-${String(i + 1).padStart(2, '0')}`),
  )
  expect(freeLogin('kava', hundred)).toBe('kava-100')
})

test('PINs that are guessed first are weak', () => {
  for (const pin of ['000000', '123456', '987654', '121212', '123123', '246802']) {
    expect(isWeakPin(pin), pin).toBe(pin !== '246802')
  }
  expect(isWeakPin('481920')).toBe(false)
})

test('only a senior gives compensations unless the owner decides otherwise', () => {
  expect(defaultPermissions('senior').compensate).toBe(true)
  expect(defaultPermissions('cashier')).toMatchObject({
    compensate: false,
    see_phone: false,
    cancel_others: false,
  })
  expect(defaultPermissions('integration').compensate).toBe(false)
})
