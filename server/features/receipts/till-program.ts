import type { RecalledTill } from '#server/features/pos/recall-till.ts'
import type { Cashier } from '#server/features/pos/require-cashier.ts'
import { loadProgramVersion } from '#server/features/program/load-program.ts'
import type { Program } from '#server/features/program/rules.ts'
import { loadPromotions, loadPromotionsAt } from '#server/features/promotions/load-promotions.ts'
import type { Promotion } from '#server/features/promotions/rules.ts'
import type { Io } from '#server/io/io.ts'

/** The program a till works under. */
export function programOf(io: Io, till: RecalledTill, version?: number): Promise<Program> {
  const { organization_id: id, timezone, currency } = till
  return loadProgramVersion(io, { id, timezone, currency }, version ?? till.program_version)
}

/** The promotions of a till's shop; `at`: of a sale that was made earlier. */
export function promotionsOf(io: Io, cashier: Cashier, at?: Date): Promise<readonly Promotion[]> {
  const { organization_id: id, timezone, promotions_version } = cashier
  if (promotions_version > 0 && at !== undefined) return loadPromotionsAt(io, { id, timezone }, at)
  return loadPromotions(io, { id, timezone }, promotions_version)
}
