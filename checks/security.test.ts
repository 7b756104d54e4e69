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
  expect(cites.length).toBeGreaterThan(200)
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
  expect(named).toBeGreaterThan(200)
})

/** Requirements of levels 1 and 2 of OWASP ASVS 5.0.0, without V17 (WebRTC): `1.2.1-9` is nine. */
const wanted = [
  '1.1.1-2 1.2.1-9 1.3.1-11 1.4.1-3 1.5.1-2 2.1.1-3 2.2.1-3 2.3.1-4 2.4.1',
  '3.2.1-2 3.3.1-4 3.4.1-6 3.5.1-5 3.7.1-2 4.1.1-3 4.2.1 4.3.1-2 4.4.1-4',
  '5.1.1 5.2.1-3 5.3.1-2 5.4.1-3 6.1.1-3 6.2.1-12 6.3.1-4 6.4.1-4 6.5.1-5 6.6.1-3 6.8.1-4',
  '7.1.1-3 7.2.1-4 7.3.1-2 7.4.1-5 7.5.1-2 7.6.1-2 8.1.1-2 8.2.1-3 8.3.1 8.4.1 9.1.1-3 9.2.1-4',
  '10.1.1-2 10.2.1-2 10.3.1-4 10.4.1-11 10.5.1-5 10.6.1-2 10.7.1-3',
  '11.1.1-2 11.2.1-3 11.3.1-3 11.4.1-4 11.5.1 11.6.1 12.1.1-3 12.2.1-2 12.3.1-4',
  '13.1.1 13.2.1-5 13.3.1-2 13.4.1-5 14.1.1-2 14.2.1-4 14.3.1-3',
  '15.1.1-3 15.2.1-3 15.3.1-7 16.1.1 16.2.1-5 16.3.1-4 16.4.1-3 16.5.1-3',
].flatMap((line) => line.split(' ').flatMap(spread))

function spread(range: string): string[] {
  const [, section = '', first = '', last = first] = /^(.+)\.(\d+)(?:-(\d+))?$/.exec(range) ?? []
  return Array.from(
    { length: Number(last) - Number(first) + 1 },
    (_none, index) => `${section}.${Number(first) + index}`,
  )
}

test('it tells of all 32 abuses', () => {
  const abuses = lines.flatMap((line) => /^\| (\d+) \|/.exec(line)?.[1] ?? [])
  expect(abuses).toEqual(Array.from({ length: 32 }, (_none, index) => String(index + 1)))
})

test('it tells of each requirement of levels 1 and 2 once: where it is held, or why it is not', () => {
  expect(wanted).toHaveLength(246)
  const told = lines.flatMap((line) => /^\| (\d+\.\d+\.\d+) \|/.exec(line)?.[1] ?? [])
  const elsewhere = /\*\*Not applicable\.\*\*([^#]*)/.exec(lines.join(' '))?.[1] ?? ''
  const needless = [...elsewhere.matchAll(/(\d+\.\d+\.)(\d+)(?: to \1(\d+))?/g)].flatMap(
    ([, section, first, last]) => spread(`${section}${first}${last ? `-${last}` : ''}`),
  )
  const all = [...told, ...needless]
  expect(all.toSorted()).toEqual(wanted.toSorted())
})

test('what a table calls open is told at the end', () => {
  const called = new Set(
    lines.flatMap((line) => [...line.matchAll(/\bOpen (\d+)\b/g)].map(([, n]) => n)),
  )
  const told = lines
    .slice(lines.indexOf('## Open'))
    .flatMap((line) => /^(\d+)\. \*\*/.exec(line)?.[1] ?? [])
  expect(new Set(told)).toEqual(called)
})
