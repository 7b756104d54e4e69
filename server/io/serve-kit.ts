/** What integrators of the POS API take away: examples, the client, collections; see `packages/`. */
import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { kitPath } from '#contract/pos-kit.ts'
import type { Config } from './config.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const FOLDERS = ['examples/*/*.*', 'packages/pos-client/*.*', 'packages/pos-collections/*.json']
/** The address in the collections; who downloads them here means this program. */
export const SAMPLE_ORIGIN = 'https://shop.example'

/** Serves the files that lie there now, each at `kitPath` of its place. */
export function serveKit(app: FastifyInstance, config: Config): void {
  const origin = new URL(config.PUBLIC_URL).origin
  for (const file of globSync(FOLDERS, { cwd: ROOT })) {
    const type = extname(file) === '.json' ? 'application/json' : 'text/plain'
    app.get(kitPath(file), async (_request, reply) => {
      const text = await readFile(join(ROOT, file), 'utf8')
      return reply.type(`${type}; charset=utf-8`).send(text.replaceAll(SAMPLE_ORIGIN, origin))
    })
  }
}
