/** Which keys of the catalogues the code says: for the check that no text is left without a use. */
import { globSync, readFileSync } from 'node:fs'

/** A key is said whole, in quotes, or begun in a template: `kind.${kind}`, `${letter}_subject`, `${step}.title`. */
export function openTextUse(pattern: string): (key: string) => boolean {
  const code = globSync(pattern)
    .filter((path) => !/\.test\.tsx?$/.test(path))
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n')
  const whole = new Set([...code.matchAll(/['"`](?:\w+:)?([\w.-]+)['"`]/g)].map(([, key]) => key))
  const begun = [...code.matchAll(/`(?:\w+:)?([\w.-]{3,})\$\{/g)].map(([, start]) => start ?? '')
  const ended = [...code.matchAll(/\$\{[^}`]*\}([._][a-z0-9_.]{3,})`/g)].map(([, end]) => end ?? '')
  // Selects over a list of words are told which list: `prefix="gender"`.
  const listed = [...code.matchAll(/prefix="([\w.]+)"/g)].map(([, start]) => `${start}.`)
  return (key) =>
    whole.has(key) ||
    [...begun, ...listed].some((start) => key.startsWith(start)) ||
    ended.some((end) => key.endsWith(end))
}
