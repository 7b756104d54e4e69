/** What the thread that reads a spreadsheet says to the one that asked. */

/** What a file turned out to be. */
export type SheetFormat =
  | { kind: 'xlsx' }
  | { kind: 'csv'; encoding: 'utf-8' | 'utf-16le' | 'windows-1251'; delimiter: ';' | ',' | '\t' }

/** Why a file cannot be read: no spreadsheet, locked, broken, nothing in it, or too much of it. */
export type FileProblem = 'not_a_sheet' | 'locked' | 'broken' | 'empty' | 'too_large'

export type FromReader =
  | { kind: 'begin'; format: SheetFormat }
  | { kind: 'rows'; rows: { number: number; cells: string[] }[] }
  | { kind: 'problem'; problem: FileProblem }
  | { kind: 'end' }
