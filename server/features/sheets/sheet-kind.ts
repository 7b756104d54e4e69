import type { ImportStatus } from '#contract/sheet-import.ts'
import type { Owner } from '#server/features/identity/require-owner.ts'
import type { Tx } from '#server/io/db.ts'
import type { Io } from '#server/io/io.ts'
import type { FileProblem, SheetFormat } from '#server/io/spreadsheet.ts'
import type { RowError } from './cell-rules.ts'
import type { KnownProgram } from './column-rules.ts'
import type { Figures, Tally } from './tally-rules.ts'

export type ImportKey = { organization_id: string; id: string }

/** An import as it is kept, whatever its rows are about. */
export type ImportRow = ImportKey & {
  kind: string
  status: ImportStatus
  file_name: string
  format: SheetFormat | null
  headers: string[]
  sample: string[][]
  /** Field → number of its column, from 0. */
  mapping: Partial<Record<string, number>>
  option: boolean
  /** Where rows were sold that do not say. */
  pos_id: string | null
  rows_total: number
  rows_done: number
  created: number
  updated: number
  unchanged: number
  failed: number
  figures: Figures
  room: number | null
  errors: RowError[]
  problem: FileProblem | 'too_many_rows' | null
  created_by: string
  created_at: Date
  finished_at: Date | null
}

/** A row of a file as it was read, and what it says. */
export type FileRow = { number: number; cells: string[] }
export type CheckedRow<Changes = unknown> = { row: number; changes: Changes }

/**
 * What one kind of files is: the feature that owns its rows tells how they are checked and applied;
 * the way of a file from step to step is the same for all.
 */
export type SheetKind<Changes = unknown> = {
  /** Its word in the table. */
  name: string
  /** The job that goes on with one from where it stands. */
  job: string
  rows_max: number
  /** How the columns of each field are called in other programs. */
  columns: Record<string, readonly string[]>
  /** Programs whose files are told by their headings. */
  programs?: readonly KnownProgram[]
  /** One of these is to be told; the first is named when none is. */
  needed: readonly string[]
  /** What it counts beside rows. */
  figures: readonly string[]
  /** Begins a check: what it answers is asked for each slice, and refuses rows by the tally. */
  check(
    io: Io,
    present: ImportRow,
  ): Promise<(rows: FileRow[], tally: Tally) => Promise<CheckedRow<Changes>[]>>
  /** New rows that there is room for; absent: any number. */
  room?(io: Io, organization_id: string): Promise<number | null>
  /** Writes down what is begun when an owner brings a checked file in. */
  begin?(tx: Tx, owner: Owner, present: ImportRow, now: Date): Promise<void>
  /** Brings the rows of a slice in; its counts are kept in the same transaction. */
  apply(
    io: Io,
    tx: Tx,
    present: ImportRow,
    rows: CheckedRow<Changes>[],
    tally: Tally,
  ): Promise<void>
  /** True for a failure of `apply` by what somebody did at that moment: the slice begins again. */
  isMeanwhile(error: unknown): boolean
}
