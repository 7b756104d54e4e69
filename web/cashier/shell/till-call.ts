/** Calls the POS API as the cashier: bearer, time limit, the state of the line, 401 → PIN screen. */
import { ApiProblem, type AnswerOf, type AskOf, type Call, call } from '../../api/call.ts'
import { getSession, lock } from '../session/session.ts'
import { watched } from './connection.ts'

type Ask<C extends Call> = AskOf<C> & {
  signal?: AbortSignal
  idempotency_key?: string
  timeout_ms?: number
}

const TIMEOUT_MS = 15_000
const anyCall = call as (name: string, ask: Record<string, unknown>) => Promise<unknown>

/** Answers `data`. Throws `ApiProblem`; silence until the time limit is `offline`, never an answer. */
export async function tillCall<C extends Call>(name: C, ask: Ask<C>): Promise<AnswerOf<C>> {
  const { signal, timeout_ms = TIMEOUT_MS, ...rest } = ask
  const bearer = getSession()?.token ?? ''
  const limit = AbortSignal.timeout(timeout_ms)
  const both = signal ? AbortSignal.any([signal, limit]) : limit
  const answer = anyCall(name, { ...rest, bearer, signal: both }).catch((error: unknown) => {
    if (limit.aborted && !signal?.aborted) throw new ApiProblem({ code: 'offline', status: 0 })
    throw error
  })
  try {
    return (await watched(
      answer,
      (error) => signal?.aborted === true || isAnswer(error),
    )) as AnswerOf<C>
  } catch (error) {
    // Only a session that is still the present one: an old token's refusal says nothing of it.
    const refused = error instanceof ApiProblem && error.code === 'not_signed_in'
    if (refused && getSession()?.token === bearer) lock()
    throw error
  }
}

const isAnswer = (error: unknown) => error instanceof ApiProblem && error.status > 0
