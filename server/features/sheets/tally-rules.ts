/** What is counted and what is told of the rows of a file. */
import type { RowError } from './cell-rules.ts'

/** Errors that are told one by one; the rest are counted. */
const ERRORS_SHOWN = 1000

/** What a kind counts beside rows: name → number. */
export type Figures = Record<string, number>

export class Tally {
  created = 0
  updated = 0
  unchanged = 0
  failed = 0
  readonly figures: Figures = {}
  readonly errors: RowError[]

  constructor(errors: readonly RowError[] = []) {
    this.errors = [...errors]
  }

  refuse(...errors: RowError[]): void {
    this.failed += 1
    this.errors.push(...errors.slice(0, Math.max(0, ERRORS_SHOWN - this.errors.length)))
  }

  /** Counts a figure of the kind. */
  add(figure: string, amount = 1): void {
    this.figures[figure] = (this.figures[figure] ?? 0) + amount
  }

  /**
   * Whether no row before was about the same, known by any of these keys; a later one is refused
   * with the number of the first.
   */
  isFirst(seen: Map<string, number>, keys: readonly string[], error: RowError): boolean {
    const first = keys.map((key) => seen.get(key)).find((row) => row !== undefined)
    if (first === undefined) {
      for (const key of keys) seen.set(key, error.row)
      return true
    }
    this.refuse({ ...error, params: { row: first } })
    return false
  }

  /** These counts after those that were there. */
  over(before: Counts) {
    const figures = { ...before.figures }
    for (const [name, amount] of Object.entries(this.figures)) {
      figures[name] = (figures[name] ?? 0) + amount
    }
    return {
      created: before.created + this.created,
      updated: before.updated + this.updated,
      unchanged: before.unchanged + this.unchanged,
      failed: before.failed + this.failed,
      figures,
      errors: this.errors,
    }
  }
}

type Counts = Pick<Tally, 'created' | 'updated' | 'unchanged' | 'failed' | 'figures'>

/** What every import begins with. */
export const nothingYet = (figures: readonly string[]) => ({
  ...{ created: 0, updated: 0, unchanged: 0 },
  figures: Object.fromEntries(figures.map((name) => [name, 0])),
})
