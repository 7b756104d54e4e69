/**
 * Which product a row of a file is, and what it would make of it.
 *
 * A row is the product that has its barcode; else the one that has its article; a row with neither
 * is the product of its name. So a file can be brought in twice and changes nothing the second time.
 */
import { withPlain, type MinPrice } from '#contract/min-price.ts'
import type { RowError } from '#server/features/sheets/cell-rules.ts'
import type { RowChanges } from './import-rules.ts'
import type { Priced } from './rules.ts'

/** What is compared of a product. */
export type Known = Priced & {
  id: string
  name: string
  barcode: string | null
  sku: string | null
}

/** Products by what rows name them by. */
export class KnownProducts<P extends Known> {
  private readonly byBarcode = new Map<string, P>()
  private readonly bySku = new Map<string, P>()
  private readonly byName = new Map<string, P[]>()

  constructor(products: readonly P[]) {
    for (const product of products) {
      if (product.barcode !== null) this.byBarcode.set(product.barcode, product)
      if (product.sku !== null) this.bySku.set(product.sku, product)
      const key = nameKey(product.name)
      this.byName.set(key, [...(this.byName.get(key) ?? []), product])
    }
  }

  /** The product a row is about; undefined: a new one; a text: why nobody can tell. */
  find({ barcode, sku, name }: RowChanges): P | undefined | 'two_products' | 'ambiguous_name' {
    const first = barcode === undefined ? undefined : this.byBarcode.get(barcode)
    const second = sku === undefined ? undefined : this.bySku.get(sku)
    if (first && second && first.id !== second.id) return 'two_products'
    const found = first ?? second
    if (found || barcode !== undefined || sku !== undefined) return found
    const namesakes = this.byName.get(nameKey(name ?? '')) ?? []
    return namesakes.length > 1 ? 'ambiguous_name' : namesakes[0]
  }
}

/** Names are compared without case. */
export const nameKey = (name: string): string => name.toLowerCase()

/** What a row is known by within its file, to tell that it stands there twice. */
export function keysOf({ barcode, sku, name }: RowChanges): string[] {
  const keys: string[] = []
  if (barcode !== undefined) keys.push(`barcode ${barcode}`)
  if (sku !== undefined) keys.push(`sku ${sku}`)
  return keys.length > 0 ? keys : [`name ${nameKey(name ?? '')}`]
}

/** The plain minimum price that a row sets; undefined: it sets none. Money wins over percent. */
function plainFloor({ min_price, min_price_percent }: RowChanges): MinPrice | undefined {
  const everywhere = { pos_ids: [], date_from: null, date_to: null }
  if (min_price !== undefined) return { kind: 'absolute', value: min_price, ...everywhere }
  if (min_price_percent === undefined) return undefined
  return { kind: 'percent_of_price', value: min_price_percent, ...everywhere }
}

/** The fields of a product that a row changes. */
export function changesOf<P extends Known>(row: RowChanges, product: P): Partial<P> {
  const { min_price: _, min_price_percent: __, ...fields } = row
  const floor = plainFloor(row)
  const given = {
    ...fields,
    ...(floor && { min_prices: withPlain(product.min_prices, floor) }),
  } as Partial<P>
  return Object.fromEntries(
    Object.entries(given).filter(
      ([name, value]) =>
        JSON.stringify(value) !== JSON.stringify(ordered(product[name as keyof P])),
    ),
  ) as Partial<P>
}

/** The database keeps the keys of a rule in an order of its own. */
function ordered(value: unknown): unknown {
  if (!Array.isArray(value)) return value
  return (value as MinPrice[]).map(({ kind, value: amount, pos_ids, date_from, date_to }) => ({
    ...{ kind, value: amount, pos_ids, date_from, date_to },
  }))
}

/**
 * What is wrong with a row for its product: a new one without a name, or a minimum price of the row
 * above the price. A price that falls below an older minimum is let through: the list shows such.
 */
export function refuseChanges(
  row: number,
  changes: RowChanges,
  product: Priced | undefined,
): RowError | undefined {
  if (!product && changes.name === undefined) {
    return { row, field: 'name', code: 'required', value: '' }
  }
  const price = changes.price ?? product?.price ?? 0
  const { min_price } = changes
  if (min_price === undefined || min_price <= price) return undefined
  const value = String(min_price / 100)
  return { row, field: 'min_price', code: 'above_own_price', value, params: { price: price / 100 } }
}
