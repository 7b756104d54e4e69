/** A shop that uses everything an owner can set: what the rules cost beside a bare program. */
import type { RemoteShop } from '#server/testing/remote-shop.ts'
import { products } from './load.ts'

/** Sets a ladder of three levels with discounts, a catalogue with floors, and thirty promotions. */
export async function turnAllRulesOn(shop: RemoteShop): Promise<void> {
  const of = `organization_id=${shop.organization_id}`
  await change(shop, 'general', { mode: 'both' })
  await change(shop, 'bonuses', {
    levels: [0, 1_000, 10_000].map((min_turnover, row) => ({
      name: `Рівень ${row + 1}`,
      min_turnover,
      cashback_percent: 3 + row,
      discount_percent: row,
      max_pay_percent: null,
    })),
    level_base: 'rolling_days',
    activation_delay_hours: 24,
    max_accrual_per_receipt: 500,
  })
  for (const { name, barcode, price } of products) {
    await must(shop, 'POST', `/api/v1/products?${of}`, {
      ...{ name, barcode, price, category: 'Меню' },
      min_prices: [{ kind: 'percent_of_price', value: 70 }],
    })
  }
  for (let index = 0; index < 30; index += 1) {
    const { type, body } = promotionOf(index)
    await must(shop, 'POST', `/api/v1/promotions?${of}&type=${type}`, {
      name: `Акція ${index + 1}`,
      status: 'running',
      ...body,
    })
  }
}

/** Every kind in turn; one in ten has a limit that all buyers share. */
function promotionOf(index: number): { type: 2 | 3; body: object } {
  const barcode = products[index % products.length]?.barcode ?? ''
  const set = { all: false, barcodes: [barcode], skus: [], categories: [] }
  const limit = index % 10 === 0 ? { max_uses_total: 1_000_000_000 } : {}
  switch (index % 5) {
    case 0:
      return {
        type: 2,
        body: {
          effect: { kind: 'percent_off', percent: 5 + (index % 7) },
          products: set,
          ...limit,
        },
      }
    case 1:
      return { type: 2, body: { effect: { kind: 'every_nth_free', nth: 3 }, products: set } }
    case 2:
      return {
        type: 3,
        body: { effect: { kind: 'multiplier', times: 2 }, weekdays: [1, 3, 5], products: set },
      }
    case 3:
      return {
        type: 3,
        body: {
          effect: { kind: 'extra_percent', percent: 1 },
          time_from: '22:00',
          time_to: '06:00',
        },
      }
    default:
      return {
        type: 2,
        body: {
          effect: {
            ...{ kind: 'stamp', count: 'receipts', goal: 6, within_days: 60, gift_days: 30 },
            ...{ gift: { kind: 'bonuses', amount: 50 }, once_per_day: true, repeat: true },
          },
        },
      }
  }
}

/** Changes settings of a group over their present version. */
export async function change(
  shop: RemoteShop,
  group: 'general' | 'bonuses',
  changes: object,
): Promise<void> {
  const path = `/api/v1/settings/${group}?organization_id=${shop.organization_id}`
  const { body } = await shop.owner.call('GET', path)
  const { version } = (body as { data: { version: number } }).data
  await must(shop, 'PATCH', path, { version, ...changes })
}

async function must(shop: RemoteShop, method: string, path: string, body: object): Promise<void> {
  const answer = await shop.owner.call(method, path, body)
  if (answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer.body)}`)
}
