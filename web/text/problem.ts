/** A problem of a call in the reader's words; the same codes have the same sentences everywhere. */
import { refusalSentence, textOf } from './text.ts'

type Problem = { code: string; message?: string; retry_after?: number | undefined }

/** The sentence to show for whatever a call threw. */
export function problemSentence(error: unknown): string {
  const t = textOf('shell')
  const problem = error as Problem
  if (problem?.code === 'offline') return t('problem.offline')
  if (typeof problem?.code !== 'string') return t('problem.unknown')
  return (
    refusalSentence(problem.code, { retry_after: problem.retry_after ?? 60 }) ??
    (problem.code === 'internal'
      ? t('problem.internal')
      : (problem.message ?? t('problem.unknown')))
  )
}

/** `{ email: 'sentence' }` for a form, from the fields of a `validation_failed`. */
export function fieldSentences(error: unknown): Record<string, string> {
  const fields = (error as { fields?: { path: string; message: string }[] }).fields ?? []
  return Object.fromEntries(
    fields.map((field) => [field.path.replace(/^body\./, ''), field.message]),
  )
}
