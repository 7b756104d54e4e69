import type { ProgramOwner } from '#server/features/program/load-program.ts'
import { databaseCode, type Tx } from '#server/io/db.ts'
import type { Io } from '#server/io/io.ts'
import { Refusal } from '#server/io/refusal.ts'
import { usesBorders, type Filter, type Ground } from './filter-rules.ts'
import { loadGround } from './load-ground.ts'
import { selectIds, withinLimits, type Whom } from './result-store.ts'
import { findSegment, type SegmentRow } from './store.ts'

/** Less than the ten seconds of other statements: nobody waits longer for a count. */
const LIMIT_MS = 5000
const NO_ID = '00000000-0000-0000-0000-000000000000'

/** Asks of a segment: a saved one by id, or a filter. */
export type SegmentAsk = { segment_id: string } | { filter: Filter }

/** A saved segment of the organization. Refuses: `not_found`. */
export async function requireSegment(
  io: Pick<Io, 'db'>,
  organization_id: string,
  id: string,
): Promise<SegmentRow> {
  const found = await findSegment(io.db, organization_id, id)
  if (!found) throw new Refusal('not_found')
  return found
}

/** Whom a saved segment means now. */
export const whomOf = ({ id, mode, filter }: Pick<SegmentRow, 'id' | 'mode' | 'filter'>): Whom =>
  mode === 'frozen' ? { frozen: id } : { filter }

/**
 * Runs `work` on the buyers of a segment, within the time a question may take.
 * Refuses: `segment_too_heavy`.
 */
export async function askSegment<T>(
  io: Pick<Io, 'db' | 'clock'>,
  organization: ProgramOwner,
  whom: Whom,
  work: (tx: Tx, ground: Ground) => Promise<T>,
  wants_borders = false,
): Promise<T> {
  const borders = wants_borders || ('filter' in whom && usesBorders(whom.filter))
  try {
    const ground = await loadGround(io, organization, borders)
    return await withinLimits(io.db, LIMIT_MS, (tx) => work(tx, ground))
  } catch (error) {
    // The statement was stopped by its own limit.
    if (databaseCode(error) === '57014') throw new Refusal('segment_too_heavy')
    throw error
  }
}

/** Whom an ask means. Refuses: `not_found`. */
export async function whomOfAsk(
  io: Pick<Io, 'db'>,
  organization_id: string,
  ask: SegmentAsk,
): Promise<Whom> {
  if ('filter' in ask) return ask
  return whomOf(await requireSegment(io, organization_id, ask.segment_id))
}

/** The ids of a segment's buyers in pages, in one order; each page as it is when it is read. */
export async function* selectSegment(
  io: Pick<Io, 'db' | 'clock'>,
  organization: ProgramOwner,
  ask: SegmentAsk,
  limit = 5000,
): AsyncGenerator<string[]> {
  const whom = await whomOfAsk(io, organization.id, ask)
  for (let after = NO_ID; ;) {
    const page = { after, limit }
    const ids = await askSegment(io, organization, whom, (tx, ground) =>
      selectIds(tx, whom, ground, page),
    )
    const last = ids.at(-1)
    if (last === undefined) return
    yield ids
    after = last
  }
}
