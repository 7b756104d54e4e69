import type { ProgramOwner } from '#server/features/program/load-program.ts'
import type { Io } from '#server/io/io.ts'
import { selectBusiestHour, selectReach, type ReachAsk, type ReachRow } from './reach-store.ts'
import { askSegment, whomOfAsk, type SegmentAsk } from './select-segment.ts'

export type Reach = Record<ReachRow['fate'] | 'total' | 'telegram' | 'viber', number> & {
  /** How many of those reached the busiest bot has. */
  busiest: number
}

const fates = ['reached', 'blocked', 'unreachable', 'no_consent', 'capped'] as const
const sum = (rows: readonly ReachRow[]) => rows.reduce((total, { buyers }) => total + buyers, 0)

/**
 * Whom advertising to a segment would reach now, and what becomes of the others: the five fates sum
 * to the total. Refuses: `not_found`, `segment_too_heavy`.
 */
export async function countReach(
  io: Pick<Io, 'db' | 'clock'>,
  organization: ProgramOwner,
  ask: SegmentAsk,
  by: ReachAsk,
): Promise<Reach> {
  const whom = await whomOfAsk(io, organization.id, ask)
  const rows = await askSegment(io, organization, whom, (tx, ground) =>
    selectReach(tx, whom, ground, by),
  )
  const of = (fate: ReachRow['fate']) => rows.filter((row) => row.fate === fate)
  const reached = of('reached')
  const counts = Object.fromEntries(fates.map((fate) => [fate, sum(of(fate))]))
  const by_bot = Map.groupBy(reached, ({ client_id }) => client_id)
  return {
    ...(counts as Record<ReachRow['fate'], number>),
    total: sum(rows),
    telegram: sum(reached.filter(({ type }) => type === 'telegram')),
    viber: sum(reached.filter(({ type }) => type === 'viber')),
    busiest: Math.max(0, ...[...by_bot.values()].map(sum)),
  }
}

const DAYS = 90
/** Fewer receipts within an hour of the week say nothing of it. */
const LEAST = 5

/** The hour of the week at which a segment buys most, by the shop's clock; undefined: none stands out. */
export async function findBusiestHour(
  io: Pick<Io, 'db' | 'clock'>,
  organization: ProgramOwner,
  ask: SegmentAsk,
): Promise<{ weekday: number; hour: number } | undefined> {
  const whom = await whomOfAsk(io, organization.id, ask)
  const since = new Date(io.clock.now().getTime() - DAYS * 24 * 3600 * 1000)
  const { timezone } = organization
  return askSegment(io, organization, whom, (tx, ground) =>
    selectBusiestHour(tx, whom, ground, { since, least: LEAST, timezone }),
  )
}
