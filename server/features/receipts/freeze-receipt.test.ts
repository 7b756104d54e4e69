import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { defaultProgram } from '#server/features/program/rules.ts'
import { anyPromotions } from '#server/testing/any-promotions.ts'
import { anyProgram, anySale } from '#server/testing/histories.ts'
import { MemoryShop } from '#server/testing/memory-shop.ts'
import { runs } from '#server/testing/property-runs.ts'
import { readFrozen, writeFrozen, type FrozenReceipt } from './freeze-receipt.ts'
import { plainLine } from './line-rules.ts'
import { packRows } from './pack-rules.ts'
import type { SettledReceipt } from './rules.ts'

const NOW = Date.UTC(2026, 9, 20, 9, 30)

const frozenOf = (settled: SettledReceipt): FrozenReceipt => ({
  settled,
  number: null,
  pos: { id: 'pos', name: 'Точка 1' },
  cashier: { id: null, name: 'Каса' },
  buyer: {
    ...{ id: 'buyer', name_masked: 'Олена', phone_masked: '', level: 'Базовий', balance: 500 },
    ...{ pending: 0, debt: 0, next_expiry: null, birthday_soon: false, stamps: [] },
  },
  unknown_phone: false,
  can_register: false,
  limits: [],
  confirmation: { required: false, mode: 'bot_button' },
  footer: '',
  timezone: 'Europe/Kyiv',
  version: 3,
})

const plainSale = () => {
  const shop = new MemoryShop(defaultProgram())
  const lines = [6500, 7000, 12000, 4500, 34000].map((price, index) => ({
    ...plainLine(price, 1000),
    barcode: `10000${index}`,
    name: 'Кава в зернах, 250 г',
  }))
  return shop.create({ lines }, 0, NOW).receipt
}

describe('a stored receipt', () => {
  it('is read as it was written, whatever was sold under whatever rules', () => {
    fc.assert(
      fc.property(
        fc.record({ program: anyProgram, promotions: anyPromotions, sale: anySale }),
        fc.nat(20_000),
        ({ program, promotions, sale }, spend) => {
          const shop = new MemoryShop(program)
          shop.promotions = promotions
          shop.grant(10_000, NOW - 1)
          const frozen = frozenOf(shop.calculate(sale, spend, NOW).receipt)
          expect(readFrozen({ content: writeFrozen(frozen) })).toEqual(
            JSON.parse(JSON.stringify(frozen)),
          )
        },
      ),
      runs(300),
    )
  })

  it('of five ordinary lines stays well below what PostgreSQL begins to compress', () => {
    expect(Buffer.byteLength(writeFrozen(frozenOf(plainSale())))).toBeLessThan(1_400)
  })

  it('that an earlier version wrote is read the same', () => {
    const frozen = frozenOf(plainSale())
    const { settled } = frozen
    const whole = { ...frozen, settled: { ...settled, lines: packRows(settled.lines) } }
    expect(readFrozen({ content: JSON.stringify(whole) })).toEqual(frozen)
    const { promotions: _p, gifts: _g, promotion_lots: _l, gift_lots: _t, ...first } = settled
    const { gifts: _none, ...totals } = settled.totals
    const oldest = { ...frozen, settled: { ...first, totals } }
    expect(readFrozen({ content: JSON.stringify(oldest) })).toEqual(frozen)
  })
})
