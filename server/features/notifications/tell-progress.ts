import { findBuyer } from '#server/features/buyers/find-buyer.ts'
import { dayOf } from '#server/features/ledger/calendar-rules.ts'
import { levelOf, turnoverOf } from '#server/features/ledger/level-rules.ts'
import type { Account } from '#server/features/ledger/rules.ts'
import { loadProgramOf } from '#server/features/program/load-program-of.ts'
import type { Program } from '#server/features/program/rules.ts'
import { loadPromotions } from '#server/features/promotions/load-promotions.ts'
import { viewCards } from '#server/features/promotions/view-card-rules.ts'
import type { Io } from '#server/io/io.ts'
import { selectPromotionsVersion } from './facts-store.ts'
import { putLevel, selectLevel } from './store.ts'
import { loadSetting, tellEvent } from './tell-event.ts'

type BuyerKey = { organization_id: string; buyer_id: string }

/** What a purchase has moved: a level reached or near, a card with one stamp to go. */
export async function tellProgress(io: Io, key: BuyerKey, receipt_id: string): Promise<void> {
  const shop = await loadProgramOf(io, key.organization_id)
  const found =
    shop && (await findBuyer(io, key.organization_id, { id: key.buyer_id }, shop.program))
  if (!found) return
  const { organization, program } = shop
  const { account } = found
  await tellLevel(io, key, program, account)
  const version = await selectPromotionsVersion(io.db, key.organization_id)
  const now = io.clock.now().getTime()
  const promotions = await loadPromotions(io, organization, version)
  for (const card of viewCards(account, promotions, program.timezone, now)) {
    if (card.unit === 'sum' || card.goal - card.count !== 1) continue
    const facts = { promotion: card.name }
    // One receipt leaves a card with one stamp to go; the next one fills it.
    const object = `${card.promotion_id} ${receipt_id}`
    await tellEvent(io, key, { code: 'stamp_almost', object, facts })
  }
}

async function tellLevel(io: Io, key: BuyerKey, program: Program, account: Account): Promise<void> {
  if (program.levels.length < 2) return
  const moved = await compareLevel(io, key, program, account)
  if (moved.to === 'up') {
    const object = `${moved.level} ${moved.day}`
    await tellEvent(io, key, { code: 'level_up', object, facts: {} })
  } else await tellNear(io, key, program, account, moved.level)
  // Only now: a worker that dies before it tells again, and the same is told once.
  await putLevel(io.db, key, moved.level, io.clock.now())
}

async function tellNear(
  io: Io,
  key: BuyerKey,
  program: Program,
  account: Account,
  number: number,
): Promise<void> {
  const rank = program.levels.findIndex((level) => level.number === number)
  const [level, next] = [program.levels[rank], program.levels[rank + 1]]
  if (!level || !next) return
  const setting = await loadSetting(io, key.organization_id, 'level_progress')
  const left = next.min_turnover - turnoverOf(account, program, io.clock.now().getTime())
  const step = next.min_turnover - level.min_turnover
  if (left <= 0 || left * 100 > step * (setting.when ?? 0)) return
  const near = { code: 'level_progress', object: `${next.number}`, facts: {} } as const
  await tellEvent(io, key, near, setting)
}

/** The level that holds now, and which way it went since it was last looked at. */
export async function compareLevel(
  io: Io,
  key: BuyerKey,
  program: Program,
  account: Account,
): Promise<{ level: number; to: 'up' | 'down' | 'same'; day: string }> {
  const now = io.clock.now().getTime()
  const level = levelOf(account, program, now)
  const before = await selectLevel(io.db, key)
  const rankOf = (number: number) => program.levels.findIndex((one) => one.number === number)
  // Who is looked at for the first time stood on the first level before the first purchase.
  const first = account.receipts <= 1 ? 0 : rankOf(level)
  const was = before === null ? first : rankOf(before)
  const to = rankOf(level) > was ? 'up' : rankOf(level) < was ? 'down' : 'same'
  return { level, to, day: dayOf(now, program.timezone).text }
}
