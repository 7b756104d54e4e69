/**
 * The OpenAPI 3.1 documents and their reference pages, from the same schemas that validate.
 * Each operation tells who may call it in `x-access`; the permission matrix is made from it.
 */
import { readFileSync } from 'node:fs'
import compress from '@fastify/compress'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { BRAND_LATIN } from '#contract/brand.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { refusalStatus } from '#contract/errors.ts'

/** The reference page styles itself inline and draws its icons from data: addresses. */
const REFERENCE_POLICY =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; object-src 'none'; base-uri 'none'; frame-ancestors 'none'"

const ours = (filename: string) => ({
  filename,
  content: readFileSync(new URL(`./reference/${filename}`, import.meta.url), 'utf8'),
})

/**
 * Runs in the reader's browser, where it is copied to as text: calls carry the token of the
 * sandbox, when it was opened and no other one was entered.
 */
function withSandboxToken<R extends { headers: Record<string, string> }>(request: R): R {
  const { vertaToken } = globalThis as { vertaToken?: string }
  if (vertaToken !== undefined) request.headers['Authorization'] ??= `Bearer ${vertaToken}`
  return request
}

type Schema = Record<string, unknown> & {
  properties?: Record<string, Schema>
  required?: string[]
}

const file: Schema = { type: 'string', format: 'binary' }

/** What travels on the wire: the input side of codecs, both ways. */
function toSchema(schema: z.ZodType): Schema {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return json as Schema
}

const problem: Schema = {
  type: 'object',
  required: ['type', 'title', 'status', 'code', 'detail', 'request_id'],
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    code: { type: 'string', enum: [...Object.keys(refusalStatus), 'internal'] },
    detail: { type: 'string', description: 'A sentence in the language of Accept-Language.' },
    fields: {
      type: 'array',
      items: {
        type: 'object',
        required: ['path', 'code', 'message'],
        properties: {
          path: { type: 'string' },
          code: { type: 'string' },
          message: { type: 'string' },
        },
      },
    },
    data: { description: 'What the caller needs to go on, such as new figures.' },
    request_id: { type: 'string' },
  },
}

const header = (name: string, description: string, schema: Schema = { type: 'string' }) => ({
  ...{ name, in: 'header', required: false, description, schema },
})
const idempotencyKey = header(
  'Idempotency-Key',
  'One key, one effect, one answer: repeat the call with the same key until it is answered.',
  { type: 'string', minLength: 1, maxLength: 200 },
)
const told = (description: string) => ({ description, schema: { type: 'string' } })
/** What the answers to tills carry. */
const tillHeaders = {
  'RateLimit-Policy': told('The quotas of this token, such as `"unknown-buyers";q=2000;w=3600`.'),
  RateLimit: told('What is left of the quotas that this call counted in, and for how long.'),
}
const refusalHeaders = { 'Retry-After': told('Seconds to wait; with 429, 503 and `locked`.') }
const onceHeaders = { 'Idempotency-Replayed': told('`true`: this is the answer of before.') }
const deprecationHeaders = {
  Deprecation: told('Since when the call is not advised any more, as RFC 9745 writes it.'),
  Sunset: told('Until when it is answered at least, RFC 8594.'),
}

function parameters(schema: z.ZodType | undefined, place: 'path' | 'query'): object[] {
  if (schema === undefined) return []
  const json = toSchema(schema)
  return Object.entries(json.properties ?? {}).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || (json.required ?? []).includes(name),
    ...(property['description'] !== undefined && { description: property['description'] }),
    schema: property,
  }))
}

function contentOf({ response, download, stream }: Endpoint) {
  if (stream && response) return { 'text/event-stream': { schema: toSchema(response) } }
  if (download) return { 'application/octet-stream': { schema: file } }
  return (
    response && {
      'application/json': {
        schema: {
          type: 'object',
          required: ['data'],
          properties: { data: toSchema(response) },
        },
      },
    }
  )
}

function responses(endpoint: Endpoint): Record<string, Schema> {
  const content = contentOf(endpoint)
  const success = String(endpoint.status ?? (content ? 200 : 204))
  const refusals = (endpoint.refusals ?? []).map((code) => `${refusalStatus[code]} \`${code}\``)
  const headers = {
    ...(endpoint.access === 'cashier' && tillHeaders),
    ...(endpoint.deprecated && deprecationHeaders),
  }
  return {
    [success]: {
      description: 'Done.',
      headers: { ...headers, ...(endpoint.once && onceHeaders) },
      ...(content && { content }),
    },
    ...(endpoint.other && {
      [endpoint.other.status]: {
        description: 'Not done yet.',
        content: contentOf({ ...endpoint, response: endpoint.other.response }) ?? {},
      },
    }),
    default: {
      description: `Refused.${refusals.length > 0 ? ` Beside the general ones: ${refusals.join(', ')}.` : ''}`,
      headers: { ...headers, ...refusalHeaders },
      content: { 'application/problem+json': { schema: problem } },
    },
  }
}

function operation(endpoint: Endpoint) {
  return {
    summary: endpoint.summary,
    operationId: `${endpoint.method.toLowerCase()}${endpoint.path.replace(/[^A-Za-z0-9]+(\w?)/g, (_all, next: string) => next.toUpperCase())}`,
    tags: [endpoint.path.split('/')[3] ?? 'other'],
    ...(endpoint.deprecated && {
      deprecated: true,
      description: `Goes on ${endpoint.deprecated.sunset}; use ${endpoint.deprecated.instead}.`,
    }),
    'x-access': endpoint.access,
    security:
      endpoint.access === 'anyone'
        ? []
        : [{ [endpoint.access === 'cashier' ? 'bearer' : 'cookie']: [] }],
    parameters: [
      ...parameters(endpoint.params, 'path'),
      ...parameters(endpoint.query, 'query'),
      ...(endpoint.once ? [idempotencyKey] : []),
    ],
    ...(endpoint.upload && {
      requestBody: {
        required: true,
        content: {
          'multipart/form-data': {
            schema: {
              type: 'object',
              required: ['file'],
              properties: { file },
            },
          },
        },
      },
    }),
    ...(endpoint.form && { requestBody: formBody(endpoint.form) }),
    ...(endpoint.body && {
      requestBody: {
        required: !endpoint.body.safeParse({}).success,
        content: { 'application/json': { schema: toSchema(endpoint.body) } },
      },
    }),
    responses: responses(endpoint),
  }
}

/** The same fields as a form, with a picture, or as JSON without one. */
function formBody(form: z.ZodType) {
  const schema = toSchema(form)
  const properties = { ...schema.properties, image: { anyOf: [file, { type: 'string' }] } }
  return {
    required: !form.safeParse({}).success,
    content: {
      'multipart/form-data': { schema: { ...schema, properties } },
      'application/json': { schema },
    },
  }
}

/** The document of the endpoints whose path begins with `prefix`. */
export function openApiDocument(endpoints: Endpoint[], prefix: string, description: string) {
  const paths: Record<string, Record<string, object>> = {}
  for (const endpoint of endpoints) {
    if (!endpoint.path.startsWith(prefix)) continue
    const path = (paths[endpoint.path] ??= {})
    path[endpoint.method.toLowerCase()] = operation(endpoint)
  }
  return {
    openapi: '3.1.0',
    info: { title: `${BRAND_LATIN} ${prefix}`, version: '1', description },
    servers: [{ url: '/' }],
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        cookie: { type: 'apiKey', in: 'cookie', name: 'at' },
      },
    },
    paths,
  }
}

/**
 * Serves a document at `{prefix}/openapi.json` and its reference page at `{prefix}/doc`. The
 * document is made when it is first asked for: a seventh of a start would go to it.
 */
export function serveOpenApi(
  app: FastifyInstance,
  endpoints: Endpoint[],
  prefix: string,
  description: string,
): void {
  let made: object | undefined
  const document = () => (made ??= openApiDocument(endpoints, prefix, description))
  void app.register(async (scope) => {
    await scope.register(compress, { encodings: ['br', 'gzip'], threshold: 1024 })
    await scope.register(swagger, {
      mode: 'static',
      // The plugin wants an object; this one becomes the document where it is written out.
      specification: { document: { toJSON: document } as never },
    })
    await scope.register(swaggerUi, {
      routePrefix: `${prefix}/doc`,
      staticCSP: REFERENCE_POLICY,
      // Its own logo and address field say nothing to a reader of ours.
      uiConfig: {
        ...{ layout: 'BaseLayout', deepLinking: true, persistAuthorization: false },
        // The types of the plugin take a request of fetch; Swagger UI gives one of its own.
        requestInterceptor: withSandboxToken as never,
        // What the try-it sends and what it shows as curl is one.
        showMutatedRequest: true,
      },
      theme: {
        title: `${BRAND_LATIN} ${prefix}`,
        css: [ours('reference.css')],
        js: [ours('reference.js')],
      },
    })
    scope.get(`${prefix}/openapi.json`, async (_request, reply) =>
      reply.type('application/json; charset=utf-8').send(document()),
    )
  })
}
