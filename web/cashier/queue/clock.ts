/** The till's clock beside the server's: asked for with every look at the line, kept over restarts. */
import { learned, momentBy, seenAgain, type TillClock, unknownClock } from './clock-rules.ts'

const KEY = 'till_clock'
const ASK_MS = 5000

function kept(): TillClock {
  const now = Date.now()
  try {
    const clock = JSON.parse(localStorage.getItem(KEY) ?? 'null') as TillClock | null
    return clock ? seenAgain(clock, now) : unknownClock(now)
  } catch {
    return unknownClock(now)
  }
}

function keep(clock: TillClock): TillClock {
  localStorage.setItem(KEY, JSON.stringify(clock))
  return clock
}

/** The present moment by the server's clock; null: the till's clock is not known. */
export const moment = (): number | null => momentBy(keep(kept()), Date.now())

/** The same for a moment of this device; known as soon as the server has told its time. */
export const momentOf = (device_ms: number): number | null => momentBy(kept(), device_ms)

/** Asks the server for its time; answers whether it is there. */
export async function askTime(): Promise<boolean> {
  try {
    const answer = await fetch('/healthz', {
      cache: 'no-store',
      signal: AbortSignal.timeout(ASK_MS),
    })
    const told = Date.parse(answer.headers.get('date') ?? '')
    if (answer.ok && Number.isFinite(told)) keep(learned(told, Date.now()))
    return answer.ok
  } catch {
    return false
  }
}
