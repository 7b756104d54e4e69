import type { Organization } from '#server/features/organizations/require-organization.ts'
import { loadProgram } from '#server/features/program/load-program.ts'
import { requireOwnImage } from '#server/io/images.ts'
import type { Io } from '#server/io/io.ts'
import { Refusal } from '#server/io/refusal.ts'
import { hasSegment, listPosIds } from './store.ts'
import { termsProblems, type PromotionRules } from './terms-rules.ts'

/** Refuses: `validation_failed` for rules that cannot be, or name what the shop does not have. */
export async function checkPromotion(
  io: Pick<Io, 'db' | 'config'>,
  organization: Organization,
  type: 2 | 3,
  rules: PromotionRules,
): Promise<void> {
  const pos_ids = await listPosIds(io.db, organization.id)
  const { levels } = await loadProgram(io, organization)
  const fields = termsProblems(type, rules, {
    pos_ids: new Set(pos_ids),
    levels: new Set(levels.map(({ number }) => number)),
  })
  const { segment_id } = rules
  if (segment_id !== null && !(await hasSegment(io.db, organization.id, segment_id))) {
    fields.push({ path: 'segment_id', code: 'not_ours' })
  }
  if (fields.length > 0) throw new Refusal('validation_failed', { fields })
  await requireOwnImage(io.config, organization.id, rules.image, 'image')
}

/** Refuses: `validation_failed` when the last day is over: launched, it would never run. */
export function checkLaunch({ date_to }: PromotionRules, today: string): void {
  if (date_to === null || date_to >= today) return
  throw new Refusal('validation_failed', { fields: [{ path: 'date_to', code: 'date_over' }] })
}
