/** The catalogue of the demo shop: what it sells, what of it is protected, what earns nothing. */
import { checkDigit } from '#contract/barcode.ts'

type DemoProduct = {
  name: string
  sku: string
  category: string
  price: number
  cost: number
  barcode?: string
  min_prices?: { kind: 'absolute' | 'percent_of_price' | 'cost_plus_percent'; value: number }[]
  exclude_accrual?: boolean
  exclude_spend?: boolean
  accrual_percent?: number
}

/** Packed goods have a barcode of their maker, with its right check digit. */
const packed = (number: number): string => {
  const digits = `4820${String(number).padStart(8, '0')}`
  return digits + String(checkDigit(digits))
}
const percent = (value: number) => [{ kind: 'percent_of_price' as const, value }]

export const demoProducts: readonly DemoProduct[] = [
  { name: 'Еспресо', sku: 'K-01', category: 'Кава', price: 45, cost: 12, min_prices: percent(60) },
  { name: 'Американо', sku: 'K-02', category: 'Кава', price: 50, cost: 12 },
  { name: 'Капучино', sku: 'K-03', category: 'Кава', price: 65, cost: 19, min_prices: percent(60) },
  { name: 'Лате', sku: 'K-04', category: 'Кава', price: 75, cost: 22, min_prices: percent(60) },
  { name: 'Флет вайт', sku: 'K-05', category: 'Кава', price: 80, cost: 24 },
  { name: 'Раф ванільний', sku: 'K-06', category: 'Кава', price: 95, cost: 31 },
  { name: 'Фільтр-кава', sku: 'K-07', category: 'Кава', price: 60, cost: 14, accrual_percent: 10 },
  { name: 'Какао', sku: 'K-08', category: 'Інші напої', price: 70, cost: 21 },
  { name: 'Чай чорний', sku: 'N-01', category: 'Інші напої', price: 45, cost: 7 },
  { name: 'Чай зелений', sku: 'N-02', category: 'Інші напої', price: 45, cost: 7 },
  { name: 'Матча-лате', sku: 'N-03', category: 'Інші напої', price: 110, cost: 42 },
  { name: 'Лимонад', sku: 'N-04', category: 'Інші напої', price: 85, cost: 23 },
  {
    ...{ name: 'Вода, 0,5 л', sku: 'N-05', category: 'Інші напої', price: 35, cost: 16 },
    ...{ barcode: packed(101), min_prices: [{ kind: 'cost_plus_percent', value: 10 }] },
  },
  { name: 'Круасан', sku: 'V-01', category: 'Випічка', price: 70, cost: 28 },
  { name: 'Круасан з мигдалем', sku: 'V-02', category: 'Випічка', price: 95, cost: 41 },
  { name: 'Булочка з корицею', sku: 'V-03', category: 'Випічка', price: 75, cost: 27 },
  { name: 'Чизкейк', sku: 'D-01', category: 'Десерти', price: 120, cost: 54 },
  { name: 'Брауні', sku: 'D-02', category: 'Десерти', price: 90, cost: 36 },
  { name: 'Макарон', sku: 'D-03', category: 'Десерти', price: 55, cost: 24 },
  { name: 'Сирники', sku: 'S-01', category: 'Сніданки', price: 140, cost: 62 },
  { name: 'Авокадо-тост', sku: 'S-02', category: 'Сніданки', price: 185, cost: 88 },
  { name: 'Гранола', sku: 'S-03', category: 'Сніданки', price: 125, cost: 49 },
  {
    ...{ name: 'Кава в зернах, 250 г', sku: 'Z-01', category: 'З собою', price: 340, cost: 235 },
    ...{ barcode: packed(201), min_prices: [{ kind: 'cost_plus_percent', value: 15 }] },
  },
  {
    ...{ name: 'Дрип-пакети, 7 шт', sku: 'Z-02', category: 'З собою', price: 190, cost: 120 },
    ...{ barcode: packed(202), min_prices: [{ kind: 'absolute', value: 150 }] },
  },
  {
    ...{ name: 'Подарунковий сертифікат', sku: 'Z-03', category: 'З собою', price: 500, cost: 500 },
    ...{ exclude_accrual: true, exclude_spend: true },
  },
]

/** The article of a product of the menu: the till sends it with each line. */
export const skuOf = (name: string): string => {
  const product = demoProducts.find((one) => one.name === name)
  if (!product) throw new Error(`demo: ${name} is not in the catalogue`)
  return product.sku
}
