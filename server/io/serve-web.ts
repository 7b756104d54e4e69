import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import compress from '@fastify/compress'
import statics from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { isCabinetPath } from '#contract/cabinet-paths.ts'
import { themeScript } from '#contract/theme-script.ts'
import type { Config } from './config.ts'
import { sendNotFound } from './problem.ts'
import { serveSite, type SiteSources } from './serve-site.ts'

const root = join(import.meta.dirname, '..', '..', 'dist', 'web')
const sha256 = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/**
 * The policy of our pages: nothing from anywhere else, no inline script but the one that paints
 * the theme. Styles are inline where the component library sets variables. WebAssembly runs on the
 * till only, for reading codes with the camera. The card alone may be framed, by Telegram's web
 * client.
 */
type Face = 'page' | 'till' | 'card'

function contentSecurityPolicy(face: Face): string {
  const till = face === 'till'
  return [
    "default-src 'none'",
    `script-src 'self' ${sha256(themeScript)}${till ? " 'wasm-unsafe-eval'" : ''}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    `worker-src 'self'${till ? ' blob:' : ''}`,
    "manifest-src 'self'",
    "media-src 'self'",
    face === 'card' ? 'frame-ancestors https://web.telegram.org' : "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
  ].join('; ')
}

function sendPage(reply: FastifyReply, html: string | Buffer, face: Face) {
  reply.header('content-security-policy', contentSecurityPolicy(face))
  reply.header('referrer-policy', 'strict-origin-when-cross-origin')
  reply.header('cross-origin-opener-policy', 'same-origin')
  reply.header(
    'permissions-policy',
    `camera=(${face === 'till' ? 'self' : ''}), microphone=(), geolocation=()`,
  )
  return reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(html)
}

const apiPrefixes = [
  '/api/',
  '/pos-api/',
  '/webhooks/',
  '/r/',
  '/assets/',
  '/uploads/',
  '/dev/',
  '/healthz',
  '/readyz',
]

/**
 * Serves the built pages: the public site as documents of its own, the till at its address, every
 * other page by the one entry, which knows all routes. Files under /assets carry a hash in their
 * name and never change; what the build compressed is sent as it is.
 */
export async function serveWeb(
  app: FastifyInstance,
  config: Config,
  sources: SiteSources,
): Promise<void> {
  if (!existsSync(join(root, 'index.html'))) {
    throw new Error('The pages are not built yet: run `npm run build`.')
  }
  const index = readFileSync(join(root, 'index.html'), 'utf8')
  const till = readFileSync(join(root, 'pos.html'), 'utf8')
  const card = readFileSync(join(root, 'card.html'), 'utf8')
  const link = readFileSync(join(root, 'link.html'), 'utf8')
  await app.register(async (scope) => {
    await scope.register(compress, { encodings: ['br', 'gzip'], threshold: 1024 })
    await scope.register(statics, {
      root: join(root, 'assets'),
      prefix: '/assets/',
      index: false,
      preCompressed: true,
      setHeaders(reply) {
        reply.header('cache-control', 'public, max-age=31536000, immutable')
      },
    })
    // Each has a route of its own, so that it stands before the pages' `/*`.
    await scope.register(statics, {
      root,
      index: false,
      wildcard: false,
      preCompressed: true,
      decorateReply: false,
      globIgnore: ['assets/**', '**/*.br', '**/*.gz', '*.html'],
      setHeaders(reply) {
        reply.header('cache-control', 'no-cache')
      },
    })
    scope.get('/pos_interface', (_request, reply) => sendPage(reply, till, 'till'))
    scope.get('/tg/card', (_request, reply) => sendPage(reply, card, 'card'))
    scope.get('/b/:slug', (_request, reply) => sendPage(reply, link, 'page'))
    await serveSite(scope, config, sources, (reply, body) => sendPage(reply, body, 'page'))
    scope.get('/*', (request, reply) => {
      const path = request.url.split('?')[0] ?? ''
      if (apiPrefixes.some((prefix) => path.startsWith(prefix))) return sendNotFound(request, reply)
      // The seed's catch-all is the guard's, so the page comes all the same; its status is honest.
      if (!isCabinetPath(path)) reply.code(404)
      return sendPage(reply, index, 'page')
    })
  })
}
