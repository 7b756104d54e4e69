import { Refusal } from './refusal.ts'

const ANSWER_MS = 25_000
const LOOK_MS = 1000

/** One call at work. */
type Waiting = { since: number; refuse: (why: Refusal) => void }

/** Calls at work, the oldest first: a set keeps the order in which they came. */
const waiting = new Set<Waiting>()
let looks: NodeJS.Timeout | undefined

/**
 * Answers `busy` when the work takes too long, whatever it waits for: a link to the database may
 * swallow everything and tell nobody. The work may still be done; asking again with the same id or
 * key answers what it did.
 * One timer looks after all calls once a second: nearly every call is answered in a few
 * milliseconds, and a timer of its own would be set only to be taken back.
 */
export function inTime<T>(work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const call = { since: performance.now(), refuse: reject }
    waiting.add(call)
    // A program that closes does not wait for the next look.
    looks ??= setInterval(refuseLate, LOOK_MS).unref()
    work.then(
      (answer) => {
        waiting.delete(call)
        resolve(answer)
      },
      (error: unknown) => {
        waiting.delete(call)
        reject(error)
      },
    )
  })
}

function refuseLate(): void {
  const late = performance.now() - ANSWER_MS
  for (const call of waiting) {
    if (call.since > late) break
    waiting.delete(call)
    call.refuse(new Refusal('busy', { retry_after: 1 }))
  }
  // Without calls there is nothing to look after.
  if (waiting.size > 0) return
  clearInterval(looks)
  looks = undefined
}
