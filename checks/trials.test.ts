/** What every trial owes: the faults it injected, told, and at its end the one check of the ledger. */
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Trials that no ledger is in, each with the reason. */
const withoutLedger: Record<string, string> = {
  'regular-expressions': 'reads the program’s own text; nothing runs',
  start: 'nothing is sold: programs start, end and are refused',
}

const trials = globSync('trials/*.trial.ts').map((path) => ({
  name: path.replace(/^trials\/(.*)\.trial\.ts$/, '$1'),
  text: readFileSync(path, 'utf8'),
}))

const names = (those: typeof trials) => those.map(({ name }) => name)

test('every trial tells which faults it injected', () => {
  const tells = /\bannotate\(|\(\s*annotate,/
  expect(names(trials.filter(({ text }) => !tells.test(text)))).toEqual([])
  expect(trials.length).toBeGreaterThan(20)
})

test('every trial checks the ledger, or is named with the reason why not', () => {
  const checked = trials.filter(({ text }) => /\bexpectSoundLedger(At)?\(/.test(text))
  const named = trials.filter(({ name }) => name in withoutLedger)
  const unchecked = trials.filter((trial) => !checked.includes(trial) && !named.includes(trial))
  expect(names(unchecked)).toEqual([])
  expect(names(checked.filter((trial) => named.includes(trial)))).toEqual([])
  expect(names(named).toSorted()).toEqual(Object.keys(withoutLedger).toSorted())
})

test('every trial has its row in the table of trials', () => {
  const table = readFileSync('docs/testing.md', 'utf8')
  const untold = trials.filter(({ name }) => !new RegExp(`[|,] ${name} *[|,]`).test(table))
  expect(names(untold)).toEqual([])
})
