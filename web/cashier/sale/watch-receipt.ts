/**
 * Follows a spend that waits for its buyer: by the server's stream, which tells within
 * milliseconds; where a proxy swallows streams, by looking again and again.
 */
import { getSession } from '../session/session.ts'
import { tillCall } from '../shell/till-call.ts'
import type { WaitingState } from './state.ts'

/** A stream that says nothing for this long is not there. */
const SILENT_MS = 4_000
const LOOK_MS = 1_500

export async function watchReceipt(
  id: string,
  on: (state: WaitingState) => void,
  signal: AbortSignal,
): Promise<void> {
  const path = `/pos-api/v1/receipts/${encodeURIComponent(id)}/events`
  const silence = new AbortController()
  const timer = setTimeout(() => silence.abort(), SILENT_MS)
  try {
    const response = await fetch(path, {
      headers: {
        authorization: `Bearer ${getSession()?.token ?? ''}`,
        accept: 'text/event-stream',
      },
      credentials: 'omit',
      signal: AbortSignal.any([signal, silence.signal]),
    })
    if (response.ok && response.body) {
      for await (const state of statesOf(response.body)) {
        clearTimeout(timer)
        on(state)
      }
      return
    }
  } catch {
    if (signal.aborted) return
  } finally {
    clearTimeout(timer)
  }
  await look(id, on, signal)
}

/** One look, and a pause: whoever watches asks again. */
async function look(id: string, on: (state: WaitingState) => void, signal: AbortSignal) {
  on(await tillCall('GET /pos-api/v1/receipts/{id}/confirmation', { params: { id }, signal }))
  await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
}

/** The values of an event stream, each a `data:` line of JSON; comments keep the line open. */
async function* statesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<WaitingState> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    const lines = (rest + decoder.decode(value, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      if (line.startsWith('data: ')) yield JSON.parse(line.slice(6)) as WaitingState
    }
  }
}
