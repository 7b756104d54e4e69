import { expect, test } from 'vitest'
import { readLoginCard } from './login-card.ts'

test('a login card is the address of the till with login and PIN', () => {
  expect(readLoginCard('https://verta.example/pos_interface#login=kava-01&pin=123456')).toEqual({
    login: 'kava-01',
    pin: '123456',
  })
})

test('nothing else is a login card', () => {
  expect(readLoginCard('2712345678902')).toBeUndefined()
  expect(readLoginCard('#login=kava-01&pin=12')).toBeUndefined()
  expect(readLoginCard('#login=<b>&pin=123456')).toBeUndefined()
})
