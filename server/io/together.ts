import { setImmediate as turnEnd } from 'node:timers/promises'
import { isUnavailable } from './db.ts'
import type { Io } from './io.ts'
import { listParameter, type ItemType } from './records.ts'
import type { Item } from './wire-writer.ts'

type PoolIo = Pick<Io, 'pool'>

/**
 * A statement in flight for longer no longer holds its lane: on a connection that went dead without
 * a word, everyone else would wait for as long as it takes to notice.
 */
const PATIENCE_MS = 500

/**
 * A statement of so many has hardly less to pay for each of more. Of those who wait beyond it a half
 * is left for the next statement: if all went at once, the program would stand still while the
 * database works, and the database while the program does (decision 0076).
 */
const FULL = 32

/** How single asks become one statement. */
export type Terms<Ask, Answer> = {
  /** Statements in flight at once; left out: one, which makes the largest batches. */
  lanes?: number
  /** Asks of one statement. */
  batch_max: number
  /** Asks that name an equal thing never share a statement; left out: any may. */
  thingsOf?(ask: Ask): string[]
  /** Equal asks that wait at the same time are one ask with one answer; for reads only. */
  sameAs?(ask: Ask): string
  /** Which lane an ask belongs to, by any number; left out: the first that is free. */
  laneOf?(ask: Ask): number
  /** The statement: as many answers as asks, in their order. */
  run(io: PoolIo, asks: Ask[]): Promise<Answer[]>
}

type Waiting<Ask, Answer> = {
  ask: Ask
  same: string | undefined
  resolve(answer: Answer): void
  reject(error: unknown): void
}
type Lane<Ask, Answer> = { waiting: Waiting<Ask, Answer>[]; busy: boolean }
type State<Ask, Answer> = {
  lanes: Lane<Ask, Answer>[]
  /** Waiting, not yet sent: an answer may not be older than its ask. */
  shared: Map<string, Promise<Answer>>
}

/**
 * Makes of a statement for many asks a function for one. There is no timer: a lane starts at the
 * end of the first turn of the event loop that brings it no more; while its statement is in flight,
 * asks queue, and the next statement takes them, or a half of many (spec/ledger.md "Natural
 * batching"). Every answer is read after its ask. When a statement of many fails, each ask is tried
 * alone, so one cannot spoil the others; without the database all are rejected at once.
 */
export function together<Ask, Answer>(
  terms: Terms<Ask, Answer>,
): (io: PoolIo, ask: Ask) => Promise<Answer> {
  // Per database, because a test has its own beside another's.
  const states = new WeakMap<object, State<Ask, Answer>>()
  const stateOf = (pool: object) => {
    let state = states.get(pool)
    if (!state) {
      const lanes = Array.from({ length: terms.lanes ?? 1 }, () => ({ waiting: [], busy: false }))
      states.set(pool, (state = { lanes, shared: new Map() }))
    }
    return state
  }
  return (io, ask) => {
    const state = stateOf(io.pool)
    const same = terms.sameAs?.(ask)
    const before = same === undefined ? undefined : state.shared.get(same)
    if (before) return before
    const lane = chooseLane(state.lanes, terms.laneOf?.(ask))
    const answer = new Promise<Answer>((resolve, reject) => {
      lane.waiting.push({ ask, same, resolve, reject })
    })
    if (same !== undefined) state.shared.set(same, answer)
    if (!lane.busy) {
      lane.busy = true
      void runLane(io, terms, state, lane)
    }
    return answer
  }
}

function chooseLane<Ask, Answer>(
  lanes: Lane<Ask, Answer>[],
  number: number | undefined,
): Lane<Ask, Answer> {
  const lane =
    number === undefined
      ? (lanes.find(({ busy }) => !busy) ??
        lanes.reduce((a, b) => (b.waiting.length < a.waiting.length ? b : a)))
      : lanes[number % lanes.length]
  if (!lane) throw new Error('together: there is no lane')
  return lane
}

async function runLane<Ask, Answer>(
  io: PoolIo,
  terms: Terms<Ask, Answer>,
  { shared }: State<Ask, Answer>,
  lane: Lane<Ask, Answer>,
): Promise<void> {
  while (lane.waiting.length > 0) {
    await gather(lane)
    const batch = takeBatch(terms, lane)
    for (const { same } of batch) if (same !== undefined) shared.delete(same)
    await withinPatience(runBatch(io, terms, batch))
  }
  lane.busy = false
}

/**
 * Waits while each turn of the event loop brings more, up to `FULL`: what the answers that have just
 * come let others ask goes along. A lone ask waits for the end of its own turn alone.
 */
async function gather(lane: Lane<unknown, unknown>): Promise<void> {
  let before: number
  do {
    before = lane.waiting.length
    await turnEnd()
  } while (before < lane.waiting.length && lane.waiting.length < FULL)
}

/** Ends with `work`, or earlier when it takes too long; `work` itself goes on. */
async function withinPatience(work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const patience = new Promise<void>((resolve) => (timer = setTimeout(resolve, PATIENCE_MS)))
  await Promise.race([work, patience])
  clearTimeout(timer)
}

/** The oldest waiting asks, at most one for each thing. */
function takeBatch<Ask, Answer>(
  { thingsOf, batch_max }: Terms<Ask, Answer>,
  lane: Lane<Ask, Answer>,
): Waiting<Ask, Answer>[] {
  const taken = new Set<string>()
  const batch: Waiting<Ask, Answer>[] = []
  const left: Waiting<Ask, Answer>[] = []
  const room = Math.min(batch_max, Math.max(FULL, Math.ceil(lane.waiting.length / 2)))
  for (const one of lane.waiting) {
    const things = batch.length < room ? (thingsOf?.(one.ask) ?? []) : []
    if (batch.length < room && things.every((thing) => !taken.has(thing))) {
      for (const thing of things) taken.add(thing)
      batch.push(one)
    } else left.push(one)
  }
  lane.waiting = left
  return batch
}

async function runBatch<Ask, Answer>(
  io: PoolIo,
  terms: Terms<Ask, Answer>,
  batch: Waiting<Ask, Answer>[],
): Promise<void> {
  try {
    const answers = await terms.run(
      io,
      batch.map(({ ask }) => ask),
    )
    if (answers.length !== batch.length) throw new Error('together: an ask without an answer')
    batch.forEach(({ resolve }, index) => resolve(answers[index] as Answer))
  } catch (error) {
    if (batch.length === 1 || isUnavailable(error)) batch.forEach(({ reject }) => reject(error))
    else for (const one of batch) await runBatch(io, terms, [one])
  }
}

/**
 * A look-up of many keys by one prepared statement, with a list for each of `columns`: `from` gives
 * the keys as `k`, each with its place `i`, and `values` are the parameters. The statement answers at
 * most one row of each key, with that `i`. Its plan knows no number of keys (decision 0073).
 */
export function keyLists<Column extends string>(columns: Record<Column, ItemType>) {
  const typed = Object.entries<ItemType>(columns)
  const lists = typed.map(([, type], index) => `$${index + 1}::${type}[]`)
  const names = typed.map(([name]) => name)
  return {
    from: `(select ${names.join()}, (place - 1)::int as i
      from unnest(${lists.join()}) with ordinality as u(${names.join()}, place)) as k`,
    values: (keys: readonly Readonly<Record<Column, Item>>[]): Buffer[] =>
      typed.map(([name, type]) =>
        listParameter(
          type,
          keys.map((key) => key[name as Column]),
        ),
      ),
  }
}

/** The rows in the order of the keys; undefined where a key has none. */
export function rowsByPlace<Row extends { i: number }>(
  rows: readonly Row[],
  count: number,
): (Row | undefined)[] {
  const placed: (Row | undefined)[] = Array.from({ length: count })
  for (const row of rows) placed[row.i] = row
  return placed
}
