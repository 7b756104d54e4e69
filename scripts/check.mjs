// `npm run check`: everything that must be right before a commit, step by step, by name.
// `npm test` runs the same steps after setting up what they need, and the everyday trials with them.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { fileURLToPath } from 'node:url'

const root = join(fileURLToPath(import.meta.url), '..', '..')
const reports = join(root, 'reports')
const bin = join(root, 'node_modules', '.bin')

/** Runs one step; answers whether it passed. */
function step(name, command, args) {
  console.log(`\n▸ ${name}`)
  const started = performance.now()
  const { status } = spawnSync(command, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, PATH: `${bin}:${process.env.PATH}` },
  })
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(`${status === 0 ? '✓' : '✗'} ${name} (${seconds} s)`)
  return status === 0
}

/** Passed and failed tests of a runner's JSON report; a missing report counts as one failure. */
function readCounts(file) {
  const path = join(reports, file)
  if (!existsSync(path)) return { passed: 0, failed: 1 }
  const report = JSON.parse(readFileSync(path, 'utf8'))
  if (report.stats) {
    const { expected, unexpected, flaky } = report.stats
    for (const title of retried(report)) console.log(`! passed at the second try only: ${title}`)
    return { passed: expected + flaky, failed: unexpected }
  }
  return { passed: report.numPassedTests, failed: report.numFailedTests }
}

/** Titles of the browser tests that failed first and passed then. */
const retried = ({ suites = [] }) =>
  suites.flatMap((suite) => [
    ...retried(suite),
    ...(suite.specs ?? [])
      .filter(({ tests }) => tests.some(({ status }) => status === 'flaky'))
      .map(({ file, line, title }) => `${file}:${line} ${title}`),
  ])

/** Runs all steps and prints the closing line; answers the exit status. */
export function check({ trials }) {
  const vitest = (project, file) => [
    'vitest',
    [
      'run',
      '--project',
      project,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=reports/${file}`,
    ],
  ]
  const plain = [
    ['lint', 'oxlint', ['--type-aware', '--deny-warnings']],
    ['format', 'oxfmt', ['--check']],
    ['types of server and contract', 'tsc', ['-p', '.']],
    ['types of the pages', 'tsc', ['-p', 'web']],
    ['dead code', 'knip', ['--no-progress']],
    ['types of the tables', 'npm', ['run', '--silent', 'tables', '--', '--verify']],
  ]
  const counted = [
    ['house, unit and property tests', ...vitest('unit', 'unit.json'), 'unit.json'],
    ['database tests', ...vitest('db', 'db.json'), 'db.json'],
    ['pages', 'npm', ['run', '--silent', 'build', '--', '--logLevel', 'warn'], undefined],
    ['browser tests', 'playwright', ['test'], 'e2e.json'],
    // Kills, races, histories, cut links: minutes, so only `npm test` takes them.
    ...(trials ? [['everyday trials', ...vitest('trials', 'trials.json'), 'trials.json']] : []),
  ]
  // Not all of them: what `npm run torture` said in hours lies there too.
  for (const [, , , report] of counted) if (report) rmSync(join(reports, report), { force: true })
  let passed = 0
  let failed = 0
  for (const [name, command, args] of plain) {
    if (step(name, command, args)) passed += 1
    else failed += 1
  }
  for (const [name, command, args, report] of counted) {
    const ok = step(name, command, args)
    const counts = report ? readCounts(report) : { passed: ok ? 1 : 0, failed: ok ? 0 : 1 }
    passed += counts.passed
    failed += counts.failed
    // A runner may fail outside any test, for example in its set-up.
    if (!ok && counts.failed === 0) failed += 1
  }
  console.log(`\n${passed} passed, ${failed} failed`)
  return failed === 0 ? 0 : 1
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exit(check({ trials: false }))
