import { importJob } from '#server/features/sheets/import-job.ts'
import type { Io } from '#server/io/io.ts'
import type { Job } from '#server/io/jobs.ts'
import { productSheets } from './product-sheets.ts'

/** Imports of products, step by step. */
export const jobs = (io: Io): Job[] => [importJob(io, productSheets)]
