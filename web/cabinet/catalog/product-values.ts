/** A product as the form holds it: texts instead of nothing, '' instead of null. */
import { hasRightCheckDigit } from '#contract/barcode.ts'
import type { TextParams } from '../../text/text.ts'
import { withDefaults } from './floor-text.tsx'
import type { MinPriceRule, Product, ProductFields } from './queries.ts'

export const UNITS = ['piece', 'kg', 'litre', 'service'] as const
export const KINDS = ['absolute', 'percent_of_price', 'cost_plus_percent'] as const

export type RuleValues = {
  key: string
  kind: MinPriceRule['kind']
  value: number | ''
  pos_ids: string[]
  date_from: string
  date_to: string
}

let rules = 0
/** A rule of no product yet; the key tells rows apart while they are edited. */
export function newRule(rule?: MinPriceRule): RuleValues {
  rules += 1
  const given = rule && withDefaults(rule)
  return {
    key: `rule-${rules}`,
    kind: given?.kind ?? 'absolute',
    value: given?.value ?? '',
    pos_ids: given?.pos_ids ?? [],
    date_from: given?.date_from ?? '',
    date_to: given?.date_to ?? '',
  }
}

export function valuesOf(product: Product | undefined) {
  return {
    name: product?.name ?? '',
    sku: product?.sku ?? '',
    barcode: product?.barcode ?? '',
    category: product?.category ?? '',
    unit: product?.unit ?? ('piece' as const),
    price: product?.price ?? ('' as number | ''),
    cost: product?.cost ?? ('' as number | ''),
    image: product?.image ?? null,
    description: product?.description ?? '',
    link: product?.link ?? '',
    active: product?.active ?? true,
    visible_in_bot: product?.visible_in_bot ?? true,
    exclude_accrual: product?.exclude_accrual ?? false,
    exclude_spend: product?.exclude_spend ?? false,
    exclude_discount: product?.exclude_discount ?? false,
    accrual_percent: product?.accrual_percent ?? ('' as number | ''),
    min_prices: (product?.min_prices ?? []).map((rule) => newRule(rule)),
  }
}
export type Values = ReturnType<typeof valuesOf>

const orNull = (text: string): string | null => text.trim() || null
const amountOrNull = (value: number | ''): number | null => (value === '' ? null : value)

export const bodyOf = (values: Values): ProductFields => ({
  ...values,
  name: values.name.trim(),
  sku: orNull(values.sku),
  barcode: orNull(values.barcode),
  category: orNull(values.category),
  price: values.price === '' ? 0 : values.price,
  cost: amountOrNull(values.cost),
  description: values.description.trim(),
  link: orNull(values.link),
  accrual_percent: amountOrNull(values.accrual_percent),
  min_prices: values.min_prices.map((rule) => ({
    kind: rule.kind,
    value: rule.value === '' ? 0 : rule.value,
    pos_ids: rule.pos_ids,
    date_from: rule.date_from || null,
    date_to: rule.date_to || null,
  })),
})

type Sentence = (
  key: 'form.name.error' | 'form.barcode.error' | 'form.link.error',
  params?: TextParams,
) => string

/** What is wrong with the fields, by their names. */
export function problemsOf({ name, barcode, link }: Values, t: Sentence) {
  const length = name.trim().length
  return {
    ...((length < 2 || length > 120) && { name: t('form.name.error') }),
    ...(!hasRightCheckDigit(barcode.trim()) && { barcode: t('form.barcode.error') }),
    ...(link.trim() && !/^https:\/\/\S+\.\S+/i.test(link.trim()) && { link: t('form.link.error') }),
  }
}
