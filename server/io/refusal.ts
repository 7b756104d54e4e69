import { refusalStatus, type FieldProblem, type RefusalCode } from '#contract/errors.ts'

/** Values for the placeholders of a sentence. */
type Params = Record<string, string | number>

type RefusalDetail = {
  /** The fields at fault, by their path in the request. Messages are filled in by `http.ts`. */
  fields?: (Omit<FieldProblem, 'message'> & { message?: string; params?: Params })[]
  /** What the caller needs to go on, in wire units (for example new figures). */
  data?: unknown
  /** Values for the placeholders of the sentence. */
  params?: Params
  /** Seconds after which it makes sense to try again; becomes the Retry-After header. */
  retry_after?: number
}

/**
 * An expected "no". `http.ts` answers it with its status and a sentence in the caller's language;
 * `jobs.ts` does not retry it. Anything else that is thrown is a fault: 500 and a line in the log.
 */
export class Refusal extends Error {
  readonly code: RefusalCode
  readonly status: number
  readonly detail: RefusalDetail

  constructor(code: RefusalCode, detail: RefusalDetail = {}) {
    super(code)
    this.name = 'Refusal'
    this.code = code
    this.status = refusalStatus[code]
    this.detail = detail
  }
}
