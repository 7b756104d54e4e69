/** What a sale asks the server: only whole, readable input is sent; the rest waits. */
import type { AskOf } from '../../api/call.ts'
import type { Ask } from './codes.ts'
import type { Line, Sale } from './state.ts'
import { parseQuantity, parseSum, type Sum } from './sum.ts'

export type Body = NonNullable<AskOf<'POST /pos-api/v1/receipt'>['body']>
export type Product = NonNullable<Body['products']>[number]

/** Who the receipt is for, and the flyer beside. */
export const askOf = ({ ask, flyer }: Pick<Sale, 'ask' | 'flyer'>): Ask | undefined =>
  ask && (flyer === undefined ? ask : { ...ask, flyer })

const isBlank = (line: Line) => line.price.trim() === '' && line.name.trim() === ''
/** Lines with something in them; a blank one is where the next product will be typed. */
export const filledLines = (sale: Sale) => sale.lines.filter((line) => !isBlank(line))

export function readLine(line: Line): Product | undefined {
  const price = parseSum(line.price)
  const quantity = parseQuantity(line.quantity)
  if (typeof price !== 'number' || typeof quantity !== 'number') return undefined
  return {
    price: price / 100,
    quantity: quantity / 1000,
    ...(line.name.trim() ? { name: line.name.trim() } : {}),
    ...(line.barcode ? { barcode: line.barcode } : {}),
  }
}

/** The sum as far as it can be told before the server does: grey, and only for the eye. */
export function previewGross(sale: Sale): Sum {
  if (!sale.with_lines) return parseSum(sale.amount_text)
  let total = 0
  const lines = filledLines(sale)
  if (lines.length === 0) return 'empty'
  for (const line of lines) {
    const price = parseSum(line.price)
    const quantity = parseQuantity(line.quantity)
    if (typeof price !== 'number' || typeof quantity !== 'number') return 'wrong'
    total += Math.round((price * quantity) / 1000)
  }
  return total === 0 ? 'empty' : total
}

/** What is sold, for calculate; empty when the sum cannot be read yet: then only the buyer is asked. */
export function soldBody(sale: Sale): Pick<Body, 'total' | 'products'> {
  const gross = previewGross(sale)
  if (typeof gross !== 'number' || gross === 0) return {}
  if (!sale.with_lines) return { total: gross / 100 }
  return { products: filledLines(sale).flatMap((line) => readLine(line) ?? []) }
}

/** Bonuses the cashier wants to take off, in kopecks; 0 while unreadable. */
export function askedSpend(sale: Sale): number {
  const spend = parseSum(sale.spend_text)
  return typeof spend === 'number' ? spend : 0
}

/** Whether the figures on the screen belong to what is typed, and a receipt can be made of them. */
export const isFresh = (sale: Sale): boolean =>
  sale.figures?.revision === sale.revision && sale.figures.receipt.receipt_id !== null
