import { expect, test } from 'vitest'
import { drawPaper } from './draw-paper.ts'
import { paperOf } from './paper-rules.ts'

const line = {
  ...{ license_id: 'l', tariff_name: 'Бізнес', period: 'month' as const },
  ...{ price: 59_000, discount: 5_900, left_over: 10_000, credit: 3_000, amount: 40_100 },
  starts_at: '2026-11-22T22:30:00.000Z',
  ends_at: '2026-12-22T22:30:00.000Z',
}
const payment = {
  ...{ id: 'p', organization_id: 'o', number: 7, provider: 'invoice', kind: 'once' as const },
  ...{ status: 'paid' as const, amount: 80_200, currency: 'UAH', description: '' },
  created_at: '2026-11-21T10:00:00.000Z',
  paid_at: '2026-11-22T22:30:00.000Z',
  closed_at: null,
  ends_at: '2026-12-05T10:00:00.000Z',
  lines: [line, line],
  seller: { name: 'ТОВ «Верта»', tax_id: '12345678', iban: 'UA21', bank: '' },
  buyer: { name: 'Кава', tax_id: '', address: 'Київ' },
}
const plain = (text: string) => text.replaceAll(/[  ]/g, ' ')

test('an invoice shows full prices, what was taken off, the sum and the sum in words', () => {
  const paper = paperOf(payment, 'invoice', 'Europe/Kyiv')
  expect(paper).toMatchObject({
    file_name: 'verta-rahunok-7.pdf',
    title: 'Рахунок на оплату № 7',
    words: 'Вісімсот дві гривні 00 копійок. Без ПДВ.',
    signs: ['Виконавець'],
  })
  expect(paper.parties.map(({ lines }) => lines)).toEqual([
    ['ТОВ «Верта»', 'Код ЄДРПОУ/РНОКПП 12345678', 'IBAN UA21'],
    ['Кава', 'Київ'],
  ])
  expect(paper.totals.map(({ name, sum }) => [name, plain(sum)])).toEqual([
    ['Знижка за промокодом', '−118,00 грн'],
    ['Невикористані дні попереднього тарифу', '−200,00 грн'],
    ['Залишок попередніх оплат', '−60,00 грн'],
    ['Усього', '802,00 грн'],
  ])
  expect(paper.notes[0]).toBe(
    'Призначення платежу: оплата за рахунком № 7 від 21.11.2026. Без ПДВ.',
  )
})

test('the act and the receipt are of the day the money came, in the shop’s zone', () => {
  const act = paperOf(payment, 'act', 'Europe/Kyiv')
  expect([act.made_words, act.signs]).toEqual([
    'від 23 листопада 2026 р.',
    ['Виконавець', 'Замовник'],
  ])
  expect(act.rows[0]?.period).toBe('23.11.2026 – 23.12.2026')
  const receipt = paperOf(payment, 'receipt', 'America/New_York')
  expect(receipt.notes).toEqual(['Оплачено 22.11.2026 банківським переказом.'])
})

test('a paper is drawn as PDF, over several sheets where it is long', async () => {
  const sheets = async (count: number) => {
    const long = { ...payment, lines: Array.from({ length: count }, () => line) }
    const bytes = await drawPaper(paperOf(long, 'act', 'Europe/Kyiv'))
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
    return bytes.toString('latin1').match(/\/Type \/Page\b/g)?.length
  }
  expect([await sheets(1), await sheets(60)]).toEqual([1, 3])
})
