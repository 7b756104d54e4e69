/**
 * No regular expression of the program can be made to think for ever: each is proven to take at most
 * a polynomial time of its text, and where the degree is above one, to meet short texts only.
 */
import { globSync, readFileSync } from 'node:fs'
import { check } from 'recheck'
import { parseSync, Visitor } from 'vite'
import { expect, test } from 'vitest'
import { TRIAL_MS } from '#server/testing/trial-counts.ts'

const files = globSync('{contract,server,web,packages}/**/*.{ts,tsx}').filter(
  (path) => !/node_modules|\.test\.tsx?$|server\/testing\//.test(path),
)

/** Every expression written as one, with the files it stands in. */
function expressions(): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const path of files) {
    const { program } = parseSync(path, readFileSync(path, 'utf8'))
    new Visitor({
      Literal(node) {
        if (!('regex' in node)) return
        const { pattern, flags } = node.regex
        const key = `${flags} ${pattern}`
        found.set(key, [...(found.get(key) ?? []), path])
      },
    }).visit(program)
  }
  return found
}

/**
 * Time that grows with a power of the text, and why no long text gets there. A new one belongs here
 * with its bound, or is written another way.
 */
const bounded: Record<string, string> = {
  '\\++$': 'what is typed at the till, in its own browser',
  '^https:\\/\\/[^\\s/]+\\.[^\\s]+$': 'a field of a form, in its own browser',
  '^https?:\\/\\/\\S+\\.\\S+$': 'a field of a form, in its own browser',
  '^\\S+@\\S+\\.\\S+$': 'a field of a form, in its own browser',
  '^[^\\s@]+@[^\\s@]+\\.[^\\s@]+$': 'a field of a form, in its own browser',
  '=+$': 'base64 of our own hashes',
  '\\/+$': 'addresses of the settings',
  '[\\w.+-]+@[\\w-]+(?:\\.[\\w-]+)+': '10,000 signs of a line of the log',
  '^[^\\s@<>"(),:;\\\\[\\]]+@[^\\s@<>"(),:;\\\\[\\]]+\\.[^\\s@<>"(),:;\\\\[\\]]+$':
    'an address that Google or Facebook told',
  '0+$': 'a cell of 2,000 signs',
  '[T ]\\d{1,2}:\\d{2}.*$': 'a cell of 2,000 signs',
  '\\bVersion\\/[\\d.]+.*\\bSafari\\/': '300 signs of a User-Agent',
}

test(
  'no expression explodes with its text, and those that grow faster than it meet short ones',
  async ({ annotate }) => {
    const all = [...expressions()]
    const unsafe: string[] = []
    let grow = 0
    for (const [key, paths] of all) {
      const at = key.indexOf(' ')
      const [flags, pattern] = [key.slice(0, at), key.slice(at + 1)]
      const found = await check(pattern, flags, { timeout: 60_000 })
      if (found.status === 'safe') continue
      const type = found.status === 'vulnerable' ? found.complexity.type : 'unknown'
      if (type === 'polynomial' && Object.hasOwn(bounded, pattern)) grow += 1
      else unsafe.push(`${paths.join()} /${pattern}/${flags}: ${type}`)
    }
    await annotate(`${all.length} expressions, ${grow} of them bounded by their text`)
    expect(unsafe).toEqual([])
    expect(all.length, 'void: too few were found').toBeGreaterThan(100)
    const exploding = await check('^(a+)+$', '', { timeout: 60_000 })
    expect(exploding.status, 'void: the eye is blind').toBe('vulnerable')
  },
  TRIAL_MS,
)
