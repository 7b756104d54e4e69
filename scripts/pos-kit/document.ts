/** What the kit is generated from, and whether it still is what it would be. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { POS_API_GUIDE } from '../../contract/pos-api-guide.ts'
import { allRoutes } from '../../server/app.ts'
import type { Io } from '../../server/io/io.ts'
import { openApiDocument } from '../../server/io/openapi.ts'
import { SAMPLE_ORIGIN } from '../../server/io/serve-kit.ts'

const packages = join(import.meta.dirname, '..', '..', 'packages')

/** The generated files, by their names in the kit. */
export const generated = {
  document: join(packages, 'pos-client', 'openapi.json'),
  types: join(packages, 'pos-client', 'schema.d.ts'),
  postman: join(packages, 'pos-collections', 'postman.json'),
  bruno: join(packages, 'pos-collections', 'bruno.json'),
}
/** Which content each of them was generated with. */
export const manifestFile = join(packages, 'generated.json')

/** The document of the POS API: the routes are listed, and none of them is called. */
export function posApiDocument() {
  const endpoints = allRoutes({ config: {} } as Io).map(({ endpoint }) => endpoint)
  return openApiDocument(endpoints, '/pos-api/v1', POS_API_GUIDE)
}

/** The same with an address, as collections need one; the program puts its own in its place. */
export const documentForCollections = () => ({
  ...posApiDocument(),
  servers: [{ url: SAMPLE_ORIGIN }],
})

export const printJson = (value: unknown): string => `${JSON.stringify(value, null, 1)}\n`

/** The digest of each generated file as it lies there. */
export function readDigests(): Record<string, string> {
  const digest = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex')
  return Object.fromEntries(Object.entries(generated).map(([name, file]) => [name, digest(file)]))
}
