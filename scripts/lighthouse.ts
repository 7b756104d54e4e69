/**
 * `npm run lighthouse`: the scores of the public pages, mobile profile, as Lighthouse gives them.
 *
 * Lighthouse brings over a hundred packages, so it has a lock of its own (scripts/lighthouse/) and is
 * installed when it is first asked for. The program is started with its demo shop, or the one at
 * VERTA_BASE is used. A busy machine makes single runs worthless: of each page the median counts.
 * `npm run lighthouse -- 5` runs each page five times; the command fails when a page is below the bar.
 */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { executablePath } from './manual-shots/enter.ts'
import { startDemo } from './manual-shots/start-demo.ts'

const folder = join(import.meta.dirname, 'lighthouse')
const program = join(folder, 'node_modules', 'lighthouse', 'cli', 'index.js')
const paths = ['/', '/yak-zbilshyty-prodazhi', '/profit']
const runs = Number(process.argv[2] ?? 3)

/** bar.md, «Web budgets». */
const BAR = { performance: 98, accessibility: 100, 'best-practices': 100, seo: 100 }
const SHIFT_MAX = 0.02
type Category = keyof typeof BAR
const categories = Object.keys(BAR) as Category[]

type Report = {
  categories: Record<Category, { score: number | null }>
  audits: Record<string, { id: string; title: string; score: number | null; numericValue?: number }>
}

/** One run; undefined when the browser was too busy to be measured. */
async function look(url: string): Promise<Report | undefined> {
  const flags = ['--headless=new', '--no-sandbox', '--disable-gpu'].join(' ')
  const file = join(tmpdir(), `verta-lighthouse-${process.pid}.json`)
  const asked = ['--quiet', '--output=json', `--output-path=${file}`, `--chrome-flags=${flags}`]
  const child = spawn(process.execPath, [program, url, ...asked], {
    stdio: 'ignore',
    env: { ...process.env, ...(executablePath && { CHROME_PATH: executablePath }) },
  })
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0) return undefined
  const report = JSON.parse(readFileSync(file, 'utf8')) as Report
  rmSync(file)
  return report
}

const TRIES = 3
/** So many runs as are asked for; what could not be measured is measured again. */
async function lookOften(url: string): Promise<Report[]> {
  const reports: Report[] = []
  for (let left = runs * TRIES; left > 0 && reports.length < runs; left -= 1) {
    const report = await look(url)
    if (report) reports.push(report)
  }
  return reports
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

/** What keeps a page from a whole score, in Lighthouse's words. */
const faults = ({ audits }: Report) =>
  Object.values(audits)
    .filter(({ score }) => score !== null && score < 0.9)
    .map(({ id }) => id)

async function judge(base: string, path: string): Promise<boolean> {
  const reports = await lookOften(base + path)
  const score = (name: Category) =>
    Math.round(median(reports.map((report) => report.categories[name].score ?? 0)) * 100)
  const audit = (id: string) => median(reports.map(({ audits }) => audits[id]?.numericValue ?? 0))
  const shift = audit('cumulative-layout-shift')
  const told = categories.map((name) => `${name} ${score(name)}`).join(', ')
  const seconds = (id: string) => (audit(id) / 1000).toFixed(2)
  console.log(
    `${path}: ${told}; FCP ${seconds('first-contentful-paint')} s, LCP ${seconds('largest-contentful-paint')} s, ` +
      `TBT ${audit('total-blocking-time').toFixed(0)} ms, CLS ${shift.toFixed(3)}`,
  )
  const good = categories.every((name) => score(name) >= BAR[name]) && shift <= SHIFT_MAX
  const [last] = reports
  if (last) console.log(`  below the best: ${faults(last).join(', ') || 'nothing'}`)
  return good
}

if (!existsSync(program)) {
  console.log('Installing Lighthouse (once)…')
  execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: folder,
    stdio: 'inherit',
  })
}
const demo = await startDemo()
try {
  const good: boolean[] = []
  for (const path of paths) good.push(await judge(demo.base, path))
  if (!good.every(Boolean)) process.exitCode = 1
} finally {
  await demo.stop()
}
