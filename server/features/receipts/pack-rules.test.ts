import fc from 'fast-check'
import { expect, it } from 'vitest'
import { packRows, unpackRows } from './pack-rules.ts'

it('names each column once, and a value that all lines share once', () => {
  const rows = [
    { line: 1, name: 'Кава', till_discount: 0 },
    { line: 2, name: null, till_discount: 0 },
  ]
  expect(packRows(rows)).toEqual({
    count: 2,
    columns: { line: [1, 2], name: ['Кава', null], till_discount: 0 },
  })
})

it('gives back what it was given, also after a stay in the database', () => {
  const value = fc.oneof(
    fc.constantFrom(null, 0, '', true),
    fc.string(),
    fc.integer(),
    fc.array(fc.integer(), { maxLength: 3 }),
    fc.record({ id: fc.string(), amount: fc.integer() }),
  )
  const row = fc.record({ line: fc.integer(), name: value, other: value, more: value })
  fc.assert(
    fc.property(fc.array(row, { maxLength: 6 }), (rows) => {
      const stored = JSON.parse(JSON.stringify(packRows(rows)))
      expect(unpackRows(stored)).toEqual(JSON.parse(JSON.stringify(rows)))
    }),
  )
})
