/**
 * How many past receipts a second are tried on two programs at once: the rule alone, without
 * reading them. `node bench/replay.ts`; `npm run bench` prints the same beside the rest.
 */
import { performance } from 'node:perf_hooks'
import { defaultProgram } from '#server/features/program/rules.ts'
import { plainLine } from '#server/features/receipts/line-rules.ts'
import { Replay } from '#server/features/replay/replay-rules.ts'
import type { PastReceipt } from '#server/features/replay/rules.ts'
import { promotionsOf } from './engine.ts'

const START = Date.UTC(2026, 7, 1, 6)
const SPAN_MS = 90 * 24 * 3_600_000
const BUYERS = 12_000

/** Receipts of 90 days by regulars, three lines each; every third one spends what it can. */
function pastOf(index: number, count: number): PastReceipt {
  const lines = [0, 1, 2].map((line) => ({
    ...plainLine(2_000 + ((index * 7_919 + line * 104_729) % 30_000), 1000),
    floor: line === 2 ? 1_500 : 0,
    barcode: `482${(index * 31 + line * 17) % 900}`,
    category: `Відділ ${(index + line) % 9}`,
  }))
  return {
    buyer: `buyer ${(index * 7_919) % BUYERS}`,
    at: START + Math.floor((SPAN_MS / count) * index),
    sale: { lines },
    pos_id: null,
    flyer_id: null,
    habit: { spent: index % 3 === 0 ? 1 : 0, max: 1 },
  }
}

/** Replays `count` receipts with so many promotions of every kind; answers how many a second. */
export function measureReplay(promotions = 0, count = 100_000): number {
  const today = defaultProgram()
  const changed = {
    ...today,
    mode: 'both' as const,
    expiry_days: 30,
    levels: today.levels.map((level) => ({
      ...level,
      cashback_percent: 700,
      discount_percent: 200,
    })),
  }
  const terms = { today, changed, spending: { kind: 'observed' as const } }
  const replay = new Replay(terms, promotionsOf(promotions))
  const from = performance.now()
  for (let index = 0; index < count; index += 1) replay.add(pastOf(index, count))
  replay.finish(START + SPAN_MS)
  return (count * 1000) / (performance.now() - from)
}

if (import.meta.main) {
  for (const promotions of [0, 30]) {
    const per_second = measureReplay(promotions)
    const seconds = (100_000 / per_second).toFixed(1)
    console.log(
      `replay, ${promotions} promotions: receipts per second ${per_second.toFixed(0)}, 100,000 in seconds ${seconds}`,
    )
  }
}
