import { localDay } from '#server/features/organizations/rules.ts'
import type { Io } from '#server/io/io.ts'
import type { Promotion } from './rules.ts'
import { promotionOf } from './show-promotions.ts'
import { forReceipts } from './status-rules.ts'
import { listLaunched, listLaunchedAt, type PromotionRow } from './store.ts'

/**
 * What is kept by version can never be stale: each change makes another number, which comes with
 * the till's session. The day is part of it, for what is over is left out. Per database, because a
 * test has its own beside another's.
 */
const caches = new WeakMap<object, Map<string, { key: string; promotions: readonly Promotion[] }>>()
const CACHED_MAX = 20_000
const NONE: readonly Promotion[] = []
const DAY_MS = 24 * 60 * 60 * 1000

/**
 * The promotions that receipts of an organization are decided with now, the same list object until
 * something changes. Version 0 is a shop that never had any: nothing is asked.
 */
export async function loadPromotions(
  io: Pick<Io, 'db' | 'clock'>,
  organization: { id: string; timezone: string },
  version: number,
): Promise<readonly Promotion[]> {
  if (version === 0) return NONE
  const now = io.clock.now()
  const day = localDay(now, organization.timezone)
  const key = `${version} ${day}`
  const cache = cacheOf(io.db)
  const known = cache.get(organization.id)
  if (known?.key === key) return known.promotions
  const promotions = workingAt(await listLaunched(io.db, organization.id), organization, now)
  // The oldest leaves first; one in use comes back with one look-up.
  if (cache.size >= CACHED_MAX) cache.delete(cache.keys().next().value ?? '')
  cache.set(organization.id, { key, promotions })
  return promotions
}

/**
 * Those that a sale of an earlier moment is decided with, as they were then. Not remembered: sales
 * that are reported late are few.
 */
export async function loadPromotionsAt(
  io: Pick<Io, 'db'>,
  organization: { id: string; timezone: string },
  at: Date,
): Promise<readonly Promotion[]> {
  return workingAt(await listLaunchedAt(io.db, organization.id, at), organization, at)
}

function workingAt(
  rows: readonly PromotionRow[],
  { timezone }: { timezone: string },
  at: Date,
): Promotion[] {
  const today = {
    day: localDay(at, timezone),
    yesterday: localDay(new Date(at.getTime() - DAY_MS), timezone),
  }
  return rows.flatMap((row) => {
    const stopped_on = row.finished_at === null ? null : localDay(row.finished_at, timezone)
    return forReceipts({ ...promotionOf(row), state: row.state, stopped_on }, today) ?? []
  })
}

function cacheOf(db: object) {
  const known = caches.get(db)
  if (known) return known
  const made = new Map<string, { key: string; promotions: readonly Promotion[] }>()
  caches.set(db, made)
  return made
}
