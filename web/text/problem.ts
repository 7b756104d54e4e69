/** A problem of a call in the reader's words; the same codes have the same sentences everywhere. */
import { refusalSentence, textOf } from './text.ts'

type Problem = { code: string; message?: string; data?: unknown }

/** A larger tariff, or a license, would allow it. */
export const needsTariff = (error: unknown): boolean =>
  ['tariff_limit', 'license_required'].includes((error as Problem | null)?.code ?? '')

/** The sentence to show for whatever a call threw. */
export function problemSentence(error: unknown): string {
  const t = textOf('shell')
  const problem = error as Problem
  if (problem?.code === 'offline') return t('problem.offline')
  if (typeof problem?.code !== 'string') return t('problem.unknown')
  return (
    refusalSentence(problem.code, namedBy(problem.data)) ??
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

/** What a sentence may name of a problem's data. */
function namedBy(data: unknown): Record<string, string | number> {
  const named = Object.entries((data ?? {}) as Record<string, unknown>).flatMap(([name, value]) =>
    typeof value === 'string' || typeof value === 'number' ? [[name, value] as const] : [],
  )
  return Object.fromEntries(named)
}
