/** Puts the report together from what the trials said, whichever run they said it in. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { isOfThisCode, root, type State, type TrialRecord } from './torture-records.ts'

const signs: Record<State, string> = { passed: '✓', failed: '✗', void: '✗ void', 'left out': '–' }
/** A `|` would end a cell of the table. */
const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ')
const minutes = (ms: number) => `${(ms / 60_000).toFixed(1)} min`
const distinct = (values: string[]) => [...new Set(values)].join('; ')

/** Writes it; only the release tier is told in `docs/`. */
export function writeReport(
  tier: string,
  files: string[],
  latest: ReadonlyMap<string, TrialRecord>,
): void {
  const records = files.flatMap((file) => latest.get(file) ?? [])
  const missing = files.filter((file) => !latest.has(file))
  const older = records.filter((record) => !isOfThisCode(record)).map(({ file }) => file)
  const tests = records.flatMap((record) => record.tests)
  const count = (state: State) => tests.filter((test) => test.state === state).length
  const days = records.map(({ begun }) => begun.slice(0, 10)).toSorted((a, b) => a.localeCompare(b))
  const took = records.reduce((sum, { took_ms }) => sum + took_ms, 0)
  const lines = [
    '# Torture',
    '',
    `The trials of [testing.md](testing.md) at the ${tier} tier, written by \`npm run torture\`:`,
    `${distinct(days)}, ${minutes(took)} in all, on ${distinct(records.map(({ machine }) => machine))}.`,
    '',
    `**${count('passed')} passed, ${count('failed')} failed, ${count('void')} void, ${count('left out')} left out.**`,
    ...listed('Not run yet', missing),
    ...listed('Run with older code, and not since', older),
    ...records.flatMap(sectionOf),
    '',
  ]
  const path = join(root, tier === 'release' ? 'docs' : 'reports', 'torture.md')
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, lines.join('\n'))
  console.log(`\nthe report: ${relative(root, path)}`)
}

const listed = (what: string, files: string[]) =>
  files.length > 0 ? ['', `${what}: ${files.map(nameOf).join(', ')}.`] : []

const nameOf = (file: string) => basename(file, '.trial.ts')

function sectionOf({ file, commit, begun, took_ms, tests }: TrialRecord): string[] {
  const rows = tests.map(({ name, state, said, took_ms: ms }) => {
    const seconds = (ms / 1000).toFixed(1)
    return `| ${signs[state]} | ${cell(name)} | ${cell(said.join('; '))} | ${seconds} |`
  })
  return [
    '',
    `## ${nameOf(file)}`,
    `${begun.slice(0, 16).replace('T', ' ')} UTC, commit ${commit}, ${minutes(took_ms)}.`,
    '',
    '| | Trial | What was done to it, and what came of it | s |',
    '|---|---|---|---|',
    ...rows,
  ]
}
