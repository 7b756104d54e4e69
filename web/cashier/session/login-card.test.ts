import { expect, test } from 'vitest'
import { readLoginCard } from './login-card.ts'

test('a login card is the address of the till with the login', () => {
  expect(readLoginCard('https://verta.example/pos_interface?login=kava-01')).toEqual({
    login: 'kava-01',
    pin: undefined,
  })
})

test('a card may carry the PIN where no server sees it', () => {
  const card = readLoginCard('https://verta.example/pos_interface#login=kava-01&pin=123456')
  expect(card).toEqual({ login: 'kava-01', pin: '123456' })
  expect(readLoginCard('#login=kava-01&pin=12')?.pin).toBeUndefined()
})

test('nothing else is a login card', () => {
  expect(readLoginCard('2712345678902')).toBeUndefined()
  expect(readLoginCard('https://verta.example/pos_interface')).toBeUndefined()
  expect(readLoginCard('#login=<b>&pin=123456')).toBeUndefined()
})
