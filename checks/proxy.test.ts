/** The examples of proxies know every address of the program that is no page. */
import { readFileSync, readdirSync } from 'node:fs'
import { expect, test } from 'vitest'

const read = (path: string) => readFileSync(path, 'utf8')
/** The first parts of all paths of the contract; `/r/` of posts is opened by people. */
const prefixes = [
  ...new Set(
    readdirSync('contract')
      .filter((file) => file.endsWith('.ts'))
      .flatMap((file) => [...read(`contract/${file}`).matchAll(/\bpath: '\/([\w-]+)\//g)])
      .map(([, first]) => first)
      .filter((first) => first !== 'r'),
  ),
]

test('only pages are led from http to https: calls of programs are refused there', () => {
  expect(prefixes.length).toBeGreaterThan(3)
  for (const path of ['deploy/nginx.conf', 'deploy/Caddyfile']) {
    const [, named = ''] = /\^\/\(\?:([\w|-]+)\)\//.exec(read(path)) ?? []
    expect(new Set(named.split('|')), path).toEqual(new Set(prefixes))
  }
})
