/** The two messengers' HTTP, and what their refusals mean for whoever sends. */

export type MessengerType = 'telegram' | 'viber'

/**
 * Why a call did not do what it was asked:
 * `revoked` the token is no good (any more) · `blocked` this person cannot be reached ·
 * `slow_down` wait `retry_after` seconds · `bad` the same request would be refused again ·
 * `gone` the message to change is not there · `unreachable` try again later.
 */
export type MessengerTrouble = 'revoked' | 'blocked' | 'slow_down' | 'bad' | 'gone' | 'unreachable'

export class MessengerError extends Error {
  readonly trouble: MessengerTrouble
  /** Seconds; of `slow_down` only. */
  readonly retry_after: number
  /** Of `unreachable` only: the messenger cannot have taken it, nobody was there. */
  readonly never_left: boolean
  constructor(
    trouble: MessengerTrouble,
    description: string,
    { retry_after = 0, never_left = false }: { retry_after?: number; never_left?: boolean } = {},
  ) {
    super(description)
    this.name = 'MessengerError'
    this.trouble = trouble
    this.retry_after = retry_after
    this.never_left = never_left
  }

  /** Whether the same call may do later what it did not do now. */
  get may_pass(): boolean {
    return this.trouble === 'unreachable' || this.trouble === 'slow_down'
  }
}

const NOBODY_THERE = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT'])

/** Whether a failed call was never begun: no connection was made. */
export function neverLeft(error: unknown): boolean {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; depth += 1) {
    const { code, cause, error: inner } = at as Error & { code?: string; error?: unknown }
    if (code !== undefined && NOBODY_THERE.has(code)) return true
    at = cause ?? inner
  }
  return false
}

/** A file beside a payload: bytes never pass through JSON. */
export type Attachment = { field: string; file_name: string; bytes: Uint8Array }

/** One messenger's API. The token never appears in an error. */
export type MessengerApi = {
  /** Throws `MessengerError`. */
  call<Result>(
    token: string,
    method: string,
    payload: object,
    options?: { attachment?: Attachment; timeout_ms?: number; signal?: AbortSignal },
  ): Promise<Result>
  /** A file of the messenger's, by the place that one of its answers told. */
  download(token: string, place: string): Promise<Buffer>
}

export type Messengers = Record<MessengerType, MessengerApi>

/** A send that takes longer is given up; the messenger may have taken it all the same. */
export const CALL_MS = 10_000
