import type { Caller } from './caller.ts'
import type { DemoSale } from './demo-sales.ts'

/** Above this a spend by phone needs the buyer's confirmation in a messenger. */
const SPEND_MAX = 199

type Draft = { receipt_id: string; totals: { bonuses_max: number } }

/** Sells everything in order; `at` sets the clock to the moment of each sale. */
export async function sellDemo(
  till: Caller,
  sales: DemoSale[],
  at: (moment: Date) => void,
): Promise<void> {
  for (const sale of sales) {
    at(sale.at)
    const receipt_id = await sell(till, sale)
    if (!sale.cancelled) continue
    at(new Date(sale.at.getTime() + 7 * 60_000))
    await till('POST', `/pos-api/v1/bonuses/cancel?receipt_id=${receipt_id}`, {
      reason: 'Повернення товару',
    })
  }
}

async function sell(till: Caller, { buyer, products, spends }: DemoSale): Promise<string> {
  const who = buyer ? { phone: buyer.phone } : undefined
  const ask = async (discount_amount: number) => {
    const query = new URLSearchParams({ discount_amount: String(discount_amount), ...who })
    return till<Draft>('POST', `/pos-api/v1/receipt?${query.toString()}`, { products })
  }
  const shown = await ask(0)
  const spend = spends ? Math.min(Math.floor(shown.totals.bonuses_max), SPEND_MAX) : 0
  const { receipt_id } = spend > 0 ? await ask(spend) : shown
  const query = new URLSearchParams({
    receipt_id,
    discount_amount: String(spend),
    ...(spend === 0 && { bonuses_amount: '0' }),
    ...who,
  })
  await till(
    'POST',
    `/pos-api/v1/bonuses/create?${query.toString()}`,
    buyer && { register: { name: buyer.name } },
  )
  return receipt_id
}
