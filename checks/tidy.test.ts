/** The house rules as a test: wings, floors, doors, pure rules, SQL in stores, one writer a table. */
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'
import { floors, privateFiles, sharedTables } from './floors.ts'

type File = { path: string; text: string; imports: string[] }

const isTest = (path: string) => /\.test\.tsx?$|^e2e\/|\/testing\/|^bench\/|^checks\//.test(path)

function readFile(path: string): File {
  const text = readFileSync(path, 'utf8')
  const imports = [...text.matchAll(/(?:from|import)\s*\(?\s*'([#.][^']+)'/g)].map(
    ([, target = '']) =>
      target.startsWith('#') ? target.slice(1) : normalize(join(dirname(path), target)),
  )
  return { path, text, imports }
}

const files = globSync('{contract,server,web,checks,e2e,bench}/**/*.{ts,tsx}')
  .toSorted()
  .map(readFile)
const product = files.filter((file) => !isTest(file.path))
const wing = (path: string) => path.split('/')[0] ?? ''
const feature = (path: string) => /^server\/features\/([\w-]+)\//.exec(path)?.[1]
const fileName = (path: string) => path.split('/').at(-1) ?? ''

/** Every arrow `from → to` that `forbidden` names, as lines for a person to read. */
function arrows(from: File[], forbidden: (from: string, to: string) => string | false): string[] {
  return from.flatMap((file) =>
    file.imports.flatMap((target) => {
      const why = forbidden(file.path, target)
      return why === false ? [] : [`${file.path} → ${target}: ${why}`]
    }),
  )
}

test('there are files to check', () => {
  expect(product.length).toBeGreaterThan(100)
})

test('the wings meet in the contract only', () => {
  expect(
    arrows(product, (from, to) => {
      if (wing(from) === 'contract' && wing(to) !== 'contract')
        return 'the contract imports nothing of ours'
      if (wing(from) === 'server' && wing(to) === 'web') return 'the server knows no page'
      if (wing(from) === 'web' && wing(to) === 'server') return 'a page knows no server'
      return false
    }),
  ).toEqual([])
})

test('a feature imports lower floors only, and io imports no feature', () => {
  expect(
    arrows(product, (from, to) => {
      const [above, below] = [feature(from), feature(to)]
      if (from.startsWith('server/io/') && (below !== undefined || to === 'server/app.ts')) {
        return 'io knows no feature'
      }
      if (above === undefined || below === undefined || above === below) return false
      const [upper, lower] = [floors[above], floors[below]]
      if (upper === undefined || lower === undefined) return 'a feature without a floor'
      return lower < upper ? false : `floor ${upper} must not import floor ${lower}`
    }),
  ).toEqual([])
})

test('private files of a feature are imported by their feature and by app.ts only', () => {
  expect(
    arrows(product, (from, to) => {
      const owner = feature(to)
      if (owner === undefined || owner === feature(from) || !privateFiles.test(fileName(to)))
        return false
      if (from === 'server/app.ts' && /^(routes|jobs)\b|-(routes|jobs)\.ts$/.test(fileName(to)))
        return false
      return 'not a door'
    }),
  ).toEqual([])
})

test('rules are pure: no io, no database, no clock, no chance', () => {
  const rules = product.filter((file) => /(^|\/|-)rules\.ts$/.test(file.path))
  expect(
    arrows(rules, (_from, to) =>
      wing(to) === 'contract' || /(^|\/|-)rules\.ts$/.test(to)
        ? false
        : 'rules import contract and rules',
    ),
  ).toEqual([])
  const impure = /\b(Date\.now|new Date\(\)|Math\.random|performance\.now|process\.)/
  expect(rules.filter((file) => impure.test(file.text)).map((file) => file.path)).toEqual([])
})

test('the present comes from the clock', () => {
  const impure = /\b(Date\.now\(\)|new Date\(\))/
  const places = product.filter(
    (file) =>
      wing(file.path) === 'server' && !file.path.startsWith('server/io/') && impure.test(file.text),
  )
  expect(places.map((file) => file.path)).toEqual([])
})

const writes =
  /\b(?:insert into|update|delete from)\s+(?:only\s+)?([a-z_]+)|\.(?:insertInto|updateTable|deleteFrom)\(\s*'([a-z_]+)/g

test('SQL is written in stores, and a table has one writer', () => {
  const tables = new Set(
    [...readFileSync('server/io/tables.ts', 'utf8').matchAll(/^  (\w+): \w+;$/gm)].map(
      ([, name]) => name,
    ),
  )
  const writers = new Map<string, Set<string>>()
  const strays: string[] = []
  for (const file of product) {
    const owner = feature(file.path)
    if (owner === undefined) continue
    const inStore = /(^|-)store\.ts$/.test(fileName(file.path))
    if (
      !inStore &&
      /\.(insertInto|updateTable|deleteFrom|selectFrom)\(|\bsql`|\bnamed\(/.test(file.text)
    ) {
      strays.push(file.path)
    }
    for (const [, inSql, inKysely] of file.text.matchAll(writes)) {
      const table = inSql ?? inKysely ?? ''
      if (tables.has(table)) writers.set(table, (writers.get(table) ?? new Set()).add(owner))
    }
  }
  expect(strays).toEqual([])
  const several = [...writers].filter(
    ([table, owners]) => owners.size > 1 && !(table in sharedTables),
  )
  expect(several.map(([table, owners]) => `${table}: ${[...owners].join(', ')}`)).toEqual([])
})

test('faces of the web do not import each other, and lower rooms do not look up', () => {
  const faces = /^web\/(landing|identity|cashier|cabinet\/[\w-]+)\//
  const depth: Record<string, number> = { ui: 0, text: 1, api: 1, shell: 2, site: 3 }
  expect(
    arrows(product, (from, to) => {
      if (wing(from) !== 'web' || wing(to) !== 'web') return false
      const [fromFace, toFace] = [faces.exec(from)?.[1], faces.exec(to)?.[1]]
      if (toFace !== undefined && fromFace !== undefined && fromFace !== toFace)
        return 'another face'
      const [fromRoom, toRoom] = [depth[from.split('/')[1] ?? ''], depth[to.split('/')[1] ?? '']]
      if (fromRoom !== undefined && toFace !== undefined) return 'the shell knows no face'
      if (fromRoom !== undefined && toRoom !== undefined && toRoom > fromRoom) return 'looks up'
      return false
    }),
  ).toEqual([])
})

test('nothing of tests is in the product, and nobody defines a barrel', () => {
  expect(arrows(product, (_from, to) => (isTest(to) ? 'a test file' : false))).toEqual([])
  expect(
    product.filter((file) => /^export \* from/m.test(file.text)).map((file) => file.path),
  ).toEqual([])
})

test('only the configuration reads the environment', () => {
  const readers = product.filter(
    (file) => /process\.env\b/.test(file.text) && wing(file.path) === 'server',
  )
  // The programs hand it to the configuration.
  const programs = new Set([
    'server/demo.ts',
    'server/ledger-check.ts',
    'server/main.ts',
    'server/backup.ts',
    'server/restore.ts',
    'server/secrets-rotate.ts',
  ])
  expect(readers.map((file) => file.path).filter((path) => !programs.has(path))).toEqual([])
})

test('no work is left undone without a number, and nothing is commented out', () => {
  const todo = /\b(TODO|FIXME|XXX)\b(?!\s*#\d)/
  expect(
    files
      .filter((file) => file.path !== 'checks/tidy.test.ts' && todo.test(file.text))
      .map((file) => file.path),
  ).toEqual([])
  const commentedOut = /^\s*\/\/\s*(const|let|import|export|return|if \(|await )\b.*[;({]$/m
  expect(files.filter((file) => commentedOut.test(file.text)).map((file) => file.path)).toEqual([])
})

test('file names are kebab-case', () => {
  const odd = files.filter((file) => !/^[a-z0-9$.-]+\.tsx?$/.test(fileName(file.path)))
  expect(odd.map((file) => file.path)).toEqual([])
})
