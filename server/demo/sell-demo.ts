import { newId } from '#server/io/id.ts'
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
    const receipt_id = await sell(till, sale).catch(skipMade)
    if (!sale.cancelled || receipt_id === undefined) continue
    at(new Date(sale.at.getTime() + 7 * 60_000))
    await till('POST', `/pos-api/v1/bonuses/cancel?receipt_id=${receipt_id}`, {
      reason: 'Повернення товару',
    })
  }
}

/** A run that was interrupted and begins anew meets the slips it has made. */
function skipMade(error: unknown): undefined {
  if (error instanceof Error && error.message.includes('"duplicate_number"')) return undefined
  throw error
}

/** A sale that spends is calculated first, as at the till; any other carries its products itself. */
async function sell(till: Caller, sale: DemoSale): Promise<string> {
  const { buyer, number, products, spends, at } = sale
  const who = buyer ? { phone: buyer.phone } : undefined
  const spent = spends ? await calculateSpend(till, sale) : undefined
  const query = new URLSearchParams({
    receipt_id: spent?.receipt_id ?? newId(at),
    discount_amount: String(spent?.amount ?? 0),
    ...who,
  })
  await till('POST', `/pos-api/v1/bonuses/create?${query.toString()}`, {
    ...(buyer && { register: { name: buyer.name } }),
    ...(!spent && { receipt: { number, products } }),
  })
  return query.get('receipt_id') ?? ''
}

async function calculateSpend(till: Caller, { buyer, number, products }: DemoSale) {
  const ask = (discount_amount: number) => {
    const phone = buyer?.phone ?? ''
    const query = new URLSearchParams({ discount_amount: String(discount_amount), phone })
    return till<Draft>('POST', `/pos-api/v1/receipt?${query.toString()}`, {
      number,
      products,
    })
  }
  const shown = await ask(0)
  const amount = Math.min(Math.floor(shown.totals.bonuses_max), SPEND_MAX)
  if (amount === 0) return { ...shown, amount }
  return { ...(await ask(amount)), amount }
}
