import { z } from 'zod'
import { id } from '#contract/wire.ts'
import type { Io } from '#server/io/io.ts'
import { job, type Job } from '#server/io/jobs.ts'
import { runImport } from './run-import.ts'
import type { SheetKind } from './sheet-kind.ts'

/** The job of a kind: goes on with an import from where it stands. */
export const importJob = (io: Io, kind: SheetKind): Job =>
  job({
    name: kind.job,
    payload: z.object({ organization_id: id, id }),
    handle: (key) => runImport(io, kind, key),
  })
