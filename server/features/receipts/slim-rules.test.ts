import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fill, slim, type Usual } from './slim-rules.ts'

type Fields = {
  note: string | null
  off: number
  list: readonly number[]
  gross: number | readonly number[]
  total: number | readonly number[]
  to_pay: number | readonly number[]
}
const usual: Usual<Fields> = {
  values: { note: null, off: 0, list: [] },
  same_as: { total: 'gross', to_pay: 'total' },
}

it('leaves out what is usual and what equals its neighbour', () => {
  const fields = { note: null, off: 0, list: [], gross: [1, 2], total: [1, 2], to_pay: [1, 1] }
  expect(slim(fields, usual)).toEqual({ gross: [1, 2], to_pay: [1, 1] })
})

it('fills what it left out, also after a stay in the database', () => {
  const amount = fc.oneof(fc.nat(2), fc.array(fc.nat(1), { maxLength: 2 }))
  const fields = fc.record<Fields>({
    note: fc.constantFrom(null, '', '0'),
    off: fc.nat(1),
    list: fc.array(fc.nat(1), { maxLength: 1 }),
    gross: amount,
    total: amount,
    to_pay: amount,
  })
  fc.assert(
    fc.property(fields, (whole) => {
      const stored = JSON.parse(JSON.stringify(slim(whole, usual))) as Partial<Fields>
      expect(fill(stored, usual)).toEqual(whole)
    }),
  )
})
