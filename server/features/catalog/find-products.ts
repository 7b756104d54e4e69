import { otherReading } from '#contract/barcode.ts'
import type { Io } from '#server/io/io.ts'
import { searchActive, selectByCodes, type SoldProduct } from './lookup-store.ts'
import { patternsOf } from './store.ts'

export type { SoldProduct } from './lookup-store.ts'

/** How a line names its product. */
export type Codes = { barcode: string | null; sku: string | null }

/**
 * Finds the products of a sale in one query, and answers how to ask for one: by the barcode, in
 * either reading of it; else by the article. A till that has one field for both may send an
 * article as the barcode.
 */
export async function findProducts(
  io: Io,
  organization_id: string,
  lines: readonly Codes[],
): Promise<(line: Codes) => SoldProduct | undefined> {
  const barcodes = new Set<string>()
  const skus = new Set<string>()
  for (const { barcode, sku } of lines) {
    for (const code of readingsOf(barcode)) barcodes.add(code)
    for (const code of [sku, barcode]) if (code !== null) skus.add(code)
  }
  if (skus.size === 0) return () => undefined
  const found = await selectByCodes(io, organization_id, [...barcodes], [...skus])
  const byBarcode = new Map(found.map((product) => [product.barcode, product]))
  const bySku = new Map(found.map((product) => [product.sku, product]))
  return ({ barcode, sku }) => {
    for (const code of readingsOf(barcode)) {
      const product = byBarcode.get(code)
      if (product) return product
    }
    return (sku !== null && bySku.get(sku)) || (barcode !== null && bySku.get(barcode)) || undefined
  }
}

function readingsOf(barcode: string | null): string[] {
  if (barcode === null) return []
  const other = otherReading(barcode)
  return other === undefined ? [barcode] : [barcode, other]
}

/** The product of a scanned code, if the shop sells it. */
export async function findScanned(
  io: Io,
  organization_id: string,
  code: string,
): Promise<SoldProduct | undefined> {
  const line = { barcode: code, sku: null }
  const product = (await findProducts(io, organization_id, [line]))(line)
  return product?.active === true ? product : undefined
}

/** What the shop sells whose name or code has these words. */
export function searchProducts(
  io: Io,
  organization_id: string,
  q: string,
  limit: number,
): Promise<SoldProduct[]> {
  return searchActive(io, organization_id, patternsOf(q), limit)
}
