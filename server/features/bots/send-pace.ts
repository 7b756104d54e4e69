/**
 * The second of each bot, as this process fills it: a messenger takes about thirty messages of a
 * bot within any second, whatever they are about. Advertising leaves the last place free and stands
 * aside while anything else waits, so a receipt is never refused because of a mailing.
 *
 * Between processes advertising keeps its pace by `reservePace`; this is for what no plan foresees:
 * a receipt in the middle of a mailing, a process that was held up and catches up.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Io } from '#server/io/io.ts'

const SECOND_MS = 1_000
/** What a messenger takes of one bot in a second. */
const PLACES = 30
/** How often is looked whether a messenger has answered that has not in a second. */
const UNANSWERED_MS = 10
/** Advertising of one bot in a second. */
export const ADVERTISING_PER_SECOND = PLACES - 1

type Place = {
  /** When the messenger answered. */
  answered_at: number
}
type Second = {
  places: Place[]
  /** The quickest answer so far: so long the way there and back takes at least. */
  quickest_ms: number
  /** Messages that are no advertising and wait for a place. */
  waiting: number
}
const seconds = new WeakMap<object, Map<string, Second>>()

function secondOf({ db }: Pick<Io, 'db'>, client_id: string): Second {
  const all = seconds.get(db) ?? new Map<string, Second>()
  seconds.set(db, all)
  const second = all.get(client_id) ?? { places: [], quickest_ms: SECOND_MS, waiting: 0 }
  all.set(client_id, second)
  return second
}

type Taken = {
  /** The messenger has answered, whatever it said. */
  answered: () => void
  /** Nothing is sent after all. */
  unused: () => void
}

/**
 * Waits until this bot may send one more piece of advertising, and takes the place: until a second
 * after the message reached the messenger, which was no later than its answer allows.
 */
export async function takeSparePlace(io: Pick<Io, 'db'>, client_id: string): Promise<Taken> {
  const second = secondOf(io, client_id)
  for (;;) {
    const wait = waitOf(second, ADVERTISING_PER_SECOND)
    if (wait === 0 && second.waiting === 0) break
    await sleep(Math.max(wait, 1))
  }
  return take(second)
}

/** The same for everything else: it waits only while the second is full. */
export async function takePlace(io: Pick<Io, 'db'>, client_id: string): Promise<Taken> {
  const second = secondOf(io, client_id)
  second.waiting += 1
  for (let wait = waitOf(second, PLACES); wait > 0; wait = waitOf(second, PLACES)) await sleep(wait)
  second.waiting -= 1
  return take(second)
}

function take(second: Second): Taken {
  const place: Place = { answered_at: Infinity }
  second.places.push(place)
  const left = performance.now()
  return {
    answered() {
      place.answered_at = performance.now()
      second.quickest_ms = Math.min(second.quickest_ms, place.answered_at - left)
    },
    unused() {
      place.answered_at = -Infinity
    },
  }
}

/** Milliseconds until fewer than `places` are taken. */
function waitOf(second: Second, places: number): number {
  const now = performance.now()
  // What leaves so long after an answer is there a second after what was answered, or later still.
  const taken_ms = SECOND_MS - second.quickest_ms
  second.places = second.places.filter(({ answered_at }) => answered_at + taken_ms > now)
  const over = second.places.length - places
  if (over < 0) return 0
  const answers = second.places.map(({ answered_at }) => answered_at).toSorted((a, b) => a - b)
  const [next = now] = answers.slice(over)
  return next === Infinity ? UNANSWERED_MS : Math.ceil(next + taken_ms - now)
}
