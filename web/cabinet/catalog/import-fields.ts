/** The fields of the contract, in the order the wizard offers them; zod stays out of the bundle. */
import type { ImportField } from '#contract/product-import.ts'

export type { ImportField } from '#contract/product-import.ts'

const order: Record<ImportField, true> = {
  name: true,
  barcode: true,
  sku: true,
  category: true,
  unit: true,
  price: true,
  cost: true,
  min_price: true,
  min_price_percent: true,
  description: true,
  link: true,
  active: true,
  exclude_discount: true,
  exclude_accrual: true,
  exclude_spend: true,
  accrual_percent: true,
}
export const importFields = Object.keys(order) as ImportField[]
