import { expect, test } from 'vitest'
import { kindsOf, readPart } from './cancel-part.ts'
import type { WholeReceipt } from './queries.ts'

test('a receipt of goods is returned by lines, a bare sum by amount', () => {
  const bare = { lines: [{ name: null, barcode: null, sku: null }] } as unknown as WholeReceipt
  const goods = { lines: [{ name: 'Кава', barcode: null, sku: null }] } as unknown as WholeReceipt
  expect(kindsOf(bare)).toEqual(['full', 'amount'])
  expect(kindsOf(goods)).toEqual(['full', 'lines'])
})

test('what was typed becomes the part, or nothing while it cannot be read', () => {
  const typed = { kind: 'full', amount: '', quantities: {} } as const
  expect(readPart(typed)).toEqual({})
  expect(readPart({ ...typed, kind: 'amount', amount: '12,50' })).toEqual({ amount: 12.5 })
  expect(readPart({ ...typed, kind: 'amount', amount: '0' })).toBeUndefined()
  expect(readPart({ ...typed, kind: 'lines', quantities: { 1: '2', 2: '0', 3: '' } })).toEqual({
    lines: [{ line: 1, quantity: 2 }],
  })
  expect(readPart({ ...typed, kind: 'lines', quantities: { 1: 'x' } })).toBeUndefined()
})
