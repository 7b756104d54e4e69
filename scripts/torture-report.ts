import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { basename, dirname, join } from 'node:path'
import type { Reporter, TestModule } from 'vitest/node'

const file = join(import.meta.dirname, '..', 'reports', 'torture.md')
const minutes = (ms: number) => (ms / 60_000).toFixed(1)
/** A `|` would end a cell of the table. */
const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ')
const signs = { passed: '✓', failed: '✗', skipped: '–', pending: '–' }

/** Writes what every trial said of itself as a table for people. */
export class TortureReport implements Reporter {
  readonly #tier: string
  readonly #started = new Date()

  constructor(tier: string) {
    this.#tier = tier
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    const count = (state: keyof typeof signs) =>
      tests.filter((test) => test.result().state === state).length
    const [processor] = cpus()
    const took_ms = Date.now() - this.#started.getTime()
    const lines = [
      '# Torture',
      '',
      `Tier «${this.#tier}», begun ${this.#started.toISOString()}, ${minutes(took_ms)} minutes, ` +
        `${cpus().length} × ${processor?.model.trim() ?? 'unknown'}, ` +
        `${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.versions.node}.`,
      '',
      `**${count('passed')} passed, ${count('failed')} failed, ${count('skipped')} left out.**`,
      ...modules.flatMap(tableOf),
      '',
    ]
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, lines.join('\n'))
    console.log(`\nthe report: ${file}`)
  }
}

function tableOf(module: TestModule): string[] {
  const rows = [...module.children.allTests()].map((test) => {
    const { state, errors } = test.result()
    const said = test.annotations().map(({ message }) => message)
    const faults = (errors ?? []).map(({ message }) => `**${message.split('\n')[0]}**`)
    const seconds = ((test.diagnostic()?.duration ?? 0) / 1000).toFixed(1)
    return `| ${signs[state]} | ${cell(test.fullName)} | ${cell([...said, ...faults].join('; '))} | ${seconds} |`
  })
  const name = basename(module.moduleId, '.trial.ts')
  return [
    '',
    `## ${name}`,
    '',
    '| | Trial | What was done to it | s |',
    '|---|---|---|---|',
    ...rows,
  ]
}
