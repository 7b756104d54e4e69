import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { testConfig } from '#server/testing/test-config.ts'
import { contrast, paintOf } from '#contract/card-paint.ts'
import { CARD_HEIGHT, CARD_WIDTH, drawCard, type CardPicture } from './draw-card.ts'

const io = { config: testConfig({}) }
const picture: CardPicture = {
  design: {
    background: 'gradient-1',
    logo: null,
    title: 'Кавʼярня «Їжак»',
    code: 'qr',
    fields: ['name', 'level', 'balance', 'next_expiry'],
    back_text: '1 бонус = 1 ₴',
  },
  shop_name: 'Кава',
  code: '2800123456788',
  buyer: {
    name: 'Олена Ґалаґан',
    level: 'Срібний',
    balance: 23_050,
    next_expiry: { date: '28.11', amount: 3_000 },
  },
  language: 'uk',
}

beforeAll(() => {
  const file = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm')
  const wasmBinary = new Uint8Array(readFileSync(file)).buffer
  prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: false })
})

describe('the picture of a card', () => {
  test.each([
    ['qr', 'QRCode'],
    ['ean13', 'EAN13'],
    ['code128', 'Code128'],
  ] as const)('with %s is read by a scanner', async (code, format) => {
    const png = await drawCard(io, { ...picture, design: { ...picture.design, code } })
    const { width, height } = await sharp(png).metadata()
    expect([width, height]).toEqual([CARD_WIDTH, CARD_HEIGHT])
    const [read] = await readBarcodes(new Blob([new Uint8Array(png)]))
    expect([read?.format.replaceAll('-', ''), read?.text]).toEqual([format, picture.code])
  })

  test('holds with nothing to show but the code', async () => {
    const nobody = { name: '', level: null, balance: 0, next_expiry: null }
    const design = { ...picture.design, fields: [], title: '🙂', back_text: '' }
    const png = await drawCard(io, { ...picture, design, buyer: nobody })
    expect((await readBarcodes(new Blob([new Uint8Array(png)])))[0]?.text).toBe(picture.code)
  })

  test('a stranger’s SVG is still no picture', async () => {
    await drawCard(io, picture)
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'
    await expect(sharp(Buffer.from(svg)).png().toBuffer()).rejects.toThrow(/unsupported/)
  })
})

test('every background carries its ink at 4.5 or more', () => {
  const named = [1, 2, 3, 4, 5, 6].map((n) => `gradient-${n}`)
  for (const background of [...named, '#ffffff', '#fbbf5b', '#777777', '#cc3143', '#000000']) {
    const { from, to, ink } = paintOf(background)
    expect(contrast(from, ink), background).toBeGreaterThanOrEqual(4.5)
    expect(contrast(to, ink), background).toBeGreaterThanOrEqual(4.5)
  }
})
