import type { ReceiptBody } from '#contract/receipt.ts'
import type { Program } from '#server/features/program/rules.ts'
import { Refusal } from '#server/io/refusal.ts'
import { plainLine, refusalOfSale } from './line-rules.ts'
import type { Sale } from './rules.ts'

/**
 * What a request sells, as the till tells it; undefined when it only looks a buyer up.
 * What the shop's catalogue adds is `fillFromCatalogue`'s matter.
 * Refuses: `validation_failed`.
 */
export function readSale(body: ReceiptBody, program: Program): Sale | undefined {
  const sale = saleOf(body)
  if (!sale) return undefined
  if ('total' in sale && program.products_in_receipt === 'required') {
    throw new Refusal('validation_failed', { fields: [{ path: 'products', code: 'required' }] })
  }
  const refusal = refusalOfSale(sale)
  if (refusal)
    throw new Refusal(refusal.code, { ...(refusal.fields && { fields: refusal.fields }) })
  return sale
}

function saleOf(body: ReceiptBody): Sale | undefined {
  if (body.total !== undefined) return { total: body.total }
  if (!body.products) return undefined
  return {
    lines: body.products.map((product) => ({
      ...plainLine(product.price, product.quantity),
      barcode: product.barcode ?? null,
      sku: product.sku ?? null,
      name: product.name ?? null,
      category: product.category ?? null,
      till_discount: product.discount_amount ?? 0,
    })),
  }
}
