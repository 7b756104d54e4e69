import { Refusal } from '#server/io/refusal.ts'
import type { SettingsProblem } from './rules.ts'

/** Refuses settings that have problems: `validation_failed` with each. */
export function refuseProblems(fields: SettingsProblem[]): void {
  if (fields.length > 0) throw new Refusal('validation_failed', { fields })
}
