/** What went wrong with a call, told in the server's own words (`contract/errors.ts`). */
import type { FieldProblem, Problem, RefusalCode } from '#contract/errors.ts'

/** `offline`: no answer came at all. `internal`: the server failed or answered nonsense. */
export type ProblemCode = RefusalCode | 'internal' | 'offline'

/** An answer that is not a success. Carries the problem the server sent, or one that says as much. */
export class ApiProblem extends Error {
  readonly code: ProblemCode
  readonly status: number
  readonly fields: readonly FieldProblem[]
  /** What the caller needs to go on, for example the fresh settings of a `version_conflict`. */
  readonly data: unknown
  readonly request_id: string | undefined
  /** Seconds after which a retry makes sense, when the server said so. */
  readonly retry_after: number | undefined

  constructor(
    problem: Partial<Omit<Problem, 'code'>> & { code: ProblemCode; status: number },
    retryAfter?: number,
  ) {
    super(problem.detail ?? problem.title ?? problem.code)
    this.name = 'ApiProblem'
    this.code = problem.code
    this.status = problem.status
    this.fields = problem.fields ?? []
    this.data = problem.data
    this.request_id = problem.request_id
    this.retry_after = retryAfter
  }
}

/** Reads the problem out of an answer; a body that is none becomes `internal`. */
export async function readProblem(response: Response): Promise<ApiProblem> {
  const retryAfter = Number(response.headers.get('retry-after')) || undefined
  const request_id = response.headers.get('x-request-id') ?? undefined
  try {
    const problem = (await response.json()) as Partial<Problem>
    if (typeof problem.code === 'string') {
      return new ApiProblem(
        { request_id, ...problem, code: problem.code, status: response.status },
        retryAfter,
      )
    }
  } catch {
    // Not JSON: a proxy's page or nothing. The status is all there is to tell.
  }
  const code = response.status === 401 ? 'not_signed_in' : 'internal'
  return new ApiProblem({ code, status: response.status, request_id }, retryAfter)
}
