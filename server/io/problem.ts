import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { FieldProblem, Problem, RefusalCode } from '#contract/errors.ts'
import { isUnavailable } from './db.ts'
import { Refusal } from './refusal.ts'
import { hasText, textIn } from './text.ts'

/** Answers anything that was thrown: a refusal with its code, a fault with nothing but an id. */
export function sendProblem(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const language = request.headers['accept-language']
  const refusal = asRefusal(error, language)
  if (refusal === undefined) {
    request.log.error({ route: request.routeOptions.url, err: error })
    return sendBody(reply, 500, problem('internal', 500, request.id, language))
  }
  if (refusal !== error && refusal.code === 'busy') {
    request.log.warn({ route: request.routeOptions.url, err: error }, 'the database was not there')
  }
  const { code, status, detail } = refusal
  if (detail.retry_after !== undefined) reply.header('retry-after', String(detail.retry_after))
  const text = sentences(language)
  return sendBody(reply, status, {
    ...problem(code, status, request.id, language, detail.params),
    ...(detail.fields && {
      fields: detail.fields.map(({ path, code: field, message, params }) => ({
        path,
        code: field,
        message: message ?? text(field, params),
      })),
    }),
    ...(detail.data !== undefined && { data: detail.data }),
  })
}

/** The 404 for an address nobody serves: the same body as for a thing that is not there. */
export function sendNotFound(request: FastifyRequest, reply: FastifyReply) {
  return sendProblem(new Refusal('not_found'), request, reply)
}

function problem(
  code: RefusalCode | 'internal',
  status: number,
  request_id: string,
  language: string | undefined,
  params: Record<string, string | number> = {},
): Problem {
  const detail = textIn(language)(`refusals:${code}`, params)
  return { type: `urn:verta:refusal:${code}`, title: code, status, code, detail, request_id }
}

const sentences =
  (language: string | undefined) => (code: string, params?: Record<string, string | number>) =>
    textIn(language)(`refusals:${code}`, params)

function sendBody(reply: FastifyReply, status: number, body: Problem) {
  return reply
    .code(status)
    .type('application/problem+json; charset=utf-8')
    .send(JSON.stringify(body))
}

function asRefusal(error: unknown, language: string | undefined): Refusal | undefined {
  if (error instanceof Refusal) return error
  if (error instanceof z.ZodError) {
    return new Refusal('validation_failed', { fields: readIssues(error, language) })
  }
  if (isUnavailable(error)) return new Refusal('busy', { retry_after: 1 })
  const { code, statusCode } = error as { code?: string; statusCode?: number }
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return new Refusal('unsupported_media')
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE' || statusCode === 413) return new Refusal('too_large')
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return new Refusal('malformed')
  }
  return undefined
}

function readIssues(error: z.ZodError, language: string | undefined): FieldProblem[] {
  const text = sentences(language)
  return error.issues.flatMap((issue) => {
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => ({
        path: [...issue.path, key].join('.'),
        code: 'unknown_field',
        message: text('unknown_field'),
      }))
    }
    const code = fieldCode(issue)
    return [{ path: issue.path.join('.'), code, message: text(code) }]
  })
}

/** Our own name for what zod found; names given in a schema (`too_fine`, …) pass as they are. */
function fieldCode(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'custom':
      return isFieldCode(issue.message) ? issue.message : 'invalid'
    case 'invalid_type':
      return issue.input === undefined ? 'required' : 'wrong_type'
    case 'too_small':
      if (issue.origin === 'string') return issue.minimum === 1 ? 'required' : 'too_short'
      return 'too_small'
    case 'too_big':
      return issue.origin === 'string'
        ? 'too_long'
        : issue.origin === 'array'
          ? 'too_many'
          : 'too_big'
    case 'invalid_value':
      return 'not_an_option'
    case 'invalid_format':
      if (isFieldCode(issue.message)) return issue.message
      return formatCodes[issue.format] ?? 'invalid'
    default:
      return 'invalid'
  }
}

const formatCodes: Record<string, string> = {
  email: 'not_an_email',
  url: 'not_a_url',
  date: 'not_a_date',
  datetime: 'not_a_date',
}

/** Names given in a schema have a sentence in the catalogue; zod's own messages have none. */
const isFieldCode = (message: string) => /^[a-z_]+$/.test(message) && hasText(`refusals:${message}`)
