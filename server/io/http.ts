/**
 * Binds endpoints of the contract to handlers on Fastify: parses what comes in, encodes what goes
 * out, answers every "no" as problem+json. No feature touches Fastify itself.
 */
import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import cookie, { type CookieSerializeOptions } from '@fastify/cookie'
import multipart from '@fastify/multipart'
import Fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import { z } from 'zod'
import {
  Elsewhere,
  Otherwise,
  type Answer,
  type Ask,
  type Endpoint,
  type FileAnswer,
} from '#contract/endpoint.ts'
import { IMAGE_BYTES_MAX } from '#contract/limits.ts'
import type { Config } from './config.ts'
import { decoderOf } from './decode.ts'
import { deprecationHeaders } from './deprecation.ts'
import { encoderOf } from './encode.ts'
import { endConnections } from './end-connections.ts'
import { inTime } from './in-time.ts'
import { sendProblem } from './problem.ts'
import type { Log } from './log.ts'
import { Refusal } from './refusal.ts'
import { openStreams, type Streams } from './streams.ts'
import { textLanguageOf, type TextLanguage } from './text.ts'

/** Ids of who calls, never a name: `user_id`, `cashier_id`, `organization_id`. */
type Who = { user_id?: string; organization_id?: string; cashier_id?: string }

/** What a handler may know and do beside its parsed ask. */
export type Call = {
  request_id: string
  /** The caller's address; behind TRUSTED_PROXIES the one they forward. */
  ip: string
  /** The language of sentences in the answer, from Accept-Language. */
  language: TextLanguage
  header(name: string): string | undefined
  cookie(name: string): string | undefined
  setCookie(name: string, value: string, options?: CookieSerializeOptions): void
  clearCookie(name: string, options?: CookieSerializeOptions): void
  setHeader(name: string, value: string): void
  /** A guard tells by ids whom it knows, so that a refusal is logged with who asked. */
  noteWho(ids: Who): void
  /**
   * The one file of an `upload` call, read now and not before, so that a guard comes first.
   * Refuses: `unsupported_media` without a file, `too_large`.
   */
  file(): Promise<Buffer>
  /**
   * The fields of a `form` call and its picture, read now and not before.
   * Refuses: `malformed`, `too_large`, `validation_failed`.
   */
  form<S extends z.ZodType>(schema: S): Promise<{ fields: z.output<S>; image: Buffer | null }>
  /** The body of a `raw` call as it was sent. */
  bytes(): Buffer
  /** For a `stream` call: aborted when the caller leaves or the program closes. */
  left: AbortSignal
}

export type Route = {
  endpoint: Endpoint
  handle(ask: Ask<Endpoint>, call: Call): Promise<unknown>
}

/** Binds an endpoint to its handler; the types of both come from the contract. */
export const route = <E extends Endpoint>(
  endpoint: E,
  handle: (ask: Ask<E>, call: Call) => Promise<Answer<E>>,
): Route => ({ endpoint, handle })

const BODY_LIMIT = 256 * 1024

/** Makes the server with everything that is the same for all routes. */
export function openHttp(config: Config, log: Log): FastifyInstance {
  const app = Fastify({
    loggerInstance: log as unknown as FastifyBaseLogger,
    logController: new LogController({
      disableRequestLogging: true,
      requestIdLogLabel: 'request_id',
    }),
    bodyLimit: BODY_LIMIT,
    requestTimeout: 30_000,
    keepAliveTimeout: 65_000,
    // Node looks for late requests this often; its own half a minute would let them hang a minute.
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 2_000 },
    trustProxy: config.TRUSTED_PROXIES.length > 0 ? config.TRUSTED_PROXIES : false,
    genReqId: () => randomUUID(),
    routerOptions: { maxParamLength: 600 },
    // What the router refuses by itself passes no hook; it is answered like anything else.
    frameworkErrors(error, request, reply) {
      setCommonHeaders(config, request, reply)
      void sendProblem(error, request, reply)
    },
  })
  endConnections(app)
  void app.register(cookie)
  acceptJsonOnly(app)
  app.addHook('onSend', (request, reply, _payload, done) => {
    setCommonHeaders(config, request, reply)
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    // The route's pattern, never the address: addresses carry phones and codes.
    request.log.info({
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    })
    done()
  })
  app.setErrorHandler((error, request, reply) => sendProblem(error, request, reply))
  return app
}

/** An answer of the API that somebody opens as a page, or frames, can do nothing. */
const DATA_POLICY = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'"
const HSTS = 'max-age=31536000; includeSubDomains'

function setCommonHeaders(config: Config, request: FastifyRequest, reply: FastifyReply): void {
  reply.header('x-content-type-options', 'nosniff')
  if (config.https) reply.header('strict-transport-security', HSTS)
  // Pages and pictures set their own; scripts and workers must go without, for theirs would bind them.
  const is_json = /^application\/(?:problem\+)?json/.test(String(reply.getHeader('content-type')))
  if (is_json && !reply.hasHeader('content-security-policy')) {
    reply.header('content-security-policy', DATA_POLICY)
  }
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
  reply.header('x-request-id', request.id)
}

/** JSON is the only body; `upload` calls have a scope of their own that reads forms too. */
function acceptJsonOnly(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else void parseJson(request, body as string, done)
  })
}

const FORM_FIELDS_MAX = 30
const FORM_FIELD_BYTES = 64 * 1024

/** Serves one route of the contract. */
export function addRoute(app: FastifyInstance, config: Config, route: Route): void {
  if (route.endpoint.raw) {
    void app.register(async (scope) => {
      scope.removeAllContentTypeParsers()
      scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) =>
        done(null, body),
      )
      addPlainRoute(scope, config, route)
    })
    return
  }
  const { upload, form } = route.endpoint
  if (!upload && !form) {
    addPlainRoute(app, config, route)
    return
  }
  void app.register(async (scope) => {
    const fileSize = route.endpoint.upload_bytes_max ?? IMAGE_BYTES_MAX
    const fields = form ? FORM_FIELDS_MAX : 0
    const sizes = { fileSize, fieldSize: FORM_FIELD_BYTES, headerPairs: 20 }
    const limits = { files: 1, fields, parts: fields + 1, ...sizes }
    await scope.register(multipart, { limits })
    addPlainRoute(scope, config, route)
  })
}

function addPlainRoute(app: FastifyInstance, config: Config, { endpoint, handle }: Route): void {
  const decodeParams = endpoint.params && decoderOf(endpoint.params)
  const decodeQuery = decoderOf(endpoint.query ?? z.strictObject({}))
  const decodeBody = endpoint.raw || !endpoint.body ? undefined : decoderOf(endpoint.body)
  // An answer that does not fit its schema is our fault: 500 and the log, never the caller's 422.
  const encode = endpoint.response && encoderOf(z.object({ data: endpoint.response }))
  const other = endpoint.other && {
    status: endpoint.other.status,
    encode: encoderOf(z.object({ data: endpoint.other.response })),
  }
  const streams = endpoint.stream ? openStreams(app) : undefined
  const encodeEvent = encoderOf(endpoint.response ?? z.unknown())
  const notice = endpoint.deprecated && deprecationHeaders(endpoint.deprecated)
  app.route({
    method: endpoint.method,
    url: endpoint.path.replace(/\{(\w+)\}/g, ':$1'),
    async handler(request, reply) {
      if (notice) reply.headers(notice)
      refuseCrossSite(config, request)
      const ask = {
        params: decodeParams?.(request.params),
        query: decodeQuery(request.query),
        // A call whose fields are all optional may come without a body.
        body: decodeBody?.(request.body ?? {}),
      }
      const who: Who = {}
      const call = openCall(request, reply, who, streams)
      const answer = await inTime(handle(ask as Ask<Endpoint>, call)).catch((error: unknown) => {
        logRefused(request, endpoint.path, who, error)
        throw error
      })
      if (streams) {
        const values = answer as AsyncIterable<unknown>
        return streams.send(request, reply, values, encodeEvent)
      }
      if (endpoint.download) return sendFile(reply, answer as FileAnswer)
      if (answer instanceof Elsewhere) return reply.redirect(answer.location, 303)
      if (endpoint.raw) return reply.code(200).send(answer ?? {})
      if (other && answer instanceof Otherwise) {
        return sendJson(reply, other.status, other.encode({ data: answer.answer }))
      }
      const status = endpoint.status ?? (encode ? 200 : 204)
      if (!encode) return reply.code(status).send()
      return sendJson(reply, status, encode({ data: answer }))
    },
  })
}

/** A file is kept under its name and never opened as a page of ours. */
function sendFile(reply: FastifyReply, { file_name, media_type, size, bytes }: FileAnswer) {
  const name = encodeURIComponent(file_name)
  reply.header('content-disposition', `attachment; filename*=UTF-8''${name}`)
  if (size !== undefined) reply.header('content-length', size)
  const body = bytes instanceof Uint8Array ? bytes : Readable.from(bytes)
  return reply.code(200).type(media_type).send(body)
}

function parse(schema: z.ZodType | undefined, value: unknown): unknown {
  return schema?.parse(value, { reportInput: true })
}

const sendJson = (reply: FastifyReply, status: number, body: unknown) =>
  reply.code(status).type('application/json; charset=utf-8').send(JSON.stringify(body))

/** Somebody known asked for what is not theirs; strangers are in the line of their call. */
function logRefused(request: FastifyRequest, route: string, who: Who, error: unknown): void {
  if (!(error instanceof Refusal) || Object.keys(who).length === 0) return
  const { code, status } = error
  const of_rights = status === 401 || status === 403 || code === 'locked' || code === 'not_found'
  if (of_rights) request.log.warn({ route, refusal: code, ...who }, 'a call was refused')
}

const nobodyLeaves = new AbortController().signal

function openCall(request: FastifyRequest, reply: FastifyReply, who: Who, streams?: Streams): Call {
  return {
    request_id: request.id,
    ip: request.ip,
    language: textLanguageOf(request.headers['accept-language']),
    header(name) {
      const value = request.headers[name]
      return Array.isArray(value) ? value[0] : value
    },
    cookie: (name) => request.cookies[name],
    setCookie: (name, value, options) => void reply.setCookie(name, value, options),
    clearCookie: (name, options) => void reply.clearCookie(name, options),
    setHeader: (name, value) => void reply.header(name, value),
    noteWho: (ids) => void Object.assign(who, ids),
    async file() {
      const part = request.isMultipart?.() ? await inForm(request.file()) : undefined
      if (!part) throw new Refusal('unsupported_media')
      return inForm(part.toBuffer())
    },
    form: (schema) => readForm(request, schema),
    bytes: () => (Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)),
    left: streams?.open(reply) ?? nobodyLeaves,
  }
}

/** Every field once, and one picture; JSON carries the same fields. */
async function readForm<S extends z.ZodType>(request: FastifyRequest, schema: S) {
  if (!request.isMultipart?.()) {
    const fields = parse(schema, request.body ?? {}) as z.output<S>
    return { fields, image: null }
  }
  const given = new Map<string, string>()
  let image: Buffer | null = null
  await inForm(
    (async () => {
      for await (const part of request.parts()) {
        if (part.type === 'file') {
          const bytes = await part.toBuffer()
          if (part.fieldname !== 'image') throw new Refusal('malformed')
          // A form with an empty file input carries a file of no bytes.
          if (bytes.length > 0) image = bytes
        } else if (given.has(part.fieldname) || typeof part.value !== 'string') {
          throw new Refusal('malformed')
        } else given.set(part.fieldname, part.value)
      }
    })(),
  )
  const fields = parse(schema, Object.fromEntries(given)) as z.output<S>
  return { fields, image: image as Buffer | null }
}

/** What the reader of forms says of a broken one has no status: it is the caller's mistake. */
async function inForm<T>(reading: Promise<T>): Promise<T> {
  try {
    return await reading
  } catch (error) {
    const ours = error instanceof Refusal
    if (error instanceof Error && !ours && !('statusCode' in error)) throw new Refusal('malformed')
    throw error
  }
}

const safe = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Refuses an unsafe call of the cabinet API that another site's page caused. Browsers say so in
 * Sec-Fetch-Site, older ones in Origin; a call that carries our cookies must carry one of them.
 * The POS API has no cookies, so nobody can borrow them.
 */
function refuseCrossSite(config: Config, request: FastifyRequest): void {
  if (safe.has(request.method) || !request.url.startsWith('/api/')) return
  const site = request.headers['sec-fetch-site']
  if (site !== undefined) {
    if (site === 'same-origin' || site === 'none') return
    throw new Refusal('not_allowed')
  }
  const { origin } = request.headers
  if (origin !== undefined) {
    if (origin === new URL(config.PUBLIC_URL).origin || isOwnHost(config, request, origin)) return
    throw new Refusal('not_allowed')
  }
  if (Object.keys(request.cookies).length > 0) throw new Refusal('not_allowed')
}

/** While trying the product on localhost or a LAN address, the page's own host counts as ours. */
function isOwnHost(config: Config, request: FastifyRequest, origin: string): boolean {
  return !config.production && URL.canParse(origin) && new URL(origin).host === request.headers.host
}
