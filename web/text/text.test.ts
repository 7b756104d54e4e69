import { beforeAll, expect, it, vi } from 'vitest'
import { changeLanguage, loadText, refusalSentence, startText, textOf } from './text.ts'

beforeAll(async () => {
  vi.stubGlobal('location', { search: '' })
  vi.stubGlobal('localStorage', { getItem: () => 'es-MX', setItem: () => undefined })
  vi.stubGlobal('document', { documentElement: { lang: '' }, cookie: '' })
  await startText()
  await loadText('auth')
})

it('says in Mexican Spanish what differs from Spanish, and in Spanish the rest', () => {
  expect(document.documentElement.lang).toBe('es-MX')
  expect(textOf('auth')('error.required')).toBe('Llena este campo')
  expect(textOf('auth')('field.password')).toBe('Contraseña')
  expect(refusalSentence('required')).toBe('Llena este campo.')
  expect(refusalSentence('not_found')).toBe('No encontrado.')
})

it('takes the form of the number that each language has', async () => {
  const rows = (count: number) => textOf('shell')('ui.rows', { count })
  await changeLanguage('es')
  expect([rows(1), rows(2), rows(2_000_000)]).toEqual(['1 fila', '2 filas', '2000000 filas'])
  const points = textOf('shell')('unit.bonus', { count: 2_000_000, amount: '2.000.000' })
  expect(points).toBe('2.000.000 de puntos')
  await changeLanguage('fr')
  expect([rows(0), rows(1), rows(2)]).toEqual(['0 ligne', '1 ligne', '2 lignes'])
  await changeLanguage('zh-CN')
  expect([rows(1), rows(2)]).toEqual(['1 行', '2 行'])
})
