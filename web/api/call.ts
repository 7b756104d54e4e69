/**
 * Calls an endpoint, typed by the contract: `call('POST /api/v1/user/login', { body })`.
 *
 * The owner's session is two HttpOnly cookies. A 401 of the session leads to one refresh and one
 * retry; when the refresh is refused, the session-ended listener runs and the problem is thrown.
 * The till passes `bearer` instead: its 401 is its own business and never touches the owner.
 */
import type { AnswerOf, AskOf, Call } from './endpoints.ts'
import { ApiProblem, readProblem } from './problem.ts'
import { type Marks, refreshMark, refreshSession } from './refresh.ts'

export type { AnswerOf, AskOf, Call, ItemOf } from './endpoints.ts'
export { ApiProblem } from './problem.ts'

export type CallOptions = {
  signal?: AbortSignal
  /** For every unsafe call that moves bonuses or money; the same key never acts twice. */
  idempotency_key?: string
  /** The till's token. */
  bearer?: string
}
type Asked<C extends Call> = AskOf<C> & CallOptions
/** The second argument may be left out where the endpoint asks for nothing. */
type Arguments<C extends Call> = Record<never, never> extends AskOf<C> ? [Asked<C>?] : [Asked<C>]

type Configuration = {
  /** The refresh was refused: nobody is signed in any more. */
  onSessionEnded: () => void
  /** The language of refusals. */
  language: () => string
  /** Where the server is when it is not the page's own origin, as in a test. */
  origin: string
  /** Where the marks of refreshes are kept. */
  marks: Marks
}

const configuration: Partial<Configuration> = {}

/** The shell says what to do when the session is over, and in which language refusals come. */
export function configureCalls(given: Partial<Configuration>) {
  Object.assign(configuration, given)
}

/** Answers `data` of a success. Throws `ApiProblem` for everything else. */
export async function call<C extends Call>(name: C, ...[ask]: Arguments<C>): Promise<AnswerOf<C>> {
  const seen = ask?.bearer ? null : refreshMark(configuration.marks)
  const first = await send(name, ask)
  if (first.ok) return (await dataOf(first)) as AnswerOf<C>
  const problem = await readProblem(first)
  if (!ask?.bearer && problem.code === 'not_signed_in' && !name.endsWith('/user/refresh')) {
    return (await afterRefresh(name, ask, seen)) as AnswerOf<C>
  }
  throw problem
}

async function afterRefresh(name: string, ask: Ask, seen: string | null) {
  try {
    await refreshSession(seen, configuration.origin, configuration.marks)
  } catch (error) {
    if (error instanceof ApiProblem && error.status >= 400 && error.status < 500) {
      configuration.onSessionEnded?.()
    }
    throw error
  }
  const second = await send(name, ask)
  if (second.ok) return dataOf(second)
  const problem = await readProblem(second)
  if (problem.code === 'not_signed_in') configuration.onSessionEnded?.()
  throw problem
}

type Ask =
  | (CallOptions & {
      params?: unknown
      query?: unknown
      body?: unknown
      file?: Blob
      form?: unknown
    })
  | undefined

async function send(name: string, ask: Ask): Promise<Response> {
  const [method = 'GET', path = ''] = name.split(' ')
  const headers: Record<string, string> = {
    accept: 'application/json',
    'accept-language': configuration.language?.() ?? 'uk',
  }
  if (ask?.bearer) headers.authorization = `Bearer ${ask.bearer}`
  if (ask?.idempotency_key) headers['idempotency-key'] = ask.idempotency_key
  if (ask?.body !== undefined) headers['content-type'] = 'application/json'
  try {
    return await fetch((configuration.origin ?? '') + addressOf(path, ask?.params, ask?.query), {
      method,
      headers,
      credentials: ask?.bearer ? 'omit' : 'include',
      body: bodyOf(ask),
      signal: ask?.signal,
    })
  } catch (error) {
    // An abort is the caller's own wish, not a failure of the line.
    if (ask?.signal?.aborted) throw error
    throw new ApiProblem({ code: 'offline', status: 0 })
  }
}

function bodyOf(ask: Ask): BodyInit | undefined {
  if (ask?.file) {
    const form = new FormData()
    form.append('file', ask.file)
    return form
  }
  if (ask?.form) {
    const form = new FormData()
    for (const [key, value] of Object.entries(ask.form)) {
      if (value !== undefined && value !== '') form.append(key, String(value))
    }
    return form
  }
  return ask?.body === undefined ? undefined : JSON.stringify(ask.body)
}

/** Fills `{name}` places of the path and appends the query; absent values are left out. */
export function addressOf(path: string, params: unknown, query: unknown): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, key: string) =>
    encodeURIComponent(String((params as Record<string, unknown>)[key])),
  )
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(
    (query ?? {}) as Record<string, string | number | boolean | null | undefined>,
  )) {
    if (value !== undefined && value !== null && value !== '') search.append(key, String(value))
  }
  return search.size ? `${filled}?${search}` : filled
}

async function dataOf(response: Response): Promise<unknown> {
  if (response.status === 204) return undefined
  const body = (await response.json()) as { data: unknown }
  return body.data
}
