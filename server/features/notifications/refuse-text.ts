import type { EventCode } from '#contract/notification-events.ts'
import { Refusal } from '#server/io/refusal.ts'
import { textLanguageOf } from '#server/io/text.ts'
import { textProblems } from './rules.ts'

/**
 * Refuses a text that cannot be read, with what was probably meant.
 * Refuses: `validation_failed` on `path`.
 */
export function refuseText(code: EventCode, text: string, path: string, language: string): void {
  const [problem] = textProblems(code, text, textLanguageOf(language))
  if (!problem) return
  const params: Record<string, string> = {}
  if ('name' in problem) params['name'] = `{${problem.name}}`
  const near = 'suggestion' in problem ? problem.suggestion : null
  if (near !== null) params['suggestion'] = `{${near}}`
  const field = { path, code: near === null ? problem.code : 'unknown_variable_near', params }
  throw new Refusal('validation_failed', { fields: [field] })
}
