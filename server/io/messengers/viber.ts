import { download } from './download.ts'
import { CALL_MS, MessengerError, neverLeft, type MessengerApi } from './messenger.ts'

type ViberAnswer = { status?: number; status_message?: string }

/**
 * Reads what Viber writes. Its message tokens are larger than a safe integer: they are only ever
 * names, and are read as text.
 */
export const parseViber = (text: string): unknown =>
  JSON.parse(text.replace(/("message_token"\s*:\s*)(\d+)/g, '$1"$2"'))

/** The Viber REST API at `api_url`: one POST per method, and HTTP 200 whatever happened. */
export function openViber(api_url: string): MessengerApi {
  const root = api_url.replace(/\/+$/, '')
  return {
    async call<Result>(
      token: string,
      method: string,
      payload: object,
      { timeout_ms = CALL_MS, signal }: Parameters<MessengerApi['call']>[3] = {},
    ): Promise<Result> {
      const limit = AbortSignal.timeout(timeout_ms)
      let answer: ViberAnswer
      try {
        const response = await fetch(`${root}/${method}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-viber-auth-token': token },
          body: JSON.stringify(payload),
          redirect: 'error',
          signal: signal ? AbortSignal.any([limit, signal]) : limit,
        })
        if (response.status >= 500)
          throw new MessengerError('unreachable', `HTTP ${response.status}`)
        answer = parseViber(await response.text()) as ViberAnswer
      } catch (error) {
        if (error instanceof MessengerError) throw error
        throw new MessengerError('unreachable', 'no answer', { never_left: neverLeft(error) })
      }
      if (answer.status === 0) return answer as Result
      throw troubleOf(answer)
    },
    async download(_token, place) {
      const url = URL.canParse(place) ? new URL(place) : undefined
      if (url?.origin === new URL(root).origin) return download(url)
      // The answer names an address: no other host than Viber's own is asked.
      if (!url || url.port !== '' || !url.hostname.endsWith('.viber.com')) {
        throw new MessengerError('bad', 'not an address of Viber')
      }
      url.protocol = 'https:'
      return download(url)
    },
  }
}

/** The numbers of Viber's table of errors. */
function troubleOf({ status, status_message = '' }: ViberAnswer): MessengerError {
  switch (status) {
    case 2:
    case 4:
      return new MessengerError('revoked', status_message)
    case 5:
    case 6:
    case 7:
      return new MessengerError('blocked', status_message)
    case 12:
      // Viber tells no time: its window is an hour, and a reply of the person opens it sooner.
      return new MessengerError('slow_down', status_message, { retry_after: 60 })
    case 1:
    case 3:
    case 8:
    case 9:
    case 11:
    case 13:
      return new MessengerError('bad', status_message)
    default:
      return new MessengerError('unreachable', status_message)
  }
}
