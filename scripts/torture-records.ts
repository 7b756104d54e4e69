/**
 * What each trial said of itself the last time, one file a trial: at the release tier in
 * `docs/torture/`, so that another machine goes on where this one was broken off.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

export const root = join(import.meta.dirname, '..')
const folderOf = (tier: string) => join(root, tier === 'release' ? 'docs' : 'reports', 'torture')

/** `void`: the trial itself says that its fault did not hit; a failure like any other. */
export type State = 'passed' | 'failed' | 'void' | 'left out'

export type TrialRecord = {
  file: string
  tier: string
  commit: string
  begun: string
  took_ms: number
  machine: string
  tests: { name: string; state: State; said: string[]; took_ms: number }[]
}

const nameOf = (file: string) => basename(file, '.trial.ts')
const pathOf = ({ tier, file }: Pick<TrialRecord, 'tier' | 'file'>) =>
  join(folderOf(tier), `${nameOf(file)}.${tier}.json`)

export function keepRecord(record: TrialRecord): void {
  const path = pathOf(record)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, `${JSON.stringify(record, null, 1)}\n`)
}

const read = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as TrialRecord
const isClean = ({ tests }: TrialRecord) =>
  tests.length > 0 && tests.every(({ state }) => state === 'passed')

/** The record of each trial that was run, at whatever commit. */
export function readAll(tier: string): Map<string, TrialRecord> {
  const records = globSync(join(folderOf(tier), `*.${tier}.json`)).map(read)
  return new Map(records.map((record) => [record.file, record]))
}

/** What a trial tries, and what tries it; docs, errands, benchmarks and other trials change nothing. */
const codeOf = (file: string) => [
  'server',
  'contract',
  'web',
  'package-lock.json',
  'vitest.config.ts',
  'trials/seeds',
  file,
]

/** Whether the code is still the one of the record. */
export function isOfThisCode({ commit, file }: TrialRecord): boolean {
  try {
    // Tells of changes that are not committed, too; a commit that is not there is another code.
    execFileSync('git', ['diff', '--quiet', commit, '--', ...codeOf(file)], {
      cwd: root,
      stdio: 'ignore',
    })
    return true
  } catch {
    return false
  }
}

/** Whether a trial needs no other run with this code. */
export function hasPassed(tier: string, file: string): boolean {
  const path = pathOf({ tier, file })
  if (!existsSync(path)) return false
  const record = read(path)
  return isClean(record) && isOfThisCode(record)
}
