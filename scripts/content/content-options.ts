import { IMPORT_ROWS_MAX, PIN_DIGITS, REPLAY_DAYS } from '../../contract/limits.ts'
import type { ParseOptions } from './parse-content.ts'

/** How the build reads the text at `path`; a chapter stands one heading deeper. */
export const contentOptions = (path: string, sizeOf: ParseOptions['sizeOf']): ParseOptions => ({
  values: {
    PIN_DIGITS: String(PIN_DIGITS),
    REPLAY_DAYS: String(REPLAY_DAYS),
    IMPORT_ROWS_MAX: new Intl.NumberFormat('uk-UA').format(IMPORT_ROWS_MAX),
  },
  sizeOf,
  depth: /\/(manual|guides)\//.test(path) ? 1 : 0,
})
