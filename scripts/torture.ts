/**
 * `npm run torture`: every trial at the release tier (bar.md "Nothing lost, nothing doubled"), and
 * its report in `reports/torture.md`: what each was for, which faults it injected, what came of
 * them. Hours. `VERTA_TRIALS=quick npm run torture` tries the report itself; a path runs one trial.
 */
import { startVitest } from 'vitest/node'
import { TortureReport } from './torture-report.ts'

const tier = (process.env['VERTA_TRIALS'] ??= 'release')

await startVitest('test', process.argv.slice(2), {
  project: ['trials'],
  watch: false,
  reporters: ['default', new TortureReport(tier)],
})
