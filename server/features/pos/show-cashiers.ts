import type { CashRegisterUser } from '#contract/pos.ts'
import { hashToken } from '#server/features/identity/tokens.ts'
import type { Io } from '#server/io/io.ts'
import type { CashierRow } from './cashier-store.ts'
import { defaultPermissions } from './rules.ts'
import { listLocks } from './session-store.ts'

/** Cashiers as the owner sees them, with whom wrong PINs have locked out. */
export async function showCashiers(
  io: Io,
  rows: readonly CashierRow[],
): Promise<CashRegisterUser[]> {
  const hashes = rows.flatMap(({ login }) => (login === null ? [] : [hashToken(login)]))
  const locks = await listLocks(io.db, hashes, io.clock.now())
  return rows.map((row) => {
    const locked_until =
      row.login === null ? undefined : locks.get(hashToken(row.login).toString('hex'))
    return {
      ...row,
      permissions: { ...defaultPermissions(row.role), ...row.permissions },
      locked_until: locked_until?.toISOString() ?? null,
      last_login_at: row.last_login_at?.toISOString() ?? null,
      last_used_at: row.last_used_at?.toISOString() ?? null,
      created_at: row.created_at.toISOString(),
    }
  })
}
