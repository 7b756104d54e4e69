import { setImmediate as breathe } from 'node:timers/promises'
import { loadPastPromotions } from '#server/features/promotions/load-past-promotions.ts'
import { isUnavailable } from '#server/io/db.ts'
import type { Io } from '#server/io/io.ts'
import { readFile } from './read-file.ts'
import { readPast, windowOf } from './read-past.ts'
import { Replay } from './replay-rules.ts'
import type { BuyerGain, ReplayFigures } from './rules.ts'
import * as store from './store.ts'
import type { ReplayKey, ReplayRow } from './store.ts'

/** Receipts settled before the tills of this process get their turn: a few milliseconds. */
const SLICE = 100
/** Receipts of a file between two notes of how far it is. */
const NOTED = 5_000

/**
 * Runs a replay to its end. It writes nothing but its own row, so that broken off it begins anew,
 * and run twice it comes to the same. Stops when it was dropped.
 */
export async function runReplay(io: Io, key: ReplayKey): Promise<void> {
  const row = await store.findReplay(io.db, key)
  if (row?.status !== 'running') return
  try {
    await (row.source === 'own' ? replayOwn(io, row) : replayFile(io, row))
  } catch (error) {
    // A database that is away is tried again by the queue; a fault of ours would be the same fault.
    if (isUnavailable(error)) throw error
    io.log.error({ replay_id: key.id, err: error }, 'a replay failed')
    await store.endReplay(io.db, key, { result: null, problem: 'fault' }, io.clock.now())
  }
}

async function replayOwn(io: Io, row: ReplayRow): Promise<void> {
  const window = windowOf(row.organization_id, row.created_at, row.terms.today.timezone)
  const total = await store.countPast(io.db, window)
  const { timezone } = row.terms.today
  const promotions = await loadPastPromotions(io, { id: row.organization_id, timezone })
  const replay = new Replay(row.terms, promotions)
  let done = 0
  if (!(await store.saveProgress(io.db, row, { done, total }, io.clock.now()))) return
  for await (const { receipts, openings, read } of readPast(io, window, row.terms)) {
    for (const [index, past] of receipts.entries()) {
      const opening = past.buyer === null ? undefined : openings.get(past.buyer)
      replay.add(past, opening && (() => opening))
      if (index % SLICE === SLICE - 1) await breathe()
    }
    done += read
    const progress = { done, total: Math.max(total, done) }
    if (!(await store.saveProgress(io.db, row, progress, io.clock.now()))) return
  }
  await end(io, row, replay.finish(window.until.getTime()))
}

async function replayFile(io: Io, row: ReplayRow): Promise<void> {
  const content = await store.readContent(io.db, row)
  if (!content) return
  const read = await readFile(content, row.terms.today.timezone)
  if ('problem' in read) {
    await store.endReplay(io.db, row, { result: null, problem: read.problem }, io.clock.now())
    return
  }
  const { receipts, ...told } = read
  const total = receipts.length
  const replay = new Replay(row.terms)
  if (!(await store.saveProgress(io.db, row, { done: 0, total }, io.clock.now()))) return
  for (const [index, { at, buyer, total: sum }] of receipts.entries()) {
    const past = { at, buyer, pos_id: null, flyer_id: null, habit: null }
    replay.add({ ...past, sale: { total: sum } })
    if (index % SLICE === SLICE - 1) await breathe()
    if (index % NOTED !== NOTED - 1) continue
    const progress = { done: index + 1, total }
    if (!(await store.saveProgress(io.db, row, progress, io.clock.now()))) return
  }
  await store.saveProgress(io.db, row, { done: total, total }, io.clock.now())
  const figures = replay.finish(0)
  await end(io, row, figures && withoutKeys(figures), told)
}

async function end(
  io: Io,
  row: ReplayRow,
  result: ReplayFigures | null,
  told: Partial<Pick<ReplayRow, 'rows_failed' | 'errors'>> = {},
): Promise<void> {
  const problem = result === null ? ('no_receipts' as const) : null
  await store.endReplay(io.db, row, { result, problem, ...told }, io.clock.now())
}

/** Of the phones and cards of a file only the ends are kept. */
function withoutKeys(figures: ReplayFigures): ReplayFigures {
  const ends = (list: BuyerGain[]) => list.map((gain) => ({ ...gain, buyer: gain.buyer.slice(-4) }))
  return { ...figures, winners: ends(figures.winners), losers: ends(figures.losers) }
}
