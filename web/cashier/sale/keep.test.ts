import { expect, test } from 'vitest'
import { recognise } from './codes.ts'
import { mayKeepInstead, startKeeping } from './keep.ts'
import { type Attempt, newSale, type Sale } from './state.ts'

const PHONE = '+380671234567'
const CARD = '2799999999997'

const sale = (change: Partial<Sale> = {}): Sale => ({
  ...newSale('k'),
  ask: { phone: PHONE },
  amount_text: '100',
  stage: 'amount',
  calculation: 'failed',
  ...change,
})
const keptOf = ({ sending }: Sale) => (sending.kind === 'keeping' ? sending.kept : undefined)

test('a phone joins with the sale where the till may register', () => {
  expect(keptOf(startKeeping(sale(), true))).toEqual({
    ...{ key: 'k', ask: { phone: PHONE }, sold: { total: 100 }, gross: 10_000 },
    ...{ register: {}, earlier: [] },
  })
  expect(keptOf(startKeeping(sale(), false))).not.toHaveProperty('register')
})

test('a card never joins', () => {
  const kept = keptOf(startKeeping(sale({ ask: { promocode: CARD } }), true))
  expect(kept).toMatchObject({ ask: { promocode: CARD } })
  expect(kept).not.toHaveProperty('register')
})

test('a one-time code, a spend and a flyer are told why not', () => {
  const code = recognise('12345678')
  expect(code.kind).toBe('buyer')
  const by_code = startKeeping(sale({ ask: { promocode: '12345678' } }), true)
  expect(by_code).toMatchObject({ stage: 'buyer', notice: { code: 'code_offline' } })
  const spending = startKeeping(sale({ spend_text: '50' }), true)
  expect(spending).toMatchObject({ spend_text: '', notice: { code: 'spend_offline' } })
  const with_flyer = startKeeping(sale({ flyer: 'SUMMER' }), true)
  expect(with_flyer).toMatchObject({ flyer: undefined, notice: { code: 'flyer_offline' } })
  for (const told of [by_code, spending, with_flyer]) expect(told.sending.kind).toBe('no')
})

test('a receipt that was sent is kept under its own id, to be asked for', () => {
  const attempt: Attempt = {
    ...{ receipt_id: 'r7', key: 'k', ask: { phone: PHONE }, discount_amount: 0, to_pay: 100 },
  }
  const lost = sale({ sending: { kind: 'unknown', attempt }, unsettled: ['r6'] })
  expect(mayKeepInstead(lost)).toBe(true)
  expect(keptOf(startKeeping(lost, true))).toMatchObject({ receipt_id: 'r7', earlier: ['r6'] })
  const spent = { ...attempt, discount_amount: 5 }
  const spending = sale({ sending: { kind: 'unknown', attempt: spent } })
  expect(mayKeepInstead(spending)).toBe(false)
  expect(startKeeping(spending, true)).toBe(spending)
})
