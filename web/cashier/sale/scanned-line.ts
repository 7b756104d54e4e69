/** What the shop's catalogue tells of a product, as a line of the sale. */
import type { AnswerOf } from '../../api/call.ts'
import { blankLine, type Line } from './state.ts'
import { toMinor, typedSum } from './sum.ts'

export type TillProduct = AnswerOf<'GET /pos-api/v1/products'>['items'][number]

/** One of the product, at its price; without a price it waits for one. */
export const scannedLine = (key: string, product: TillProduct): Line => ({
  ...blankLine(key, product.barcode ?? product.sku ?? ''),
  name: product.name,
  price: product.price === 0 ? '' : typedSum(toMinor(product.price)),
})
