/**
 * What stands on a payment's papers: the invoice, the receipt of the money, the act. They are
 * papers of Ukrainian accounting, so their language is the country's, whatever the owner reads in.
 */
import { Temporal } from 'temporal-polyfill'
import type { Answer } from '#contract/endpoint.ts'
import type { getPayment, paperKinds } from '#contract/payments.ts'
import { toMoney, type Minor } from '#contract/money.ts'
import { amountInWords } from './amount-in-words-rules.ts'

export type PaperKind = (typeof paperKinds)[number]
type Payment = Answer<typeof getPayment>

export type Paper = {
  file_name: string
  title: string
  /** When it was made: the invoice with the order, the others with the money. */
  made: Date
  made_words: string
  parties: { role: string; lines: string[] }[]
  rows: { service: string; period: string; sum: string }[]
  totals: { name: string; sum: string }[]
  words: string
  /** Sentences under the table. */
  notes: string[]
  /** Who signs below; nobody signs an invoice of a public offer by hand. */
  signs: string[]
}

const TITLES = { invoice: 'Рахунок на оплату', act: 'Акт наданих послуг', receipt: 'Квитанція' }
const FILES = { invoice: 'rahunok', act: 'akt', receipt: 'kvytantsiia' }
const PROVIDERS: Record<string, string> = {
  monobank: 'карткою через monobank',
  liqpay: 'карткою через LiqPay',
  wayforpay: 'карткою через WayForPay',
  invoice: 'банківським переказом',
  credit: 'залишком попередніх оплат',
}

export function paperOf(payment: Payment, kind: PaperKind, timezone: string): Paper {
  const day = (moment: string, style: 'long' | 'short' = 'long') => dayOf(moment, timezone, style)
  const made = kind === 'invoice' ? payment.created_at : (payment.paid_at ?? payment.created_at)
  const money = moneyIn(payment.currency)
  const { seller, buyer, number } = payment
  return {
    file_name: `verta-${FILES[kind]}-${number}.pdf`,
    title: `${TITLES[kind]} № ${number}`,
    made: new Date(made),
    made_words: `від ${day(made)}`,
    parties: [
      { role: 'Виконавець', lines: linesOf(seller.name, seller) },
      { role: 'Замовник', lines: linesOf(buyer.name, { ...buyer, iban: '', bank: '' }) },
    ],
    rows: payment.lines.map((line) => ({
      service: `Ліцензія «${line.tariff_name}», ${line.period === 'year' ? 'рік' : 'місяць'}`,
      period:
        line.starts_at !== null && line.ends_at !== null
          ? `${day(line.starts_at, 'short')} – ${day(line.ends_at, 'short')}`
          : '—',
      sum: money(line.price),
    })),
    totals: totalsOf(payment, money),
    words: `${payment.currency === 'UAH' ? amountInWords(payment.amount) : money(payment.amount)}. Без ПДВ.`,
    notes: notesOf(payment, kind, day),
    signs: kind === 'act' ? ['Виконавець', 'Замовник'] : kind === 'invoice' ? ['Виконавець'] : [],
  }
}

const linesOf = (
  name: string,
  party: { tax_id: string; iban: string; bank: string; address?: string },
): string[] =>
  [
    name,
    party.tax_id && `Код ЄДРПОУ/РНОКПП ${party.tax_id}`,
    party.iban && `IBAN ${party.iban}`,
    party.bank && `Банк: ${party.bank}`,
    party.address ?? '',
  ].filter((line) => line !== '')

/** Rows show the full price, so that what was taken off is seen between them and the sum. */
function totalsOf({ lines, amount }: Payment, money: (sum: Minor) => string): Paper['totals'] {
  const sum = (of: (line: Payment['lines'][number]) => Minor) =>
    lines.reduce((total, line) => total + of(line), 0)
  const less = [
    { name: 'Знижка за промокодом', sum: sum(({ discount }) => discount) },
    { name: 'Невикористані дні попереднього тарифу', sum: sum(({ left_over }) => left_over) },
    { name: 'Залишок попередніх оплат', sum: sum(({ credit }) => credit) },
  ]
  return [
    ...less
      .filter((row) => row.sum > 0)
      .map((row) => ({ name: row.name, sum: `−${money(row.sum)}` })),
    { name: 'Усього', sum: money(amount) },
  ]
}

function notesOf(
  payment: Payment,
  kind: PaperKind,
  day: (moment: string, style: 'short') => string,
): string[] {
  const { number, created_at, paid_at, provider } = payment
  if (kind === 'invoice') {
    return [
      `Призначення платежу: оплата за рахунком № ${number} від ${day(created_at, 'short')}. Без ПДВ.`,
      `Рахунок дійсний до ${day(payment.ends_at, 'short')}.`,
    ]
  }
  if (kind === 'act') {
    return [
      'Виконавець надав Замовнику доступ до послуг за цим переліком на вказані строки. Послуги надано повністю, сторони претензій не мають.',
    ]
  }
  return [`Оплачено ${day(paid_at ?? created_at, 'short')} ${PROVIDERS[provider] ?? ''}.`]
}

const moneyIn = (currency: string) => {
  const format = new Intl.NumberFormat('uk-UA', {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  })
  const sign = currency === 'UAH' ? 'грн' : currency
  return (sum: Minor) => `${format.format(toMoney(sum))} ${sign}`
}

function dayOf(moment: string, timezone: string, dateStyle: 'long' | 'short'): string {
  const date = Temporal.Instant.from(moment).toZonedDateTimeISO(timezone).toPlainDate()
  return dateStyle === 'long'
    ? date.toLocaleString('uk-UA', { dateStyle })
    : date.toLocaleString('uk-UA', { day: '2-digit', month: '2-digit', year: 'numeric' })
}
