/**
 * What a receipt says of its buyer's purchases, and how that changes when a part of it is returned.
 *
 * A receipt is never counted by what it is now: what it counted before and what it counts after are
 * both made from the same frozen lines and the cancellations until then, and only the difference is
 * written. So nothing is counted twice, whatever comes together. Source: decision 0014.
 */
import type { SettledReceipt } from '#server/features/receipts/rules.ts'

/** A product as lines name it. Two lines of the same codes and category are the same product. */
export type ProductKey = {
  barcode: string | null
  sku: string | null
  /** Only where there is no code. */
  plain_name: string | null
  /** Lower case. */
  category: string | null
}

/** A cancellation, as far as purchases are concerned. */
export type Return = {
  whole: boolean
  refund_money: number
  bonuses_return: number
  lines: readonly { line: number; quantity: number; refund_money: number }[]
}

export type BoughtDelta = {
  product: ProductKey
  name: string | null
  times: number
  quantity: number
  amount: number
}

export type VisitDelta = {
  receipts: number
  discounted: number
  refunds: number
  paid: number
  spent: number
}

export type Purchase = { bought: BoughtDelta[]; visit: VisitDelta }

const nothing: Purchase = {
  bought: [],
  visit: { receipts: 0, discounted: 0, refunds: 0, paid: 0, spent: 0 },
}

/** What names a product in one text. */
export const keyText = ({ barcode, sku, plain_name, category }: ProductKey): string =>
  JSON.stringify([barcode, sku, plain_name, category])

/** The product of a line; null: it names none. */
export function productOf(line: {
  barcode: string | null
  sku: string | null
  name: string | null
  category: string | null
}): ProductKey | null {
  const { barcode, sku } = line
  const category = line.category === null ? null : line.category.toLowerCase()
  const plain_name = barcode === null && sku === null ? line.name : null
  if (barcode === null && sku === null && plain_name === null && category === null) return null
  return { barcode, sku, plain_name, category }
}

/** What is left of a receipt after these cancellations; null: it was not made yet. */
export function purchaseOf(
  receipt: Pick<SettledReceipt, 'lines' | 'totals'> | null,
  returns: readonly Return[],
): Purchase {
  if (receipt === null) return nothing
  const whole = returns.some((one) => one.whole)
  const { totals } = receipt
  const discounts = totals.till_discount + totals.promotion_discount + totals.level_discount
  return {
    bought: boughtIn(receipt, returns, whole),
    visit: {
      receipts: whole ? 0 : 1,
      discounted: whole || discounts === 0 ? 0 : 1,
      refunds: returns.length,
      paid: totals.to_pay - sum(returns.map((one) => one.refund_money)),
      spent: totals.bonuses_spent - sum(returns.map((one) => one.bonuses_return)),
    },
  }
}

function boughtIn(
  receipt: Pick<SettledReceipt, 'lines'>,
  returns: readonly Return[],
  whole: boolean,
): BoughtDelta[] {
  if (whole) return []
  const found = new Map<string, BoughtDelta>()
  const back = returns.flatMap((one) => one.lines)
  for (const line of receipt.lines) {
    const product = productOf(line)
    if (product === null) continue
    const returned = back.filter((one) => one.line === line.line)
    const quantity = line.quantity - sum(returned.map((one) => one.quantity))
    // A line given back whole is nothing bought, also when it cost nothing.
    if (quantity <= 0) continue
    const amount = line.to_pay - sum(returned.map((one) => one.refund_money))
    const key = keyText(product)
    const known = found.get(key)
    if (known) {
      known.quantity += quantity
      known.amount += amount
    } else found.set(key, { product, name: line.name, times: 1, quantity, amount })
  }
  return [...found.values()]
}

/** What has to be added so that `before` becomes `after`. */
export function differenceOf(before: Purchase, after: Purchase): Purchase {
  const bought = new Map(after.bought.map((one) => [keyText(one.product), { ...one }]))
  for (const one of before.bought) {
    const key = keyText(one.product)
    const known = bought.get(key) ?? { ...one, times: 0, quantity: 0, amount: 0 }
    known.times -= one.times
    known.quantity -= one.quantity
    known.amount -= one.amount
    bought.set(key, known)
  }
  const a = after.visit
  const b = before.visit
  return {
    bought: [...bought.values()].filter(
      (one) => one.times !== 0 || one.quantity !== 0 || one.amount !== 0,
    ),
    visit: {
      receipts: a.receipts - b.receipts,
      discounted: a.discounted - b.discounted,
      refunds: a.refunds - b.refunds,
      paid: a.paid - b.paid,
      spent: a.spent - b.spent,
    },
  }
}

const sum = (values: readonly number[]): number => values.reduce((all, one) => all + one, 0)
