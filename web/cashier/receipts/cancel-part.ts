/** Which part of a receipt is to be cancelled, from what the cashier has typed. */
import { parseQuantity, parseSum } from '../sale/sum.ts'
import type { CancelPart, WholeReceipt } from './queries.ts'

export type PartKind = 'full' | 'lines' | 'amount'
export type Typed = { kind: PartKind; amount: string; quantities: Readonly<Record<number, string>> }

/** A receipt of goods is returned by lines, a bare sum by amount. */
export function kindsOf(receipt: WholeReceipt): readonly PartKind[] {
  const [first] = receipt.lines
  const bare = receipt.lines.length === 1 && first && !first.name && !first.barcode && !first.sku
  return bare || receipt.lines.length === 0 ? ['full', 'amount'] : ['full', 'lines']
}

/** The body of the estimate and of the cancellation; undefined while it cannot be read. */
export function readPart(typed: Typed): CancelPart | undefined {
  if (typed.kind === 'full') return {}
  if (typed.kind === 'amount') {
    const amount = parseSum(typed.amount)
    return typeof amount === 'number' && amount > 0 ? { amount: amount / 100 } : undefined
  }
  const lines: { line: number; quantity: number }[] = []
  for (const [line, text] of Object.entries(typed.quantities)) {
    if (text.trim() === '' || /^0+([.,]0*)?$/.test(text.trim())) continue
    const quantity = parseQuantity(text)
    if (typeof quantity !== 'number') return undefined
    lines.push({ line: Number(line), quantity: quantity / 1000 })
  }
  return lines.length > 0 ? { lines } : undefined
}
