/**
 * `npm run pos-kit`: generates what integrators of the POS API are given from its OpenAPI document:
 * the types of the client (packages/pos-client) and the collections for Postman and Bruno
 * (packages/pos-collections). `checks/pos-kit.test.ts` fails while they are out of date.
 *
 * The generators bring a hundred packages and a TypeScript of their own, so they have a lock of
 * their own (scripts/pos-kit/) and are installed when they are first asked for.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import {
  documentForCollections,
  generated,
  manifestFile,
  posApiDocument,
  printJson,
  readDigests,
} from './pos-kit/document.ts'

const folder = join(import.meta.dirname, 'pos-kit')

if (!existsSync(join(folder, 'node_modules'))) {
  execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: folder,
    stdio: 'inherit',
  })
}
const load = createRequire(join(folder, 'package.json'))

/** Ids and answers that a converter draws by chance say nothing and make every run another file. */
const byChance = new Set(['_postman_id', 'uid', 'itemUid', 'response', 'examples'])

function withoutChance(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutChance)
  if (typeof value !== 'object' || value === null) return value
  const kept = Object.entries(value).filter(
    ([name, one]) => !byChance.has(name) && !(name === 'id' && /^[0-9a-f-]{36}$/.test(String(one))),
  )
  return Object.fromEntries(kept.map(([name, one]) => [name, withoutChance(one)]))
}

type Converted = { result: boolean; reason?: string; output?: { data: unknown }[] }
type ToPostman = {
  convert(
    input: { type: 'json'; data: object },
    options: object,
    done: (error: Error | null, converted: Converted) => void,
  ): void
}
type ToBruno = { openApiToBruno(document: object): unknown }

function toPostman(document: object): Promise<unknown> {
  const { convert } = load('openapi-to-postmanv2') as ToPostman
  const options = { folderStrategy: 'Tags', parametersResolution: 'Schema' }
  return new Promise((done, failed) => {
    convert({ type: 'json', data: document }, options, (error, { result, reason, output }) => {
      if (error || !result) failed(error ?? new Error(reason))
      else done(output?.[0]?.data)
    })
  })
}

writeFileSync(generated.document, printJson(posApiDocument()))

execFileSync(
  process.execPath,
  [
    join(folder, 'node_modules', 'openapi-typescript', 'bin', 'cli.js'),
    ...[generated.document, '--output', generated.types],
  ],
  { cwd: folder, stdio: 'inherit' },
)

const postman = withoutChance(await toPostman(documentForCollections()))
writeFileSync(generated.postman, printJson(postman))
const { openApiToBruno } = load('@usebruno/converters') as ToBruno
const bruno = withoutChance(openApiToBruno(documentForCollections()))
writeFileSync(generated.bruno, printJson(bruno))

writeFileSync(manifestFile, printJson(readDigests()))
