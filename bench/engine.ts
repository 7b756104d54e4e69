/**
 * What one decision of the engine costs, without HTTP and database: microseconds, medians.
 * `node bench/engine.ts`; `npm run bench` prints the same beside the rest.
 */
import { performance } from 'node:perf_hooks'
import { openAccount } from '#server/features/ledger/change-rules.ts'
import { defaultProgram } from '#server/features/program/rules.ts'
import type { Promotion } from '#server/features/promotions/rules.ts'
import { plainLine } from '#server/features/receipts/line-rules.ts'
import type { ReceiptAsk } from '#server/features/receipts/rules.ts'
import { settleReceipt } from '#server/features/receipts/settle-receipt-rules.ts'
import { accrualPromotion, productPromotion, stampPromotion } from '#server/testing/promotions.ts'

const NOW = Date.UTC(2026, 9, 20, 9, 30)
const ROUNDS = 21
const CALLS = 100

/** Promotions of every kind, each on a set of 200 barcodes, one category or everything. */
export function promotionsOf(count: number): Promotion[] {
  return Array.from({ length: count }, (_none, index) => {
    const barcodes = Array.from({ length: 200 }, (_each, at) => `482${(index * 37 + at) % 900}`)
    const products = [
      { all: false as const, barcodes, skus: [], categories: [] },
      { all: false as const, barcodes: [], skus: [], categories: [`Відділ ${index % 7}`] },
      { all: true as const },
    ][index % 3] ?? { all: true as const }
    const terms = { id: `promotion-${index}`, products, priority: index % 4 }
    switch (index % 10) {
      case 0:
        return productPromotion({ kind: 'percent_off', percent: 500 + index }, terms)
      case 1:
        return productPromotion({ kind: 'cheapest_free', nth: 3 }, terms)
      case 2:
        return productPromotion({ kind: 'amount_off', amount: 90 + index }, terms)
      case 3:
        return productPromotion({ kind: 'bonus_per_unit', amount: 50 }, terms)
      case 4:
        return stampPromotion({ count: 'units', goal: 6 }, terms)
      case 5:
        return accrualPromotion(
          { kind: 'multiplier', times: 200 },
          { ...terms, exclusive_group: 'g' },
        )
      case 6:
        return accrualPromotion({ kind: 'extra_percent', percent: 100 }, terms)
      case 7:
        return productPromotion(
          { kind: 'fixed_price', price: 3_000 },
          { ...terms, weekdays: [1, 2, 3, 4, 5], time_from: '08:00', time_to: '20:00' },
        )
      case 8:
        return productPromotion({ kind: 'every_nth_free', nth: 2 }, { ...terms, min_amount: 1_000 })
      default:
        return stampPromotion({ goal: 5, once_per_day: true }, terms)
    }
  })
}

function askOf(lines: number, promotions: readonly Promotion[]): ReceiptAsk {
  const program = defaultProgram()
  return {
    receipt_id: 'bench',
    program: {
      ...program,
      mode: 'both',
      levels: program.levels.map((level) => ({ ...level, discount_percent: 300 })),
    },
    sale: {
      lines: Array.from({ length: lines }, (_none, index) => ({
        ...plainLine(1_990 + index * 173, 1000 * (1 + (index % 4))),
        barcode: `482${index * 17}`,
        category: `Відділ ${index % 9}`,
        floor: index % 3 === 0 ? 1_500 : 0,
      })),
    },
    account: openAccount('shop', 'buyer'),
    spend: 0,
    confirmation_limit: null,
    license: 'active',
    promotions,
    exhausted: [],
    pos_id: 'pos',
    segment_ids: [],
    gifts: [],
    occurred_at: NOW,
    now: NOW,
    actor: 'bench',
  }
}

/** Median microseconds of one decision. */
function measure(ask: ReceiptAsk): number {
  const rounds: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const from = performance.now()
    for (let call = 0; call < CALLS; call += 1) settleReceipt(ask)
    rounds.push(((performance.now() - from) * 1000) / CALLS)
  }
  // The first rounds are the compiler's.
  const warm = rounds.slice(5).toSorted((a, b) => a - b)
  return warm[Math.floor(warm.length / 2)] ?? 0
}

/** Names and microseconds, to print. */
export function measureEngine(): { name: string; us: number }[] {
  return [
    { name: 'engine: a bare line, no promotions, µs', us: measure(askOf(1, [])) },
    { name: 'engine: 50 lines, no promotions, µs', us: measure(askOf(50, [])) },
    {
      name: 'engine: 50 lines, 30 running promotions, µs',
      us: measure(askOf(50, promotionsOf(30))),
    },
  ]
}

if (import.meta.main) {
  for (const { name, us } of measureEngine()) console.log(`${name.padEnd(58)} ${us.toFixed(1)}`)
}
