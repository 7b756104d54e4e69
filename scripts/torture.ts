/**
 * `npm run torture`: every trial at the release tier (bar.md "Nothing lost, nothing doubled"), and
 * its report in `docs/torture.md`: which faults each injected, what came of them, on what machine.
 * Hours; so what a trial said is kept in `docs/torture/` as soon as it ends, a new run takes only
 * what has not passed with this code, and the report is put together from the last run of each.
 * `npm run torture -- trials/x.trial.ts` runs one again; `VERTA_TRIALS=quick` tries it out, and then
 * the report stays in `reports/`.
 */
import { globSync } from 'node:fs'
import { relative } from 'node:path'
import { startVitest } from 'vitest/node'
import { writeReport } from './torture-page.ts'
import { hasPassed, readAll, root } from './torture-records.ts'
import { commitOf, TortureReport } from './torture-report.ts'

const tier = (process.env['VERTA_TRIALS'] ??= 'release')
const commit = commitOf()
const all = globSync('trials/*.trial.ts', { cwd: root }).toSorted((a, b) => a.localeCompare(b))
const named = process.argv.slice(2).map((path) => relative(root, path))
const files = named.length > 0 ? named : all.filter((file) => !hasPassed(tier, file))

if (files.length > 0) {
  await startVitest('test', files, {
    project: ['trials'],
    watch: false,
    reporters: ['default', new TortureReport(tier, commit)],
  })
}
writeReport(tier, all, readAll(tier))
