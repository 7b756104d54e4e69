/** What each trial said of itself, kept by commit in `reports/torture/`, one file a trial. */
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

export const root = join(import.meta.dirname, '..')
const folder = join(root, 'reports', 'torture')

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
const pathOf = ({ commit, tier, file }: Pick<TrialRecord, 'commit' | 'tier' | 'file'>) =>
  join(folder, commit, `${nameOf(file)}.${tier}.json`)

export function keepRecord(record: TrialRecord): void {
  const path = pathOf(record)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, `${JSON.stringify(record, null, 1)}\n`)
}

const read = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as TrialRecord
const isClean = ({ tests }: TrialRecord) =>
  tests.length > 0 && tests.every(({ state }) => state === 'passed')

/** The latest record of each trial, at whatever commit. */
export function readLatest(tier: string): Map<string, TrialRecord> {
  const records = globSync(join(folder, '*', `*.${tier}.json`)).map(read)
  const oldest_first = records.toSorted((a, b) => a.begun.localeCompare(b.begun))
  return new Map(oldest_first.map((record) => [record.file, record]))
}

/** Whether a trial needs no other run at this commit. */
export function passedAt(commit: string, tier: string, file: string): boolean {
  const [path] = globSync(pathOf({ commit, tier, file }))
  return path !== undefined && isClean(read(path))
}
