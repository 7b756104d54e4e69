/** docs/operations.md names everybody the program calls, and where from; the code calls nobody else. */
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const read = (path: string) => readFileSync(path, 'utf8')
const [, peers = ''] = /\n## Peers\n(.*?)\n## /s.exec(read('docs/operations.md')) ?? []

/** They could call, and do not. */
const others: Record<string, string> = {
  'server/metrics.ts': 'listens',
  'server/io/parse-values.ts': 'takes the parsers of the driver',
  'server/io/processes.ts': 'listens',
  'server/io/public-address.ts': 'reads addresses',
}

const callers =
  'node:(?:dgram|dns|http|https|http2|net|tls)(?:/\\w+)?|grammy|nodemailer|openid-client|pg|pg-boss'
const calls = new RegExp(
  `(?<![.\\w])fetch\\(|^import (?!type)[^']*? from '(?:${callers})'|\\bimport\\('(?:${callers})'\\)`,
  'm',
)

test('everything that calls out is named with whom it calls', () => {
  const calling = globSync('server/**/*.ts', { exclude: ['server/testing/**', '**/*.test.ts'] })
    .filter((path) => calls.test(read(path)))
    .filter((path) => !(path in others))
  const named = [...peers.matchAll(/`(server\/[\w/.-]+\.ts)`/g)].map(([, path]) => path)
  expect(new Set(calling)).toEqual(new Set(named))
})

test('every address that the settings begin with is named', () => {
  const defaults = read('.env.example').matchAll(/^(\w+_URL)=https:\/\/([\w.-]+)/gm)
  // A browser is led to the dialog; the program does not call it.
  const hosts = [...defaults].filter(([, name]) => name !== 'FACEBOOK_DIALOG_URL')
  expect(hosts.length).toBeGreaterThan(5)
  expect(hosts.filter(([, name, host]) => !peers.includes(`\`${name}\` (\`${host}\``))).toEqual([])
})
