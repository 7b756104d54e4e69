/**
 * One shape for every HTTP call: both wings speak through values of this type.
 *
 * The server binds an endpoint to a handler (`server/io/http.ts`) and generates the OpenAPI
 * documents from it; the browser takes only its type (`web/api/call.ts`), so that zod stays out of
 * the bundle. Paths, methods and query names are the seed's, §7.
 */
import type { z } from 'zod'
import type { RefusalCode } from './errors.ts'

/**
 * Who may call; a `member` is a buyer, signed in by a messenger. `owner` and `cashier` also mean that every id in the call must belong to the
 * caller, else the answer is the same `not_found` as for an absent one.
 */
export type Access = 'anyone' | 'owner' | 'cashier' | 'member' | 'platform_administrator'

export type Endpoint = {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** With `{name}` for path parameters, as in OpenAPI. */
  path: string
  /** A sentence for the reference page. */
  summary: string
  access: Access
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
  /** The call carries one file as multipart/form-data; the handler takes it by `call.file()`. */
  upload?: true
  /** The most that file may have; a picture's, when not told. */
  upload_bytes_max?: number
  /**
   * The call carries these text fields as multipart/form-data, with at most one picture in `image`,
   * or as JSON without it; the handler takes both by `call.form()`, so that a guard comes first.
   */
  form?: z.ZodType
  /**
   * The body comes as the bytes it was sent as (`call.bytes()`), whatever it says it is, and the
   * answer is sent as it is, without the envelope: for callers whose protocol is not ours.
   */
  raw?: true
  /** The answer is a file, not JSON: the handler gives a `FileAnswer`. */
  download?: true
  /**
   * The answer goes on: each value is one `data:` event of `text/event-stream`, until the stream
   * ends by itself or the caller leaves. The handler gives an async iterable of `response`.
   */
  stream?: true
  /** What `data` of the answer is. Absent: 204 without a body. */
  response?: z.ZodType
  /** The other success this call may have: the handler then gives `otherwise(answer)`. */
  other?: { status: 202; response: z.ZodType }
  /** The status of success when it is not 200 (or 204 without a response). */
  status?: 200 | 201 | 202 | 204
  /** Takes an Idempotency-Key: one key, one effect, one answer. */
  once?: true
  /** Still answered, no longer advised: told in the document and in every answer. */
  deprecated?: Deprecation
  /** The refusals that are this call's own; the general ones need no mention. */
  refusals?: readonly RefusalCode[]
}

/**
 * A call that goes: since which day, and until which day it is answered at least (RFC 9745,
 * RFC 8594). Between the two lie `DEPRECATION_DAYS_MIN` of limits.ts or more.
 */
export type Deprecation = { since: string; sunset: string; instead: string }

/** Keeps the literal types of an endpoint while checking its shape. */
export const endpoint = <const E extends Endpoint>(definition: E): E => definition

type Output<T, Else> = T extends z.ZodType ? z.output<T> : Else
type Input<T, Else> = T extends z.ZodType ? z.input<T> : Else

/** What a handler is given: parsed, in inner units. */
export type Ask<E extends Endpoint> = {
  params: Output<E['params'], undefined>
  query: Output<E['query'], undefined>
  body: Output<E['body'], undefined>
}
/** What a handler gives back: inner units; encoded to the wire afterwards. */
export type Answer<E extends Endpoint> = E['download'] extends true
  ? FileAnswer
  : E['raw'] extends true
    ? object | Elsewhere | null
    : E['stream'] extends true
      ? AsyncIterable<Output<E['response'], void>>
      : Output<E['response'], void> | OtherAnswer<E>

type OtherAnswer<E extends Endpoint> = E['other'] extends { response: z.ZodType }
  ? Otherwise<z.output<E['other']['response']>>
  : never

/** An answer of the endpoint's `other` kind. */
export class Otherwise<T> {
  readonly answer: T
  constructor(answer: T) {
    this.answer = answer
  }
}

/** Of a `raw` call: the browser is to go on to this address, by GET. */
export class Elsewhere {
  readonly location: string
  constructor(location: string) {
    this.location = location
  }
}

/** A file to keep, as a `download` call answers it: whole, or as it is being made. */
export type FileAnswer = {
  file_name: string
  media_type: string
  /** How many bytes it has, when that is known. */
  size?: number
  bytes: Uint8Array | AsyncIterable<Uint8Array>
}

/** What a caller sends: wire units. */
export type WireAsk<E extends Endpoint> = {
  params: Input<E['params'], undefined>
  query: Input<E['query'], undefined>
  body: Input<E['body'], undefined>
  file: E['upload'] extends true ? Blob : undefined
  /** Sent as multipart/form-data; what is empty is left out. */
  form: E['form'] extends z.ZodType ? z.input<E['form']> : undefined
}
/** What a caller receives as `data`: wire units. */
export type WireAnswer<E extends Endpoint> =
  | Input<E['response'], undefined>
  | (E['other'] extends { response: z.ZodType } ? z.input<E['other']['response']> : never)
