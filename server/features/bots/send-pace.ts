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
/** Advertising of one bot in a second. */
export const ADVERTISING_PER_SECOND = PLACES - 1

type Second = {
  /** Moments of the last sends, the oldest first. */
  sent: number[]
  /** Messages that are no advertising and wait for a place. */
  waiting: number
}
const seconds = new WeakMap<object, Map<string, Second>>()

function secondOf({ db }: Pick<Io, 'db'>, client_id: string): Second {
  const all = seconds.get(db) ?? new Map<string, Second>()
  seconds.set(db, all)
  const second = all.get(client_id) ?? { sent: [], waiting: 0 }
  all.set(client_id, second)
  return second
}

/** Waits until this bot may send one more piece of advertising, and takes the place. */
export async function takeSparePlace(io: Pick<Io, 'db'>, client_id: string): Promise<void> {
  const second = secondOf(io, client_id)
  for (;;) {
    const wait = waitOf(second, ADVERTISING_PER_SECOND)
    if (wait === 0 && second.waiting === 0) break
    await sleep(Math.max(wait, 1))
  }
  second.sent.push(performance.now())
}

/** The same for everything else: it waits only while the second is full. */
export async function takePlace(io: Pick<Io, 'db'>, client_id: string): Promise<void> {
  const second = secondOf(io, client_id)
  second.waiting += 1
  for (let wait = waitOf(second, PLACES); wait > 0; wait = waitOf(second, PLACES)) await sleep(wait)
  second.waiting -= 1
  second.sent.push(performance.now())
}

/** Milliseconds until fewer than `places` were taken within the last second. */
function waitOf({ sent }: Second, places: number): number {
  const now = performance.now()
  while (sent[0] !== undefined && sent[0] <= now - SECOND_MS) sent.shift()
  const oldest = sent.at(-places)
  return oldest === undefined ? 0 : Math.ceil(oldest + SECOND_MS - now)
}
