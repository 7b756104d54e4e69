import { describe, expect, test } from 'vitest'
import { flyerQr } from '#contract/flyer-code.ts'
import { isBuyerCode, isEan13, recognise, recogniseScan } from './codes.ts'

const CARD = '2712345678902'
const ONE_TIME = '2812345678909'

test('a check digit tells a code from a typing mistake', () => {
  expect(isEan13('4006381333931')).toBe(true)
  expect(isEan13('4006381333932')).toBe(false)
  expect(isBuyerCode(CARD)).toBe(true)
  expect(isBuyerCode(ONE_TIME)).toBe(true)
  expect(isBuyerCode('4006381333931')).toBe(false)
})

describe('the field of step 1', () => {
  test('takes a whole Ukrainian phone at once', () => {
    for (const typed of ['0671234567', '067 123-45-67', '380671234567', '+380 67 123 45 67']) {
      expect(recognise(typed)).toEqual({
        kind: 'buyer',
        ask: { phone: '+380671234567' },
        sure: true,
      })
    }
  })
  test('waits for Enter with a phone that may go on', () => {
    expect(recognise('671234567')).toMatchObject({ ask: { phone: '+380671234567' }, sure: false })
    expect(recognise('+48221234567')).toMatchObject({ ask: { phone: '+48221234567' }, sure: false })
  })
  test('takes thirteen digits of a card or a one-time code', () => {
    expect(recognise(CARD)).toEqual({ kind: 'buyer', ask: { promocode: CARD }, sure: true })
  })
  test('takes eight spoken digits on Enter, and letters with digits for a flyer', () => {
    expect(recognise('1234 5678')).toEqual({
      kind: 'buyer',
      ask: { promocode: '12345678' },
      sure: false,
    })
    expect(recognise('кава-2026')).toEqual({ kind: 'flyer', code: 'КАВА2026' })
  })
  test('does not take a part of a phone for a code', () => {
    expect(recognise('06712345')).toEqual({ kind: 'unfinished' })
    expect(recognise('38067123')).toEqual({ kind: 'unfinished' })
    expect(recognise('067')).toEqual({ kind: 'unfinished' })
    expect(recognise('  ')).toEqual({ kind: 'empty' })
  })
})

describe('a scan', () => {
  test('of a card is a buyer, with products or without', () => {
    expect(recogniseScan(CARD, true)).toEqual({ kind: 'buyer', ask: { promocode: CARD } })
    expect(recogniseScan(CARD, false)).toEqual({ kind: 'buyer', ask: { promocode: CARD } })
  })
  test('of goods is a product only when the shop sells by lines', () => {
    expect(recogniseScan('4006381333931', true)).toEqual({
      kind: 'product',
      barcode: '4006381333931',
    })
    expect(recogniseScan('4006381333931', false)).toEqual({ kind: 'unknown' })
  })
  test('of a printed flyer is its code, also among goods, in any letters', () => {
    for (const code of ['OSIN26', 'КАВА2026']) {
      const qr = flyerQr(code)
      expect(qr).toMatch(/^[\x21-\x7e]+$/)
      expect(recogniseScan(qr, true)).toEqual({ kind: 'flyer', code })
      expect(recognise(qr)).toEqual({ kind: 'flyer', code })
    }
    expect(recogniseScan('flyer:%', false)).toEqual({ kind: 'unknown' })
  })
  test('of a flyer is its code where no goods are sold by lines', () => {
    expect(recogniseScan('GIFT7F3K', false)).toEqual({ kind: 'flyer', code: 'GIFT7F3K' })
    expect(recogniseScan('GIFT7F3K', true)).toEqual({ kind: 'product', barcode: 'GIFT7F3K' })
  })
})
