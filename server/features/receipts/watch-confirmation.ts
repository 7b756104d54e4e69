import type { ConfirmationState } from '#contract/receipt.ts'
import type { Io } from '#server/io/io.ts'
import { presentState } from './answer-confirmation.ts'
import type { ConfirmationKey } from './confirmation-store.ts'
import { topicOf } from './settle-confirmation.ts'

/** News may be missed while the connection that hears it is made anew, so it is also looked. */
const LOOK_MS = 3_000
/** The rows say when the waiting ends; this only keeps a stream from staying for ever. */
const STREAM_MS = 180_000

/** The state of a waiting now and after each change, until it is settled or the caller leaves. */
export async function* watchConfirmation(
  io: Io,
  key: ConfirmationKey,
  left: AbortSignal,
): AsyncGenerator<ConfirmationState> {
  const news = openNews(left)
  const stop = io.live.hear(topicOf(key), news.tell)
  const ends_at = performance.now() + STREAM_MS
  let said = ''
  try {
    while (!left.aborted && performance.now() < ends_at) {
      const state = await presentState(io, key)
      const { seconds_left, ...rest } = state
      if (JSON.stringify(rest) !== said) yield state
      said = JSON.stringify(rest)
      if (state.status !== 'awaiting_confirmation') return
      const until_end = seconds_left * 1000
      await news.wait(Math.max(50, Math.min(LOOK_MS, until_end)))
    }
  } finally {
    stop()
    news.close()
  }
}

/** Waits for news, a time, or the caller's leaving, whichever is first. News told meanwhile counts. */
function openNews(left: AbortSignal) {
  let told = false
  let wake = () => {}
  const tell = () => {
    told = true
    wake()
  }
  left.addEventListener('abort', tell)
  return {
    tell,
    async wait(ms: number): Promise<void> {
      if (!told) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms)
          wake = () => {
            clearTimeout(timer)
            resolve()
          }
        })
      }
      told = false
      wake = () => {}
    },
    close: () => left.removeEventListener('abort', tell),
  }
}
