/**
 * Serves the public site: documents rendered from the built pages, each kept compressed until what
 * it shows changes. Also the maps for robots.
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  type SiteAssets,
  type SiteFacts,
  type SiteLoaders,
  sitePaths,
  type SiteRenderer,
} from '#contract/site.ts'
import type { Config } from './config.ts'

const built = join(import.meta.dirname, '..', '..', 'dist', 'site')

/** What the features know and the pages show; `app.ts` and its neighbours give it. */
export type SiteSources = { facts: () => Promise<SiteFacts>; loaders: SiteLoaders }

type Kept = { status: number; etag: string; plain: Buffer; br: Buffer; gzip: Buffer }
type SendPage = (reply: FastifyReply, body: Buffer) => FastifyReply

/** Loads what the build made. */
async function openRenderer(): Promise<SiteRenderer> {
  const assets = JSON.parse(readFileSync(join(built, 'assets.json'), 'utf8')) as SiteAssets
  const module = (await import(pathToFileURL(join(built, 'render.js')).href)) as {
    openRenderer(assets: SiteAssets): SiteRenderer
  }
  return module.openRenderer(assets)
}

/** Documents kept; the oldest goes first. Addresses with a state of their own are not kept. */
const KEPT_MAX = 300

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

async function pack(status: number, html: string): Promise<Kept> {
  const plain = Buffer.from(html)
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9 }
  const [br, gz] = await Promise.all([compressBrotli(plain, { params }), compressGzip(plain)])
  const etag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`
  return { status, etag, plain, br, gzip: gz }
}

function sendKept(request: FastifyRequest, reply: FastifyReply, kept: Kept, sendPage: SendPage) {
  const accepted = request.headers['accept-encoding'] ?? ''
  const encoding = /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : undefined
  reply.code(kept.status)
  reply.header('vary', 'Accept-Encoding, Cookie')
  // The same words in two encodings are two answers, so the tag is a weak one.
  reply.header('etag', `W/${kept.etag}`)
  if (request.headers['if-none-match']?.includes(kept.etag)) return reply.code(304).send()
  if (encoding) reply.header('content-encoding', encoding)
  return sendPage(reply, encoding === undefined ? kept.plain : kept[encoding])
}

const YEAR_SECONDS = 31_536_000

const keptForYear = ({ https }: Config) =>
  ({ path: '/', maxAge: YEAR_SECONDS, sameSite: 'lax', secure: https }) as const

/** Adds the routes of the public site; `sendPage` puts the headers of our pages on. */
export async function serveSite(
  app: FastifyInstance,
  config: Config,
  sources: SiteSources,
  sendPage: SendPage,
): Promise<void> {
  const renderer = await openRenderer()
  const kept = new Map<string, Kept>()

  async function answer(path: string, query: Record<string, string>, language: string) {
    const load = renderer.loads(path)
    const loaded = load && (await sources.loaders[load](query))
    const facts = await sources.facts()
    const { lang: _, ...state } = query
    const ask = { path, query: state, language, facts, loaded }
    const key = createHash('sha256').update(JSON.stringify(ask)).digest('base64')
    const known = kept.get(key)
    if (known) return known
    const { status, html } = renderer.render(ask)
    const made = await pack(status, html)
    if (Object.keys(state).length === 0 || load !== undefined) {
      kept.set(key, made)
      const [oldest] = kept.keys()
      if (kept.size > KEPT_MAX && oldest !== undefined) kept.delete(oldest)
    }
    return made
  }

  async function serve(request: FastifyRequest, reply: FastifyReply) {
    const query = plainQuery(request.query)
    const language = renderer.languageOf(query['lang'], request.cookies['language'])
    if (query['lang'] === language && request.cookies['language'] !== language) {
      // A language chosen by its address is kept for the pages that follow, also without scripts.
      reply.setCookie('language', language, keptForYear(config))
    }
    try {
      const path = request.url.split('?')[0] ?? '/'
      return sendKept(request, reply, await answer(path, query, language), sendPage)
    } catch (error) {
      request.log.error(error)
      const failure = await pack(500, renderer.renderFailure(language))
      return sendKept(request, reply, failure, sendPage)
    }
  }

  // Below a public folder an unknown address is told as such; elsewhere is the cabinet's guard.
  for (const path of [...sitePaths, '/articles/*']) {
    app.get(path, (request, reply) => serve(request, reply))
  }
  app.get('/sitemap.xml', (_request, reply) =>
    reply
      .header('cache-control', 'public, max-age=3600')
      .type('application/xml; charset=utf-8')
      .send(renderer.sitemap(config.PUBLIC_URL)),
  )
  app.get('/robots.txt', (_request, reply) =>
    reply
      .header('cache-control', 'public, max-age=3600')
      .type('text/plain; charset=utf-8')
      .send(robots(config.PUBLIC_URL)),
  )
}

/** The last value of a name; what is no text is left out. */
function plainQuery(query: unknown): Record<string, string> {
  return Object.fromEntries(
    Object.entries(query as Record<string, string | string[]>).map(([name, value]) => [
      name,
      (Array.isArray(value) ? value.at(-1) : value) ?? '',
    ]),
  )
}

const closedToRobots = ['/organizations', '/account', '/land', '/cities', '/api/', '/pos-api/v1/b']

const robots = (origin: string) =>
  [
    'User-agent: *',
    ...closedToRobots.map((path) => `Disallow: ${path}`),
    `Sitemap: ${origin}/sitemap.xml`,
    '',
  ].join('\n')
