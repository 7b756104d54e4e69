import { findProducts } from '#server/features/catalog/find-products.ts'
import { floorOfLine } from '#server/features/catalog/rules.ts'
import { dayOf } from '#server/features/ledger/calendar-rules.ts'
import type { Cashier } from '#server/features/pos/require-cashier.ts'
import type { Io } from '#server/io/io.ts'
import type { Sale } from './rules.ts'

/**
 * A sale with what the shop's catalogue says of its products: the floor, what is excluded, the own
 * percent, and the name, the category and the codes that the till left out. What the till did say
 * stays. A shop without a catalogue costs no query.
 *
 * A product taken off sale keeps its rules: whoever sells it nevertheless must not get round them.
 */
export async function fillFromCatalogue(
  io: Io,
  { organization_id, timezone, has_products }: Cashier,
  pos_id: string,
  sale: Sale,
  occurred_at: Date,
): Promise<Sale> {
  if (!has_products || 'total' in sale) return sale
  const productOf = await findProducts(io, organization_id, sale.lines)
  const at = { pos_id, day: dayOf(occurred_at.getTime(), timezone).text }
  let known = false
  const lines = sale.lines.map((line) => {
    const product = productOf(line)
    if (!product) return line
    known = true
    return {
      ...line,
      barcode: line.barcode ?? product.barcode,
      sku: line.sku ?? product.sku,
      name: line.name ?? product.name,
      category: line.category ?? product.category,
      floor: floorOfLine(product, at, line.quantity),
      exclude_discount: product.exclude_discount,
      exclude_accrual: product.exclude_accrual,
      exclude_spend: product.exclude_spend,
      accrual_percent: product.accrual_percent,
    }
  })
  return known ? { lines } : sale
}
