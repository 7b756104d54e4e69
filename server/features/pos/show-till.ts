import type { Answer } from '#contract/endpoint.ts'
import type { getTillSession, TillPos } from '#contract/pos.ts'
import { loadProgramVersion } from '#server/features/program/load-program.ts'
import type { Io } from '#server/io/io.ts'
import type { Cashier, CashierPos } from './require-cashier.ts'

/** Everything a till shows before the first receipt: who, where, and the shop's present settings. */
export async function showTill(io: Io, cashier: Cashier): Promise<Answer<typeof getTillSession>> {
  const { organization_id: id, timezone, currency, program_version } = cashier
  const program = await loadProgramVersion(io, { id, timezone, currency }, program_version)
  return {
    expires_at: cashier.expires_at?.toISOString() ?? null,
    manager: {
      id: cashier.cashier_id,
      name: cashier.name,
      role: cashier.role,
      permissions: cashier.permissions,
    },
    organization: {
      id,
      name: cashier.organization_name,
      logo: cashier.logo,
      currency,
      timezone,
      mode: program.mode,
      bonus_name: program.bonus_name,
      spend_step: program.spend_step,
      products_in_receipt: program.products_in_receipt,
      has_products: cashier.has_products,
      register_at_till: program.register_at_till,
      cancel_window_hours: program.cancel_window_hours,
      compensation_max: program.compensation_max,
      receipt_footer: program.receipt_footer,
    },
    pos: cashier.pos.map(showTillPos),
  }
}

export function showTillPos(pos: CashierPos): TillPos {
  const { id, name, address, city_name, license_state, license_expires_at } = pos
  const expires_at = license_expires_at?.toISOString() ?? null
  return { id, name, address, city_name, license_state, license_expires_at: expires_at }
}
