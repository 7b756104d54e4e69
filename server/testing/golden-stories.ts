/**
 * Golden stories of the engine: what was asked and, frozen beside it, every figure that came out,
 * down to the hash of the last entry. A change of `golden.json` is a change of what shops and
 * buyers get, so it is reviewed line by line.
 * `node server/testing/golden-stories.ts` plays the stories anew and writes the answers down.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { defaultProgram, type Level, type Program } from '#server/features/program/rules.ts'
import type { Promotion } from '#server/features/promotions/rules.ts'
import { plainLine } from '#server/features/receipts/line-rules.ts'
import type { CancelPart, LineInput, Sale, SettledLine } from '#server/features/receipts/rules.ts'
import { MemoryShop } from './memory-shop.ts'
import { accrualPromotion, productPromotion } from './promotions.ts'

type Step =
  | { buys: Partial<LineInput>[] | number; spend?: number; member?: false }
  | { cancels: number; part?: CancelPart }
  | { given: number }
  | { withdrawn: number }
  | { days: number }
  | { hours: number }
export type Story = {
  name: string
  program: Partial<Omit<Program, 'levels'>>
  levels?: Partial<Level>[]
  /** Terms that are not told are open. */
  promotions?: Partial<Promotion>[]
  steps: Step[]
  answers?: unknown[]
}

const GOLDEN = new URL('../features/receipts/golden.json', import.meta.url)
const HOUR = 3_600_000
const DAY = 24 * HOUR
const START = Date.UTC(2026, 9, 20, 9, 30)

/** The stories with their frozen answers. */
export function readStories(): Story[] {
  return JSON.parse(readFileSync(GOLDEN, 'utf8')) as Story[]
}

/** Plays one story; one answer per step, and the account at the end. */
export function playStory(story: Story): unknown[] {
  const program = defaultProgram()
  const [base] = program.levels
  const levels = story.levels?.map((level) => ({ ...(base as Level), ...level }))
  const shop = new MemoryShop({ ...program, ...story.program, levels: levels ?? program.levels })
  shop.promotions = (story.promotions ?? []).map((told) => {
    const { type, effect } = told as Promotion
    return type === 2 ? productPromotion(effect, told) : accrualPromotion(effect, told)
  })
  let now = START
  const answers = story.steps.map((step) => {
    if ('days' in step) now += step.days * DAY
    if ('hours' in step) now += step.hours * HOUR
    return playStep(shop, step, now)
  })
  return [...answers, { account: shop.account }]
}

function playStep(shop: MemoryShop, step: Step, now: number): unknown {
  if ('buys' in step) {
    const other = step.member === false ? { account: null } : {}
    const made = shop.create(saleOf(step.buys), step.spend ?? 0, now, other)
    const { receipt, refused } = made
    const told = receipt.explain.map(({ line, rule, amount }) => `${line ?? '*'} ${rule} ${amount}`)
    const { totals, spent_lots, moved_expiry, balance_after, level, day } = receipt
    const lines = receipt.lines.map((line) => linesToTell(line, receipt.promotions.length > 0))
    return {
      ...{ level, day, totals, lines, told, spent_lots, moved_expiry, balance_after, refused },
      ...(receipt.promotions.length > 0 && {
        promotions: receipt.promotions,
        claims: made.claims,
      }),
    }
  }
  if ('cancels' in step) {
    const decision = shop.cancel(step.cancels, step.part ?? { kind: 'full' }, now)
    if (decision.refused) return { refused: decision.refused }
    const entries = decision.change?.entries.map(({ kind, amount, debt_change, lots }) => {
      const moved = lots.map((lot) => `${lot.number}: ${lot.amount}`)
      return { kind, amount, debt_change, moved }
    })
    const claims = decision.claims.length > 0 && { claims: decision.claims }
    return { estimate: decision.estimate, returned: decision.returned, entries, ...claims }
  }
  if ('given' in step) shop.grant(step.given, now)
  else if ('withdrawn' in step) shop.withdraw(step.withdrawn, now)
  else shop.expire(now)
  return { balance: shop.account.balance, debt: shop.account.debt }
}

function linesToTell(line: SettledLine, promoted: boolean) {
  const { total, level_discount, floor, bonuses_spent, to_pay, accrual } = line
  const { promotion_id, promotion_discount, promotion_accrual } = line
  return {
    ...{ total, level_discount, floor, bonuses_spent, to_pay, accrual },
    ...(promoted && { promotion_id, promotion_discount, promotion_accrual }),
  }
}

function saleOf(buys: Partial<LineInput>[] | number): Sale {
  if (typeof buys === 'number') return { total: buys }
  return { lines: buys.map((line) => ({ ...plainLine(0, 1000), ...line })) }
}

if (import.meta.main) {
  const stories = readStories().map((story) => ({ ...story, answers: playStory(story) }))
  writeFileSync(GOLDEN, `${JSON.stringify(stories, null, 2)}\n`)
}
