/** docs/security.md cites files and tests as proof; what it cites must be there. */
import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const lines = readFileSync('docs/security.md', 'utf8').split('\n')

/** A file as the document names it: from the root, or a feature's without `server/features/`. */
const placeOf = (path: string) =>
  [path, `server/features/${path}`].find((place) => existsSync(place))

const isFile = (text: string) => /^[\w.-]+(?:\/[\w.-]+)+\.\w+$/.test(text)

/** Every file of a line, and every «test» behind the file that it stands in. */
function citesOf(line: string): { path: string; tests: string[] }[] {
  const cites: { path: string; tests: string[] }[] = []
  for (const [, path, name] of line.matchAll(/`([^`]+)`|«([^»]+)»/g)) {
    if (path !== undefined && isFile(path)) cites.push({ path, tests: [] })
    else if (name !== undefined) cites.at(-1)?.tests.push(name)
  }
  return cites
}

const cites = lines.flatMap(citesOf)

/** The titles of a file's tests; what a title fills in may be told or left out at its ends. */
function titlesOf(place: string): string[] {
  const calls =
    /(?:\b(?:describe|test|it|race|raceOfOwners)|\))\(\s*(?:'((?:[^'\\]|\\.)*)'|"([^"]*)"|`([^`]*)`)/g
  return [...readFileSync(place, 'utf8').matchAll(calls)].map((found) =>
    (found[1] ?? found[2] ?? found[3] ?? '').replaceAll('\\', ''),
  )
}

test('every file that the security document names is there', () => {
  expect(cites.map(({ path }) => path).filter((path) => !placeOf(path))).toEqual([])
  expect(cites.length).toBeGreaterThan(100)
})

test('every test that it names is in the file it names', () => {
  const known = new Map<string, string[]>()
  const missing: string[] = []
  let named = 0
  for (const { path, tests } of cites) {
    const place = placeOf(path)
    if (!place) continue
    const titles = known.get(place) ?? titlesOf(place)
    known.set(place, titles)
    named += tests.length
    for (const name of tests) {
      if (!titles.some((title) => title.includes(name))) missing.push(`${path}: ${name}`)
    }
  }
  expect(missing).toEqual([])
  expect(named).toBeGreaterThan(90)
})

test('it tells of all 32 abuses, and of each requirement once', () => {
  const abuses = lines.flatMap((line) => /^\| (\d+) \|/.exec(line)?.[1] ?? [])
  expect(abuses).toEqual(Array.from({ length: 32 }, (_none, index) => String(index + 1)))
  const requirements = lines.flatMap((line) => /^\| (\d+\.\d+\.\d+) \|/.exec(line)?.[1] ?? [])
  expect(requirements.length).toBeGreaterThanOrEqual(0)
  expect(new Set(requirements).size).toBe(requirements.length)
})
